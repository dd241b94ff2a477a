import ArgumentParser
import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery

/// `cribside log import FILE`
struct LogImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import events from an export or another program: all of a file, or none of it.",
    discussion: """
      FILE is what `log export` wrote, as lines or as csv, or a table of sleep (child_id,start,end) or of feedings \
      (child_id,start,end,type,method) as Baby Buddy exports and imports them; - is the standard input. Times \
      without an offset are in the configuration's time zone.

      Events that the log has already are skipped, so the same file can be imported again. A correction that is older \
      than the log's own changes only what those did not. The answer counts rows that differ from the log, which \
      change nothing; sleeps and nursings of another program that overlap one of the log, which are left out; solid \
      food, notes, and amounts that are not a bottle's millilitres, which have no place in the log; times that were \
      not known exactly, which `log list` still shows with ~ (in csv, exact is no); rows without an end; events of a \
      baby that the configuration does not name; and events in the future by this machine's clock.

      A wrong row is named, and the whole file is refused with exit code 65. In another program's table, a sleep or a \
      feed of more than a day is wrong. So are two different rows with one id, and an event in the future if the \
      network has set this machine's clock. A log's own lines may lie in the future.

      If a box runs on the directory, the exit code is 75. A directory that does not exist is refused, since its name \
      may be mistyped; --create makes it, as for a new card.
      """)

  @OptionGroup var place: BoxPlace
  @Argument(help: "The file.") var file: String
  @Option(help: "Whose rows they are, by name or number, whatever the table's number says.") var baby: String?
  @Flag(help: "Create the box's directory if it does not exist.") var create = false

  func run() throws { try BoxAnswer.end { () throws(RunFault) in try answer() } }

  /// Imports the file, and reports the result.
  func answer() throws(RunFault) -> BoxAnswer {
    let configuration = try TransferTools.configuration(place)
    if !create { try BoxDirectory.check(configuration.stateDirectory, remedy: "--create makes it") }
    let settings = try BedsideSettings(configuration, address: "")
    let spool = try spool()
    // A log is read for its clocks, then to judge it, and then to write it; a table to judge it, to compare it, and to
    // write it. What the log has already is read less often.
    let progress = ProgressLine("bytes, each read up to three times", of: 3 * spool.count)
    defer { progress.end() }
    let source = Self.source(spool, progress)
    let opening = try StorageOpening(settings: settings, at: try Whereabouts(place).clock.moment(boot: 0))
    let work: LogImport
    do throws(FieldFault) {
      work = try LogImport(source, baby: try self.baby(in: settings), zone: settings.zone, opening: opening)
    } catch {
      throw RunFault(exit: .data, message: TransferTools.text(error, of: file))
    }
    // The lock makes the directory, so it comes after the rows were judged: a file that is refused makes no directory.
    let lock = try BoxDirectory.lock(configuration.stateDirectory)
    defer { withExtendedLifetime(lock) {} }
    let storage = try RunFault.storage { () throws(StorageFault) in
      try DirectoryStorage(directory: configuration.stateDirectory)
    }
    return work.run(on: storage, opening: opening)
  }

  /// The file, after a check that it is text and not too long.
  private func spool() throws(RunFault) -> SpooledFile {
    var text = ImportText()
    var refusal: FieldFault?
    let spool: SpooledFile
    do throws(SystemFault) {
      spool = try SpooledFile(file, limitBytes: ImportSource.limitBytes) { piece in
        do throws(FieldFault) {
          try text.check(piece)
        } catch {
          refusal = error
        }
        return refusal == nil
      }
    } catch {
      throw Self.fault(error, file)
    }
    do throws(FieldFault) {
      if let refusal { throw refusal }
      try text.finish()
    } catch {
      throw RunFault(exit: .data, message: TransferTools.text(error, of: file))
    }
    return spool
  }

  private static func source(_ spool: SpooledFile, _ progress: ProgressLine) -> ImportSource {
    ImportSource { offset, count throws(FieldFault) in
      do throws(SystemFault) {
        let bytes = try spool.read(at: offset, count: count)
        progress.advance(by: bytes.count)
        return bytes
      } catch {
        throw FieldFault(path: "", line: 0, expected: "a file that can be read", found: "\(error)")
      }
    }
  }

  private static func fault(_ fault: SystemFault, _ file: String) -> RunFault {
    guard fault.isTooLong else { return RunFault(fault) }
    let limit = ImportSource.limitBytes >> 20
    let name = file == "-" ? "standard input" : file.printable
    return RunFault(
      exit: .data, message: "\(name): expected at most \(limit) MiB, found more; import it in parts")
  }

  private func baby(in settings: BedsideSettings) throws(FieldFault) -> BabyID? {
    guard let baby else { return nil }
    guard let resident = settings.baby(named: baby) else {
      throw FieldFault(
        path: "--baby", line: 0, expected: "the name of one baby of the configuration, or its number",
        found: baby)
    }
    return resident
  }
}

/// Checks that a user's file is text without control characters, which a terminal would obey when a fault quotes them.
/// It reads the text in pieces.
struct ImportText {
  private var line = 1
  /// The beginning of a character that continues in the next piece.
  private var begun: [UInt8] = []

  /// Checks the next piece. Throws for text that is not UTF-8 or has a control character, and names the first such
  /// line.
  mutating func check(_ piece: ArraySlice<UInt8>) throws(FieldFault) {
    var bytes = begun + piece
    begun = Self.unfinished(bytes)
    bytes.removeLast(begun.count)
    try checkWhole(bytes)
  }

  /// Checks what is left at the end.
  mutating func finish() throws(FieldFault) {
    try checkWhole(begun)
    begun = []
  }

  private mutating func checkWhole(_ bytes: [UInt8]) throws(FieldFault) {
    let ends = bytes.count { $0 == UInt8(ascii: "\n") }
    guard !Self.isText(bytes[...]) else { return line += ends }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let wrong = lines.firstIndex { !Self.isText($0) } ?? 0
    throw FieldFault(path: "", line: line + wrong, expected: "UTF-8 text", found: "other bytes")
  }

  /// The bytes at the end that begin a character without completing it (RFC 3629, 3).
  private static func unfinished(_ bytes: [UInt8]) -> [UInt8] {
    for (back, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > back + 1 ? Array(bytes.suffix(back + 1)) : []
    }
    return []
  }

  private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return !text.unicodeScalars.contains { isControl($0) }
  }

  /// C0 except tab and the ends of lines, DEL and C1 (ECMA-48, 5th edition, 5.2 and 5.3).
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0x7F...0x9F: true
    default: false
    }
  }
}
