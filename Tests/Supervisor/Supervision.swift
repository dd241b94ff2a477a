import Glibc

/// systemd's end of the notification socket (sd_notify(3)).
final class Supervision {
  private let socket: Int32

  /// Listens at the socket to which a household's box reports.
  init(_ household: Household) throws {
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let status = UnixAddress.with(household.notifications) { bind(socket, $0, $1) }
    guard status == 0 else { throw Failure("bind \(household.notifications): errno \(errno)") }
  }

  deinit { close(socket) }

  /// The next message, if one arrives within that time.
  func message(withinMilliseconds milliseconds: Int) -> String? {
    var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, Int32(milliseconds)) == 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(socket, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Reads messages until this one arrives.
  func expect(_ wanted: String) throws {
    while let message = message(withinMilliseconds: 20_000) {
      if message == wanted { return }
    }
    throw Failure("the box never said \(wanted)")
  }
}
