import Nursery

extension Journal {
  /// An opened log: the journal, the state from its lines, and what the start found.
  public struct Opened {
    /// The journal, ready for new lines.
    public var journal: Journal
    /// The events of the last two months and the boots' clocks.
    public var fold: CareFold
    /// What the start found.
    public var recovered: Recovered
  }

  /// Opens the log: reads as far back as the pages need, then writes this boot's own line.
  ///
  /// Damaged content does not make it fail. Neither does a card that cannot be written: then the journal holds its
  /// lines in memory, and the result has the fault. It fails if the log cannot be listed, or if neither the box's file
  /// nor any segment can be read. Otherwise the box would get a new name, and could not use the clocks of its old
  /// lines.
  ///
  /// - Parameter floor: no line was written before it. It bounds the clocks of boots that were never synced.
  public static func open(
    _ storage: Storage, start: JournalStart, floor: Instant = Instant(milliseconds: 0),
    segmentBytes: Int = Journal.segmentBytes
  ) throws(JournalFault) -> Opened {
    try open(
      storage, start: start, floor: floor, segmentBytes: segmentBytes, leastLines: LogOpening.leastLines)
  }

  /// The same, reading at least `leastLines` lines.
  static func open(
    _ storage: Storage, start: JournalStart, floor: Instant = Instant(milliseconds: 0), segmentBytes: Int,
    leastLines: Int
  ) throws(JournalFault) -> Opened {
    var faults: [StorageFault] = []
    let file = readIdentity(storage, &faults)
    let boxFault = faults.first
    let importing = file?.mark?.importing.flatMap { nameImport($0, storage, &faults) ? nil : $0 }
    let names = try list(storage)
    var opening = LogOpening(
      numbers: try segmentNumbers(in: storage), mark: file?.mark, own: file?.box, floor: floor,
      leastLines: leastLines)
    opening.findStrays(in: storage)
    for name in opening.strays {
      note(&faults) { () throws(StorageFault) in try Quarantine.move(name, from: storage) }
    }
    let box = { (owner: String?) in file?.box ?? owner ?? start.newBox }
    var boot = opening.read(from: storage, start: start, box: box) + 1
    if let fault = boxFault, opening.scan.owner == nil, !opening.scan.unreadable.isEmpty {
      throw .unreadable(fault)
    }
    if let box = file?.box, file?.mark == nil, opening.numbers.isEmpty {
      boot = opening.beginBlank(box, start)
    }
    var recovered = Recovered(opening, box: box(opening.scan.owner), boot: boot)
    let unsettled = settle(opening, start, in: storage, &faults)
    var journal = Journal(
      after: opening, recovered, start: start, on: storage, segmentBytes: segmentBytes)
    journal.importing = importing
    if importing == nil {
      journal.leftovers = names.filter { $0.hasSuffix(stagedSuffix) }.map { SegmentName.folder + "/" + $0 }
    }
    journal.holdAgain(unsettled)
    recovered.fault = journal.appendBootLine(start)
    recovered.lastSequence = journal.lastSequence
    note(&faults) { () throws(StorageFault) in try opening.scan.quarantine.save(to: storage) }
    recovered.minorFaults = faults + [journal.markFault].compactMap { $0 }
    return Opened(journal: journal, fold: opening.fold, recovered: recovered)
  }

  private init(
    after opening: LogOpening, _ recovered: Recovered, start: JournalStart,
    on storage: Storage,
    segmentBytes: Int
  ) {
    box = recovered.box
    boot = recovered.boot
    lastSequence = recovered.lastSequence
    searchedSince = lastSequence
    segmentCount = opening.numbers.count
    self.storage = storage
    self.segmentBytes = segmentBytes
    kernelBootID = start.kernelBootID
    lastSegmentNumber = max(opening.numbers.last ?? 0, opening.mark?.segment ?? 0)
    firstWithHead = opening.mark?.firstWithHead ?? opening.scan.firstWithHead ?? lastSegmentNumber + 1
    isBlind = !opening.scan.unreadable.isEmpty
    summary = LogSummary(
      ledger: opening.scan.ledger, fold: opening.fold, start, boot: recovered.boot)
    skipped = opening.scan.skipped.map { [$0] } ?? []
    lastCount = opening.scan.ledger.count
    moment = start.moment(boot: recovered.boot)
    retired = opening.scan.open.map { Retired(number: $0.number, usedBytes: $0.usedBytes, isClosed: false) }
  }

  static func readIdentity(_ storage: Storage, _ faults: inout [StorageFault]) -> LogIdentity? {
    do throws(StorageFault) {
      return LogIdentity(try storage.read(LogIdentity.path))
    } catch {
      if error.reason != .missing { faults.append(error) }
      return nil
    }
  }

  private static func list(_ storage: Storage) throws(JournalFault) -> [String] {
    do throws(StorageFault) {
      return try storage.list(SegmentName.folder)
    } catch {
      throw .unreadable(error)
    }
  }

  /// The numbers of the segments in the log's folder, ascending. Those of a decided import count, whether they are
  /// renamed yet or not.
  static func segmentNumbers(in storage: Storage) throws(JournalFault) -> [Int] {
    let names = try list(storage)
    var faults: [StorageFault] = []
    let staged = names.compactMap { stagedNumber($0) }
    guard !staged.isEmpty, let importing = readIdentity(storage, &faults)?.mark?.importing else {
      return names.compactMap(SegmentName.number).sorted()
    }
    return Set(names.compactMap(SegmentName.number) + staged.filter(importing.contains)).sorted()
  }

  /// Makes durable what this start has read, since it will be shown as saved. If another kernel boot wrote a segment,
  /// it was read from the card, and a sync costs nothing.
  ///
  /// If this kernel boot wrote a segment, a sync proves nothing: the process that died may have had a failed sync,
  /// after which the kernel counts unwritten pages as clean. The lines of such segments are written again instead.
  ///
  /// - Returns: the segments whose lines must be written again.
  private static func settle(
    _ opening: LogOpening, _ start: JournalStart, in storage: Storage, _ faults: inout [StorageFault]
  ) -> [LogScan.Unsettled] {
    let segments = opening.scan.unsettled
    let isOfThisKernel =
      opening.scan.kernelBootID == start.kernelBootID
      || opening.fold.clockFold.starts.starts[start.kernelBootID] != nil
    guard !isOfThisKernel else { return segments }
    var unsettled: [LogScan.Unsettled] = []
    for segment in segments {
      let (path, before) = (SegmentName.path(segment.number), faults.count)
      note(&faults) { () throws(StorageFault) in try storage.sync(path) }
      if faults.count > before { unsettled.append(segment) }
      storage.abandon(path)
    }
    return unsettled
  }

  /// Runs a step that the log can do without, and keeps its fault for the report.
  static func note(_ faults: inout [StorageFault], _ work: () throws(StorageFault) -> Void) {
    do throws(StorageFault) {
      try work()
    } catch {
      faults.append(error)
    }
  }

  /// Writes the line of this start. This first write shows whether the card accepts lines.
  private mutating func appendBootLine(_ start: JournalStart) -> JournalFault? {
    lastSequence += 1
    let line = JournalLine(
      id: start.bootLineID, box: box, sequence: lastSequence, count: nextCount(),
      moment: start.moment(boot: boot), entry: .boot(kernelBootID: start.kernelBootID))
    holdBootLine(line)
    return flush().fault
  }
}

extension Recovered {
  fileprivate init(_ opening: LogOpening, box: String, boot: Int) {
    let scan = opening.scan
    self.init()
    lines = scan.ledger.lines
    (foreign, odd, repeated) = (scan.tally.foreign, scan.tally.odd, scan.tally.repeated)
    (damaged, torn) = (scan.tally.damaged, scan.tally.torn)
    gaps = scan.gaps(withReported: false)
    (unreadable, vanished, strays) = (scan.unreadable, opening.vanished, opening.strays)
    endedCleanly = scan.endedCleanly
    (self.box, self.boot) = (box, boot)
    lastSequence = scan.ledger.last(of: box)
  }
}

/// What the journal needs to be told at a start of the box.
public struct JournalStart: Hashable, Sendable {
  /// The kernel's name for this boot (`/proc/sys/kernel/random/boot_id`).
  public var kernelBootID: String
  /// `CLOCK_BOOTTIME` in milliseconds.
  public var bootMilliseconds: Int
  /// The wall clock; nil if it has no value worth recording.
  public var wall: Instant?
  /// What set the wall clock. It decides whether `wall` may be shown.
  public var trust: ClockTrust
  /// Random bits: two words for the id of the boot line, one for a new box's name. They also decide how many numbers a
  /// start leaves out.
  public var random: (UInt64, UInt64, UInt64) {
    get { (firstRandom, secondRandom, thirdRandom) }
    set { (firstRandom, secondRandom, thirdRandom) = newValue }
  }
  private var firstRandom: UInt64
  private var secondRandom: UInt64
  private var thirdRandom: UInt64

  /// A start at a reading of the clocks.
  public init(
    kernelBootID: String, bootMilliseconds: Int, wall: Instant?, trust: ClockTrust,
    random: (UInt64, UInt64, UInt64)
  ) {
    self.kernelBootID = kernelBootID
    self.bootMilliseconds = bootMilliseconds
    self.wall = wall
    self.trust = trust
    (firstRandom, secondRandom, thirdRandom) = random
  }

  /// The boot line's id. Without a wall clock its time counts from 1970, and only its random bits make it unique.
  var bootLineID: EventID {
    EventID(milliseconds: wall?.milliseconds ?? bootMilliseconds, random: (firstRandom, secondRandom))
  }

  /// A new name for a box without one: 12 hexadecimal digits.
  var newBox: String { String(decoding: Hexadecimal.digits(thirdRandom, count: 12), as: UTF8.self) }
}

/// What opening the log found, apart from the lines.
public struct Recovered: Hashable, Sendable {
  /// The lines of the whole log, including foreign ones, without repeated ones.
  public internal(set) var lines = 0
  /// How many of the lines read are of an unknown version, op or kind.
  public internal(set) var foreign = 0
  /// Texts with a good checksum that are not lines; they stay where they are.
  public internal(set) var odd = 0
  /// Lines that occurred again, as after a write that failed.
  public internal(set) var repeated = 0
  /// Damaged pieces that were written and confirmed, as something after them in the log shows.
  public internal(set) var damaged = 0
  /// Damaged pieces about which nothing shows that: entries that were not confirmed, or the last confirmed one.
  public internal(set) var torn = 0
  /// Missing lines, by box and then by number. If a box has more than 256 gaps, one gap stands for all further ones.
  /// Gaps before the part that a start reads are not looked for.
  public internal(set) var gaps: [LineGap] = []
  /// Segments that the medium could not return. The start read on without them, and left out the ordinals and numbers
  /// that the ones at the end may have used.
  public internal(set) var unreadable: [StorageFault] = []
  /// Segments that were begun and are gone from the end of the log.
  public internal(set) var vanished: ClosedRange<Int>?
  /// Files named like segments that do not belong to the log; they were moved to quarantine.
  public internal(set) var strays: [String] = []
  /// Whether the log before this start was closed in order or is empty.
  public internal(set) var endedCleanly = true
  /// This box's name.
  public internal(set) var box = ""
  /// This boot's ordinal in the log, from 1.
  public internal(set) var boot = 0
  /// The last line number that this box has used, including this start's boot line.
  public internal(set) var lastSequence = 0
  /// Why lines are held in memory only; nil if the card accepts them.
  public internal(set) var fault: JournalFault?
  /// Faults that cost only a copy or a second check: identity file, quarantine, a late sync.
  public internal(set) var minorFaults: [StorageFault] = []

  init() {}
}
