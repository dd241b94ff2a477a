import Nursery

/// The feed track in one line of the small face.
struct FeedLine {
  private let told: Told

  /// The line for a scene.
  init(_ told: Told) {
    self.told = told
  }

  /// What the line says: when fed, or on which side the nursing runs and since when.
  var text: String {
    let words = told.words
    switch told.scene.day.feed {
    case .noFeedsYet: return words.feed.noneYet
    case .recentlyFed(let minutes), .approaching(let minutes, _), .ready(let minutes, _):
      return words.fill(words.feed.fed, minutes < 1 ? words.times.justNow : told.durationAgo(minutes))
    case .feedingNow(let minutes):
      let side = words.side(told.scene.nursingSide)
      let start = told.scene.now.adding(minutes: -minutes)
      let since = told.scene.clockIsKnown ? told.clock.text(start) : told.duration(minutes)
      return words.fill(words.feed.feeding, side.isEmpty ? since : side + " " + since)
    }
  }

  /// Draws it at row `y`, with what is due at its right end.
  func draw(on canvas: inout Canvas, y: Int) {
    if drawDreamFeed(on: &canvas, y: y) { return }
    canvas.text(text, x: 0, y: y)
    let right = Canvas.Style(alignment: .right)
    switch told.scene.day.feed {
    case .approaching: canvas.text(told.words.feed.soon, x: Canvas.width, y: y, right)
    case .ready:
      let width = tagWidth(told.words.feed.due)
      tag(told.words.feed.due, left: Canvas.width - width, y: y, on: &canvas)
    case .feedingNow(let minutes) where told.scene.clockIsKnown:
      canvas.text(told.duration(minutes), x: Canvas.width, y: y, right)
    case .feedingNow, .recentlyFed, .noFeedsYet: break
    }
  }

  /// The reminder, with how long ago the last feed was; false when there is nothing to remind of.
  private func drawDreamFeed(on canvas: inout Canvas, y: Int) -> Bool {
    guard told.scene.day.dreamFeedDue != nil, told.scene.clockIsKnown else { return false }
    switch told.scene.day.feed {
    case .feedingNow: return false
    case .noFeedsYet: tag(told.words.feed.dreamFeed, left: 0, y: y, on: &canvas)
    case .recentlyFed(let minutes), .approaching(let minutes, _), .ready(let minutes, _):
      tag(told.words.feed.dreamFeed, left: 0, y: y, on: &canvas)
      canvas.text(told.durationAgo(minutes), x: Canvas.width, y: y, Canvas.Style(alignment: .right))
    }
    return true
  }

  /// Dark letters on a lit ground.
  private func tag(_ text: String, left: Int, y: Int, on canvas: inout Canvas) {
    let right = left + tagWidth(text)
    canvas.fill(x: left..<right, y: y - 1..<y + Face.small.capHeight + Face.small.descent)
    canvas.text(text, x: left + 2, y: y, Canvas.Style(isLit: false))
  }

  private func tagWidth(_ text: String) -> Int { TextLine(text, face: .small).width + 4 }
}
