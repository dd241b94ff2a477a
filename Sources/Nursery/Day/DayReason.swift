/// One reason for what the box says.
public enum DayReason: Hashable, Sendable {
  /// Which row of the table applies.
  case age(days: Int, bracket: String)
  /// The waking day, and when it began.
  case day(CivilDate, began: Instant?)
  /// Nobody is asleep and nothing has happened yet.
  case nothingYet
  /// A sleep runs.
  case asleep(since: Instant, minutes: Int)
  /// Nobody sleeps.
  case awake(since: Instant, minutes: Int)
  /// The running sleep counts as night: it began late enough, or still ran at bedtime.
  case nightRule(asleepSince: Instant, bedtime: Instant, leadMinutes: Int)
  /// When the night should end.
  case expectedWake(Instant, napMinutes: Int, dailySleepHours: MinuteRange)
  /// The wake window in force, by the naps done.
  case window(MinuteRange, napsDone: Int, bracket: String)
  /// What was learned of the child, and how wrong it has been.
  case learned(LearnedRemark)
  /// The nap cutoff, and what it is reckoned from.
  case cutoff(at: Instant, bedtime: Instant, lastWindowUpper: Int)
  /// Awake so close to bedtime that nothing else matters; 0 when it has passed.
  case bedtimeNear(minutes: Int, bedtime: Instant)
  /// When the next nap may begin.
  case nextNap(InstantRange)
  /// What the day's plan says of the next nap, and in which style.
  case plannedNap(InstantRange, style: ScheduleStyle)
  /// Why the day has no plan.
  case noPlan(String)
  /// When to put the baby down to keep the last wake window.
  case earlierBedtime(InstantRange, window: MinuteRange)
  /// The dream feed is due.
  case dreamFeed(due: Instant)
  /// A nursing runs.
  case feeding(minutes: Int)
  /// Nothing was fed yet.
  case neverFed
  /// How long ago the last feed began.
  case fed(minutesAgo: Int)
  /// The feed interval, and whether it is the baby's own or the age's.
  case feedInterval(MinuteRange, isByAge: Bool)
}
