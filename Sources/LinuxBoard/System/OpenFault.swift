import CGPIOD
import Glibc

/// Why a device could not be opened, and what fixes it.
public enum OpenFault: Error, Hashable, Sendable {
  /// The user may not open the device; `group` is the one that owns it.
  case noPermission(path: String, group: String, user: String)
  /// There is no such I²C bus.
  case noBus(path: String)
  /// No GPIO chip has this label; `present` lists the labels that were found.
  case noChip(label: String, present: [String])
  /// The chip has no line of this number.
  case noLine(path: String, offset: Int)
  /// Another program, or a kernel driver, holds a line; `holder` is the name it gave, if any.
  case busy(path: String, offset: Int, holder: String?)
  /// Anything else.
  case failed(operation: String, path: String, errno: Int32)
}

extension OpenFault {
  /// The exit code of a command that ends for it: 77 no permission, 69 unavailable.
  public var exitCode: Int32 {
    if case .noPermission = self { return EX_NOPERM }
    return EX_UNAVAILABLE
  }

  /// What to do about it, in one sentence; nil if there is no general advice.
  public var remedy: String? {
    switch self {
    case .noPermission(let path, let group, let user): OpenFault.remedy(path, group, user)
    case .noBus: "Enable I2C with `sudo raspi-config nonint do_i2c 0`, or `dtparam=i2c_arm=on` in config.txt."
    case .noChip(_, let present) where present.isEmpty:
      "Check that this machine has GPIO lines: `ls -l /dev/gpiochip*` shows none."
    case .noChip: "Choose the board profile whose chip label is among those found."
    case .noLine: "Correct the line number in the configuration."
    case .busy(_, _, let holder?): "Stop `\(holder)`, or choose another line in the configuration."
    case .busy: "See who holds it with `sudo gpioinfo`, or choose another line in the configuration."
    case .failed: nil
    }
  }

  private static func remedy(_ path: String, _ group: String, _ user: String) -> String {
    group == "root"
      ? "Give \(path) to a group by a udev rule, as the package does, and add \(user) to that group."
      : "Run `sudo usermod -aG \(group) \(user)`, then log in again or restart the service."
  }
}

extension OpenFault: CustomStringConvertible {
  /// What went wrong, naming the device.
  public var description: String {
    switch self {
    case .noPermission(let path, let group, let user):
      "\(path): no permission for user \(user); the device belongs to group \(group)"
    case .noBus(let path): "\(path): there is no such I2C bus"
    case .noChip(let label, let present):
      "no GPIO chip is labelled \"\(label)\"; found: "
        + (present.isEmpty ? "none" : present.joined(separator: ", "))
    case .noLine(let path, let offset): "\(path): the chip has no line \(offset)"
    case .busy(let path, let offset, let holder):
      "\(path): line \(offset) is held by \(holder.map { "\"\($0)\"" } ?? "another program")"
    case .failed(let operation, let path, let errno):
      "\(path): \(operation): \(ErrorNumber(value: errno).text)"
    }
  }
}

extension OpenFault {
  /// The fault for a device that may not be opened, with the names of its group and of this user.
  static func noPermission(at path: String) -> OpenFault {
    var status = stat()
    let group = stat(path, &status) == 0 ? Environment.groupName(status.st_gid) : "root"
    return .noPermission(path: path, group: group, user: Environment.userName)
  }

  /// The fault for lines that were refused.
  static func lines(_ offsets: [Int], at path: String, errno: Int32) -> OpenFault {
    switch errno {
    case EACCES, EPERM: noPermission(at: path)
    case EBUSY: busyLine(among: offsets, at: path)
    case EINVAL: .noLine(path: path, offset: offsets.max() ?? 0)
    default: .failed(operation: "request lines", path: path, errno: errno)
    }
  }

  private static func busyLine(among offsets: [Int], at path: String) -> OpenFault {
    for offset in offsets {
      var name = [CChar](repeating: 0, count: 64)
      let number = UInt32(truncatingIfNeeded: offset)
      guard cgpiod_consumer(path, number, &name, name.count) == 1 else { continue }
      let holder = String(terminated: name)
      return .busy(path: path, offset: offset, holder: holder.isEmpty ? nil : holder)
    }
    return .busy(path: path, offset: offsets.first ?? 0, holder: nil)
  }
}

/// A user of this system with its groups, to find out whether a device is open to that user.
public struct Account: Hashable, Sendable {
  /// The name.
  public let name: String
  private let user: uid_t
  private let groups: Set<gid_t>

  /// The user of that name; nil when there is none.
  public init?(named name: String) {
    var record = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 4096)
    guard getpwnam_r(name, &record, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
    self.init(name: name, user: record.pw_uid, groups: Account.groups(of: name, beside: record.pw_gid))
  }

  private init(name: String, user: uid_t, groups: Set<gid_t>) {
    (self.name, self.user, self.groups) = (name, user, groups)
  }

  /// The user that this process runs as, with the groups that it has now.
  public static var current: Account {
    var groups = [gid_t](repeating: 0, count: 256)
    let count = Int(getgroups(Int32(groups.count), &groups))
    return Account(
      name: Environment.userName, user: geteuid(), groups: Set(groups.prefix(max(0, count)) + [getegid()]))
  }

  /// Whether this is root.
  public var isRoot: Bool { user == 0 }

  private static func groups(of name: String, beside primary: gid_t) -> Set<gid_t> {
    var groups = [gid_t](repeating: 0, count: 256)
    var count = Int32(groups.count)
    guard getgrouplist(name, primary, &groups, &count) >= 0 else { return [primary] }
    return Set(groups.prefix(Int(count)))
  }
}

extension Account {
  /// Whether the user may read and write what is at a path.
  public enum Access: Hashable, Sendable {
    /// It may.
    case open
    /// It may not; the device belongs to this group.
    case closed(group: String)
    /// Nothing exists there.
    case missing
  }

  /// Whether the user may read and write, or only write. Judged by owner, group and mode, as the kernel does without
  /// an access list.
  public func access(to path: String, toWriteOnly: Bool = false) -> Access {
    var status = stat()
    guard stat(path, &status) == 0 else { return .missing }
    let bits: mode_t = toWriteOnly ? 0o2 : 0o6
    if isRoot || status.st_mode & bits == bits { return .open }
    if status.st_uid == user, status.st_mode >> 6 & bits == bits { return .open }
    if groups.contains(status.st_gid), status.st_mode >> 3 & bits == bits { return .open }
    return .closed(group: Environment.groupName(status.st_gid))
  }
}

extension Account {
  /// Turns root into the user that owns a directory, with that user's groups, for the rest of the process: the box
  /// can then read what this process writes there. Any other user stays the same, and so does root in a directory of
  /// its own.
  public static func becomeOwner(of directory: String) throws(SystemFault) {
    var status = stat()
    _ = try SystemCall.complete("stat", directory) { stat(directory, &status) }
    guard geteuid() == 0, status.st_uid != 0 else { return }
    var record = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 4096)
    if getpwuid_r(status.st_uid, &record, &buffer, buffer.count, &found) == 0, found != nil {
      _ = try SystemCall.complete("initgroups", directory) { initgroups(record.pw_name, record.pw_gid) }
    }
    _ = try SystemCall.complete("setgid", directory) { setgid(status.st_gid) }
    _ = try SystemCall.complete("setuid", directory) { setuid(status.st_uid) }
  }
}
