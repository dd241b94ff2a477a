import SimulatedBoard

extension SimulatedOLED {
  /// The panel in one line of JSON: `pixels`, what it visibly shows as 1,024 bytes in hex, page-major; `on`;
  /// `contrast`, 0…255; `violations`, what the driver did that the data sheet forbids.
  var dump: String {
    let shown = pixels.map(\.hexadecimal).joined()
    return "{\"on\":\(isOn),\"contrast\":\(contrast),\(violations.member),\"pixels\":\"\(shown)\"}"
  }
}

extension SimulatedADXL345 {
  /// The part in one line of JSON: `violations`, what the driver did that the data sheet forbids.
  var dump: String { "{\(violations.member)}" }
}

extension [String] {
  /// The texts as a member `violations` of a JSON object.
  fileprivate var member: String {
    let quoted = map { "\"\($0.escaped)\"" }.joined(separator: ",")
    return "\"violations\":[\(quoted)]"
  }
}

extension UInt8 {
  /// Two lower-case digits.
  fileprivate var hexadecimal: String {
    (self < 16 ? "0" : "") + String(self, radix: 16)
  }
}

extension String {
  /// The text inside a JSON string; the models' texts contain no control characters.
  fileprivate var escaped: String {
    map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
  }
}
