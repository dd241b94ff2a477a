import Nursery
import SimulatedBoard

@testable import CareJournal

/// The events offered to a log, and those acknowledged before the power cut.
struct CrashStory {
  var offered: [EventID] = []
  var acknowledged: [EventID] = []
  /// Groups of events of which all or none must be there.
  var together: [[EventID]] = []
  /// How often a file was replaced, and how often that was acknowledged.
  var replaced = 0
  var replacedForSure = 0
}

/// Uses a log and keeps the story meanwhile.
final class CrashTeller {
  var story: CrashStory

  init(_ story: CrashStory) {
    self.story = story
  }

  func offer(_ count: Int) -> [JournalDraft] {
    let first = story.offered.count + 1
    let numbers = first...(first + count - 1)
    story.offered += numbers.map { Samples.event($0).id }
    return Samples.drafts(numbers)
  }
}

/// Walks through every state that a card may have after a power cut at any operation of a run. Runs share their
/// beginnings: one run covers all its cuts. Equal states are visited once, whichever run leads to them.
final class CrashWalk {
  /// A state, and the operations that led to it.
  struct State {
    var disk: SimulatedDisk
    var story: CrashStory
    /// The operations of each run up to its cut; the last one with what the medium did with pending writes.
    var script: [String]
  }

  /// The number of visited states, which all differ.
  var states: Int { seen.count }
  /// The number of states that cuts left, including equal ones.
  private(set) var reached = 0
  private var seen: Set<Key> = []

  private struct Key: Hashable {
    var files: [String: [UInt8]]
    var offered: Int
    var acknowledged: Int
    var replaced: Int
    var replacedForSure: Int

    /// Hashing a card's files byte by byte takes longer than comparing them.
    func hash(into hasher: inout Hasher) {
      hasher.combine(files.reduce(0) { $0 &+ CRC32C.checksum(of: $1.value) &* UInt32($1.key.utf8.count) })
      hasher.combine(acknowledged)
    }
  }

  /// Runs on a copy of a disk, and visits every new state that a cut may leave.
  func everyCut(
    of before: State, tearing: SimulatedDisk.Tearing, run: (SimulatedDisk, CrashTeller) -> Void,
    visit: (State) -> Void
  ) {
    for cut in Self.cuts(of: before, run: run) {
      var odometer = Odometer()
      repeat {
        var fates: [Int] = []
        let disk = SimulatedDisk(copying: cut.disk)
        disk.powerCut(tearing: tearing) { options in
          fates.append(odometer.answer(below: options))
          return fates[fates.count - 1]
        }
        let key = Key(
          files: disk.files, offered: cut.story.offered.count, acknowledged: cut.story.acknowledged.count,
          replaced: cut.story.replaced, replacedForSure: cut.story.replacedForSure)
        reached += 1
        guard seen.insert(key).inserted else { continue }
        visit(State(disk: disk, story: cut.story, script: cut.script + ["  power cut, fates \(fates)"]))
      } while odometer.advance()
    }
  }

  private static func cuts(
    of before: State, run: (SimulatedDisk, CrashTeller) -> Void
  ) -> [State] {
    let disk = SimulatedDisk(copying: before.disk)
    let teller = CrashTeller(before.story)
    let log = CutLog(script: before.script)
    disk.atEachOperation = { log.note($0, teller.story, $1) }
    run(disk, teller)
    disk.atEachOperation = nil
    return log.cuts
  }

  /// Collects the cuts of one run.
  private final class CutLog {
    var cuts: [State] = []
    private var script: [String]

    init(script: [String]) {
      self.script = script
    }

    func note(_ disk: SimulatedDisk, _ story: CrashStory, _ operation: String) {
      script.append("\(script.count + 1) \(operation)")
      cuts.append(State(disk: disk, story: story, script: script))
    }
  }
}
