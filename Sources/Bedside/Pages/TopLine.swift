import Nursery

/// The first line of every page: the title or the baby's state at the left, and the time of day at the right.
struct TopLine {
  /// A picture of the state, as a letter of `Face.pictures`; empty if there is none.
  var picture = ""
  /// The text at the left, the longest wording first.
  let title: Wording
  /// Whether the title is dark on lit, because the buttons have another meaning on this page.
  var isTitleLit = false
  /// Marks after the title.
  var marks = ""
  /// Whether the line shows the time of day; false if the page shows it as its large figure.
  var showsTime = true

  static let gap = 4
  /// The least number of dark columns before the time of day, so that it does not look like part of a duration.
  private static let timeGap = 8
  /// The columns of a lit ground on each side of its letters.
  private static let litMargin = 1

  /// Draws the line. Returns the free columns between the title and the right end.
  @discardableResult
  func draw(_ context: PageContext, on canvas: inout Canvas) -> Range<Int> {
    let right = drawRight(context, on: &canvas)
    let margin = isTitleLit ? TopLine.litMargin : 0
    var left = margin
    if !picture.isEmpty {
      left = canvas.glyphs(picture, x: 0, y: Zones.top, Canvas.Style(face: .pictures)) + 3
    }
    // The end of a lit ground separates too, so fewer dark columns are enough.
    let room = max(0, right - left + 2 * margin)
    left += canvas.text(
      title, faces: [.medium, .small], x: left, y: Zones.top, Canvas.Style(limit: room))
    if isTitleLit {
      left += margin
      canvas.invert(x: 0..<left, y: 0..<Zones.top + 11)
    }
    if !marks.isEmpty {
      left += TopLine.gap + 2
      canvas.note(marks)
      left += canvas.glyphs(marks, x: left, y: Zones.top + 2)
    }
    return left..<max(left, right)
  }

  /// Draws the line with the name of one of several babies, or with a shorter form of it. Returns false if there was no
  /// room for the name.
  @discardableResult
  func drawNamed(_ context: PageContext, isShortened: Bool = false, on canvas: inout Canvas) -> Bool {
    let free = draw(context, on: &canvas)
    guard context.scene.showsName else { return true }
    let forms = isShortened ? context.forms(of: context.scene.babyName) : [context.scene.babyName]
    let room = free.count - TopLine.gap - 2
    guard let name = forms.map({ Wording($0) }).first(where: { $0.fits(.small, limit: room) }) else {
      return false
    }
    canvas.text(
      name, faces: [.medium, .small], x: free.lowerBound + TopLine.gap + 2, y: Zones.top,
      Canvas.Style(limit: room))
    return true
  }

  private func drawRight(_ context: PageContext, on canvas: inout Canvas) -> Int {
    var right = Canvas.width
    if showsTime, context.scene.clockIsKnown {
      let faces = timeFaces(context)
      right -=
        canvas.text(
          Wording(context.clock.digits(context.scene.now)), faces: faces, x: right,
          y: Zones.top + (Face.medium.capHeight - faces[0].capHeight), Canvas.Style(alignment: .right))
        + (faces[0].capHeight < Face.medium.capHeight ? TopLine.timeGap - 2 : TopLine.timeGap)
    }
    if context.scene.box.wantsAttention {
      right -= canvas.glyphs("⚠", x: right, y: Zones.top + 1, Canvas.Style(alignment: .right)) + TopLine.gap
    }
    return right
  }

  /// The faces for the time of day. The small one is used if the whole title needs the room.
  private func timeFaces(_ context: PageContext) -> [Face] {
    let time = TextLine(context.clock.digits(context.scene.now), face: .medium).width
    let taken = picture.isEmpty ? 0 : Face.pictures.capHeight + 3
    let whole = Wording(title.texts.first ?? "")
    return whole.fits(.medium, limit: Canvas.width - taken - time - TopLine.timeGap)
      ? [.medium] : [.small]
  }
}

/// The last line of the Now page: the last feed and the next side, or what matters more.
struct FootLine {
  private let context: PageContext
  /// The text that replaces the feed; nil if none does, and empty if nothing is shown.
  var replacement: Wording?
  /// The bar that replaces the feed.
  var bar: TimeBar?
  /// Whether it is night, when feeds are due only at some ages.
  var isAtNight = false

  /// The line of a scene.
  init(_ context: PageContext) {
    self.context = context
  }

  /// Draws it.
  func draw(on canvas: inout Canvas) {
    let columns = 0..<Canvas.width
    if let bar { return bar.draw(on: &canvas, columns: columns, rows: Zones.footBar) }
    draw(replacement ?? Wording(withSide + withoutSide), on: &canvas, columns: columns)
  }

  /// Draws it in some columns, if they have room for the feed with the next side, or for that side alone. Returns false
  /// if they have not.
  func drawWithSide(on canvas: inout Canvas, columns: Range<Int>) -> Bool {
    let text = replacement ?? Wording(side == nil ? withoutSide : withSide + [next])
    guard bar == nil, text.fits(.small, limit: columns.count - tagWidth) else { return false }
    draw(text, on: &canvas, columns: columns)
    return true
  }

  private func draw(_ text: Wording, on canvas: inout Canvas, columns: Range<Int>) {
    var left = columns.lowerBound
    if let tag { left += canvas.tag(tag, x: left, y: Zones.foot) + TopLine.gap }
    canvas.text(
      text, faces: [.small], x: left, y: Zones.foot, Canvas.Style(limit: max(0, columns.upperBound - left)))
  }

  /// The word for what is due, which is drawn dark on lit.
  private var tag: String? {
    guard context.scene.clockIsKnown, replacement == nil else { return nil }
    if context.scene.day.dreamFeedDue != nil { return context.words.feed.dreamFeed }
    return isDue ? context.words.feed.due : nil
  }

  /// The columns of that word, with those around it.
  private var tagWidth: Int {
    tag.map { TextLine($0, face: .small).width + Canvas.tagMargin + TopLine.gap } ?? 0
  }

  /// Whether a feed is due.
  var isDue: Bool { context.scene.day.isFeedDue(atNight: isAtNight) }

  /// The feed with the next side, the longest wording first: then without `ago`, without `next` and without minutes. Empty
  /// if the side is not known.
  private var withSide: [String] {
    let words = context.words
    guard let side else { return [] }
    return ages.prefix(2).map { FootLine.join(words.fill(words.feed.fed, $0), next) }
      + ages.dropFirst().map { FootLine.join(words.fill(words.feed.fed, $0), side) }
  }

  /// The feed, with its side only after bare hours.
  private var withoutSide: [String] {
    let words = context.words
    guard context.minutesSinceFeed != nil else { return [words.feed.noneYet] }
    return ages.map { words.fill(words.feed.fed, $0) } + ages.suffix(1).map { FootLine.join($0, side ?? "") }
  }

  /// How long ago the feed was: with `ago`, without it, and in hours.
  private var ages: [String] {
    guard let minutes = context.minutesSinceFeed else { return [] }
    return minutes < 1 && !context.scene.isApproximate
      ? [context.words.times.justNow] : context.feedAges(minutes)
  }

  /// The letter of the next side; nil if it is not known, or nothing says when the last feed was.
  private var side: String? {
    context.minutesSinceFeed == nil ? nil : context.scene.nextSide.map { context.words.side($0) }
  }

  private var next: String { side.map { context.words.fill(context.words.feed.next, $0) } ?? "" }

  /// Replaces the feed by a text, with the next side if both have room.
  mutating func replace(by text: String) {
    replacement = Wording([FootLine.join(text, next), text])
  }

  private static func join(_ one: String, _ other: String) -> String {
    other.isEmpty ? one : one + " · " + other
  }

  /// A time of day that is longer ago than this could look like one that is still ahead, in minutes.
  private static let longAgoMinutes = 720

  /// The side before in the running feed, and how long the feed has lasted on all sides: `L 14 m, 24 m in all`.
  static func before(_ context: PageContext, of whole: FeedSpan) -> Wording? {
    let words = context.words
    guard let feed = context.scene.lastFeed, let end = feed.end else { return nil }
    let minutes = whole.stretches.reduce(0) { $0 + $1.minutes(at: context.scene.now) }
    let before = words.duration(minutes: feed.start.minutes(until: end))
    let text = words.fill(words.feed.inAll, words.side(feed.side), before, context.duration(max(0, minutes)))
    return Wording([text, words.side(feed.side) + " " + before])
  }

  /// The feed before the running one: `last L 23:12, 14 m`, or `last L 23 h ago`; nil if none is known.
  static func last(_ context: PageContext) -> Wording? {
    let words = context.words
    guard let feed = context.scene.lastFeed else { return nil }
    let what = feed.isNursing ? words.side(feed.side) : words.feed.bottle
    // The last part of a feed on both sides counts, since its side is shown.
    let start = feed.stretches.last?.start ?? feed.start
    let minutes = start.minutes(until: context.scene.now)
    let isLongAgo = context.scene.clockIsKnown && minutes >= longAgoMinutes
    let when =
      isLongAgo
      ? words.fill(words.times.ago, words.fill(words.times.hours, "\(minutes / 60)"))
      : context.scene.clockIsKnown
        ? (context.scene.stretchIsGuessed ? "~" : "") + context.clock.digits(start)
        : context.durations(minutes).first ?? ""
    let last = words.fill(words.feed.last, what, when)
    guard feed.isNursing, !isLongAgo, let end = feed.end else { return Wording(last) }
    return Wording([last + ", " + words.duration(minutes: start.minutes(until: end)), last])
  }
}

extension PageContext {
  /// Minutes since the last feed began; nil if there is none, and while one runs. From an hour on they are rounded down to
  /// five: no one feeds by the minute, and the picture changes in fewer places.
  var minutesSinceFeed: Int? {
    switch scene.day.feed {
    case .recentlyFed(let minutes), .approaching(let minutes, _), .ready(let minutes, _):
      minutes < 60 ? minutes : minutes / 5 * 5
    case .noFeedsYet, .feedingNow: nil
    }
  }

  /// How long ago the last feed was, the longest wording first. Across a power cut it may be longer than is known.
  func feedAges(_ minutes: Int) -> [String] {
    guard scene.feedAgeIsLeast else { return durationsAgo(minutes, isGuessed: scene.feedIsGuessed) }
    guard minutes > 0 else { return [words.feed.earlier] }
    let least = words.duration(minutes: minutes)
    return [words.fill(words.times.ago, least), least].map { words.fill(words.feed.over, $0) }
  }
}

extension Canvas {
  /// The columns of a tag beside its letters.
  static let tagMargin = 4

  /// Draws a word dark on a lit ground. Returns the number of columns used.
  @discardableResult
  mutating func tag(_ text: String, x: Int, y: Int) -> Int {
    let width = TextLine(text, face: .small).width + Canvas.tagMargin
    fill(x: x..<x + width, y: y - 1..<y + Face.small.capHeight + Face.small.descent)
    self.text(text, x: x + 2, y: y, Style(isLit: false))
    return width
  }
}

/// The rows of a page's zones, without the drift: a top line, the large figure, a bar and the foot.
enum Zones {
  /// Where the capitals of the top line begin.
  static let top = 0
  /// Where the figure begins, and the row after its last one.
  static let figure = 15..<39
  /// The bar.
  static let bar = 42..<49
  /// The rows of a notice, which replaces the bar.
  static let band = 40..<52
  /// Where the foot's capitals begin.
  static let foot = 53
  /// A bar in place of the foot.
  static let footBar = 54..<61
  /// The rows of `NOT SAVED`, which replaces the foot.
  static let alarm = 52..<61
  /// Its rows where the foot says what to do about it.
  static let alarmOverFoot = 41..<50
}
