/// Why a number of naps does not fit into a day. Times in minutes.
public enum ScheduleInfeasibility: Error, Hashable, Sendable {
  /// The day has no length.
  case bedtimeBeforeWake
  /// The naps and the last wake window are longer than the day.
  case notEnoughTime
  /// No wake windows within the limits fill the day.
  case windowsOutsideLimits
  /// The first wake window would be longer than it may be.
  case firstWindow(minutes: Int, limit: Int)
  /// After the naps that happened, the last nap has no room.
  case noRoomForLastNap(minimum: Int)
}
