/// Makes ids from a seed of the system's randomness: the core has none of its own.
public struct EventIDSource: Hashable, Sendable {
  private var state: UInt64

  /// A source for one process; two boxes must never share a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next id, made at a wall time in milliseconds, or at 0 when none is known.
  public mutating func next(milliseconds: Int) -> EventID {
    EventID(milliseconds: milliseconds, random: (word(), word()))
  }

  /// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
  private mutating func word() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A number made of bytes, the same on every machine: the hash FNV-1a of 64 bits (Fowler, Noll, Vo and Eastlake,
/// draft-eastlake-fnv). It distinguishes contents, but keeps no secrets.
public enum FNV1a {
  /// The hash of some bytes.
  public static func hash<Bytes: Sequence>(_ bytes: Bytes) -> UInt64 where Bytes.Element == UInt8 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
