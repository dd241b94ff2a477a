import BoxRuntime

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
