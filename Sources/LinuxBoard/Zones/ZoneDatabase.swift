import Glibc
import Nursery

/// The time zones of this machine, read from its tz database. No state of the C library is used or changed, so
/// several zones can be used at once, and a test can bring its own.
public struct ZoneDatabase: Sendable {
  /// Years before and after an instant that its window covers, whole.
  public static let yearsBefore = 3
  /// See `yearsBefore`.
  public static let yearsAfter = 5

  private let root: String

  /// The database in a folder.
  public init(root: String = "/usr/share/zoneinfo") { self.root = root }

  /// The offsets of a zone around an instant. The name is one of the database, such as `Europe/Berlin`.
  public func window(_ name: String, around instant: Instant) throws(ZoneFault) -> ZoneWindow {
    let bytes = try read(name)
    let year = CivilDate(daysSinceEpoch: instant.milliseconds / 86_400_000).year
    do throws(ByteReader.Ended) {
      let years = year - ZoneDatabase.yearsBefore...year + ZoneDatabase.yearsAfter
      return try ZoneFile(bytes).window(name: name, years: years)
    } catch {
      throw .malformed(name: name, expected: error.expected)
    }
  }

  /// Whether the database has a zone of this name.
  public func contains(_ name: String) -> Bool {
    guard case .success(let bytes) = Result(catching: { () throws(ZoneFault) in try read(name) })
    else { return false }
    return bytes.starts(with: "TZif".utf8)
  }

  /// The names whose last part begins with a word, in any case, such as `Europe/Berlin` for `berlin`; at most 5, and
  /// none if the database has no list of its zones.
  public func names(like word: String) -> [String] {
    let word = String(word.lowercased().map { $0 == " " ? "_" : $0 })
    guard !word.isEmpty,
      case .success(let bytes) = Result(catching: { () throws(ErrorNumber) in
        try TextFile.bytes(at: root + "/tzdata.zi")
      })
    else { return [] }
    let names = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap(Self.name)
    return Array(
      names.filter { $0.lowercased().split(separator: "/").last?.hasPrefix(word) ?? false }.sorted().prefix(5)
    )
  }

  /// The zone or the link that a line of `tzdata.zi` names: `Z Europe/Berlin …` or `L Europe/Berlin Europe/Oslo`
  /// (zic(8)).
  private static func name(_ line: Substring) -> String? {
    let words = line.split(separator: " ")
    switch words.first {
    case "Z"? where words.count > 2: return String(words[1])
    case "L"? where words.count == 3: return String(words[2])
    default: return nil
    }
  }

  private func read(_ name: String) throws(ZoneFault) -> [UInt8] {
    guard ZoneDatabase.isName(name) else { throw .unknown(name: name) }
    let bytes: [UInt8]
    do throws(ErrorNumber) {
      bytes = try TextFile.bytes(at: root + "/" + name)
    } catch {
      throw fault(name, error.value)
    }
    // The folder holds lists and subfolders beside the zones.
    guard bytes.starts(with: "TZif".utf8) else { throw .unknown(name: name) }
    return bytes
  }

  private func fault(_ name: String, _ errno: Int32) -> ZoneFault {
    switch errno {
    case ENOENT, ENOTDIR, EISDIR:
      access(root, F_OK) == 0 ? .unknown(name: name) : .noDatabase(path: root)
    default: .failed(path: root + "/" + name, errno: errno)
    }
  }

  /// Letters, digits, `_`, `+`, `-` between slashes: nothing that leaves the folder.
  static func isName(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return name.utf8.count <= 64 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isNameByte) }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2B, 0x2D: true
    default: false
    }
  }
}

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
    (self.variable, self.link, self.file) = (variable, link, file)
  }

  /// The first of these names that the database has; `UTC` if it has none of them, as in the C library.
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

  /// The part of a path after the database's folder; any other path unchanged.
  private static func afterDatabase(_ path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let folder = parts.lastIndex(of: "zoneinfo") else { return path }
    return parts[(folder + 1)...].joined(separator: "/")
  }
}
