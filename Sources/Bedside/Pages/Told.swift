import Nursery

/// A scene and the language it is told in: what every page draws from.
struct Told {
  /// What to show.
  let scene: Scene
  /// The words for it.
  let words: Words

  /// The day's plan; nil when there is none or the clock is not known.
  var plan: WakingDayPlan? { scene.clockIsKnown ? scene.plan : nil }

  /// How wall times are written.
  var clock: WallClock {
    WallClock(
      zone: scene.zone, usesTwelveHours: scene.usesTwelveHours, isKnown: scene.clockIsKnown, words: words)
  }

  /// A duration that ends now, with `~` when now is only bounded.
  func duration(_ minutes: Int) -> String {
    (scene.isApproximate ? "~" : "") + words.duration(minutes: minutes)
  }

  /// How long ago something was, as a duration: `2 h 05 ago`.
  func durationAgo(_ minutes: Int) -> String {
    words.fill(words.times.ago, duration(minutes))
  }

  /// When something happened: a wall time, or while the clock is not known `12 min ago`.
  func moment(_ instant: Instant) -> String {
    if scene.clockIsKnown { return clock.text(instant) }
    return words.ago(minutes: instant.minutes(until: scene.now), isApproximate: scene.isApproximate)
  }

  /// How far ahead an instant of the wall clock is, `now` once it is past; nil when that is not known.
  func ahead(_ instant: Instant) -> String? {
    guard scene.clockIsKnown else { return nil }
    // In minutes as clocks show them, so that a picture drawn within a minute says the same as at its start.
    let minutes = instant.minute - scene.now.minute
    return minutes > 0 ? words.fill(words.times.ahead, duration(minutes)) : words.times.now
  }
}
