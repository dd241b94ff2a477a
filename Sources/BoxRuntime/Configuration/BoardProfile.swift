import CareJournal

/// Chip, lines and bus of a board as data, in JSON files that are built into the executable. Boards that differ in
/// nothing else share a file.
package struct BoardProfile: Hashable, Sendable {
  /// The board's name for people.
  package var title: String
  /// The GPIO chip's label, since its number changes between kernels.
  package var gpioChip: String
  /// The number in `/dev/i2c-N`.
  package var i2cBus: Int
  /// The piezo's PWM channel: the chip's device, since its number changes between kernels, and the channel on it.
  package var pwm: (device: String, channel: Int) { (pwmDevice, pwmChannel) }
  private var pwmDevice: String
  private var pwmChannel: Int
  /// Line offsets on the chip.
  package var lines: Lines
  /// The wires, one for each pin of the header that is used.
  package var header: [Wire]

  /// Line offsets, which on every Pi are the BCM numbers.
  package struct Lines: Hashable, Sendable {
    package var nap: Int
    package var feed: Int
    package var menu: Int
    /// The fourth button's line; nil: the box has none.
    package var extra: Int?
    package var led: Int
    package var piezo: Int
    var accelerometerInterrupt: Int
  }

  /// The files of the built-in profiles, by the names of the boards in configurations.
  package static let builtIn: [String: [UInt8]] = [
    "pi-zero-2w": PackageResources.pi_zero_2w_json, "pi-3": PackageResources.pi_zero_2w_json,
    "pi-4": PackageResources.pi_4_json, "pi-5": PackageResources.pi_5_json,
  ]

  /// The built-in profile of the board of that name.
  package static func named(_ name: String) throws(ConfigurationFault) -> BoardProfile {
    guard let bytes = builtIn[name] else {
      let names = builtIn.keys.sorted().joined(separator: ", ")
      throw ConfigurationFault(field: "board", expected: "one of \(names)", found: "\"\(name)\"")
    }
    return try BoardProfile(bytes, of: name)
  }

  /// The profile that a configuration names, with the lines that its box uses.
  package init(_ configuration: Configuration) throws(ConfigurationFault) {
    self = try .named(configuration.board)
    if configuration.extra == nil { lines.extra = nil }
  }

  /// Reads the profile of a board.
  private init(_ bytes: [UInt8], of board: String) throws(ConfigurationFault) {
    do {
      var fields = try Fields(try JSONReader.read(bytes, dialect: .json5))
      try self.init(&fields, of: board)
    } catch let fault as JSONFault {
      throw ConfigurationFault(fault, file: board)
    } catch let fault as FieldFault {
      throw ConfigurationFault(fault, file: board)
    } catch {
      throw ConfigurationFault(file: board, field: "", expected: "a board profile", found: "\(error)")
    }
  }

  private init(_ fields: inout Fields, of board: String) throws(FieldFault) {
    var boards = try fields.object("boards")
    title = try boards.required(board, as: .nonEmptyString)
    gpioChip = try fields.required("gpioChip", as: .nonEmptyString)
    i2cBus = try fields.required("i2cBus", as: .integer(in: 0...99))
    var pwm = try fields.object("pwm")
    pwmDevice = try pwm.required("device", as: .nonEmptyString)
    pwmChannel = try pwm.required("channel", as: .integer(in: 0...15))
    try pwm.finish()
    var lines = try fields.object("lines")
    self.lines = try Lines(&lines)
    var header = try fields.object("header")
    self.header = try Self.wires(&header)
    try fields.finish()
  }

  private static func wires(_ header: inout Fields) throws(FieldFault) -> [Wire] {
    var wires: [Wire] = []
    for part in Wire.Part.allCases {
      var terminals = try header.object(part.rawValue)
      for terminal in part.terminals {
        let pin = try terminals.required(terminal.rawValue, as: .integer(in: 1...40))
        wires.append(Wire(part: part, terminal: terminal, pin: pin))
      }
      try terminals.finish()
    }
    try header.finish()
    return wires
  }
}

extension BoardProfile.Lines {
  fileprivate init(_ fields: inout Fields) throws(FieldFault) {
    let offset = FieldKind<Int>.integer(in: 0...511)
    nap = try fields.required("nap", as: offset)
    feed = try fields.required("feed", as: offset)
    menu = try fields.required("menu", as: offset)
    extra = try fields.optional("extra", as: offset)
    led = try fields.required("led", as: offset)
    piezo = try fields.required("piezo", as: offset)
    accelerometerInterrupt = try fields.required("accelerometerInterrupt", as: offset)
    try fields.finish()
  }
}

/// One wire of the box, from a pin of the header to a terminal of a part. A pin never holds two wires.
package struct Wire: Hashable, Sendable {
  /// The part to which a wire leads; the raw value is the key in a profile's `header`.
  package enum Part: String, CaseIterable, Sendable {
    case panel, nap, feed, menu, extra, piezo, led, accelerometer
  }

  /// The terminal on the part; the raw value is the key in a profile's `header`.
  package enum Terminal: String, Sendable {
    case power = "VCC"
    case data = "SDA"
    case clock = "SCL"
    case ground = "GND"
    /// The terminal that belongs to the line, for a part with two terminals.
    case line
    case interrupt = "INT1"
  }

  package let part: Part
  package let terminal: Terminal
  /// The pin of the header, 1…40.
  package let pin: Int
}

extension Wire.Part {
  /// The terminals with a wire of their own. The accelerometer's SDA and SCL join the panel's wires.
  var terminals: [Wire.Terminal] {
    switch self {
    case .panel: [.power, .data, .clock, .ground]
    case .nap, .feed, .menu, .extra, .piezo, .led: [.line, .ground]
    case .accelerometer: [.power, .ground, .interrupt]
    }
  }

  /// The name for a person.
  package var title: String {
    switch self {
    case .nap, .feed, .menu, .extra: rawValue.uppercased()
    case .led: "LED"
    case .panel, .piezo, .accelerometer: rawValue
    }
  }

  /// Whether every box has the part.
  package var isRequired: Bool {
    switch self {
    case .panel, .nap, .feed, .menu: true
    case .extra, .piezo, .led, .accelerometer: false
    }
  }
}
