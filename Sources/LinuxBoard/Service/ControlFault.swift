import Glibc

/// What can go wrong with the control socket, on either end.
public enum ControlFault: Error, Hashable, Sendable {
  /// The path is longer than the 107 bytes that a socket's address has.
  case pathTooLong(path: String)
  /// Another box listens there.
  case inUse(path: String)
  /// Something that is no socket is in the way.
  case notASocket(path: String)
  /// No box listens there.
  case notRunning(path: String)
  /// This user may not speak to the box; `group` may.
  case noPermission(path: String, group: String, user: String)
  /// The box did not answer in time.
  case timedOut(path: String)
  /// The answer was cut off, or was longer than a client takes.
  case badAnswer(path: String)
  /// Anything else.
  case failed(operation: String, path: String, errno: Int32)
}

extension ControlFault {
  /// The exit code of a command that ends with it: 69 unavailable, 75 try again, 77 no permission, 74 I/O error.
  public var exitCode: Int32 {
    switch self {
    case .notRunning: EX_UNAVAILABLE
    case .inUse, .timedOut: EX_TEMPFAIL
    case .noPermission: EX_NOPERM
    case .pathTooLong: EX_CONFIG
    case .notASocket, .badAnswer, .failed: EX_IOERR
    }
  }

  static func failed(_ operation: String, _ path: String, _ errno: Int32) -> ControlFault {
    switch errno {
    case EACCES, EPERM:
      var status = stat()
      let group = stat(path, &status) == 0 ? Environment.groupName(status.st_gid) : "cribside"
      return .noPermission(path: path, group: group, user: Environment.userName)
    case ENOENT, ECONNREFUSED: return .notRunning(path: path)
    // A socket's time-out reads as EAGAIN (socket(7), SO_RCVTIMEO).
    case EAGAIN, EINPROGRESS, ETIMEDOUT: return .timedOut(path: path)
    // The box was killed with the question unread, or before it was sent.
    case ECONNRESET, EPIPE: return .badAnswer(path: path)
    default: return .failed(operation: operation, path: path, errno: errno)
    }
  }
}

extension ControlFault: CustomStringConvertible {
  /// What went wrong, naming the socket, and what to do where that is known.
  public var description: String {
    switch self {
    case .pathTooLong(let path): "\(path): longer than 107 bytes, which is all a socket's path may have"
    case .inUse(let path): "\(path): another cribside listens there"
    case .notASocket(let path): "\(path): is in the way and is no socket; remove it"
    case .notRunning(let path):
      "\(path): no cribside listens there; start it with `sudo systemctl start cribside`"
    case .noPermission(let path, let group, let user):
      "\(path): no permission for user \(user); run `sudo usermod -aG \(group) \(user)` and log in again"
    case .timedOut(let path): "\(path): no answer in time"
    case .badAnswer(let path): "\(path): the answer was cut off"
    case .failed(let operation, let path, let errno):
      "\(path): \(operation): \(ErrorNumber(value: errno).text)"
    }
  }
}
