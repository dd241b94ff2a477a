import Glibc

/// A user of this system with its groups, for the question whether a device is open to it.
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
    self.name = name
    self.user = user
    self.groups = groups
  }

  /// The user that this process runs as, with the groups that it has now.
  public static var current: Account {
    var groups = [gid_t](repeating: 0, count: 256)
    let count = Int(getgroups(Int32(groups.count), &groups))
    return Account(
      name: Environment.userName, user: geteuid(), groups: Set(groups.prefix(max(0, count)) + [getegid()]))
  }

  /// Whether it is the one who may do everything.
  public var isRoot: Bool { user == 0 }

  private static func groups(of name: String, beside primary: gid_t) -> Set<gid_t> {
    var groups = [gid_t](repeating: 0, count: 256)
    var count = Int32(groups.count)
    guard getgrouplist(name, primary, &groups, &count) >= 0 else { return [primary] }
    return Set(groups.prefix(Int(count)))
  }
}

extension Account {
  /// Whether it may read and write what stands at a path.
  public enum Access: Hashable, Sendable {
    /// It may.
    case open
    /// It may not; the device belongs to this group.
    case closed(group: String)
    /// Nothing is there.
    case missing
  }

  /// Whether it may read and write, or only write. Judged by owner, group and mode, as the kernel does it where no access list is set.
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
  /// Turns root into the user that a directory belongs to, with that user's groups, for as long as the process lives:
  /// what is written there then can be read by the box. Anybody else stays who they are, and so does root in a
  /// directory of its own.
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
