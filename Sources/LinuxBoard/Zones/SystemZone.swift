import Glibc

/// The name of the zone that this machine is set to.
public struct SystemZone: Sendable {
  private let variable: String?
  private let link: String
  private let file: String

  /// Where to look: the variable `TZ`, the link that systemd keeps, the file that Debian keeps.
  public init(
    variable: String? = Environment.variable("TZ"), link: String = "/etc/localtime",
    file: String = "/etc/timezone"
  ) {
    self.variable = variable
    self.link = link
    self.file = file
  }

  /// The first zone named that the database has; `UTC` when none is, as the C library does.
  public func name(in database: ZoneDatabase = ZoneDatabase()) -> String {
    [nameInVariable, nameInLink, nameInFile].lazy.compactMap { $0 }.first(where: database.contains)
      ?? "UTC"
  }

  /// `Europe/Berlin`, `:Europe/Berlin`, or the file's path.
  private var nameInVariable: String? {
    variable.map { SystemZone.afterDatabase($0.hasPrefix(":") ? String($0.dropFirst()) : $0) }
  }

  private var nameInLink: String? {
    var target = [CChar](repeating: 0, count: 1024)
    let count = readlink(link, &target, target.count - 1)
    return count > 0 ? SystemZone.afterDatabase(String(terminated: target)) : nil
  }

  private var nameInFile: String? {
    guard
      case .success(let line) = Result(catching: { () throws(ErrorNumber) in
        try TextFile.firstLine(at: file)
      })
    else { return nil }
    return line
  }

  /// The part of a path after the database's folder; a path without one as it is.
  private static func afterDatabase(_ path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let folder = parts.lastIndex(of: "zoneinfo") else { return path }
    return parts[(folder + 1)...].joined(separator: "/")
  }
}
