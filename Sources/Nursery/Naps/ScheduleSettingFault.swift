/// Settings that contradict each other. The first one found is the answer; the rest is not looked at.
public enum ScheduleSettingFault: Error, Hashable, Sendable {
  /// The wake time or the bedtime is missing.
  case noTimes
  /// The shortest wake window is not above 0.
  case minimumNotPositive
  /// The longest wake window is not above 0.
  case maximumNotPositive
  /// The longest wake window is shorter than the shortest.
  case maximumBelowMinimum
  /// The wake window before bed is not above 0.
  case lastNotPositive
  /// The wake window before bed is outside the limits, in minutes.
  case lastOutside(minimum: Int, maximum: Int)
  /// The longest first wake window is not above 0.
  case maximumFirstNotPositive
  /// The longest first wake window is shorter than the shortest window.
  case maximumFirstBelowMinimum
  /// Nap 1 or nap 2 has no length.
  case firstNapsNotPositive
  /// A later nap has no length; how many naps there are.
  case laterNapNotPositive(naps: Int)
}
