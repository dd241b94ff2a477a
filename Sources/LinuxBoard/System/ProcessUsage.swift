import CLinux
import Glibc

/// What this process has cost so far.
public struct ProcessUsage: Hashable, Sendable {
  /// Processor time of all its threads since it was started, in nanoseconds (`CLOCK_PROCESS_CPUTIME_ID`). What
  /// the kernel did for it counts, the loading of the program too.
  public let processorNanoseconds: UInt64
  /// Memory that is in RAM, in KiB (`VmRSS` of proc_pid_status(5)).
  public let residentKibibytes: Int
  /// Of that, what no file stands behind: heap and stacks, in KiB (`RssAnon`).
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

/// The memory that the program's own files take up.
package enum ProgramPages {
  /// Lets go of what only the start needed: parsing a command line touches most of the program, and serving a small part.
  package static func release() { clinux_release_pages() }
}
