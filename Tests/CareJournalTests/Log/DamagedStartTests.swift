import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// Real starts on damaged segments: the box opens, reports the damage, delivers every undamaged line and accepts an
/// event; so does the next start.
@Suite struct DamagedStartTests {
  private static let path = SegmentName.path(1)

  /// A segment as a box writes it, with every kind of line, and naps of some numbers.
  private static func segment(naps: ClosedRange<Int>) throws -> [UInt8] {
    let disk = SimulatedDisk()
    var journal = try Journal.open(disk, start: Samples.start(1)).journal
    var moment = Samples.moment
    moment.boot = BootTime(boot: 1, milliseconds: 9_000)
    let drafts: [JournalDraft] = [
      .care(correction(1_001, of: naps.lowerBound, .amend)), .sync(EventID(high: 1 << 40, low: 2), moment),
      .care(correction(1_002, of: naps.lowerBound + 1, .delete)),
    ]
    _ = journal.append(
      Samples.drafts(naps) + drafts + Samples.drafts(naps.upperBound + 1...naps.upperBound + 1))
    try journal.close()
    return try #require(disk.files[path])
  }

  private enum Correction { case amend, delete }

  private static func correction(_ number: Int, of target: Int, _ kind: Correction) -> CareEvent {
    var event = Samples.event(number)
    let id = Samples.event(target).id
    event.change = kind == .delete ? .deleted(id) : .amended(id, CarePatch(kind: .nursing, side: .left))
    return event
  }

  /// The ids of a segment's lines, and the range of each with its line end.
  private static func lines(of bytes: [UInt8]) throws -> [(id: EventID, range: Range<Int>)] {
    var stream = SegmentStream(1, of: SimulatedDisk(files: [path: bytes]))
    var lines: [(EventID, Range<Int>)] = []
    while let piece = try stream.next() {
      guard case .line(let line) = piece.content else { continue }
      lines.append((line.id, piece.range.lowerBound..<piece.range.upperBound + 1))
    }
    return lines
  }

  /// The problem of two starts on such a segment; nil if there is none.
  private static func problem(
    _ bytes: [UInt8], untouched: [EventID], isTold: Bool
  ) throws -> String? {
    let disk = SimulatedDisk(files: [path: bytes])
    for number in 2...3 {
      var delivered: [EventID] = []
      try Journal.replay(disk) { delivered.append($0.id) }
      let old = delivered.filter { id in id != start(2).bootLineID && !events.contains(id) }
      if old != untouched { return "start \(number) delivers \(old.count) lines of \(untouched.count)" }
      let opened = try Journal.open(disk, start: start(number), segmentBytes: 4_000)
      var (journal, recovered) = (opened.journal, opened.recovered)
      if recovered.fault != nil { return "start \(number) writes nothing" }
      if isTold, recovered.damaged + recovered.torn == 0 { return "start \(number) reports no damage" }
      if recovered.lines != delivered.count, recovered.gaps.isEmpty {
        return "start \(number) counts other lines"
      }
      let event = Samples.event(2_000 + number, boot: journal.boot)
      if journal.append([.care(event)]).acknowledged != [event.id] { return "start \(number) saves nothing" }
      disk.powerCut { _ in 0 }
    }
    return disk.files[path] == bytes ? nil : "the segment is another"
  }

  private static func start(_ number: Int) -> JournalStart { Samples.start(UInt64(number)) }
  private static let events = [2_002, 2_003].map { Samples.event($0).id }

  /// Flips bits of a segment with each kind of line.
  @Test("A start survives flipped bits", arguments: 0..<8)
  func aStartSurvivesFlippedBits(bit: Int) throws {
    let bytes = try Self.segment(naps: 1...2)
    let lines = try Self.lines(of: bytes)
    #expect(lines.count == 7)
    var states = 0
    // Each byte gets one flipped bit; eight runs cover all bits.
    for index in stride(from: 0, to: bytes.count, by: Self.step) {
      var damaged = bytes
      damaged[index] ^= 1 << bit
      let touched = lines.first { $0.range.contains(index) }?.id
      let untouched = lines.map(\.id).filter { $0 != touched }
      states += 1
      if let problem = try Self.problem(damaged, untouched: untouched, isTold: true) {
        Issue.record("byte \(index), bit \(bit): \(problem)")
      }
    }
    #expect(states * Self.step >= bytes.count)
  }

  /// Each case has two whole starts. `DamageTests` covers every bit with a reader alone.
  private static let step = 7

  /// Overwrites every sector of a log of 200 events with zeros, and of a shorter one with other bytes.
  @Test(
    "A start survives overwritten sectors", arguments: [(UInt8(0), 200), (0xFF, 40), (0x0A, 40), (0x20, 40)])
  func aStartSurvivesOverwrittenSectors(filler: UInt8, naps: Int) throws {
    let bytes = try Self.segment(naps: 1...naps)
    let lines = try Self.lines(of: bytes)
    #expect(lines.count == naps + 5)
    for start in stride(from: 0, to: bytes.count, by: 512) {
      let sector = start..<min(start + 512, bytes.count)
      var damaged = bytes
      damaged.replaceSubrange(sector, with: repeatElement(filler, count: sector.count))
      let untouched = lines.filter { damaged[$0.range] == bytes[$0.range] }.map(\.id)
      if let problem = try Self.problem(damaged, untouched: untouched, isTold: true) {
        Issue.record("sector at \(start): \(problem)")
      }
    }
  }
}
