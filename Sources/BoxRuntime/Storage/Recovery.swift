import CareJournal
import Nursery

/// What a start reads from the card.
package struct Recovery: Sendable {
  package var logs: [BabyID: CareLog]
  package var clocks: ClockHistory
  package var summary: Summary
  /// The small files beside the log.
  package var files = FoundFiles()
  /// Other reports of the storage.
  package var receipt = StorageReceipt()
  /// The latest moment in the log from the kernel's boot before this one.
  package var lastAlive: KernelTime?

  /// What a start reports about the log.
  package struct Summary: Hashable, Sendable {
    /// This boot's ordinal.
    package var boot = 0
    package var lines = 0
    var damagedLines = 0
    var foreignLines = 0
    var missingLines = 0
    /// How many segments are gone from the end of the log.
    var vanishedSegments = 0
    /// Files that do not belong to the log, and are in quarantine now.
    var strays: [String] = []
    /// Why segments could not be read, one by one.
    var unreadable: [String] = []
    /// What failed without losing a line: the box's own file, a copy for the quarantine, a second sync.
    var minorFaults: [String] = []
    package var isWritable = true
    var fault: String?

    /// One line for the system's journal.
    var text: String {
      var parts = ["log open: \(lines) lines"]
      if damagedLines > 0 { parts.append("\(damagedLines) damaged, kept in quarantine") }
      if missingLines > 0 { parts.append("\(missingLines) missing by their numbers") }
      if vanishedSegments > 0 {
        parts.append("\(vanishedSegments) SEGMENTS ARE GONE from the end of the log")
      }
      if !strays.isEmpty { parts.append("moved to quarantine: \(strays.joined(separator: ", "))") }
      if foreignLines > 0 { parts.append("\(foreignLines) of a newer version, kept") }
      if !unreadable.isEmpty { parts.append("NOT READ (\(unreadable.joined(separator: "; ")))") }
      if !minorFaults.isEmpty { parts.append("not done (\(minorFaults.joined(separator: "; ")))") }
      if let fault { parts.append("NOT WRITABLE (\(fault)): events stay in memory") }
      return parts.joined(separator: ", ")
    }

    /// How much it matters.
    var priority: Priority {
      if !isWritable || !unreadable.isEmpty || vanishedSegments > 0 { return .error }
      return minorFaults.isEmpty ? .notice : .warning
    }
  }
}

extension Recovery {
  /// What a start has read: the state from the log, and this start, whose line may not be on the card yet. It includes
  /// babies that are not configured, because a reload may bring them back.
  package init(_ fold: CareFold, _ recovered: Recovered, _ opening: StorageOpening) {
    var summary = Recovery.Summary()
    summary.boot = recovered.boot
    summary.lines = recovered.lines
    summary.damagedLines = recovered.damaged + recovered.torn
    summary.foreignLines = recovered.foreign
    summary.missingLines = recovered.gaps.reduce(0) { $0 + $1.missing.count }
    summary.vanishedSegments = recovered.vanished?.count ?? 0
    summary.strays = recovered.strays
    summary.unreadable = recovered.unreadable.map(\.text)
    summary.minorFaults = recovered.minorFaults.map(\.text)
    summary.isWritable = recovered.fault == nil
    summary.fault = recovered.fault.map { $0.text }
    self.init(fold, opening, summary: summary)
  }

  private init(_ fold: CareFold, _ opening: StorageOpening, summary: Summary) {
    var fold = fold
    fold.noteStart(opening.start, boot: summary.boot)
    var logs = fold.logs
    for baby in opening.babies where logs[baby] == nil { logs[baby] = CareLog(baby: baby) }
    self.init(
      logs: logs, clocks: fold.clocks, summary: summary,
      lastAlive: fold.lastAlive(before: opening.start.kernelBootID))
  }
}

extension JournalDraft {
  /// The same draft with this boot's ordinal, for an event from before the log could give the ordinal.
  package func inBoot(_ boot: Int) -> JournalDraft {
    switch self {
    case .sync(let id, let moment): .sync(id, moment.inBoot(boot))
    case .left(let id, let moment, let numbers): .left(id, moment.inBoot(boot), numbers)
    case .care(let event): .care(event.inBoot(boot))
    case .extended(let event, let rest): .extended(event.inBoot(boot), rest)
    case .kept(let line):
      .kept(
        KeptLine(
          id: line.id, moment: line.moment.inBoot(boot), op: line.op, version: line.version,
          members: line.members))
    }
  }
}
