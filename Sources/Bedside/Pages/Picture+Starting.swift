extension Picture {
  /// What the panel shows while a slow card keeps the log: something, and no claim about the day.
  public static func starting(_ words: Words = .english) -> Picture { titled(words.pages.readingLog) }

  /// What the panel shows when the card does not give the log: no press counts until it does.
  public static func cardUnreadable(_ words: Words = .english) -> Picture {
    titled(words.pages.cardUnreadable)
  }

  private static func titled(_ line: String) -> Picture {
    var canvas = Canvas(drift: PixelDrift.offset(atMinute: 0))
    let middle = Canvas.width / 2
    canvas.text("cribside", x: middle, y: 16, Canvas.Style(face: .medium, alignment: .center))
    canvas.text(line, x: middle, y: 36, Canvas.Style(alignment: .center))
    return Picture(frame: canvas.frame, texts: canvas.texts)
  }
}
