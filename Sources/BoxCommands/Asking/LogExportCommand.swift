import ArgumentParser
import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery

/// `cribside log export`
struct LogExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the whole history as one text.",
    discussion: """
      jsonl has the log's own lines, all of them and byte for byte: corrections, what was taken back, starts, \
      clocks, and what only a newer version understands. It is what `log import` takes back whole. csv has a row \
      for each event as it stands now. babybuddy-sleep and babybuddy-feeding are the tables that Baby Buddy \
      imports; it wants an end, so what runs still is left out, and a kind of milk, so a bottle is formula and a \
      nursing breast milk. The directory is read as it is, whether a box runs or not. The exit code is 1 when \
      damaged lines had to be left out.
      """)

  @OptionGroup var place: BoxPlace
  @Option(help: "jsonl, csv, babybuddy-sleep or babybuddy-feeding.") var format = TransferFormat.jsonl
  @Option(
    help:
      "The file to write, in place of the standard output; one that is there is kept until the new one is whole."
  ) var out: String?

  func run() throws {
    try TransferTools.tell { () throws(RunFault) in try answer() }
  }

  func answer() throws(RunFault) -> BoxAnswer {
    let configuration = try TransferTools.configuration(place)
    if let out { try Self.check(out, outside: configuration.stateDirectory) }
    let settings = try BedsideSettings(configuration, address: "")
    let storage = try RunFault.storage { () throws(StorageFault) in
      try DirectoryStorage(directory: configuration.stateDirectory)
    }
    let now = Instant(milliseconds: LinuxClock().wallMilliseconds)
    let export = LogExport(format, zone: settings.zone, floor: settings.floor, now: now)
    guard let out else { return try Self.answer(export, from: storage, send: StandardStreams.copy) }
    return try Self.answer(export, from: storage, to: out)
  }

  private static func answer(
    _ export: LogExport, from storage: DirectoryStorage, to out: String
  ) throws(RunFault) -> BoxAnswer {
    let file = try RunFault.system { () throws(SystemFault) in try DeliveredFile(out) }
    let failure = Failure()
    let answer = try answer(export, from: storage) { piece in
      do throws(SystemFault) {
        try file.write(piece)
      } catch {
        failure.fault = error
      }
      return failure.fault == nil
    }
    if let fault = failure.fault { throw RunFault(fault) }
    try RunFault.system { () throws(SystemFault) in try file.finish() }
    return answer
  }

  private final class Failure {
    var fault: SystemFault?
  }

  private static func answer(
    _ export: LogExport, from storage: DirectoryStorage, send: @escaping (String) -> Bool
  ) throws(RunFault) -> BoxAnswer {
    var export = export
    do throws(EventFault) {
      return try export.answer(from: storage, send: send)
    } catch {
      throw RunFault(exit: .io, message: error.text)
    }
  }

  /// A copy among the log's own files would be taken for one of them, or take the place of one.
  private static func check(_ out: String, outside directory: String) throws(RunFault) {
    let log = PlainFile.resolved(directory + "/log")
    guard !PlainFile.resolved(out).hasPrefix(log + "/") else {
      throw RunFault(exit: .usage, message: "--out: expected a file outside \(log), found \(out)")
    }
  }
}
