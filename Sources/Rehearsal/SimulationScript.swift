import Bedside
import BoxRuntime
import CareJournal
import Nursery
import SimulatedBoard

/// A simulation as JSON Lines. The first line describes the run, and every other line does something at a time. The
/// whole script is read before anything happens, and a fault anywhere refuses it.
package struct SimulationScript: Sendable {
  /// The configuration of the box.
  package var configuration: Configuration
  /// The configuration as the text of a file.
  package private(set) var configurationText: [UInt8]
  /// The board that is simulated.
  package var profile: BoardProfile
  /// The time zone around the script's days.
  package var zone: ZoneWindow
  /// The seed of every random choice in the run.
  package var seed: UInt64
  /// The steps, in order of time.
  var steps: [Step]

  /// One line of a script after the first.
  package struct Step: Sendable {
    /// The time, as civil time.
    package var at: Instant
    /// What happens.
    package var action: Action
    /// The line's number in the script.
    package var line: Int
  }

  /// What a line does.
  package enum Action: Hashable, Sendable {
    case press(Button)
    case doublePress(Button)
    case hold(Button, milliseconds: Int)
    case chord([Button], milliseconds: Int)
    case crib(SimulatedCrib.State)
    case shot(String)
    case fault(Fault, milliseconds: Int)
    case power(isOn: Bool)
    case process(Process, starts: Bool)
    case clock(ClockChange)
    case command([String])
    /// Replace the configuration file, and let the box read it again.
    case reload(JSONValue)
    case end
  }

  /// A fault of a part.
  package enum Fault: String, Hashable, Sendable, CaseIterable {
    case oledNack = "oled-nack"
    case oledStuck = "oled-stuck"
    case oledReset = "oled-reset"
    /// One transfer of the next few seconds ends after some of its bytes.
    case oledGlitch = "oled-glitch"
    case accelerometerNack = "accel-nack"
    case accelerometerReset = "accel-reset"
    case diskFull = "disk-full"
    case diskError = "disk-error"
    /// Bytes reach the kernel and not the card: every sync fails, and no later sync makes durable what was pending.
    case diskSyncError = "disk-sync-error"
    case diskStall = "disk-stall"
  }

  /// A process of the box.
  package enum Process: String, Hashable, Sendable, CaseIterable { case box, guardian = "guard" }

  /// A change of the wall clock.
  package enum ClockChange: Hashable, Sendable {
    case unsynced
    case synced
    case step(milliseconds: Int)
  }
}

extension SimulationScript {
  /// The reading of a configuration file with this content, by a box that was started with the script's
  /// configuration.
  func reading(of document: JSONValue) -> ConfigurationReading {
    do throws(ConfigurationFault) {
      var changed = try Configuration(document)
      guard !changed.babies.isEmpty else {
        throw ConfigurationFault(field: "babies", expected: "one baby at least", found: "none")
      }
      changed.timeZone = changed.timeZone ?? configuration.timeZone
      let start = steps.first?.at ?? Instant(milliseconds: 0)
      guard let zone = changed.timeZone.flatMap({ Zones.window($0, around: start) }) else {
        throw ConfigurationFault(
          field: "timeZone", expected: "a name of the tz database", found: changed.timeZone ?? "none")
      }
      return .read(
        changed, BedsideSettings(changed, zone: zone), waiting: changed.keysThatWait(since: configuration))
    } catch {
      return .refused(RunFault(error.inFile("cribside.json5")))
    }
  }
}

/// Why a script cannot be used.
package typealias ScriptFault = ConfigurationFault

extension SimulationScript {
  /// Finds a zone's transitions around an instant; nil if the tz database has no such name.
  package typealias ZoneLookup = (_ name: String, _ around: Instant) -> ZoneWindow?

  /// Reads a whole script. Faults name `file`.
  package init(_ bytes: [UInt8], file: String, zones: ZoneLookup) throws(ScriptFault) {
    var lines = Self.lines(of: bytes)
    guard !lines.isEmpty else {
      throw ScriptFault(
        file: file, line: 1, field: "", expected: "a first line that describes the run", found: "nothing")
    }
    let first = lines.removeFirst()
    do {
      var steps: [Step] = []
      for line in lines { steps.append(try Step(line)) }
      try Self.checkOrder(steps)
      try self.init(header: first, steps: steps, zones: zones)
    } catch {
      throw error.inFile(file)
    }
  }

  private init(header: Line, steps: [Step], zones: ZoneLookup) throws(ScriptFault) {
    self.steps = steps
    var fields = try header.fields()
    do {
      let baby = try fields.optionalObject("baby")
      let config = fields.remove("config")
      let zoneName = try fields.required("timeZone", as: .nonEmptyString)
      let board = try fields.optional("board", as: .nonEmptyString)
      let seed = try fields.optional("seed", as: .integer(in: 0...Int.max)) ?? 1
      try fields.finish()
      self.seed = UInt64(seed)
      configuration = try config.map(Self.configuration) ?? Configuration(babies: [])
      if let board { configuration.board = board }
      profile = try BoardProfile(configuration)
      if var baby { try configuration.addFirst(&baby) }
      guard !configuration.babies.isEmpty else { throw fields.fault("baby", expected: "a baby") }
      let start = steps.first?.at ?? Instant(milliseconds: 0)
      guard let zone = zones(zoneName, start) else {
        throw fields.fault("timeZone", expected: "a name of the tz database")
      }
      self.zone = zone
      configuration.timeZone = zoneName
      configurationText = try Self.configurationText(header, configuration)
    } catch let fault as FieldFault {
      throw ScriptFault(fault).atLine(header.number)
    } catch let fault as ScriptFault {
      throw fault.atLine(header.number)
    } catch {
      throw ScriptFault(
        line: header.number, field: "", expected: "a description of the run", found: "\(error)")
    }
  }

  /// The first line as a configuration file: its `config` with the baby, the board and the zone of the line itself.
  private static func configurationText(_ header: Line, _ configuration: Configuration) throws -> [UInt8] {
    let first = try JSONReader.read(header.bytes)
    let config = first.member(at: "config")
    func member(_ key: String, _ value: JSONValue) -> JSONValue.Member {
      JSONValue.Member(key: key, value: value)
    }
    var babies = [first.member(at: "baby")].compactMap { $0 }
    if case .array(let others)? = config?.member(at: "babies")?.kind { babies += others }
    let named = zip(babies, configuration.babies).map { baby, resident -> JSONValue in
      guard case .object(let members) = baby.kind else { return baby }
      let rest = members.filter { $0.key != "id" }
      return JSONValue(.object(rest + [member("id", .integer(resident.id.number))]))
    }
    var members: [JSONValue.Member] = []
    if case .object(let all)? = config?.kind {
      members = all.filter { !["babies", "board", "timeZone"].contains($0.key) }
    }
    members += [
      member("board", .string(configuration.board)),
      member("timeZone", .string(configuration.timeZone ?? "UTC")),
      member("babies", .array(named)),
    ]
    return Array((JSONWriter.text(JSONValue(.object(members))) + "\n").utf8)
  }

  private static func configuration(_ document: JSONValue) throws(ScriptFault) -> Configuration {
    do {
      return try Configuration(document)
    } catch {
      var fault = error
      fault.field = fault.field.isEmpty ? "config" : "config.\(fault.field)"
      throw fault
    }
  }

  private static func checkOrder(_ steps: [Step]) throws(ScriptFault) {
    for (before, step) in zip(steps, steps.dropFirst()) where step.at < before.at {
      throw ScriptFault(
        line: step.line, field: "at", expected: "a time not before line \(before.line)'s",
        found: "an earlier one")
    }
  }

  /// A line that is not blank, and its number.
  package struct Line {
    package var number: Int
    package var bytes: [UInt8]

    package func fields() throws(ScriptFault) -> Fields {
      do {
        return try Fields(try JSONReader.read(bytes, firstLine: number))
      } catch let fault as JSONFault {
        throw ScriptFault(fault)
      } catch let fault as FieldFault {
        throw ScriptFault(fault).atLine(number)
      } catch {
        throw ScriptFault(line: number, field: "", expected: "a JSON object", found: "\(error)")
      }
    }
  }

  private static func lines(of bytes: [UInt8]) -> [Line] {
    let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return parts.enumerated().compactMap { index, part in
      let isBlank = part.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      return isBlank ? nil : Line(number: index + 1, bytes: Array(part))
    }
  }
}

extension Configuration {
  /// Puts the first line's baby before those of its `config`, with an unused number.
  fileprivate mutating func addFirst(_ fields: inout Fields) throws(FieldFault) {
    let taken = Set(babies.map(\.id.number))
    let free = (1...9).first { !taken.contains($0) } ?? 9
    let resident = try Resident(&fields, position: free)
    guard !taken.contains(resident.id.number) else {
      throw fields.fault("id", expected: "a number that no other baby has")
    }
    guard babies.count < Self.mostBabies else { throw fields.fault("", expected: "at most four babies") }
    babies.insert(resident, at: 0)
  }
}

extension SimulationScript.Step {
  /// Reads one line after the first.
  package init(_ line: SimulationScript.Line) throws(ScriptFault) {
    var fields = try line.fields()
    do {
      at = try fields.required("at", as: .instant)
      action = try SimulationScript.Action(&fields)
      self.line = line.number
      try fields.finish()
    } catch {
      throw ScriptFault(error).atLine(line.number)
    }
  }
}

extension SimulationScript.Action {
  private static let keys = [
    "press", "doublePress", "hold", "chord", "crib", "shot", "fault", "power", "process", "clock", "command",
    "reload", "end",
  ]

  fileprivate init(_ fields: inout Fields) throws(FieldFault) {
    let named = Self.keys.filter { fields.contains($0) }
    guard named.count == 1, let key = named.first else {
      throw FieldFault(
        path: "", line: fields.line, expected: "exactly one of " + Self.keys.joined(separator: ", "),
        found: named.isEmpty ? "none" : named.joined(separator: " and "))
    }
    self = try Self.read(key, &fields)
  }

  private static func read(_ key: String, _ fields: inout Fields) throws(FieldFault) -> Self {
    switch key {
    case "press": return .press(try fields.required(key, as: .button))
    case "doublePress": return .doublePress(try fields.required(key, as: .button))
    case "hold":
      return .hold(try fields.required(key, as: .button), milliseconds: try seconds(&fields))
    case "chord": return try chord(&fields)
    case "crib": return .crib(try fields.required(key, as: .named("crib state")))
    case "shot": return .shot(try fields.required(key, as: .fileName))
    case "fault":
      return try fault(&fields)
    case "power": return .power(isOn: try fields.required(key, as: .oneOf(["on": true, "cut": false])))
    case "process": return try process(&fields)
    case "clock": return .clock(try clock(&fields))
    case "reload": return .reload(try fields.required(key, as: .anything))
    case "command": return .command(try fields.array(key, of: .string))
    default:
      _ = try fields.required(key, as: .oneTrue)
      return .end
    }
  }

  /// A reset or a glitch has no duration; every other fault has one.
  private static func fault(_ fields: inout Fields) throws(FieldFault) -> Self {
    let fault: SimulationScript.Fault = try fields.required("fault", as: .named("fault"))
    let isMomentary = fault == .oledReset || fault == .oledGlitch || fault == .accelerometerReset
    guard isMomentary, !fields.contains("seconds") else {
      return .fault(fault, milliseconds: try seconds(&fields))
    }
    return .fault(fault, milliseconds: 0)
  }

  private static func chord(_ fields: inout Fields) throws(FieldFault) -> Self {
    let buttons = try fields.array("chord", of: .button)
    guard buttons.count == 2, buttons[0] != buttons[1] else {
      throw fields.fault("chord", expected: "two different buttons")
    }
    return .chord(buttons, milliseconds: try seconds(&fields))
  }

  private static func process(_ fields: inout Fields) throws(FieldFault) -> Self {
    let starts = try fields.required("process", as: .oneOf(["start": true, "kill": false]))
    return .process(try fields.optional("which", as: .named("process")) ?? .box, starts: starts)
  }

  private static func clock(_ fields: inout Fields) throws(FieldFault) -> SimulationScript.ClockChange {
    switch try fields.required("clock", as: .oneOf(["unsynced": 0, "synced": 1, "step": 2])) {
    case 0: return .unsynced
    case 1: return .synced
    default:
      let seconds = try fields.required("seconds", as: .number(in: -3.2e9...3.2e9))
      return .step(milliseconds: Int((seconds * 1000).rounded()))
    }
  }

  private static func seconds(_ fields: inout Fields) throws(FieldFault) -> Int {
    Int((try fields.required("seconds", as: .number(in: 0...31_536_000)) * 1000).rounded())
  }
}

extension FieldKind where Value == Button {
  fileprivate static var button: FieldKind {
    .oneOf(["nap": .nap, "feed": .feed, "menu": .menu, "extra": .extra])
  }
}

extension FieldKind where Value == String {
  /// A name that is safe as a file name: it becomes `NAME.png`.
  fileprivate static var fileName: FieldKind {
    .text("a name of letters, digits, '-', '_' and '.'") { name in
      let allowed = name.utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || "-_.".utf8.contains(byte)
      }
      return allowed && !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 100 ? name : nil
    }
  }
}

extension FieldKind where Value == Bool {
  fileprivate static var oneTrue: FieldKind { FieldKind("true") { $0.kind == .bool(true) ? true : nil } }
}

extension FieldKind where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  fileprivate static func named(_ what: String) -> FieldKind {
    let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
    return .text("a \(what): one of \(names)") { Value(rawValue: $0) }
  }
}

extension ConfigurationFault {
  /// The same fault with a line number, if it has none.
  func atLine(_ number: Int) -> ConfigurationFault {
    var fault = self
    if fault.line == 0 { fault.line = number }
    return fault
  }
}
