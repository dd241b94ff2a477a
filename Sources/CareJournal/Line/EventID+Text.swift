import Nursery

extension EventID {
  /// The UUID form, 36 characters in lower case: `0198b0a2-5c3e-7d41-9b1f-0c2d4e6f8a90`.
  public var text: String { String(decoding: textBytes, as: UTF8.self) }

  /// Reads the UUID form; nil for anything else. Capitals are refused, so that each id has one text.
  public init?(text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == Self.textLength, let id = EventID(textIn: bytes, at: 0) else { return nil }
    self = id
  }

  /// Characters of the UUID form.
  static let textLength = 36

  var textBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.textLength)
    for index in 0..<32 {
      if index == 8 || index == 12 || index == 16 || index == 20 { bytes.append(UInt8(ascii: "-")) }
      let half = index < 16 ? high : low
      bytes.append(Hexadecimal.digit(UInt8(truncatingIfNeeded: half >> UInt64(60 - index % 16 * 4) & 0xF)))
    }
    return bytes
  }

  /// Reads the UUID form from longer text, which must have 36 bytes from `start`.
  init?(textIn bytes: [UInt8], at start: Int) {
    guard let first = Hexadecimal.value(of: bytes, at: start, digits: 8),
      bytes[start + 8] == UInt8(ascii: "-"),
      let second = Hexadecimal.value(of: bytes, at: start + 9, digits: 4),
      bytes[start + 13] == UInt8(ascii: "-"),
      let third = Hexadecimal.value(of: bytes, at: start + 14, digits: 4),
      bytes[start + 18] == UInt8(ascii: "-"),
      let fourth = Hexadecimal.value(of: bytes, at: start + 19, digits: 4),
      bytes[start + 23] == UInt8(ascii: "-"),
      let fifth = Hexadecimal.value(of: bytes, at: start + 24, digits: 12)
    else { return nil }
    self.init(high: first << 32 | second << 16 | third, low: fourth << 48 | fifth)
  }
}

/// Lower-case hexadecimal digits.
enum Hexadecimal {
  /// The digit for 0…15.
  static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
  }

  /// The digits of a number, most significant first.
  static func digits(_ value: UInt64, count: Int) -> [UInt8] {
    (0..<count).map { digit(UInt8(truncatingIfNeeded: value >> UInt64((count - 1 - $0) * 4) & 0xF)) }
  }

  /// The value of `digits` lower-case digits from `start`; nil if one of them is not a digit.
  @inline(__always)
  static func value(of bytes: [UInt8], at start: Int, digits: Int) -> UInt64? {
    var value: UInt64 = 0
    for index in start..<start + digits {
      let digit = values[Int(bytes[index])]
      guard digit < 16 else { return nil }
      value = value << 4 | UInt64(digit)
    }
    return value
  }

  /// The value of each byte as a digit; 16 for a byte that is not a digit.
  private static let values: [UInt8] = (0...255).map { (byte: UInt8) in
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: 16
    }
  }
}
