import ArgumentParser
import Bedside
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
    var export = LogExport(format, zone: settings.zone, floor: settings.floor, now: now)
    var answer: BoxAnswer
    do throws(JournalFault) {
      answer = try export.answer(from: storage)
    } catch {
      throw RunFault(exit: .io, message: error.text)
    }
    guard let out else { return answer }
    try RunFault.system { () throws(SystemFault) in
      try PlainFile.deliver(Array(answer.output.utf8), to: out)
    }
    answer.output = ""
    return answer
  }

  /// A copy among the log's own files would be taken for one of them, or take the place of one.
  private static func check(_ out: String, outside directory: String) throws(RunFault) {
    let log = PlainFile.resolved(directory + "/log")
    guard !PlainFile.resolved(out).hasPrefix(log + "/") else {
      throw RunFault(exit: .usage, message: "--out: expected a file outside \(log), found \(out)")
    }
  }
}
