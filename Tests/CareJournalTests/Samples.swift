import Nursery
import SimulatedBoard

@testable import CareJournal

extension Journal {
  /// The number of lines held in memory only.
  var heldCount: Int { held.count }
}

/// Random numbers that a seed reproduces (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// Walks through all sequences of answers to repeated questions, like a mileage counter with one wheel per question.
struct Odometer {
  private var wheels: [(value: Int, options: Int)] = []
  private var position = 0

  mutating func answer(below options: Int) -> Int {
    if position == wheels.count { wheels.append((0, options)) }
    defer { position += 1 }
    return wheels[position].value
  }

  /// Advances to the next sequence; false after the last one.
  mutating func advance() -> Bool {
    position = 0
    while let last = wheels.popLast() {
      if last.value + 1 < last.options {
        wheels.append((last.value + 1, last.options))
        return true
      }
    }
    return false
  }
}

enum Samples {
  static let id = EventID(milliseconds: 1_770_811_500_000, random: (0x123, 0x456))
  static let earlierID = EventID(milliseconds: 1_770_811_400_000, random: (0x789, 0xABC))
  static let moment = Moment(
    boot: BootTime(boot: 3, milliseconds: 86_400_000), wall: Instant(milliseconds: 1_770_811_500_000),
    trust: .synced)

  static func start(_ number: UInt64 = 1) -> JournalStart {
    JournalStart(
      kernelBootID: "5d3c5b7e-0000-4000-8000-00000000000\(number % 10)", bootMilliseconds: 4_000,
      wall: nil, trust: .none, random: (number, number &* 0x9E37_79B9, 0x7C1E_9A04_B2D1))
  }

  /// Event number `number` of a test: a nap.
  static func event(_ number: Int, boot: Int = 1) -> CareEvent {
    let time = BootTime(boot: boot, milliseconds: 10_000 + number * 1000)
    return CareEvent(
      id: EventID(milliseconds: 1_000_000 + number, random: (UInt64(number), UInt64(number))),
      baby: BabyID(number: 1), moment: Moment(boot: time, wall: nil, trust: .none), source: .button,
      change: .added(Care(kind: .sleep, start: .boot(time))))
  }

  /// Event number `number` of a test: a bottle.
  static func event(_ number: Int, at time: EventTime) -> CareEvent {
    CareEvent(
      id: EventID(milliseconds: 1_000_000 + number, random: (UInt64(number), UInt64(number))),
      baby: BabyID(number: 1),
      moment: Moment(boot: BootTime(boot: 1, milliseconds: 90_000), wall: nil, trust: .none),
      source: .button, change: .added(Care(kind: .bottle, start: time)))
  }

  static func drafts(_ numbers: ClosedRange<Int>) -> [JournalDraft] {
    numbers.map { .care(event($0)) }
  }

  static func line(_ entry: JournalLine.Entry, box: String = "7c1e9a04b2d1") -> JournalLine {
    JournalLine(id: id, box: box, sequence: 12, moment: moment, entry: entry)
  }

  static func care(_ change: CareEvent.Change) -> JournalLine.Entry {
    .care(CareEvent(id: id, baby: BabyID(number: 1), moment: moment, source: .button, change: change))
  }

  /// A text with a valid checksum, whatever it says. `object` is `{…}` without a checksum.
  static func sealed(_ object: String) -> [UInt8] {
    var bytes = Array(object.utf8.dropLast())
    JournalLineCodec.seal(&bytes)
    return bytes
  }

  /// The bytes of a segment with lines numbered from 1.
  static func segment(events: ClosedRange<Int>, roomBytes: Int = 0) -> [UInt8] {
    let lines = events.flatMap { number in
      JournalLineCodec.encode(
        JournalDraft.care(event(number)).line(box: "7c1e9a04b2d1", sequence: number)) ?? []
    }
    return lines + [UInt8](repeating: 0x0A, count: roomBytes)
  }
}

extension LogScan {
  /// Scans segments as they are, and returns the delivered lines too.
  static func reading(_ segments: [[UInt8]]) -> (scan: LogScan, lines: [JournalLine]) {
    var files: [String: [UInt8]] = [:]
    for (index, bytes) in segments.enumerated() { files[SegmentName.path(index + 1)] = bytes }
    let disk = SimulatedDisk(files: files)
    var scan = LogScan(mark: nil)
    var lines: [JournalLine] = []
    for index in segments.indices { scan.read(index + 1, of: disk) { line, _ in lines.append(line) } }
    _ = scan.finish(box: "7c1e9a04b2d1")
    return (scan, lines)
  }
}

extension JournalLine {
  /// The id of a care line; nil for any other.
  var careID: EventID? {
    guard case .care = entry else { return nil }
    return id
  }
}

extension Journal {
  func closed() throws(JournalFault) {
    var journal = self
    try journal.close()
  }

  /// Receives lines of events at unknown times.
  mutating func receiveAll(_ drafts: [JournalDraft]) throws(JournalFault) {
    var rest = drafts[...]
    try receive { rest.popFirst().map { ImportedDraft(draft: $0, span: nil) } }
  }
}

extension SimulatedDisk {
  /// Replaces a file, or removes it.
  func put(_ bytes: [UInt8]?, at path: String) throws(StorageFault) {
    if files[path] != nil { try remove(path) }
    guard let bytes else { return }
    try create(path)
    try write(bytes, to: path, at: 0)
    try sync(path)
  }
}
