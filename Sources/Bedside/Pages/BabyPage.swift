import Nursery

/// The page that chooses one of several babies: its name, as large as possible.
struct BabyPage {
  private let context: PageContext

  /// The page of a scene.
  init(_ context: PageContext) {
    self.context = context
  }

  /// Draws the page. A tall foot does not cover the name.
  func draw(on canvas: inout Canvas) {
    let lead = context.words.pages.buttonsSpeakOf
    let name = context.scene.babyName
    canvas.note(lead + " " + name)
    let now = NowContent(context)
    TopLine(picture: now.picture, title: now.state).draw(context, on: &canvas)
    canvas.glyphs(lead, x: Canvas.width / 2, y: 14, Canvas.Style(alignment: .center))
    let plain = TextLine(name, face: .small).width
    let scale = plain * 3 <= Canvas.width ? 3 : plain * 2 <= Canvas.width ? 2 : 1
    let middle = 38
    canvas.glyphs(
      name, x: Canvas.width / 2, y: middle - Face.small.capHeight * scale / 2,
      Canvas.Style(alignment: .center, scale: scale))
    guard let whose = context.scene.planName, context.scene.notice == nil, context.scene.unsavedCount == 0
    else { return }
    let pages = context.words.pages
    canvas.text(
      Wording([context.words.fill(pages.menuForPlan.0, whose), pages.menuForPlan.1]), faces: [.small],
      x: Canvas.width / 2, y: Zones.foot, Canvas.Style(alignment: .center))
  }
}

/// A mark for a baby that is not shown and needs something: its name and the need, dark on lit, where the Now page has
/// room.
struct CallMark {
  private let wording: Wording

  private static let gap = 5
  /// The mark of a scene; nil if no other baby needs anything. Several babies take turns of two minutes.
  init?(_ context: PageContext) {
    let calls = context.scene.calls
    guard !calls.isEmpty else { return nil }
    let call = calls[abs(context.scene.now.minute / 2) % calls.count]
    // The name alone would look like the name of the chosen baby.
    wording = Wording(
      context.forms(of: call.name).map { name in
        context.words.fill(context.words.notices.about, name, context.words.need(call.need))
      })
  }

  /// Whether the mark replaces the foot in this minute if nothing else is free. It does so in some minutes, and always
  /// if the foot has no feed to show.
  static func ownsFoot(_ context: PageContext) -> Bool {
    context.scene.now.minute % 2 == 0 || context.scene.day.feed == .noFeedsYet
  }

  /// Draws it at the right of the foot, or of the free columns of the top line. Returns false if neither has room.
  func draw(on canvas: inout Canvas, besideTitle free: Range<Int>) -> Bool {
    let foot = Zones.foot - 2..<Canvas.height
    let taken = canvas.boxes.filter { foot.overlaps($0.rows.lowerBound..<$0.rows.upperBound + 1) }
    let left = taken.map { $0.columns.upperBound + 1 + Self.gap }.max() ?? 0
    return draw(from: left, to: Canvas.width, y: Zones.foot, on: &canvas)
      || draw(from: free.lowerBound + Self.gap, to: free.upperBound, y: Zones.top + 1, on: &canvas)
  }

  /// Draws the foot and the mark, in the longest form that leaves room for the next side; without such a form, the mark.
  func draw(on canvas: inout Canvas, with foot: FootLine) {
    for text in wording.texts {
      let left = Canvas.width - TextLine(text, face: .small).width - Canvas.tagMargin
      guard left > Self.gap, foot.drawWithSide(on: &canvas, columns: 0..<left - Self.gap) else { continue }
      canvas.tag(text, x: left, y: Zones.foot)
      return
    }
    _ = draw(from: 0, to: Canvas.width, y: Zones.foot, on: &canvas)
  }

  private func draw(from left: Int, to right: Int, y: Int, on canvas: inout Canvas) -> Bool {
    let room = right - left - Canvas.tagMargin
    let setting = wording.setting([.small], limit: room)
    guard room > 0, setting.line.fits(room) else { return false }
    canvas.tag(setting.text, x: right - setting.line.width - Canvas.tagMargin, y: y)
    return true
  }
}

extension Words {
  /// What a baby needs, in a word.
  func need(_ need: BabyCall.Need) -> String {
    switch need {
    case .waking: day.wake
    case .nap: day.napNow
    case .bed: day.bed
    case .feed: feed.due
    case .answer: notices.answer
    }
  }
}

/// A baby that is not shown needs something.
public struct BabyCall: Hashable, Sendable {
  /// What it needs.
  public enum Need: Hashable, Sendable {
    /// A nap is over.
    case waking
    /// It has been awake for longer than its wake window.
    case nap
    /// It is bedtime, and it is awake since the day.
    case bed
    /// A feed is due.
    case feed
    /// Its page asks a question.
    case answer
  }

  /// The baby's name.
  public var name: String
  /// What it needs.
  public var need: Need

  /// A baby's name and what the baby needs.
  public init(name: String, need: Need) {
    self.name = name
    self.need = need
  }
}
