import Nursery

/// How wall times are written in a scene: in its zone, by 24 or 12 hours, or not at all.
struct WallClock {
  /// What stands for every wall time while the clock is not known.
  static let unknown = "--:--"

  /// The zone of every time.
  let zone: ZoneWindow
  /// True for 12-hour faces.
  let usesTwelveHours: Bool
  /// False: no wall time is claimed.
  let isKnown: Bool
  /// The language of am and pm.
  let words: Words

  /// The digits of a time, `15:40` or `3:40`, in the large face's letters.
  func digits(_ instant: Instant) -> String {
    guard isKnown else { return WallClock.unknown }
    let time = zone.civil(instant).time
    guard usesTwelveHours else { return time.text }
    let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
    return "\(hour):" + (time.minute < 10 ? "0\(time.minute)" : "\(time.minute)")
  }

  /// `am` or `pm`; nil by 24 hours and when the clock is not known.
  func half(_ instant: Instant) -> String? {
    guard isKnown, usesTwelveHours else { return nil }
    return zone.civil(instant).time.hour < 12 ? words.times.morning : words.times.afternoon
  }

  /// A time of the settings, which needs no clock to be true.
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
