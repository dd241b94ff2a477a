/// What a plan changed of what was asked for. Limits of wake windows are never among them.
public enum ScheduleChange: Hashable, Sendable {
  /// A nap became longer (above 0) or shorter, in minutes.
  case nap(Int, byMinutes: Int)
  /// Bedtime moved later (above 0) or earlier, in minutes.
  case bedtime(byMinutes: Int)
  /// The plan has this many naps in place of the number asked for.
  case napCount(Int, insteadOf: Int)
  /// A nap has no place in the plan: it was not recorded and the naps around it leave no room for it, or it was
  /// recorded and the plan is one of fewer naps.
  case leftOut(nap: Int)
}
