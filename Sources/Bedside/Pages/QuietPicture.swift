import Nursery

/// What the panel shows while a quiet session runs.
public enum QuietShow: Hashable, Sendable {
  /// Nothing: the display is off.
  case dark
  /// The remaining time, as a ring and in words.
  case ring(seconds: Int, of: Int)
  /// The delay before a cancel, as a bar and in seconds.
  case cancelling(seconds: Int, of: Int)
  /// The question whether to end the session: NAP ends it, FEED keeps it.
  case confirmReset
  /// What a press did, or what is not saved.
  case notice
}

/// When a quiet session ends, and whether it can be ended before.
public struct QuietLock: Hashable, Sendable {
  /// When it ends; nil while the clock is not known.
  public var end: Instant?
  /// Whether it can be cancelled.
  public var strictness: StrictnessMode
}

/// The picture of a quiet session, with few lit pixels.
struct QuietPicture {
  private let context: PageContext
  private let show: QuietShow
  private var words: Words.Quiet { context.words.quiet }
  private static let middle = Canvas.width / 2

  /// The picture for what a session shows.
  init(_ context: PageContext, _ show: QuietShow) {
    self.context = context
    self.show = show
  }

  /// Draws it.
  func draw(on canvas: inout Canvas) {
    if show != .dark { drawTime(on: &canvas) }
    switch show {
    case .dark: break
    case .ring(let seconds, let whole): drawRing(seconds, of: whole, on: &canvas)
    case .cancelling(let seconds, let whole): drawBar(seconds, of: whole, on: &canvas)
    case .confirmReset: drawQuestion(on: &canvas)
    case .notice: drawNotice(on: &canvas)
    }
  }

  /// Draws the time of day, which is asked for at night, at the place where every page has it.
  private func drawTime(on canvas: inout Canvas) {
    guard context.scene.clockIsKnown else { return }
    canvas.text(
      context.clock.digits(context.scene.now), x: Canvas.width, y: Zones.top,
      Canvas.Style(face: .medium, alignment: .right))
  }

  // MARK: The ring

  private static let ringMiddle = (x: 29, y: 30)
  private static let answer = (left: 61, top: 12, pitch: 10)
  private static let (lines, linesAboveAlarm) = (5, 4)
  private static let ringRadii = 26...29

  private func drawRing(_ seconds: Int, of whole: Int, on canvas: inout Canvas) {
    let left = max(0, min(seconds, whole))
    let (middle, outer) = (Self.ringMiddle, Self.ringRadii.upperBound)
    for dy in -outer...outer {
      for dx in -outer...outer
      where Self.isOnRing(dx, dy) && Self.turn(dx, dy) * max(1, whole) < left * Self.fullTurn {
        canvas.set(middle.x + dx, middle.y + dy)
      }
    }
    canvas.text(
      remaining(seconds), x: middle.x, y: middle.y - 9, Canvas.Style(face: .medium, alignment: .center))
    canvas.text(words.left, x: middle.x, y: middle.y + 4, Canvas.Style(alignment: .center))
    drawAnswer(on: &canvas)
    drawAlarm(on: &canvas, y: 53)
  }

  /// A duration, rounded up, in a form that does not look like a time of day.
  private func remaining(_ seconds: Int) -> String {
    guard seconds > 60 else { return context.words.fill(words.seconds, "\(seconds)") }
    return context.words.duration(minutes: (seconds + 59) / 60)
  }

  /// Draws what a press of MENU asks for at night, the least important last: whether the baby sleeps, the last feed, the
  /// next side, the end of the session, and whether it can be ended before.
  private func drawAnswer(on canvas: inout Canvas) {
    let place = Self.answer
    for (index, line) in answer.enumerated() {
      canvas.text(
        line, faces: [.small], x: place.left, y: place.top + index * place.pitch,
        Canvas.Style(limit: Canvas.width - place.left))
    }
  }

  private var answer: [Wording] {
    let scene = context.scene
    var lines = scene.showsName ? [Wording(context.forms(of: scene.babyName))] : []
    if let state { lines.append(state) }
    if let minutes = context.minutesSinceFeed {
      let feed = context.words.feed
      let ages = context.feedAges(minutes) + (scene.feedAgeIsLeast ? [feed.earlier] : [])
      lines.append(Wording(ages.map { context.words.fill(feed.fed, $0) }))
    }
    if case .feedingNow(let minutes) = context.scene.day.feed {
      lines.append(feeding(minutes))
    } else if let side = context.scene.nextSide {
      lines.append(Wording(context.words.fill(context.words.feed.next, context.words.side(side))))
    }
    if let lock = context.scene.quietLock {
      if let end = lock.end, context.scene.clockIsKnown {
        lines.append(Wording(context.words.fill(words.until, context.clock.digits(end))))
      }
      lines.append(Wording(lock.strictness == .strict ? words.strict : words.flexible))
    }
    return Array(lines.prefix(scene.unsavedCount > 0 ? Self.linesAboveAlarm : Self.lines))
  }

  /// Whether the baby sleeps, and for how long; nil if the box does not know.
  private var state: Wording? {
    let (scene, words) = (context.scene, context.words.day)
    guard let since = scene.day.runningSleep?.start ?? scene.day.wakeReference else { return nil }
    let word = scene.day.runningSleep == nil ? words.awake : words.asleep
    guard scene.clockIsKnown, !scene.stateAgeIsLeast else { return Wording(word) }
    let lasting = context.lasting(word, max(0, since.minutes(until: scene.now)))
    return Wording(lasting.texts + [word])
  }

  /// The running feed, without a next side. Its own side is left out if it has no room.
  private func feeding(_ minutes: Int) -> Wording {
    let (words, side) = (context.words, context.words.side(context.scene.nursingSide))
    // Without its word, a duration would say how long ago the feed was.
    let leads =
      (side.isEmpty ? [] : [words.feed.feeding + " " + side, words.feed.feed + " " + side]) + [
        words.feed.feed
      ]
    let lasted = context.durations(max(0, minutes))
    return Wording(leads.flatMap { lead in lasted.map { lead + " " + $0 } })
  }

  private static func isOnRing(_ dx: Int, _ dy: Int) -> Bool {
    let square = dx * dx + dy * dy
    let (inner, outer) = (ringRadii.lowerBound, ringRadii.upperBound)
    // The circle is half a pixel smaller, so that no single pixel sticks out at its four sides.
    return square >= inner * inner && square * 4 < (2 * outer - 1) * (2 * outer - 1)
  }

  private static let fullTurn = 4000

  /// The angle of a pixel on the ring, clockwise from the top, in 1/4000 of a turn. It needs no sines: it is exact at
  /// each eighth, and elsewhere wrong by at most four degrees, which is a pixel or two.
  private static func turn(_ dx: Int, _ dy: Int) -> Int {
    let share = 1000 * abs(dx) / max(1, abs(dx) + abs(dy))
    switch (dx >= 0, dy < 0) {
    case (true, true): return share
    case (true, false): return 2000 - share
    case (false, false): return 2000 + share
    case (false, true): return 4000 - share
    }
  }

  // MARK: Text

  private func drawBar(_ seconds: Int, of whole: Int, on canvas: inout Canvas) {
    canvas.text(
      context.words.fill(words.cancelling, "\(seconds)"), x: Self.middle, y: 12,
      Canvas.Style(alignment: .center))
    canvas.outline(x: 12..<Canvas.width - 12, y: 26..<34)
    let length = (Canvas.width - 28) * max(0, seconds) / max(1, whole)
    canvas.fill(x: 14..<14 + length, y: 28..<32)
    canvas.text(words.keepIt, x: Self.middle, y: 42, Canvas.Style(alignment: .center))
    drawAlarm(on: &canvas, y: 53)
  }

  private func drawQuestion(on canvas: inout Canvas) {
    canvas.text(words.endIt, x: Self.middle, y: 10, Canvas.Style(alignment: .center))
    canvas.text(words.napEnds, x: Self.middle, y: 28, Canvas.Style(alignment: .center))
    canvas.text(words.feedLeaves, x: Self.middle, y: 40, Canvas.Style(alignment: .center))
    drawAlarm(on: &canvas, y: 53)
  }

  /// Draws the notice without a page.
  private func drawNotice(on canvas: inout Canvas) {
    if context.scene.showsName {
      let name = context.scene.noticeName ?? context.scene.babyName
      canvas.text(name, x: Self.middle, y: 14, Canvas.Style(alignment: .center))
    }
    if let notice = context.scene.notice {
      let phrase = NoticePhrase(context, notice)
      canvas.text(
        phrase.wording, faces: [.medium, .small], x: Self.middle, y: 26, Canvas.Style(alignment: .center))
    }
    if case .answered(_, let instead, let button)? = context.scene.notice {
      let other = NoticePhrase.instead(instead, button, context)
      canvas.text(other, faces: [.small], x: Self.middle, y: 39, Canvas.Style(alignment: .center))
    }
    guard context.scene.notice == nil, context.scene.unsavedCount > 0 else {
      return drawAlarm(on: &canvas, y: 50)
    }
    drawAlarm(on: &canvas, y: 26)
    canvas.text(
      context.words.notices.keepPowered, x: Self.middle, y: 39, Canvas.Style(alignment: .center))
  }

  private func drawAlarm(on canvas: inout Canvas, y: Int) {
    guard context.scene.unsavedCount > 0 else { return }
    canvas.fill(x: 0..<Canvas.width, y: y - 2..<y + 9, lit: false)
    canvas.alarm(context.words.notSaved(context.scene.unsavedCount), y: y, isLit: true)
  }
}
