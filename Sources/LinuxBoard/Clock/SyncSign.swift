import Glibc
import Nursery

/// The sign by which a synchronised wall clock is known. The kernel's own answer, `adjtimex`, is closed to a
/// service with `ProtectClock=yes`.
public enum SyncSign: Hashable, Sendable {
  /// The clock is right while a file exists.
  case file(path: String)
  /// The clock is always right: the board has a battery clock that its owner vouches for.
  case always

  /// systemd-timesyncd's file, made at the first answer from the network in a boot (systemd-timesyncd.service(8)).
  public static let timesyncd = SyncSign.file(path: "/run/systemd/timesync/synchronized")

  /// 2024-01-01T00:00:00Z. A wall clock before it was never set: a Pi without a battery starts in 1970, or at the
  /// build of its system.
  public static let earliestMilliseconds = 1_704_067_200_000

  /// How far a wall clock may be believed that reads `wallMilliseconds`.
  public func trust(wallMilliseconds: Int) -> ClockTrust {
    guard wallMilliseconds >= SyncSign.earliestMilliseconds else { return .none }
    return isPresent ? .synced : .saved
  }

  private var isPresent: Bool {
    switch self {
    case .file(let path): access(path, F_OK) == 0
    case .always: true
    }
  }
}
