/// What is wrong with a request that no rule of the day can be asked about. It is refused whole.
public enum ScheduleRequestFault: Error, Hashable, Sendable {
  /// A number is out of its range.
  case outOfRange(ScheduleField, value: Int, allowed: ClosedRange<Int>)
  /// The same nap was recorded before.
  case repeatedNap(ScheduleField, nap: Int)
  /// A recorded nap begins before an earlier one, of the named number, was over; minutes after the wake day's
  /// midnight.
  case overlap(ScheduleField, start: Int, previousNap: Int, previousEnd: Int)
}
