import Bedside
import CareJournal
import Nursery
import Peripherals

/// The content of the configuration file: JSON5, one file, every key documented in `Deploy/cribside.json5`.
package struct Configuration: Hashable, Sendable {
  /// The board profile's name.
  package var board = "pi-zero-2w"
  /// The directory with the log.
  package var stateDirectory = "/var/lib/cribside"
  /// The socket at which commands reach the running box.
  package var socket = "/run/cribside/control"
  /// The zone's name in the tz database; nil: the system's.
  package var timeZone: String?
  /// The household's babies, in the order of their pages.
  package var babies: [Resident] = []
  /// The OLED.
  package var display = Display()
  /// What the piezo plays.
  package var tunes: Set<Tune> = []
  /// What the fourth button logs; nil: the box has none.
  package var extra: ExtraAction?
  /// The goals of nights.
  package var nights = Nights()
  /// The accelerometer.
  package var motion = Motion()
  /// The details with which a bottle is logged.
  package var feeds = FeedSettings()
  /// The rules of quiet sessions, unless others were chosen at the box.
  package var quiet = QuietDefaults()
  /// The boxes that share one diary.
  package var household = Household()
  /// For the simulated board only.
  package var simulation = Simulation()

  /// A baby and its name.
  package typealias Resident = BedsideSettings.Resident

  /// The kind of OLED and its light.
  package struct Display: Hashable, Sendable {
    package var controller = PanelKind.ssd1306
    /// 0x3C or 0x3D; nil: whichever answers.
    package var address: I2CAddress?
    var nightFrom = WallTime(minutesAfterMidnight: 19 * 60)
    var nightTo = WallTime(minutesAfterMidnight: 7 * 60)
    /// The panel goes dark this long after the last press; nil: never.
    package var darkAfterMinutes: Int?
    var usesTwelveHours = false

    package init(
      controller: PanelKind = PanelKind.ssd1306, address: I2CAddress? = nil,
      nightFrom: WallTime = WallTime(minutesAfterMidnight: 19 * 60),
      nightTo: WallTime = WallTime(minutesAfterMidnight: 7 * 60), darkAfterMinutes: Int? = nil,
      usesTwelveHours: Bool = false
    ) {
      self.controller = controller
      self.address = address
      self.nightFrom = nightFrom
      self.nightTo = nightTo
      self.darkAfterMinutes = darkAfterMinutes
      self.usesTwelveHours = usesTwelveHours
    }
  }

  /// The goals of nights, and the reminders before and after them.
  package struct Nights: Hashable, Sendable {
    /// When to get up; nil if it is not set.
    var alarm: WallTime?
    var showsCues = true
    var showsCaffeineCue = false
  }

  /// Which accelerometer is on the crib, and what the box does with its readings.
  package struct Motion: Hashable, Sendable {
    package var mode = MotionSettings.Mode.suggest
    /// The kind of the part; nil: whichever answers.
    package var sensor: AccelerometerKind?
    /// The address of the part; nil: any address of its kind.
    package var address: I2CAddress?
    /// Whether the part's interrupt pin is wired to the board profile's line.
    package var usesInterrupt = false
    /// The baby in the crib; nil: the first baby.
    package var baby: BabyID?
  }

  /// The properties of the simulated parts.
  package struct Simulation: Hashable, Sendable {
    /// The I²C bus clock.
    package var busHertz = 400_000
    /// How long an undisturbed sync of the card takes.
    package var syncMilliseconds = 8
  }

  /// Reads a configuration file's bytes.
  package init(_ bytes: [UInt8], file: String) throws(ConfigurationFault) {
    do {
      self = try Configuration(try JSONReader.read(bytes, dialect: .json5))
    } catch let fault as ConfigurationFault {
      throw fault.inFile(file)
    } catch let fault as JSONFault {
      throw ConfigurationFault(fault, file: file)
    } catch {
      throw ConfigurationFault(file: file, field: "", expected: "a configuration", found: "\(error)")
    }
    guard !babies.isEmpty else {
      throw ConfigurationFault(file: file, field: "babies", expected: "one baby at least", found: "none")
    }
  }

  /// Reads a configuration that may name no baby yet, as a simulation script's first line does.
  package init(_ document: JSONValue) throws(ConfigurationFault) {
    do {
      var fields = try Fields(document)
      try read(&fields)
    } catch {
      throw ConfigurationFault(error)
    }
  }

  /// The defaults, with the given babies.
  package init(babies: [Resident]) { self.babies = babies }

  private mutating func read(_ fields: inout Fields) throws(FieldFault) {
    board = try fields.optional("board", as: .boardName) ?? board
    stateDirectory = try fields.optional("stateDirectory", as: .absolutePath) ?? stateDirectory
    socket = try fields.optional("socket", as: .absolutePath) ?? socket
    timeZone = try fields.optional("timeZone", as: .nonEmptyString)
    babies = try Self.babies(&fields)
    if var display = try fields.optionalObject("display") { try self.display.read(&display) }
    if var buttons = try fields.optionalObject("buttons") { extra = try ExtraAction?(&buttons) }
    if var sound = try fields.optionalObject("sound") { tunes = try Tune.set(&sound) }
    if var feeds = try fields.optionalObject("feeds") { try self.feeds.read(&feeds) }
    if var nights = try fields.optionalObject("nights") { try self.nights.read(&nights) }
    if var motion = try fields.optionalObject("motion") { try self.motion.read(&motion) }
    if var quiet = try fields.optionalObject("quiet") { try self.quiet.read(&quiet) }
    if var household = try fields.optionalObject("household") { try self.household.read(&household) }
    if var simulation = try fields.optionalObject("simulation") { try self.simulation.read(&simulation) }
    try fields.finish()
  }

  /// The maximum number of babies. The pages on which one is chosen have no room for more.
  package static let mostBabies = 4

  private static func babies(_ fields: inout Fields) throws(FieldFault) -> [Resident] {
    var babies: [Resident] = []
    for (index, entry) in try fields.objects("babies").enumerated() {
      var entry = entry
      let resident = try Resident(&entry, position: index + 1)
      guard !babies.contains(where: { $0.id == resident.id }) else {
        throw entry.fault("id", expected: "a number that no other baby has")
      }
      babies.append(resident)
    }
    guard babies.count <= mostBabies else { throw fields.fault("babies", expected: "at most four babies") }
    return babies
  }
}

extension Configuration.Resident {
  /// Reads one baby; `position` is its number if it names none.
  package init(_ fields: inout Fields, position: Int) throws(FieldFault) {
    let number = try fields.optional("id", as: .integer(in: 1...9)) ?? position
    let name = try fields.required("name", as: .babyName)
    var baby = Baby(
      birthdate: try fields.required("birthdate", as: .date),
      bedtime: try fields.required("bedtime", as: .timeOfDay))
    baby.feedIntervalMinutes =
      try fields.optional("feedIntervalMinutes", as: .integer(in: 0...720)) ?? baby.feedIntervalMinutes
    baby.dreamFeed = try fields.optional("dreamFeed", as: .timeOfDay)
    baby.dayStart = try fields.optional("dayStart", as: .timeOfDay) ?? baby.dayStart
    var plan = PlanSettings()
    if var fields = try fields.optionalObject("plan") { plan = try PlanSettings(&fields) }
    try fields.finish()
    self.init(id: BabyID(number: number), name: name, baby: baby, plan: plan)
  }
}

extension Configuration.Display {
  fileprivate mutating func read(_ fields: inout Fields) throws(FieldFault) {
    controller = try fields.optional("controller", as: .panelKind) ?? controller
    address = try fields.optional("address", as: .oledAddress)
    nightFrom = try fields.optional("nightFrom", as: .timeOfDay) ?? nightFrom
    nightTo = try fields.optional("nightTo", as: .timeOfDay) ?? nightTo
    darkAfterMinutes = try fields.optional("darkAfterMinutes", as: .integer(in: 0...1440))
    if darkAfterMinutes == 0 { darkAfterMinutes = nil }
    usesTwelveHours = try fields.optional("twelveHour", as: .bool) ?? usesTwelveHours
    try fields.finish()
  }
}

extension Configuration.Nights {
  fileprivate mutating func read(_ fields: inout Fields) throws(FieldFault) {
    alarm = try fields.optional("alarm", as: .timeOfDay)
    showsCues = try fields.optional("cues", as: .bool) ?? showsCues
    showsCaffeineCue = try fields.optional("caffeine", as: .bool) ?? showsCaffeineCue
    try fields.finish()
  }
}

extension Configuration.Motion {
  fileprivate mutating func read(_ fields: inout Fields) throws(FieldFault) {
    mode = try fields.optional("mode", as: .oneOf(["suggest": .suggest, "log": .log, "off": .off])) ?? mode
    sensor = try fields.optional(
      "sensor", as: .oneOf(["adxl345": .adxl345, "lis3dh": .lis3dh, "mpu6050": .mpu6050]))
    address = try fields.optional("address", as: .accelerometerAddress)
    usesInterrupt = try fields.optional("interrupt", as: .bool) ?? usesInterrupt
    baby = try fields.optional("baby", as: .integer(in: 1...9)).map { BabyID(number: $0) }
    try fields.finish()
  }
}

extension Configuration.Simulation {
  fileprivate mutating func read(_ fields: inout Fields) throws(FieldFault) {
    busHertz = try fields.optional("busHertz", as: .integer(in: 10_000...1_000_000)) ?? busHertz
    syncMilliseconds =
      try fields.optional("syncMilliseconds", as: .integer(in: 0...60_000)) ?? syncMilliseconds
    try fields.finish()
  }
}

extension FieldKind where Value == String {
  static var absolutePath: FieldKind { .text("an absolute path") { $0.hasPrefix("/") ? $0 : nil } }

  package static var boardName: FieldKind {
    let names = BoardProfile.builtIn.keys.sorted()
    return .text("one of " + names.joined(separator: ", ")) { names.contains($0) ? $0 : nil }
  }

  /// Names are drawn on 21 columns and appear in texts, so control characters are refused. Letters that the panel lacks
  /// are not, since a box must start: `PanelName` spells them.
  fileprivate static var babyName: FieldKind {
    .text("a name of 1 to 40 characters") { name in
      let isClean = !name.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
      return (1...40).contains(name.count) && isClean ? name : nil
    }
  }
}

extension FieldKind where Value == PanelKind {
  static var panelKind: FieldKind {
    let names = PanelKind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return .text("one of " + names) { PanelKind(rawValue: $0) }
  }
}

extension FieldKind where Value == I2CAddress {
  /// The addresses to which the supported parts can be strapped.
  fileprivate static var accelerometerAddress: FieldKind {
    let addresses = AccelerometerKind.allCases.flatMap(\.addresses)
    let names = addresses.map { "\"\($0.text)\"" }.joined(separator: ", ")
    return .text("one of " + names) { text in addresses.first { $0.text == text } }
  }

  /// The two addresses that the SA0 pin chooses between.
  package static var oledAddress: FieldKind {
    .oneOf(["0x3C": I2CAddress(0x3C), "0x3D": I2CAddress(0x3D)])
  }
}

extension I2CAddress {
  /// The address as in data sheets: `0x1D`.
  package var text: String { "0x" + [value].hexadecimal.uppercased() }
}

extension Configuration {
  /// The usable part of a file that is refused, to find the box's directory, its socket and its panel: the keys that
  /// can be read, and the defaults for all others. No babies, and no quiet sessions.
  package init(remainsOf bytes: [UInt8]) {
    self.init(babies: [])
    guard let document = Self.readable({ try JSONReader.read(bytes, dialect: .json5) }),
      let fields = Self.readable({ try Fields(document) })
    else { return }
    readRemains(fields)
  }

  private mutating func readRemains(_ fields: Fields) {
    var fields = fields
    board = Self.readable { try fields.optional("board", as: .boardName) } ?? board
    stateDirectory =
      Self.readable { try fields.optional("stateDirectory", as: .absolutePath) } ?? stateDirectory
    socket = Self.readable { try fields.optional("socket", as: .absolutePath) } ?? socket
    timeZone = Self.readable { try fields.optional("timeZone", as: .nonEmptyString) }
    guard var panel = Self.readable({ try fields.optionalObject("display") }) else { return }
    display.readRemains(&panel)
  }

  /// A value, or nil if it cannot be read. Its fault was reported when the whole file was refused.
  static func readable<Value>(_ read: () throws -> Value?) -> Value? {
    do {
      return try read()
    } catch {
      return nil
    }
  }
}

extension Configuration.Display {
  fileprivate mutating func readRemains(_ fields: inout Fields) {
    typealias File = Configuration
    controller = File.readable { try fields.optional("controller", as: .panelKind) } ?? controller
    address = File.readable { try fields.optional("address", as: .oledAddress) }
    nightFrom = File.readable { try fields.optional("nightFrom", as: .timeOfDay) } ?? nightFrom
    nightTo = File.readable { try fields.optional("nightTo", as: .timeOfDay) } ?? nightTo
  }
}
