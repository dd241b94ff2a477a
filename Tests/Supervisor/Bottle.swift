import Nursery

/// Events that the test can distinguish: bottle number n starts n seconds after a fixed time.
enum Bottle {
  private static let first = Instant(milliseconds: 1_770_000_000_000)

  /// The command that adds the bottle.
  static func words(_ number: Int) -> [String] {
    let start = Instant(milliseconds: first.milliseconds + number * 1000)
    return ["log", "add", "bottle", "--start", ISO8601.text(start, in: .utc)]
  }

  /// The number of the bottle with this start.
  static func number(of start: Instant) -> Int { (start.milliseconds - first.milliseconds) / 1000 }
}
