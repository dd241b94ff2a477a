import Bedside
import CareJournal
import LinuxBoard
import Nursery
import Peripherals

extension BedsideSettings {
  /// The earliest possible instant of the box's life: noon of the latest birth date. It is noon so that a box that does
  /// not know the time treats a sleep as a nap, and not as the night.
  package var floor: Instant {
    let latest = residents.map(\.baby.birthdate).max()
    return latest.map { zone.instant($0, WallTime(minutesAfterMidnight: 720)) } ?? Instant(milliseconds: 0)
  }

  /// The settings of a configuration in a zone.
  package init(_ configuration: Configuration, zone: ZoneWindow, address: String = "") {
    self.init(residents: configuration.babies, zone: zone)
    usesTwelveHours = configuration.display.usesTwelveHours
    nightFrom = configuration.display.nightFrom
    nightTo = configuration.display.nightTo
    darkAfterMinutes = configuration.display.darkAfterMinutes
    alarm = configuration.nights.alarm
    showsCues = configuration.nights.showsCues
    showsCaffeineCue = configuration.nights.showsCaffeineCue
    motion.mode = configuration.motion.mode
    motion.isPartNamed = configuration.motion.sensor != nil || configuration.motion.address != nil
    motion.baby = configuration.motion.baby
    quiet = configuration.quiet
    extra = configuration.extra
    tunes = configuration.tunes
    feeds = configuration.feeds
    places = configuration.household.places
    version = Version.text
    self.address = address
  }
}

extension BedsideSettings {
  /// The settings of a configuration in its zone, or in this machine's.
  package init(_ configuration: Configuration, address: String) throws(RunFault) {
    let now = Instant(milliseconds: max(LinuxClock().wallMilliseconds, SyncSign.earliestMilliseconds))
    let name = configuration.timeZone ?? SystemZone().name()
    guard let zone = Zones.window(name, around: now) else {
      let fault = ConfigurationFault(
        field: "timeZone", expected: "a name of the tz database", found: "\"\(name)\"")
      throw RunFault(exit: .configuration, message: fault.description)
    }
    self.init(configuration, zone: zone, address: address)
  }
}

extension FeedSettings {
  /// Reads the configuration's `feeds`.
  package mutating func read(_ fields: inout Fields) throws(FieldFault) {
    let bottle = try fields.optional("bottle", as: .number)
    milk = try fields.optional("milk", as: .milk)
    usesOunces = try fields.optional("unit", as: .isOunces) ?? usesOunces
    if let bottle {
      let most = CareDetail.amountsMilliliters
      let amount = usesOunces ? Double(FeedSettings.milliliters(halfOunces: 1)) * bottle * 2 : bottle
      guard amount.isFinite, Double(most.lowerBound)...Double(most.upperBound) ~= amount else {
        throw fields.fault("bottle", expected: usesOunces ? "0.5 to 33 ounces" : "1 to 1000 millilitres")
      }
      bottleMilliliters =
        usesOunces
        ? FeedSettings.milliliters(halfOunces: Int((bottle * 2).rounded())) : Int(amount.rounded())
    }
    try fields.finish()
  }
}

extension FieldKind where Value == Milk {
  fileprivate static var milk: FieldKind {
    .text("formula or breast") { text in [Milk.formula, .breast].first { $0.name == text } }
  }
}

extension FieldKind where Value == Bool {
  fileprivate static var isOunces: FieldKind { .text("ml or oz") { ["ml": false, "oz": true][$0] } }
}

extension ExtraAction? {
  /// Reads the configuration's `buttons`.
  init(_ fields: inout Fields) throws(FieldFault) {
    let extra = try fields.optional("extra", as: .extraAction)
    let medicine = try fields.optional("medicine", as: .medicine)
    try fields.finish()
    guard case .medicine? = extra else {
      self = extra
      return
    }
    guard let medicine else { throw fields.fault("medicine", expected: "the medicine that the button logs") }
    self = .medicine(medicine)
  }
}

extension FieldKind where Value == ExtraAction {
  fileprivate static var extraAction: FieldKind {
    .oneOf(["nappy": .nappy, "medicine": .medicine(""), "wake": .wake, "bottle": .bottle])
  }
}

extension FieldKind where Value == String {
  fileprivate static var medicine: FieldKind {
    .text("1 to \(CareDetail.medicineLimit) characters") { name in
      (1...CareDetail.medicineLimit).contains(name.count) ? name : nil
    }
  }
}

extension QuietDefaults {
  /// Reads the configuration's `quiet`.
  package mutating func read(_ fields: inout Fields) throws(FieldFault) {
    strictness = try fields.optional("strictness", as: .strictness) ?? strictness
    allowed = try fields.optionalArray("allowed", of: .quietAction).map { Set($0) } ?? allowed
    if var schedule = try fields.optionalObject("schedule") { try read(schedule: &schedule) }
    try fields.finish()
  }

  private mutating func read(schedule fields: inout Fields) throws(FieldFault) {
    let isEnabled = try fields.optional("enabled", as: .bool) ?? schedule.isEnabled
    let start = try fields.optional("start", as: .timeOfDay) ?? schedule.start
    let end = try fields.optional("end", as: .timeOfDay) ?? schedule.end
    let strictness = try fields.optional("strictness", as: .strictness) ?? schedule.strictness
    try fields.finish()
    guard
      let schedule = RecurringSchedule(isEnabled: isEnabled, start: start, end: end, strictness: strictness)
    else { throw fields.fault("end", expected: "another time than the start") }
    self.schedule = schedule
  }
}

extension Tune {
  /// The configuration's `sound`, in the order of its keys.
  private static let keys: [(key: String, tune: Tune)] = [
    ("wakeBy", .wakeBy), ("feedDue", .feedDue), ("alarm", .alarm),
  ]

  /// Reads which tunes are played.
  static func set(_ fields: inout Fields) throws(FieldFault) -> Set<Tune> {
    var tunes: Set<Tune> = []
    for (key, tune) in keys {
      if try fields.optional(key, as: .bool) == true { tunes.insert(tune) }
    }
    try fields.finish()
    return tunes
  }
}

/// The program's version, which `Deploy/package/assemble.sh` reads here.
package enum Version {
  package static let text = "0.1.0"
}
