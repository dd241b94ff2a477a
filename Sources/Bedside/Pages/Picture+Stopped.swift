extension Picture {
  /// What the panel of a box shows whose program has stopped: no time, since none would stay true, and that presses
  /// come to nothing.
  public static func stopped(_ words: Words = .english) -> Picture {
    var canvas = Canvas(drift: PixelDrift.offset(atMinute: 0))
    let middle = Canvas.width / 2
    canvas.text(words.pages.stopped, x: middle, y: 14, Canvas.Style(face: .medium, alignment: .center))
    canvas.text(words.pages.notLogging, x: middle, y: 36, Canvas.Style(alignment: .center))
    canvas.text(words.pages.plugItAnew, x: middle, y: 46, Canvas.Style(alignment: .center))
    return Picture(frame: canvas.frame, texts: canvas.texts)
  }
}
