import Glibc

/// Why a time zone could not be read.
public enum ZoneFault: Error, Hashable, Sendable {
  /// The tz database has no zone of this name, or the name is none.
  case unknown(name: String)
  /// The tz database is not installed.
  case noDatabase(path: String)
  /// The zone's file does not hold what it should; `expected` names the part.
  case malformed(name: String, expected: String)
  /// The file could not be read.
  case failed(path: String, errno: Int32)
}

extension ZoneFault: CustomStringConvertible {
  /// What went wrong, naming the zone or the file.
  public var description: String {
    switch self {
    case .unknown(let name): "no time zone is called \"\(name)\"; expected a name such as Europe/Berlin"
    case .noDatabase(let path): "\(path): the time zones are not there; install the package tzdata"
    case .malformed(let name, let expected): "time zone \(name): damaged file, expected \(expected)"
    case .failed(let path, let errno): "\(path): \(ErrorNumber(value: errno).text)"
    }
  }
}
