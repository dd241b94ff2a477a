import Nursery
import SimulatedBoard

@testable import CareJournal

/// A random household of boxes: they write, exchange lines that are lost, repeated and mixed, restart from their disks,
/// and have wrong clocks.
struct Household {
  /// A box: its disk, its open log, and the state in memory from all its lines.
  struct Box {
    var name: String
    var disk: SimulatedDisk
    var journal: Journal<SimulatedDisk>
    var live: CareFold
    var milliseconds: Int
    var kernel: Int
    /// How far its wall clock is off.
    var lie: Int
    var isSynced: Bool
  }

  private(set) var boxes: [Box] = []
  private var random: SeededRandom
  private var truth = 1_770_000_000_000
  private var events: [EventID] = []
  private var nextID = 0
  private let floor: Instant
  static let baby = BabyID(number: 1)

  /// - Parameter imports: whether boxes also import what others have exported.
  init(seed: UInt64, imports: Bool = false) throws(JournalFault) {
    random = SeededRandom(seed: seed)
    // A start forgets copies whose time is only known to be 100 days ago, until the next start after their originals.
    floor = Instant(milliseconds: imports ? 1_769_900_000_000 : 1_760_000_000_000)
    for _ in 0..<Int.random(in: 2...5, using: &random) { try add() }
    for _ in 0..<Int.random(in: 20...80, using: &random) {
      try live()
      if imports, chance(9) == 0 { try importCopy() }
    }
  }

  private mutating func chance(_ most: Int) -> Int { Int.random(in: 0...most, using: &random) }

  private mutating func add() throws(JournalFault) {
    let disk = SimulatedDisk()
    let lie = chance(5) == 0 ? chance(2_000_000_000) - 1_000_000_000 : 0
    let box = try open(
      disk, milliseconds: 5_000 + chance(20_000), kernel: chance(1_000_000), lie: lie,
      isSynced: chance(1) == 0)
    boxes.append(box)
  }

  private mutating func open(
    _ disk: SimulatedDisk, milliseconds: Int, kernel: Int, lie: Int, isSynced: Bool
  ) throws(JournalFault) -> Box {
    let start = JournalStart(
      kernelBootID: "kernel-\(kernel)", bootMilliseconds: milliseconds,
      wall: isSynced ? Instant(milliseconds: truth + lie) : nil, trust: isSynced ? .synced : .none,
      random: (random.next(), random.next(), random.next()))
    let opened = try Journal.open(
      disk, start: start, floor: floor, segmentBytes: 8_192, leastLines: 20)
    var live = opened.fold
    live.noteStart(start, boot: opened.journal.boot)
    return Box(
      name: opened.journal.box, disk: disk, journal: opened.journal, live: live, milliseconds: milliseconds,
      kernel: kernel,
      lie: lie, isSynced: isSynced)
  }

  private mutating func live() throws(JournalFault) {
    let index = chance(boxes.count - 1)
    pass(chance(4) == 0 ? 30_000_000 : 2_000_000)
    switch chance(9) {
    case 0...2: add(at: index)
    case 3...5:
      if let id = events.randomElement(using: &random) { correct(id, at: index) } else { add(at: index) }
    case 6: try restart(index)
    case 7: sync(index)
    default: exchange(from: index, to: chance(boxes.count - 1))
    }
  }

  private mutating func pass(_ most: Int) {
    let step = 1 + chance(most)
    truth += step
    for index in boxes.indices { boxes[index].milliseconds += step }
  }

  /// Writes a line; once it is on the disk it is in memory too, as in the running box.
  private mutating func write(_ draft: JournalDraft, at index: Int) {
    let receipt = boxes[index].journal.append([draft])
    precondition(receipt.heldCount == 0)
    let stamp = receipt.stamps[draft.id] ?? .none
    let line = draft.line(box: boxes[index].name, sequence: stamp.sequence, count: stamp.count)
    boxes[index].live.apply(line)
    boxes[index].live.settle()
  }

  private func moment(_ index: Int) -> Moment {
    let box = boxes[index]
    return Moment(
      boot: BootTime(boot: box.journal.boot, milliseconds: box.milliseconds),
      wall: box.isSynced ? Instant(milliseconds: truth + box.lie) : nil,
      trust: box.isSynced ? .synced : .none)
  }

  private mutating func id() -> EventID {
    nextID += 1
    return EventID(milliseconds: nextID, random: (random.next(), random.next()))
  }

  private mutating func write(_ change: CareEvent.Change, at index: Int) -> EventID {
    let event = CareEvent(id: id(), baby: Self.baby, moment: moment(index), source: .button, change: change)
    write(.care(event), at: index)
    return event.id
  }

  private mutating func time(_ index: Int) -> EventTime {
    chance(4) == 0 ? .wall(Instant(milliseconds: truth)) : .boot(moment(index).boot)
  }

  private mutating func add(at index: Int) {
    let kind = [CareKind.sleep, .nursing, .bottle, .wake][chance(3)]
    var care = Care(kind: kind, start: time(index))
    if kind.lasts, chance(2) == 0 { care.end = time(index) }
    events.append(write(.added(care), at: index))
  }

  private mutating func correct(_ id: EventID, at index: Int) {
    switch chance(4) {
    case 0: _ = write(.deleted(id), at: index)
    case 1: _ = write(.amended(id, CarePatch(kind: .nursing, side: .left)), at: index)
    case 2: _ = write(.amended(id, CarePatch(start: time(index))), at: index)
    // A time from another box, as undo may write it.
    case 3:
      let start = boxes[index].live.logs[Self.baby]?.record(id)?.care.start
      _ = write(.amended(id, CarePatch(end: .some(start ?? time(index)))), at: index)
    default: _ = write(.amended(id, CarePatch(end: .some(time(index)))), at: index)
    }
  }

  private mutating func sync(_ index: Int) {
    if chance(1) == 0 { boxes[index].lie = chance(3) == 0 ? chance(200_000_000) - 100_000_000 : 0 }
    boxes[index].isSynced = true
    write(.sync(id(), moment(index)), at: index)
  }

  /// Restarts the program or the kernel from the disk, after a power cut or after a clean stop.
  private mutating func restart(_ index: Int) throws(JournalFault) {
    let box = boxes[index]
    if chance(1) == 0 { try box.journal.closed() } else { box.disk.powerCut { _ in 0 } }
    let isSameKernel = chance(2) == 0
    boxes[index] = try open(
      box.disk, milliseconds: isSameKernel ? box.milliseconds + 1_000 : 4_000 + chance(30_000),
      kernel: isSameKernel ? box.kernel : chance(1_000_000), lie: box.lie,
      isSynced: isSameKernel ? box.isSynced : chance(1) == 0)
  }

  /// Imports a box's log as `log import` does: into a new box, or into another one, which starts again.
  private mutating func importCopy() throws(JournalFault) {
    let lines = try lines(of: chance(boxes.count - 1))
    if boxes.count < 7, chance(1) == 0 { try add() }
    let index = chance(1) == 0 ? boxes.count - 1 : chance(boxes.count - 1)
    var known: Set<EventID> = []
    try Journal.replay(SimulatedDisk(copying: boxes[index].disk)) { known.insert($0.id) }
    var copy = CopiedLog(at: moment(index), floor: floor)
    var rest: [ImportedDraft] = []
    do throws(FieldFault) {
      for (number, text) in lines.enumerated() { try copy.learn(try CopiedLog.line(text, number), number) }
      for (number, text) in lines.enumerated() {
        let line = try CopiedLog.line(text, number)
        guard let draft = copy.draft(of: line, text), known.insert(draft.id).inserted else { continue }
        rest.append(ImportedDraft(draft: draft, span: nil, origin: line.stamp))
      }
    } catch {
      preconditionFailure("\(error)")
    }
    rest.shuffle(using: &random)
    try boxes[index].journal.receive { rest.popLast() }
    try restart(index)
  }

  /// All lines of a box's log, byte for byte.
  func lines(of index: Int) throws(JournalFault) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    try LogLines.read(from: boxes[index].disk) { _, text in lines.append(Array(text)) }
    return lines
  }

  /// Sends lines to another box in any order. Some are lost, and some arrive twice.
  private mutating func exchange(from: Int, to: Int) {
    do throws(JournalFault) {
      var lines = try lines(of: from).filter { _ in chance(3) > 0 }
      if chance(1) == 0 { lines.shuffle(using: &random) }
      if let again = lines.randomElement(using: &random) { lines.append(again) }
      offer(lines, to: to)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  mutating func offer(_ lines: [[UInt8]], to index: Int) {
    var rest = lines[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(1 + chance(40)))
      rest = rest.dropFirst(piece.count)
      do throws(OfferFault) {
        let judged = try boxes[index].journal.judge(piece, from: .open)
        let receipt = boxes[index].journal.receive(judged)
        precondition(receipt.fault == nil)
        for line in receipt.received { boxes[index].live.apply(line) }
        boxes[index].live.settle()
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }

  /// Every box gets every line, in a random order.
  mutating func exchangeAll() throws(JournalFault) {
    var all: Set<[UInt8]> = []
    for index in boxes.indices { all.formUnion(try lines(of: index)) }
    for index in boxes.indices { offer(all.shuffled(using: &random), to: index) }
  }

  /// The state from all lines of all boxes, without what `log import` copied. Copies only show when they were written.
  func withoutCopies() throws(JournalFault) -> CareFold {
    var fold = CareFold(floor: floor)
    var known: Set<LineStamp> = []
    for index in boxes.indices {
      for text in try lines(of: index) {
        guard case .line(var line) = JournalLineCodec.decode(text) else { continue }
        if line.origin != nil {
          // An event of a baby that is not compared, at the moment of the copy.
          let event = CareEvent(
            id: line.id, baby: BabyID(number: 9), moment: line.moment, source: .command,
            change: .deleted(line.id))
          (line.origin, line.entry) = (nil, .care(event))
        }
        if known.insert(line.stamp).inserted { fold.apply(line.seen(by: "")) }
      }
    }
    fold.settle()
    return fold
  }

  /// Replaces a box's card by a blank one under its old name.
  mutating func replaceCard(of index: Int) throws(JournalFault) {
    let box = boxes[index]
    let disk = SimulatedDisk(files: ["box.json": LogIdentity(box: box.name, mark: nil).bytes])
    boxes[index] = try open(
      disk, milliseconds: 9_000, kernel: chance(1_000_000), lie: 0, isSynced: true)
  }

  /// The state of a start from the whole log.
  func reopened(_ index: Int) throws(JournalFault) -> CareFold {
    var fold = CareFold(floor: floor)
    try Journal.replay(SimulatedDisk(copying: boxes[index].disk)) { line in fold.apply(line) }
    fold.settle()
    return fold
  }
}
