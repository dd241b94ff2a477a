/// What a household wishes of one waking day alone. What is nil is as on every other day.
public struct DayWish: Hashable, Sendable {
  /// What can be wished.
  public enum Part: CaseIterable, Hashable, Sendable {
    case asleep
    case awake
    case naps
    case bed
  }

  /// The calendar date of the waking day's morning.
  public let date: CivilDate
  /// What one nap must cover, as wall times.
  public var asleep: ClockWindow?
  /// When there must be no nap, as wall times.
  public var awake: ClockWindow?
  /// How many naps are wanted, 1…5.
  public var naps: Int?
  /// When the baby is to be put down for the night.
  public var bedtime: WallTime?
  /// The phone that wished each part, where a phone did.
  public var by: [Part: String] = [:]

  /// A wish for the day of a date, for nothing yet.
  public init(date: CivilDate) {
    self.date = date
  }

  /// Whether nothing is wished.
  public var isEmpty: Bool { asleep == nil && awake == nil && naps == nil && bedtime == nil }
}

extension Baby {
  /// What is wished of the waking day of a date; nil: nothing.
  public func wish(on date: CivilDate) -> DayWish? { wishes.first { $0.date == date } }

  /// The bedtime on the clock that a waking day has.
  public func bedtime(on date: CivilDate) -> WallTime { wish(on: date)?.bedtime ?? bedtime }
}

extension DaySnapshot {
  /// The day that a wish is for: once the night has begun, the day that comes.
  public var wishedDay: CivilDate { nightSleeps.isEmpty ? day : day.adding(days: 1) }
}

extension PlanSettings {
  /// The settings of a day of which something is wished.
  func wished(_ wish: DayWish?) -> PlanSettings {
    var settings = self
    settings.naps = wish?.naps ?? naps
    settings.asleep = wish?.asleep ?? asleep
    settings.awake = wish?.awake ?? awake
    return settings
  }
}
