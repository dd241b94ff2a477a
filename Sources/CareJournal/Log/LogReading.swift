import Nursery

/// Reads a log at a start: the newest snapshot that can be believed and the segments after it, else all. Where a good
/// snapshot knows of lines that the segments have lost, it reads them beside that one: nothing is lost that any good
/// copy on the card still tells.
struct LogReading {
  /// The segments that there are, ascending.
  let numbers: [Int]
  /// What was read.
  private(set) var replay: LogReplay
  /// The snapshot that was believed.
  private(set) var snapshot: JournalFigures.Snapshot?
  /// What only a snapshot tells.
  private(set) var onlyInSnapshot: Recovered.OnlyInSnapshot?
  /// The highest number that a segment or a snapshot that is needed still has: what follows gets a higher one.
  private(set) var lastNumber: Int
  /// Why the box's own file could not be read.
  private(set) var identityFaults: [StorageFault] = []
  /// Whether the box's own file is not there, or damaged.
  private(set) var wantsIdentity = false

  private var knownBox: String?
  /// Whole snapshots that were passed over.
  private var passedOver: [LogSnapshot] = []
  /// What files of an older version have counted.
  private var outdated: [(number: Int, ledger: SequenceLedger)] = []
  /// Files that a power cut kept from their names.
  private(set) var leftovers: [String] = []
  private let floor: Instant
  private let segmentBytes: Int

  /// Nothing read yet.
  init(of numbers: [Int], floor: Instant, segmentBytes: Int) {
    self.numbers = numbers
    self.floor = floor
    self.segmentBytes = segmentBytes
    lastNumber = numbers.last ?? 0
    replay = LogReplay(floor: floor)
  }

  /// The box's name: from its file; else from the log; else a new one.
  func box(_ start: JournalStart) -> String { knownBox ?? replay.state.owner ?? start.newBox }

  /// Reads the box's name from its file. It is to be written when it is not there or damaged, but not when the
  /// medium would not give it back.
  mutating func readIdentity<Storage: JournalStorage>(in storage: Storage) {
    do throws(StorageFault) {
      knownBox = BoxIdentity.box(in: try storage.read(BoxIdentity.path))
      wantsIdentity = knownBox == nil
    } catch {
      wantsIdentity = error.reason == .missing
      if !wantsIdentity { identityFaults.append(error) }
    }
  }

  /// Notes what a power cut has left. It may be as long as the log, and nobody will read a byte of it.
  mutating func findLeftovers<Storage: JournalStorage>(in storage: Storage) {
    do throws(StorageFault) {
      let names = try storage.list("")
      leftovers = [Journal<Storage>.importPath, SnapshotName.temporaryPath].filter(names.contains)
    } catch {
      // The next start looks again.
    }
  }

  /// Reads the log, and forgets what is too old for a start.
  mutating func read<Storage: JournalStorage>(from storage: Storage, start: JournalStart) {
    readSegments(from: storage, start: start)
    readLostLines(from: storage, start: start)
    leaveOutNumbers()
    (passedOver, outdated) = ([], [])
  }

  private mutating func readSegments<Storage: JournalStorage>(from storage: Storage, start: JournalStart) {
    for number in Self.snapshotNumbers(in: storage) {
      guard let found = Self.snapshot(number, in: storage, floor: floor) else {
        noteOutdated(number, in: storage)
        continue
      }
      guard found.isOf(numbers, in: storage) else {
        passedOver.append(found)
        continue
      }
      replay = LogReplay(after: found)
      readSegments(after: number, from: storage)
      snapshot = JournalFigures.Snapshot(segment: number, state: found.state)
      if replay.isSound, replay.forget(at: start) { return }
      passedOver.append(found)
    }
    snapshot = nil
    replay = LogReplay(floor: floor, logBytes: numbers.count * segmentBytes)
    readSegments(after: 0, from: storage)
    _ = replay.forget(at: start)
  }

  /// Of the snapshots that were passed over the one that knows most beyond what was read. It stays where it is as long
  /// as no other holds the same, and so does one that cannot stand beside the segments.
  private mutating func readLostLines<Storage: JournalStorage>(from storage: Storage, start: JournalStart) {
    let read = replay.state.ledger
    let richer = passedOver.compactMap { found -> (found: LogSnapshot, only: Recovered.OnlyInSnapshot)? in
      let only = found.lines(beyond: read)
      return only.lines.isEmpty || found.number > Self.highestSnapshot ? nil : (found, only)
    }
    lastNumber = max(lastNumber, richer.map(\.found.number).max() ?? 0)
    for (found, only) in richer.sorted(by: { $0.only.count > $1.only.count }) {
      guard var beside = Self.replay(of: numbers, beside: found, from: storage) else { continue }
      if !beside.isSound || !beside.forget(at: start) {
        beside = Self.replay(of: numbers, beside: found, recallsForgotten: true, from: storage) ?? beside
        _ = beside.forget(at: start)
      }
      replay = beside
      snapshot = JournalFigures.Snapshot(segment: found.number, state: found.state)
      onlyInSnapshot = only
      return
    }
  }

  private mutating func noteOutdated<Storage: JournalStorage>(_ number: Int, in storage: Storage) {
    do throws(StorageFault) {
      let ledger = SnapshotReader.ledger(in: try storage.read(SnapshotName.path(number)))
      if let ledger, number <= Self.highestSnapshot { outdated.append((number, ledger)) }
    } catch {
      // Then it tells nothing, and stays.
    }
  }

  /// What a snapshot of an older version holds is not known here. But it may be the last to tell of lines, which may
  /// come back, so nothing that it has counted is given out again.
  private mutating func leaveOutNumbers() {
    let read = replay.state.ledger
    for (number, ledger) in outdated where !ledger.numbers(beyond: read).isEmpty {
      lastNumber = max(lastNumber, number)
      replay.leaveOut(ledger)
    }
  }

  /// A higher number leaves no names for what follows, and can only be somebody's joke.
  private static let highestSnapshot = LineLimits.segment.upperBound / 2

  /// All segments beside a snapshot that tells more than they do; nil: they went on without what it tells.
  static func replay<Storage: JournalStorage>(
    of numbers: [Int], beside snapshot: LogSnapshot, recallsForgotten: Bool = false, from storage: Storage
  ) -> LogReplay? {
    var replay = LogReplay(beside: snapshot, recallsForgotten: recallsForgotten)
    for number in numbers {
      do throws(StorageFault) {
        replay.read(try storage.read(SegmentName.path(number)), number: number)
      } catch {
        replay.noteUnreadable(error, bytes: length(of: SegmentName.path(number), in: storage))
      }
    }
    return replay.contradictsSnapshot ? nil : replay
  }

  private mutating func readSegments<Storage: JournalStorage>(after last: Int, from storage: Storage) {
    for number in numbers where number > last {
      do throws(StorageFault) {
        replay.read(try storage.read(SegmentName.path(number)), number: number)
      } catch {
        replay.noteUnreadable(error, bytes: Self.length(of: SegmentName.path(number), in: storage))
      }
    }
  }

  /// How long a segment may be that cannot be read.
  private static func length<Storage: JournalStorage>(of path: String, in storage: Storage) -> Int {
    do throws(StorageFault) {
      return min(try storage.length(of: path), StorageLimits.fileBytes)
    } catch {
      return StorageLimits.fileBytes
    }
  }

  /// The snapshots that there are, newest first. Without a list there are none, and the segments tell it all.
  static func snapshotNumbers<Storage: JournalStorage>(in storage: Storage) -> [Int] {
    do throws(StorageFault) {
      return try storage.list("").compactMap(SnapshotName.number).sorted(by: >)
    } catch {
      return []
    }
  }

  /// The snapshot of a number, if its file can be read and is whole.
  static func snapshot<Storage: JournalStorage>(
    _ number: Int, in storage: Storage, floor: Instant
  ) -> LogSnapshot? {
    do throws(StorageFault) {
      let snapshot = SnapshotReader.snapshot(in: try storage.read(SnapshotName.path(number)), floor: floor)
      return snapshot?.number == number ? snapshot : nil
    } catch {
      return nil
    }
  }
}
