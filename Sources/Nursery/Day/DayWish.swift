/// A household's wish for one waking day. A nil field is as on every other day.
public struct DayWish: Hashable, Sendable {
  /// The fields of a wish.
  public enum Part: CaseIterable, Hashable, Sendable {
    case asleep
    case awake
    case naps
    case bed
  }

  /// The calendar date of the waking day's morning.
  public let date: CivilDate
  /// The wall times that one nap must cover.
  public var asleep: ClockWindow?
  /// The wall times without a nap.
  public var awake: ClockWindow?
  /// The wanted number of naps, 1…5.
  public var naps: Int?
  /// When the baby is to be put down for the night.
  public var bedtime: WallTime?
  /// The phone that set each field, if a phone did.
  public var by: [Part: String] = [:]

  /// A wish for the day of a date, without any fields.
  public init(date: CivilDate) {
    self.date = date
  }

  /// Whether no field is set.
  public var isEmpty: Bool { asleep == nil && awake == nil && naps == nil && bedtime == nil }
}

extension Baby {
  /// The wish for the waking day of a date; nil if there is none.
  public func wish(on date: CivilDate) -> DayWish? { wishes.first { $0.date == date } }

  /// The bedtime of a waking day as a wall time.
  public func bedtime(on date: CivilDate) -> WallTime { wish(on: date)?.bedtime ?? bedtime }
}

extension DaySnapshot {
  /// The day that a new wish is for: the next day once the night has begun.
  public var wishedDay: CivilDate { nightSleeps.isEmpty ? day : day.adding(days: 1) }
}

extension PlanSettings {
  /// The settings of a day with a wish.
  func wished(_ wish: DayWish?) -> PlanSettings {
    var settings = self
    settings.naps = wish?.naps ?? naps
    settings.asleep = wish?.asleep ?? asleep
    settings.awake = wish?.awake ?? awake
    return settings
  }
}
