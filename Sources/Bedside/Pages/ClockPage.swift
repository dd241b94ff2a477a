import Nursery

/// The time of day while it is set by hand.
struct ClockPage {
  private let context: PageContext
  private let clock: ClockByHand

  /// The page of what is being set.
  init(_ context: PageContext, _ clock: ClockByHand) {
    self.context = context
    self.clock = clock
  }

  /// Draws the page above the row `bottom`.
  func draw(on canvas: inout Canvas, bottom: Int) {
    let words = context.words.last
    let rows = ClockByHand.Field.allCases.map { ListPage.Row(left: name($0), right: value($0)) }
    ListPage(
      title: clock.field == .done ? Wording(words.save) : Wording(words.keys), rows: rows,
      marked: ClockByHand.Field.allCases.firstIndex(of: clock.field), isTitleLit: true
    ).draw(context, on: &canvas, bottom: bottom)
  }

  private func name(_ field: ClockByHand.Field) -> String {
    switch field {
    case .hours: context.words.last.hours
    case .minutes: context.words.last.minutes
    case .date: context.words.last.date
    case .done: context.words.last.done
    }
  }

  private func value(_ field: ClockByHand.Field) -> String {
    switch field {
    case .hours: context.clock.text(clock.time)
    case .minutes: clock.time.minute < 10 ? "0\(clock.time.minute)" : "\(clock.time.minute)"
    case .date: ISO8601.text(clock.date)
    case .done: clock.field == .done ? context.words.last.drop : context.words.last.saves
    }
  }
}

/// How wall times are written in a scene: in its zone, by 24 or 12 hours, or not at all.
struct WallClock {
  /// Replaces every wall time while the clock is not known.
  static let unknown = "--:--"

  /// The zone of every time.
  let zone: ZoneWindow
  /// True for 12-hour faces.
  let usesTwelveHours: Bool
  /// Whether the wall time is known. If not, none is shown.
  let isKnown: Bool
  /// The words for am and pm.
  let words: Words
  /// Whether times on a 12-hour clock have am or pm.
  var hasHalves = true

  /// The same clock without am and pm, for a line that has no room for them.
  var bare: WallClock {
    var clock = self
    clock.hasHalves = false
    return clock
  }

  /// The digits of a time, `15:40` or `3:40`, in the large face's letters.
  func digits(_ instant: Instant) -> String {
    guard isKnown else { return WallClock.unknown }
    let time = zone.civil(instant).time
    guard usesTwelveHours else { return time.text }
    let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
    return "\(hour):" + (time.minute < 10 ? "0\(time.minute)" : "\(time.minute)")
  }

  /// `am` or `pm`; nil by 24 hours, when the clock is not known, and on a bare clock.
  func half(_ instant: Instant) -> String? {
    guard isKnown, usesTwelveHours, hasHalves else { return nil }
    return zone.civil(instant).time.hour < 12 ? words.times.morning : words.times.afternoon
  }

  /// A time from the settings, which is shown even if the clock is not known.
  func text(_ time: WallTime) -> String {
    guard usesTwelveHours else { return time.text }
    let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
    let half = time.hour < 12 ? words.times.morning : words.times.afternoon
    return "\(hour):" + time.text.suffix(2) + " " + half
  }

  /// `15:40`, or `3:40 pm`.
  func text(_ instant: Instant) -> String {
    guard let half = half(instant) else { return digits(instant) }
    return digits(instant) + " " + half
  }

  /// `12:45–13:30`, or `12:45–1:30 pm`: a nap is shorter than half a day, so the second mark is enough.
  func range(_ range: InstantRange) -> String {
    isKnown ? digits(range.earliest) + "–" + text(range.latest) : WallClock.unknown
  }

  /// `19:05–06:40`, or `7:05 pm–6:40 am`: a night has both marks.
  func nightRange(_ range: InstantRange) -> String {
    isKnown ? text(range.earliest) + "–" + text(range.latest) : WallClock.unknown
  }
}
