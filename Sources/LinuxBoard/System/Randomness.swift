import CLinux
import Glibc

/// Random bytes from the kernel, for identities and codes.
public enum Randomness {
  /// That many bytes. Waits until the kernel has gathered enough at boot (getrandom(2)).
  public static func bytes(_ count: Int) throws(SystemFault) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      filled += try SystemCall.complete("getrandom") {
        bytes.withUnsafeMutableBytes { getrandom($0.baseAddress! + filled, count - filled, 0) }
      }
    }
    return bytes
  }

  /// A random number of 64 bits.
  public static func number() throws(SystemFault) -> UInt64 {
    try bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
