import BoxRuntime

/// The 40-pin header that every board of the profiles has: what each pin carries.
///
/// Odd pins are the row towards the middle of the board, even pins the row at its edge. Pins 1 and 2 are at the end
/// with the square pad (Raspberry Pi documentation, "GPIO and the 40-pin header").
enum PiHeader {
  /// What a pin carries.
  enum Function: Hashable {
    /// 3.3 V.
    case power3V3
    /// 5 V. Nothing of the box is ever connected to it, since the GPIO lines bear only 3.3 V.
    case power5V
    /// Ground.
    case ground
    /// A line of the GPIO chip, by its offset, which is the BCM number.
    case line(Int)
    /// One of the two pins of a HAT's identification chip; never to be used.
    case identification(Int)
  }

  /// The functions of pins 1…40.
  static let functions: [Function] = [
    .power3V3, .power5V,
    .line(2), .power5V,
    .line(3), .ground,
    .line(4), .line(14),
    .ground, .line(15),
    .line(17), .line(18),
    .line(27), .ground,
    .line(22), .line(23),
    .power3V3, .line(24),
    .line(10), .ground,
    .line(9), .line(25),
    .line(11), .line(8),
    .ground, .line(7),
    .identification(0), .identification(1),
    .line(5), .ground,
    .line(6), .line(12),
    .line(13), .ground,
    .line(19), .line(16),
    .line(26), .line(20),
    .ground, .line(21),
  ]

  /// What pin 1…40 carries.
  static func function(ofPin pin: Int) -> Function { functions[pin - 1] }
}

extension PiHeader.Function {
  /// The function in a few characters, as printed beside the pin.
  var label: String {
    switch self {
    case .power3V3: "3V3"
    case .power5V: "5V"
    case .ground: "GND"
    case .line(2): "SDA"
    case .line(3): "SCL"
    case .line(let offset): "GPIO\(offset)"
    case .identification: "ID"
    }
  }
}

/// The wires of a board as text: for `cribside wiring --list` and for the table in the documentation.
package struct WiringList {
  /// One pin of the header that holds a wire.
  package struct Row: Hashable {
    let pin: Int
    /// What the pin carries: `GPIO 17`.
    let carries: String
    /// Where the wire goes: `NAP`.
    let goesTo: String
  }

  private let wires: [Wire]

  /// The list of a board's wires.
  package init(_ wires: [Wire]) { self.wires = wires }

  /// A row for each wire, by pin.
  package var rows: [Row] {
    wires.sorted { $0.pin < $1.pin }.map {
      Row(pin: $0.pin, carries: PiHeader.function(ofPin: $0.pin).words, goesTo: Self.destination(of: $0))
    }
  }

  /// How many wires a box needs, and how many each option adds.
  package var count: String {
    let required = wires.count { $0.part.isRequired }
    let options = Wire.Part.allCases.filter { !$0.isRequired }.map { part in
      "\(part.title) \(wires.count { $0.part == part })"
    }
    return
      "\(required) wires for the panel and the three buttons; options: \(options.joined(separator: ", "))"
  }

  /// The rows in columns and the count, ending in a newline.
  package var text: String {
    let lines = rows.map { row in
      Self.padded(row.pin < 10 ? " \(row.pin)" : "\(row.pin)", to: 4) + Self.padded(row.carries, to: 14)
        + row.goesTo
    }
    return (["pin carries       goes to"] + lines + ["", count + "."]).joined(separator: "\n") + "\n"
  }

  private static func destination(of wire: Wire) -> String {
    let place = "\(wire.part.title) \(wire.terminal.rawValue)"
    return switch wire.terminal {
    case .line: wire.part.title
    case .data, .clock: "\(place); Y lead to accelerometer \(wire.terminal.rawValue)"
    default: place
    }
  }

  private static func padded(_ words: String, to width: Int) -> String {
    words + String(repeating: " ", count: max(1, width - words.count))
  }
}

extension PiHeader.Function {
  /// The function in words: `GPIO 2, SDA`.
  fileprivate var words: String {
    switch self {
    case .power3V3: "3.3 V"
    case .power5V: "5 V"
    case .ground: "ground"
    case .line(2): "GPIO 2, SDA"
    case .line(3): "GPIO 3, SCL"
    case .line(let offset): "GPIO \(offset)"
    case .identification: "HAT identification"
    }
  }
}
