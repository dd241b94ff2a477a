import CLinux
import Glibc

/// The process's environment, and its identity where faults and files name it.
public enum Environment {
  /// A variable's text, or nil when it is not set.
  public static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The process's number.
  public static var processID: Int32 { getpid() }

  /// The name of the user that the process runs as, or its number when it has no name.
  public static var userName: String {
    let user = geteuid()
    var record = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 4096)
    guard getpwuid_r(user, &record, &buffer, buffer.count, &found) == 0, found != nil else {
      return "\(user)"
    }
    return String(cString: record.pw_name)
  }

  /// The name of a group, or its number when it has none.
  static func groupName(_ number: gid_t) -> String {
    var record = group()
    var found: UnsafeMutablePointer<group>?
    var buffer = [CChar](repeating: 0, count: 4096)
    guard getgrgid_r(number, &record, &buffer, buffer.count, &found) == 0, found != nil else {
      return "\(number)"
    }
    return String(cString: record.gr_name)
  }
}

extension Environment {
  /// The machine's name on its network, empty when it has none.
  public static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(terminated: name)
  }
}

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
