import Glibc

/// What files of this system say about it: the board's name, the kernel's command line, units, the journal.
public struct MachineFiles: Sendable {
  private let root: String

  /// The system whose files are below `root`; empty for this one.
  public init(root: String = "") { self.root = root }

  /// The board's name in its device tree, `Raspberry Pi Zero 2 W Rev 1.0`; nil if there is none.
  public var boardName: String? {
    line("/proc/device-tree/model").map { String($0.prefix { $0 != "\0" }) }
  }

  /// Whether this is Raspberry Pi OS, which has a command of its own for the I²C bus.
  public var hasRaspiConfig: Bool { exists("/usr/bin/raspi-config") }

  /// Whether the system repairs the card's file system by itself at a start (systemd-fsck@.service(8)).
  public var repairsCard: Bool {
    line("/proc/cmdline")?.split(separator: " ").contains("fsck.repair=yes") == true
  }

  /// Whether the system's journal is written to the card (journald.conf(5), `Storage=`): `auto`, the default,
  /// does so where the folder exists.
  public var keepsJournalOnCard: Bool {
    switch journalStorage {
    case "volatile", "none": false
    case "persistent": true
    default: exists("/var/log/journal")
    }
  }

  /// The box and its guard, as the package installs them.
  public static let units = ["cribside.service", "cribside-guard.service"]

  /// Whether there is an I²C bus of this number.
  public func hasBus(_ number: Int) -> Bool { exists("/dev/i2c-\(number)") }

  /// Where a unit is installed; nil if it is not.
  public func unitPath(_ name: String) -> String? {
    ["/etc/systemd/system/", "/run/systemd/system/", "/usr/lib/systemd/system/", "/lib/systemd/system/"]
      .map { $0 + name }.first(where: exists)
  }

  /// Whether a unit starts with the system.
  public func isEnabled(_ name: String) -> Bool {
    exists("/etc/systemd/system/multi-user.target.wants/" + name)
  }

  /// Whether a unit has a process, by its group in the unified hierarchy, which every user may read
  /// (Documentation/admin-guide/cgroup-v2.rst, "cgroup.events": populated).
  public func isActive(_ name: String) -> Bool {
    do throws(ErrorNumber) {
      let path = root + "/sys/fs/cgroup/system.slice/" + name + "/cgroup.events"
      return String(decoding: try TextFile.bytes(at: path), as: UTF8.self).split(separator: "\n")
        .contains("populated 1")
    } catch {
      return false
    }
  }

  private func exists(_ path: String) -> Bool { PlainFile.exists(root + path) || isLink(root + path) }

  /// A unit is enabled by a link that may point to another root.
  private func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private func line(_ path: String) -> String? {
    do throws(ErrorNumber) {
      return try TextFile.firstLine(at: root + path)
    } catch {
      return nil
    }
  }
}

extension MachineFiles {
  /// The value of `Storage=` that counts: files in the folders come after the main one, in the order of their names,
  /// and a file in an earlier folder replaces its namesake in a later one (journald.conf(5), "Configuration
  /// Directories and Precedence"). Raspberry Pi OS trixie has such a file in /usr/lib.
  private var journalStorage: String? {
    var paths: [String: String] = [:]
    for folder in ["/usr/lib", "/run", "/etc"].map({ $0 + "/systemd/journald.conf.d" }) {
      for name in confNames(folder) { paths[name] = folder + "/" + name }
    }
    let dropIns = paths.sorted { $0.key < $1.key }.map(\.value)
    return (["/etc/systemd/journald.conf"] + dropIns).compactMap(storageSetting).last
  }

  private func confNames(_ folder: String) -> [String] {
    do throws(ErrorNumber) {
      return try Folder.names(at: root + folder).filter { $0.hasSuffix(".conf") }
    } catch {
      return []
    }
  }

  private func storageSetting(_ path: String) -> String? {
    do throws(ErrorNumber) {
      let text = String(decoding: try TextFile.bytes(at: root + path), as: UTF8.self)
      return text.split(separator: "\n").last { $0.hasPrefix("Storage=") }.map { String($0.dropFirst(8)) }
    } catch {
      return nil
    }
  }
}

/// Small files in which the operating system describes itself.
enum TextFile {
  /// The most that is read here, in bytes; the rest is ignored.
  static let bytesMax = 1 << 20

  /// A file's bytes.
  static func bytes(at path: String) throws(ErrorNumber) -> [UInt8] {
    // A pipe in the place of a file must not be waited for.
    let file = Descriptor(
      adopting: try SystemCall.complete { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) })
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while bytes.count < bytesMax {
      let count = try SystemCall.complete { read(file.number, &chunk, chunk.count) }
      if count == 0 { break }
      bytes += chunk.prefix(count)
    }
    return bytes
  }

  /// The first line of a file without the spaces around it.
  static func firstLine(at path: String) throws(ErrorNumber) -> String {
    let line = try bytes(at: path).prefix { $0 != 0x0A }
    let text = line.drop { $0 == 0x20 || $0 == 0x09 }
    let end = text.lastIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    return end.map { String(decoding: text[...$0], as: UTF8.self) } ?? ""
  }
}

extension String {
  /// The text in a buffer that a C call filled, up to its zero byte.
  init(terminated buffer: [CChar]) {
    self.init(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Reads the names in a folder.
enum Folder {
  /// The names at a path, without `.` and `..`, in no order.
  static func names(at path: String) throws(ErrorNumber) -> [String] {
    try names(of: SystemCall.complete { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
  }

  /// The names in an open folder, whose descriptor is closed afterwards.
  static func names(of descriptor: Int32) throws(ErrorNumber) -> [String] {
    guard let stream = fdopendir(descriptor) else {
      let reason = ErrorNumber.last
      close(descriptor)
      throw reason
    }
    defer { closedir(stream) }
    return try names(in: stream)
  }

  private static func names(in stream: OpaquePointer) throws(ErrorNumber) -> [String] {
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = name(of: entry)
      if name != "." && name != ".." { names.append(name) }
    }
    if errno != 0 { throw ErrorNumber.last }
    return names
  }

  /// The kernel's record is as long as its name, not as the C declaration says, so it is never copied whole.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name)!
    let bytes = UnsafeRawPointer(entry).advanced(by: offset)
    return String(cString: bytes.assumingMemoryBound(to: CChar.self))
  }
}
