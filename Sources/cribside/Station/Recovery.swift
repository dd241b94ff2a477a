import CareJournal
import Nursery

/// What the log holds when a box starts: replaying it is start-up.
struct Recovery: Sendable {
  var logs: [BabyID: CareLog]
  var clocks: ClockHistory
  /// This boot's ordinal.
  var boot: Int
  var summary: Summary
  /// What was kept of nights.
  var nights: [BabyID: SleepStore] = [:]

  /// What there is to say about it.
  struct Summary: Hashable, Sendable {
    var lines = 0
    var damagedLines = 0
    var foreignLines = 0
    var missingLines = 0
    var isWritable = true
    var fault: String?

    /// One line for the system's journal.
    var text: String {
      var parts = ["log open: \(lines) lines"]
      if damagedLines > 0 { parts.append("\(damagedLines) damaged, kept in quarantine") }
      if missingLines > 0 { parts.append("\(missingLines) missing by their numbers") }
      if foreignLines > 0 { parts.append("\(foreignLines) of a newer version, kept") }
      if let fault { parts.append("NOT WRITABLE (\(fault)): events stay in memory") }
      return parts.joined(separator: ", ")
    }
  }
}

/// Folds lines into logs and clocks.
struct Replay {
  private var logs: [BabyID: CareLog] = [:]
  private var clocks: ClockHistory
  private var starts = KernelStarts()
  private let opening: StorageOpening

  /// Nothing replayed yet.
  init(_ opening: StorageOpening) {
    self.opening = opening
    clocks = ClockHistory(floor: opening.floor)
    for baby in opening.babies { logs[baby] = CareLog(baby: baby) }
  }

  /// Takes the next line. A line of a baby that is no longer configured stays on the disk, unread.
  mutating func apply(_ line: JournalLine) {
    starts.note(line, in: &clocks)
    if case .care(let event) = line.entry { logs[event.baby]?.apply(event) }
  }

  /// The end of a replay that read the log.
  mutating func recovery(_ recovered: Recovered) -> Recovery {
    noteStart(boot: recovered.boot)
    forgetOldEvents(boot: recovered.boot)
    var summary = Recovery.Summary()
    summary.lines = recovered.lines
    summary.damagedLines = recovered.damaged + recovered.torn
    summary.foreignLines = recovered.foreign
    summary.missingLines = recovered.gaps.reduce(0) { $0 + $1.missing.count }
    summary.isWritable = recovered.fault == nil
    summary.fault = recovered.fault.map { $0.text }
    return Recovery(logs: logs, clocks: clocks, boot: recovered.boot, summary: summary)
  }

  /// Memory is bounded: what is older stays on the disk, for `log list` and the next reader.
  private mutating func forgetOldEvents(boot: Int) {
    let now = clocks.instant(at: BootTime(boot: boot, milliseconds: opening.start.bootMilliseconds))
    let limit = now.adding(minutes: -Self.keptDays * 1440)
    for baby in opening.babies { logs[baby]?.prune(before: limit, clock: clocks) }
  }

  /// How far back events can be corrected, in days.
  private static let keptDays = 400

  /// The end of a replay that could not even list the log.
  mutating func recovery(failed fault: JournalFault) -> Recovery {
    noteStart(boot: 0)
    let summary = Recovery.Summary(isWritable: false, fault: fault.text)
    return Recovery(logs: logs, clocks: clocks, boot: 0, summary: summary)
  }

  private mutating func noteStart(boot: Int) {
    let start = opening.start
    let moment = Moment(
      boot: BootTime(boot: boot, milliseconds: start.bootMilliseconds), wall: start.wall,
      trust: start.trust)
    starts.noteStart(moment, start.kernelBootID, in: &clocks)
  }
}

extension JournalFault {
  /// The fault in words, with the operation and the file.
  var text: String {
    switch self {
    case .unreadable(let fault): "the log cannot be listed: \(fault.text)"
    case .unwritable(let fault): fault.text
    case .memoryFull(let capacity): "\(capacity) events are held in memory already"
    }
  }
}

extension StorageFault {
  /// The operation, the file and the reason.
  var text: String {
    let why =
      switch reason {
      case .full: "no space left"
      case .device: "the medium failed or is read-only"
      case .permission: "no permission"
      case .missing: "no such file"
      case .exists: "it exists already"
      case .other: "errno \(errno)"
      }
    return "\(operation) \(path.isEmpty ? "the directory" : path): \(why)"
  }
}
