/// Durations of quiet sessions as text.
public enum QuietText {
  /// Whole minutes as `2h`, `30m`, `1h 30m`; `0m` for none.
  public static func duration(minutes: Int) -> String {
    let (hours, rest) = max(0, minutes).quotientAndRemainder(dividingBy: 60)
    if hours == 0 { return "\(rest)m" }
    return rest == 0 ? "\(hours)h" : "\(hours)h \(rest)m"
  }

  /// What remains as `H:MM:SS`, under an hour `MM:SS`. A second that has begun counts, so that nothing is left only
  /// at the end.
  public static func remaining(milliseconds: Int) -> String {
    let seconds = (max(0, milliseconds) + 999) / 1000
    let tail = Digits.two(seconds / 60 % 60) + ":" + Digits.two(seconds % 60)
    return seconds < 3600 ? tail : "\(seconds / 3600):" + tail
  }
}
