import Nursery

/// What a household wants beyond its configuration file: changed settings, and wishes for single days.
public struct HouseholdWishes: Hashable, Sendable {
  /// A changed setting. It applies while the configuration file still has the value that it had when the setting was
  /// changed. So a later change of the file always wins.
  public struct Setting: Hashable, Sendable {
    /// The baby it applies to.
    public var baby: BabyID
    /// The key among a baby's keys in the configuration, such as `plan.naps`.
    public var key: String
    /// The wanted value, as JSON.
    public var value: String
    /// The value that the configuration file had when the setting was changed, as JSON.
    public var instead: String
    /// The phone that changed it; nil if no phone did.
    public var by: String?

    /// A setting of all its parts.
    public init(baby: BabyID, key: String, value: String, instead: String, by: String? = nil) {
      (self.baby, self.key, self.value, self.instead, self.by) = (baby, key, value, instead, by)
    }
  }

  /// The settings; at most one for each baby and key.
  public var settings: [Setting] = []
  /// The wishes for single days, by baby.
  public var days: [BabyID: [DayWish]] = [:]

  /// No wishes.
  public init() {}
}

extension SmallFile where Content == HouseholdWishes {
  /// `wishes.json`: what a household wants beyond its configuration file. A damaged file is set aside; then only the
  /// configuration file applies.
  public static var wishes: SmallFile {
    SmallFile(path: "wishes.json", encode: HouseholdWishes.encode) {
      fields throws(FieldFault) in try HouseholdWishes(&fields)
    }
  }
}

extension HouseholdWishes {
  fileprivate static let encode: @Sendable (HouseholdWishes) -> JSONValue = { wishes in
    let days = wishes.days.sorted { $0.key < $1.key }.flatMap { baby, days in days.map { (baby, $0) } }
    return [
      "settings": .array(
        wishes.settings.map { setting in
          [
            "baby": .integer(setting.baby.number), "key": .string(setting.key),
            "value": .string(setting.value), "instead": .string(setting.instead), "by": .string(setting.by),
          ]
        }),
      "days": .array(days.map { baby, wish in day(wish, of: baby) }),
    ]
  }

  private static func day(_ wish: DayWish, of baby: BabyID) -> JSONValue {
    [
      "baby": .integer(baby.number), "date": .string(ISO8601.text(wish.date)),
      "asleep": stretch(wish.asleep), "awake": stretch(wish.awake), "naps": .integer(wish.naps),
      "bed": .string(wish.bedtime?.text),
      "by": .object(
        DayWish.Part.allCases.compactMap { part in
          wish.by[part].map { JSONValue.Member(key: part.name, value: .string($0)) }
        }),
    ]
  }

  private static func stretch(_ window: ClockWindow?) -> JSONValue {
    guard let start = window?.start, let end = window?.end else { return .null }
    return .array([start, end].map { .string(WallTime(minutesAfterMidnight: $0).text) })
  }

  fileprivate init(_ fields: inout Fields) throws(FieldFault) {
    for var entry in try fields.objects("settings") { settings.append(try Setting(&entry)) }
    for var entry in try fields.objects("days") {
      let baby = BabyID(number: try entry.required("baby", as: .integer(in: 1...9)))
      days[baby, default: []].append(try DayWish(&entry))
    }
  }
}

extension HouseholdWishes.Setting {
  fileprivate init(_ fields: inout Fields) throws(FieldFault) {
    baby = BabyID(number: try fields.required("baby", as: .integer(in: 1...9)))
    key = try fields.required("key", as: .string)
    value = try fields.required("value", as: .string)
    instead = try fields.required("instead", as: .string)
    by = try fields.optional("by", as: .string)
  }
}

extension DayWish {
  fileprivate init(_ fields: inout Fields) throws(FieldFault) {
    self.init(date: try fields.required("date", as: .date))
    asleep = try ClockWindow("asleep", &fields)
    awake = try ClockWindow("awake", &fields)
    naps = try fields.optional("naps", as: .integer(in: 1...WakingDayPlan.mostNaps))
    bedtime = try fields.optional("bed", as: .timeOfDay)
    guard var names = try fields.optionalObject("by") else { return }
    for part in Part.allCases { by[part] = try names.optional(part.name, as: .string) }
  }
}

extension DayWish.Part {
  /// Its name in `wishes.json`, and in `cribside set today`.
  public var name: String {
    switch self {
    case .asleep: "asleep"
    case .awake: "awake"
    case .naps: "naps"
    case .bed: "bed"
    }
  }
}

extension ClockWindow {
  fileprivate init?(_ key: String, _ fields: inout Fields) throws(FieldFault) {
    guard let ends = try fields.optionalArray(key, of: .timeOfDay), ends.count == 2 else { return nil }
    self.init(start: ends[0].minutesAfterMidnight, end: ends[1].minutesAfterMidnight)
  }
}
