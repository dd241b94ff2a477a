import Glibc

/// The process's environment, and its identity where faults and files name it.
public enum Environment {
  /// A variable's text, or nil when it is not set.
  public static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The process's number.
  public static var processID: Int32 { getpid() }

  /// The name of the user that the process runs as, or its number when nobody gave it a name.
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
