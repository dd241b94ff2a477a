import Nursery

@testable import CareJournal

/// A random log of a few years, in segments: boots with and without a clock, corrections soon and late. If it is `odd`,
/// it also has what no box writes by itself: lines that are repeated, late or of other boxes, unknown events, and
/// clocks that were decades off.
struct RandomLog {
  private(set) var segments: [[UInt8]] = []
  /// The start after the last line.
  private(set) var start = Samples.start(9)

  private let isOdd: Bool
  private var random: SeededRandom
  private var segment: [UInt8] = []
  private var written: [JournalLine] = []
  private var events: [EventID] = []
  private var boot = 0
  private var kernel = 0
  private var milliseconds = 0
  private var wall = 1_700_000_000_000
  private var isSynced = false
  private var sequence = 0

  init(seed: UInt64, isOdd: Bool) {
    self.isOdd = isOdd
    random = SeededRandom(seed: seed)
    for _ in 0..<chance(8, 12) {
      beginBoot()
      for _ in 0..<chance(2, 12) { writeSomething() }
      endSegment()
      if chance(0, 2) == 0 { endSegment() }
    }
    beginBoot()
    start.kernelBootID = kernelBootID
    start.bootMilliseconds = milliseconds
    start.wall = isSynced ? Instant(milliseconds: wall) : nil
    start.trust = isSynced ? .synced : .none
    written.removeLast()
    segment = []
  }

  private mutating func chance(_ least: Int, _ most: Int) -> Int {
    Int.random(in: least...most, using: &random)
  }

  private var kernelBootID: String { "kernel-\(kernel)" }
  private var now: BootTime { BootTime(boot: boot, milliseconds: milliseconds) }

  private var moment: Moment {
    Moment(
      boot: now, wall: isSynced ? Instant(milliseconds: wall) : nil, trust: isSynced ? .synced : .none)
  }

  private mutating func pass(days: Int) {
    let step = chance(1, max(1, days * 86_400_000))
    milliseconds += step
    wall += step
  }

  /// Begins a new boot of the kernel, or only of the program.
  private mutating func beginBoot() {
    wall += chance(0, 40) * 86_400_000
    boot += 1
    if boot == 1 || chance(0, 3) > 0 {
      kernel += 1
      milliseconds = chance(1_000, 90_000)
      isSynced = chance(0, 3) == 0
    }
    if isOdd, chance(0, 6) == 0 { wall += chance(-4_000, 4_000) * 86_400_000 }
    write(.boot(kernelBootID: kernelBootID))
  }

  private mutating func writeSomething() {
    pass(days: chance(0, 4) == 0 ? 90 : 1)
    switch chance(0, isOdd ? 13 : 9) {
    case 0...3: writeAdd()
    case 4...6: if let id = events.randomElement(using: &random) { correct(id) } else { writeAdd() }
    case 7:
      isSynced = true
      write(.sync)
    case 8: write(.foreign)
    case 9: endSegment()
    case 10: repeatLine()
    case 11: correct(EventID(high: random.next(), low: random.next()))
    case 12: sequence += chance(1, 3)
    default: writeElsewhere()
    }
  }

  private mutating func writeAdd() {
    let kinds: [CareKind] = [.sleep, .nursing, .bottle, .wake, .dreamFeedDismissed]
    let kind = kinds[chance(0, 4)]
    var care = Care(kind: kind, start: time())
    if kind.lasts, chance(0, 5) > 0 { care.end = .boot(now) }
    if kind == .nursing { care.side = chance(0, 1) == 0 ? .left : nil }
    events.append(write(.added(care)))
  }

  private mutating func time() -> EventTime {
    if isOdd, chance(0, 9) == 0 {
      return .boot(BootTime(boot: chance(0, 30), milliseconds: chance(0, 1_000)))
    }
    switch chance(0, 9) {
    case 0: return .wall(Instant(milliseconds: wall))
    case 1: return .about(Instant(milliseconds: wall))
    default: return .boot(now)
    }
  }

  private mutating func correct(_ id: EventID) {
    switch chance(0, 3) {
    case 0: write(.deleted(id))
    case 1: write(.amended(id, CarePatch(kind: .sleep, start: time(), side: .right)))
    case 2: write(.amended(id, CarePatch(end: .some(nil))))
    default: write(.amended(id, CarePatch(end: .some(.boot(now)))))
    }
  }

  /// Writes a line mostly of another box whose lines come late.
  private mutating func writeElsewhere() {
    let line = JournalLine(
      id: id(), box: "0123456789ab", sequence: chance(1, 40), moment: moment, entry: .sync)
    append(line)
  }

  private mutating func repeatLine() {
    guard let line = written.randomElement(using: &random) else { return }
    append(line)
  }

  private enum Text {
    case boot(kernelBootID: String)
    case sync
    case foreign
  }

  private mutating func write(_ text: Text) {
    sequence += 1
    var line = JournalLine(
      id: id(), box: "7c1e9a04b2d1", sequence: sequence, moment: moment, entry: .sync)
    switch text {
    case .boot(let kernelBootID): line.entry = .boot(kernelBootID: kernelBootID)
    case .sync: break
    case .foreign:
      segment += Samples.foreign(line)
      return
    }
    append(line)
  }

  @discardableResult
  private mutating func write(_ change: CareEvent.Change) -> EventID {
    sequence += 1
    let id = id()
    let event = CareEvent(
      id: id, baby: BabyID(number: chance(1, 2)), moment: moment, source: .button, change: change)
    append(
      JournalLine(
        id: id, box: "7c1e9a04b2d1", sequence: sequence, moment: moment, entry: .care(event)))
    return id
  }

  private mutating func id() -> EventID {
    EventID(milliseconds: wall, random: (random.next(), random.next()))
  }

  private mutating func append(_ line: JournalLine) {
    written.append(line)
    segment += JournalLineCodec.encode(line) ?? []
  }

  private mutating func endSegment() {
    guard !segment.isEmpty else { return }
    segments.append(segment)
    segment = []
  }
}

extension Samples {
  /// A line with an op that no version knows.
  static func foreign(_ line: JournalLine) -> [UInt8] {
    let bytes = JournalLineCodec.encode(line) ?? []
    let text = String(decoding: bytes.dropLast(19), as: UTF8.self)
    return sealed(text.replacing("\"op\":\"sync\"", with: "\"op\":\"hug\"") + "}") + [0x0A]
  }
}
