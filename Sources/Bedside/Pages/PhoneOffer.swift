/// A code that a phone waits for, and where it is entered.
public struct PhoneOffer: Hashable, Sendable {
  /// Six digits.
  public var code: String
  /// The host's name or address on the local network; with a port where that is not 80.
  public var address: String
  /// The address with the code, as a picture for the phone's camera; nil where there is none.
  public var picture: CodePicture?

  /// A code that is entered at an address.
  public init(code: String, address: String, picture: CodePicture?) {
    self.code = code
    self.address = address
    self.picture = picture
  }
}

/// A square picture of dark and light modules for a camera (ISO/IEC 18004), without its quiet zone.
public struct CodePicture: Hashable, Sendable {
  /// The most modules of a side that the panel has room for, two pixels each and a quiet zone: those of version 2.
  public static let longestSide = 25

  /// The rows; bit n of a row is its column n, set for a dark module.
  public let rows: [UInt64]

  /// A picture of rows of modules, true for a dark one; nil where the panel has no room for it, or it is no square.
  public init?(_ modules: [[Bool]]) {
    guard !modules.isEmpty, modules.count <= Self.longestSide,
      modules.allSatisfy({ $0.count == modules.count })
    else { return nil }
    rows = modules.map { row in
      var bits: UInt64 = 0
      for (column, isDark) in row.enumerated() where isDark { bits |= 1 << UInt64(column) }
      return bits
    }
  }
}
