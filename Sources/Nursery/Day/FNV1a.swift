/// FNV-1a, a 64-bit hash that is the same on every machine (Fowler, Noll, Vo and Eastlake, draft-eastlake-fnv). It
/// distinguishes contents and is not cryptographic.
public enum FNV1a {
  /// The hash of some bytes.
  public static func hash<Bytes: Sequence>(_ bytes: Bytes) -> UInt64 where Bytes.Element == UInt8 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
