import CLinux
import Glibc

/// The process's environment, and its identity, for faults and files that name it.
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
  /// As many bytes as asked for. Waits until the kernel has gathered enough randomness at boot (getrandom(2)).
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

/// What this process has cost so far.
public struct ProcessUsage: Hashable, Sendable {
  /// Processor time of all its threads since it was started, in nanoseconds (`CLOCK_PROCESS_CPUTIME_ID`). It includes
  /// the kernel's work for the process and the loading of the program.
  public let processorNanoseconds: UInt64
  /// Memory that is in RAM, in KiB (`VmRSS` of proc_pid_status(5)).
  public let residentKibibytes: Int
  /// The part of it that no file backs: heap and stacks, in KiB (`RssAnon`).
  public let anonymousKibibytes: Int

  /// Reads it now.
  public static func now() throws(SystemFault) -> ProcessUsage {
    var time = timespec()
    _ = try SystemCall.complete("clock_gettime") { clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) }
    let status = try statusText()
    return ProcessUsage(
      processorNanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec),
      residentKibibytes: try kibibytes("VmRSS", in: status),
      anonymousKibibytes: try kibibytes("RssAnon", in: status))
  }

  private static let statusPath = "/proc/self/status"

  private static func statusText() throws(SystemFault) -> String {
    do throws(ErrorNumber) {
      return String(decoding: try TextFile.bytes(at: statusPath), as: UTF8.self)
    } catch {
      throw error.fault("read", statusPath)
    }
  }

  /// The number in `VmRSS:     8764 kB`.
  private static func kibibytes(_ key: String, in status: String) throws(SystemFault) -> Int {
    let line = status.split(separator: "\n").first { $0.hasPrefix(key + ":") }
    let number = line?.dropFirst(key.utf8.count + 1).drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " }
    guard let number, let value = Int(number) else {
      throw SystemFault(operation: "read \(key) in", subject: statusPath, errno: EILSEQ)
    }
    return value
  }
}

/// The memory that the program's own files occupy.
package enum ProgramPages {
  /// Releases what only the start needed: parsing a command line touches most of the program, and serving a small
  /// part.
  package static func release() { clinux_release_pages() }
}
