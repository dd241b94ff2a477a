extension Picture {
  /// Why a box's program has stopped, as far as it is known.
  public enum StopCause: Hashable, Sendable {
    /// Nothing that its owner could have done.
    case unknown
    /// The configuration is refused, at a line where one can be named: it waits until that is fixed.
    case settings(line: Int?)
  }

  /// What the panel of a box shows whose program has stopped: no time, since none would stay true, and that presses
  /// come to nothing.
  public static func stopped(because cause: StopCause = .unknown, _ words: Words = .english) -> Picture {
    var canvas = Canvas(drift: PixelDrift.offset(atMinute: 0))
    let middle = Canvas.width / 2
    canvas.text(words.pages.stopped, x: middle, y: 14, Canvas.Style(face: .medium, alignment: .center))
    canvas.text(words.pages.notLogging, x: middle, y: 36, Canvas.Style(alignment: .center))
    canvas.text(advice(cause, words), x: middle, y: 46, Canvas.Style(alignment: .center))
    return Picture(frame: canvas.frame, texts: canvas.texts)
  }

  private static func advice(_ cause: StopCause, _ words: Words) -> String {
    switch cause {
    case .unknown: words.pages.plugItAgain
    case .settings(nil): words.pages.settingsRefused
    case .settings(let line?): words.fill(words.pages.settingsRefusedAtLine, "\(line)")
    }
  }
}
