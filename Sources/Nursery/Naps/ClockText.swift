/// Minutes of a day in words.
enum ClockText {
  /// The time of day that many minutes after midnight, whole days taken off: `07:05`.
  static func time(_ minutes: Int) -> String { WallTime(minutesAfterMidnight: minutes).text }

  /// A change with its sign: `+10 min`, `-5 min`.
  static func change(_ minutes: Int) -> String { (minutes > 0 ? "+" : "") + "\(minutes) min" }
}
