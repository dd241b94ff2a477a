/// One wire of the box: from a pin of the header to a terminal of a part. A pin never holds two wires.
package struct Wire: Hashable, Sendable {
  /// What a wire leads to; the raw value is the key in a profile's `header`.
  package enum Part: String, CaseIterable, Sendable {
    case panel, nap, feed, menu, extra, piezo, led, accelerometer
  }

  /// Where a wire ends on a part; the raw value is the key in a profile's `header`.
  package enum Terminal: String, Sendable {
    case power = "VCC"
    case data = "SDA"
    case clock = "SCL"
    case ground = "GND"
    /// The end that belongs to the line, of a part with two ends.
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
