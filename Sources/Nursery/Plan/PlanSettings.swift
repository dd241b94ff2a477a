/// What a household says about its plan of the day. What is left out follows from the baby's age, and changes
/// as it grows.
public struct PlanSettings: Hashable, Sendable {
  /// How many naps are wanted, 1…5; nil: by age.
  public var naps: Int?
  /// The nap lengths of each nap count, in minutes; nil: by age.
  public var napLengths = NapLengths()
  /// The limits of wake windows, in minutes; nil: by age.
  public var wakeWindows = WakeWindowLimits.unset
  /// Whether wake windows are learned, and used.
  public var learn = LearningMode.auto
  /// Whether naps are lengthened to a total.
  public var powerSleep = PowerSleep()
  /// When the baby must be awake, as wall times.
  public var awake: ClockWindow?
  /// What one nap, or the night, must cover, as wall times.
  public var asleep: ClockWindow?
  /// The style to show first; nil: the first one that keeps every rule.
  public var style: ScheduleStyle?

  /// Everything by age, no constraint.
  public init() {}
}

extension PlanSettings {
  /// How many naps are wanted at an age: of the usual numbers the larger one, which fits every ordinary day.
  func naps(_ bracket: AgeTable.Bracket) -> Int { naps ?? bracket.naps.upper }

  /// The limits at an age, for a day of that many minutes from wake-up to bedtime. A limit that was set is kept, and
  /// those by age are moved to agree with it.
  func limits(_ bracket: AgeTable.Bracket, dayMinutes: Int) -> WakeWindowLimits {
    let usual = TypicalDay.limits(bracket, naps: naps(bracket), dayMinutes: dayMinutes)
    let set = wakeWindows
    let minimum =
      set.minimum ?? [usual.minimum, set.maximum, set.last, set.maximumFirst].compactMap { $0 }.min() ?? 0
    let maximum = set.maximum ?? [usual.maximum, set.last].compactMap { $0 }.reduce(minimum, max)
    return WakeWindowLimits(
      minimum: minimum, maximum: maximum,
      last: set.last ?? min(max(usual.last ?? minimum, minimum), maximum),
      maximumFirst: set.maximumFirst ?? max(usual.maximumFirst ?? minimum, minimum))
  }

  /// The nap lengths of every count, for the same day.
  func lengths(_ bracket: AgeTable.Bracket, dayMinutes: Int) -> NapLengths {
    let limits = limits(bracket, dayMinutes: dayMinutes)
    func usual(_ naps: Int) -> [Int] {
      let minutes = TypicalDay.napMinutes(bracket, naps: naps, dayMinutes: dayMinutes, limits: limits)
      return [Int](repeating: minutes, count: naps)
    }
    let set = napLengths
    return NapLengths(
      one: set.one ?? usual(1), two: set.two ?? usual(2), three: set.three ?? usual(3),
      four: set.four ?? usual(4), five: set.five ?? usual(5))
  }

  /// The longest usual sleep, in minutes: a night of twelve hours; a nap of two hours, of three when it is the only one,
  /// or as long as the household's longest.
  public func longestSleepMinutes(isNight: Bool, _ bracket: AgeTable.Bracket) -> Int {
    guard !isNight else { return 720 }
    let lengths = napLengths.lengths(naps(bracket)) ?? []
    return max(naps(bracket) == 1 ? 180 : 120, lengths.max() ?? 0)
  }

  /// How many minutes the naps of an ordinary day are together, twelve hours from wake-up to bedtime.
  func napMinutes(_ bracket: AgeTable.Bracket) -> Int {
    lengths(bracket, dayMinutes: 720).lengths(naps(bracket))?.reduce(0, +) ?? 0
  }
}
