import Bedside
import CareJournal
import Nursery

/// The wishes of a household, and their combination with the configuration file.
struct WishBook: Hashable, Sendable {
  var wishes = HouseholdWishes()

  /// Wishes for days are kept for a week, since past nights are judged by the bedtimes of their days.
  private static let keptDays = 7

  /// A wish that cannot be fulfilled.
  struct Refusal: Error {
    var text: String
  }

  /// The babies of the configuration file, with the wishes applied. A wish is left out if the file's value has
  /// changed since, or the wish no longer fits the file.
  func applied(to residents: [BedsideSettings.Resident]) -> [BedsideSettings.Resident] {
    residents.map { resident in
      let here = wishes.settings.filter { $0.baby == resident.id }
      var wished = resident
      do throws(FieldFault) {
        wished = try Self.resident(resident, with: here)
      } catch {
        // The file's present value is in force.
      }
      wished.baby.wishes = wishes.days[resident.id] ?? []
      return wished
    }
  }

  /// Drops the settings for which the configuration file now has another value, for the babies that it names.
  mutating func forgetSettings(changedIn residents: [BedsideSettings.Resident]) {
    for resident in residents {
      let kept = Set(settingsInForce(of: resident).map(\.key))
      wishes.settings.removeAll { $0.baby == resident.id && !kept.contains($0.key) }
    }
  }

  /// The settings of a baby that a phone has changed and that are in force.
  func settingsInForce(of resident: BedsideSettings.Resident) -> [HouseholdWishes.Setting] {
    let document = BabySettings(resident: resident).json
    return wishes.settings.filter { setting in
      setting.baby == resident.id && document.member(at: setting.key).map(JSONWriter.text) == setting.instead
    }
  }

  private static func resident(
    _ resident: BedsideSettings.Resident, with settings: [HouseholdWishes.Setting]
  ) throws(FieldFault) -> BedsideSettings.Resident {
    guard !settings.isEmpty else { return resident }
    var document = BabySettings(resident: resident).json
    let configured = document
    for setting in settings where configured.member(at: setting.key).map(JSONWriter.text) == setting.instead {
      document = document.replacing(
        setting.key.split(separator: ".").map(String.init)[...], by: read(setting.value))
    }
    guard case .object(let members) = document.kind else { return resident }
    let identity = [
      JSONValue.Member(key: "id", value: .integer(resident.id.number)),
      JSONValue.Member(key: "name", value: .string(resident.name)),
      JSONValue.Member(key: "birthdate", value: .string(ISO8601.text(resident.baby.birthdate))),
    ]
    var fields = try Fields(JSONValue(.object(identity + members)))
    return try BedsideSettings.Resident(&fields, position: resident.id.number)
  }

  private static func read(_ text: String) -> JSONValue {
    do throws(JSONFault) {
      return try JSONReader.read(text)
    } catch {
      return .null
    }
  }

  /// Changes settings of a baby, after checking all of them together with the configuration file's.
  mutating func change(
    _ changes: [SettingChange], of resident: BedsideSettings.Resident, by phone: String?
  ) throws(Refusal) {
    let document = BabySettings(resident: resident).json
    var settings = wishes.settings
    for change in changes {
      guard let present = document.member(at: change.key), !present.isObject else {
        throw Refusal(
          text: "\(change.key.printable): no setting that can be changed here; expected one of "
            + document.keys.joined(separator: ", "))
      }
      settings.removeAll { $0.baby == resident.id && $0.key == change.key }
      guard let value = change.value.map(JSONWriter.text), value != JSONWriter.text(present) else { continue }
      settings.append(
        HouseholdWishes.Setting(
          baby: resident.id, key: change.key, value: value, instead: JSONWriter.text(present), by: phone))
    }
    do throws(FieldFault) {
      _ = try Self.resident(resident, with: settings.filter { $0.baby == resident.id })
    } catch {
      throw Refusal(text: "\(error.path): \(error.message)")
    }
    wishes.settings = settings
  }

  /// Changes the wishes for a day; drops those that are more than a week old.
  mutating func change(_ changes: [DayChange], of baby: BabyID, on date: CivilDate, by phone: String?) {
    var days = wishes.days[baby] ?? []
    var wish = days.first { $0.date == date } ?? DayWish(date: date)
    for change in changes {
      switch change {
      case .asleep(let window): wish.asleep = window
      case .awake(let window): wish.awake = window
      case .naps(let naps): wish.naps = naps
      case .bed(let time): wish.bedtime = time
      case .nothing: wish = DayWish(date: date)
      }
      if let part = change.part { wish.by[part] = wish.words(part) == nil ? nil : phone }
    }
    days.removeAll { $0.date == date || $0.date <= date.adding(days: -Self.keptDays) }
    if !wish.isEmpty { days.append(wish) }
    wishes.days[baby] = days.isEmpty ? nil : days
  }
}

extension JSONValue {
  /// Whether it is an object.
  var isObject: Bool { if case .object = kind { true } else { false } }

  /// The value at a path of keys separated by dots; nil if there is none.
  package func member(at path: String) -> JSONValue? {
    path.split(separator: ".").reduce(self as JSONValue?) { value, key in
      guard case .object(let members)? = value?.kind else { return nil }
      return members.first { $0.key == key }?.value
    }
  }

  /// The same with another value at an existing path.
  func replacing(_ path: ArraySlice<String>, by value: JSONValue) -> JSONValue {
    guard let key = path.first, case .object(let members) = kind else { return value }
    return JSONValue(
      .object(
        members.map { member in
          member.key == key
            ? Member(key: key, value: member.value.replacing(path.dropFirst(), by: value)) : member
        }))
  }

  /// The paths of all values in it that are no objects.
  var keys: [String] {
    guard case .object(let members) = kind else { return [] }
    return members.flatMap { member in
      member.value.isObject ? member.value.keys.map { "\(member.key).\($0)" } : [member.key]
    }
  }
}
