/// A night's stretches of sleep, from the sleeps that make it up.
enum NightSegments {
  /// A shorter stretch is no part of the night's sleep, in minutes.
  static let leastMinutes = 20
  /// A shorter wake is stirring and no waking, in minutes.
  static let leastWakeMinutes = 5

  /// The stretches of sleeps that are over, in order of time: those that a stir parts are one, and short ones are
  /// left out.
  static func stretches(of sleeps: [InstantRange]) -> [InstantRange] {
    var merged: [InstantRange] = []
    for sleep in sleeps {
      if let last = merged.last, isStir(from: last.latest, to: sleep.earliest) {
        merged[merged.count - 1] = InstantRange(earliest: last.earliest, latest: sleep.latest)
      } else {
        merged.append(sleep)
      }
    }
    return merged.filter { $0.milliseconds >= leastMinutes * 60_000 }
  }

  private static func isStir(from end: Instant, to start: Instant) -> Bool {
    start.milliseconds - end.milliseconds < leastWakeMinutes * 60_000
  }
}
