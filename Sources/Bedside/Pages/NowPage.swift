import Nursery

/// The day state in one glance: who, what, and the one time that matters, large; below it the feed track.
struct NowPage {
  private let told: Told
  private let phrase: NowPhrase
  private let foot: Foot

  /// At rest the large time fills three pages of the panel exactly.
  private var focusTop: Int { foot.liftsPage ? 19 : 24 }
  private var labelTop: Int { foot.liftsPage ? 11 : 14 }
  private var feedTop: Int { foot.liftsPage ? 44 : 53 }
  /// Where a stretch's latest time begins, beside its large earliest one.
  private static let latestLeft = 71

  /// The page of a scene, over its foot.
  init(_ told: Told, foot: Foot) {
    self.told = told
    self.foot = foot
    phrase = NowPhrase(told)
  }

  /// Draws the page.
  func draw(on canvas: inout Canvas) {
    drawState(on: &canvas)
    drawLabel(on: &canvas)
    drawFocus(on: &canvas)
    if feedTop + Face.small.capHeight <= foot.top {
      FeedLine(told).draw(on: &canvas, y: feedTop)
    }
  }

  private func drawState(on canvas: inout Canvas) {
    var right = Canvas.width
    if told.scene.box.wantsAttention {
      right -= canvas.glyphs("⚠", x: right, y: 1, Canvas.Style(alignment: .right)) + 3
    }
    if phrase.isNight {
      right -= canvas.glyphs("☾", x: right, y: 1, Canvas.Style(alignment: .right)) + 3
    }
    let isMedium = Face.medium.covers(phrase.state)
    canvas.text(
      phrase.state, x: 0, y: isMedium ? 0 : 1, Canvas.Style(face: isMedium ? .medium : .small, limit: right))
  }

  private func drawLabel(on canvas: inout Canvas) {
    let width = canvas.glyphs(phrase.label, x: 0, y: labelTop)
    if phrase.isLabelApart, !phrase.label.isEmpty { canvas.note(phrase.label) }
    canvas.note(phrase.headline)
    guard told.scene.showsName else { return }
    canvas.text(
      told.scene.babyName, x: Canvas.width, y: labelTop,
      Canvas.Style(alignment: .right, limit: Canvas.width - width - 6))
  }

  private func drawFocus(on canvas: inout Canvas) {
    switch phrase.focus {
    case .time(let time, let isGuess): draw(time, isGuess: isGuess, on: &canvas)
    case .range(let range):
      draw(range.earliest, isGuess: false, on: &canvas)
      drawLatest(range.latest, on: &canvas)
    case .words(let words):
      canvas.glyphs(words, x: 0, y: focusTop + 3, Canvas.Style(face: .medium, scale: 2))
    }
    drawAside(on: &canvas)
  }

  private func draw(_ time: Instant, isGuess: Bool, on canvas: inout Canvas) {
    let digits = (isGuess && told.clock.isKnown ? "~" : "") + told.clock.digits(time)
    let width = canvas.glyphs(digits, x: 0, y: focusTop, Canvas.Style(face: .large))
    if case .time = phrase.focus, let half = told.clock.half(time) {
      canvas.glyphs(half, x: width + 4, y: focusTop)
    }
  }

  /// The end of a stretch, small enough to stand beside its large beginning.
  private func drawLatest(_ time: Instant, on canvas: inout Canvas) {
    canvas.glyphs(
      "–" + told.clock.digits(time), x: NowPage.latestLeft, y: focusTop + 15, Canvas.Style(face: .medium))
    if let half = told.clock.half(time) {
      canvas.glyphs(half, x: Canvas.width, y: focusTop + 17, Canvas.Style(alignment: .right))
    }
  }

  /// Beside a stretch the lines stand above its latest time, else level with the feet of the large time.
  private func drawAside(on canvas: inout Canvas) {
    var y = focusTop + 17 - 8 * (phrase.aside.count - 1)
    if case .range = phrase.focus { y = focusTop }
    if !phrase.aside.isEmpty { canvas.note(phrase.asideText) }
    for line in phrase.aside {
      canvas.glyphs(line, x: Canvas.width, y: y, Canvas.Style(alignment: .right))
      y += 8
    }
  }
}
