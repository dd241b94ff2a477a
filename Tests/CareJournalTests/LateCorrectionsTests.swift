import Nursery
import Testing

@testable import CareJournal

/// Older corrections that arrive after newer ones.
@Suite struct LateCorrectionsTests {
  private static let baby = BabyID(number: 1)

  private static func at(_ minute: Int) -> EventTime { .wall(Instant(milliseconds: minute * 60_000)) }

  private static let start = CarePatch(start: at(1))
  private static let end = CarePatch(end: .some(at(2)))
  private static let both = CarePatch(start: at(3), end: .some(at(4)))
  private static let runs = CarePatch(end: .some(nil))
  private static let side = CarePatch(kind: .nursing, side: .left)

  @Test(
    "A newer correction overrides an older one",
    arguments: [
      (.amend(end), nil, nil, .amend(end)),
      (.amend(end), .amend(start), nil, .amend(end)),
      (.amend(end), .amend(end), nil, nil),
      (.amend(end), .amend(runs), nil, nil),
      (.amend(runs), .amend(end), nil, nil),
      (.amend(both), .amend(end), nil, .amend(CarePatch(start: at(3)))),
      (.amend(both), .amend(start), .amend(end), nil),
      (.amend(side), .amend(CarePatch(side: .right)), nil, .amend(CarePatch(kind: .nursing))),
      (.amend(side), .amend(CarePatch(kind: .sleep)), nil, .amend(CarePatch(side: .left))),
      (.amend(CarePatch()), .amend(end), nil, .amend(CarePatch())),
      (.amend(end), .delete, nil, nil),
      (.amend(end), .amend(start), .delete, nil),
      (.delete, nil, nil, .delete), (.delete, .delete, nil, .delete), (.delete, .amend(end), nil, nil),
    ] as [(Correction, Correction?, Correction?, Correction?)])
  func field(late: Correction, newer: Correction?, newest: Correction?, rest: Correction?) {
    let copy = Said(1, late).line(0)
    var corrections = LateCorrections(of: [copy].compactMap { LoggedCorrection($0) })
    for (place, correction) in [newer, newest].compactMap({ $0 }).enumerated() {
      corrections.note(Said(place + 2, correction).line(place + 1))
    }
    var expected = copy
    if case .care(var event) = copy.entry, case .amend(let patch)? = rest {
      event.change = .amended(EventID(milliseconds: 1, random: (7, 7)), patch)
      expected.entry = .care(event)
    }
    #expect(self.rest(of: copy, &corrections) == (rest == nil ? nil : expected))
  }

  /// A quadratic algorithm would take an hour.
  @Test func manyCorrectionsOfOneEventAreJudgedInOneGo() {
    let count = 60_000
    let lines = (0..<count).map { Said($0 + 1, $0 % 3 == 2 ? .delete : .amend(Self.end)).line($0) }
    var late = LateCorrections(of: lines.compactMap { LoggedCorrection($0) })
    for line in lines where line.sequence == 0 { if line.id.low % 2 == 1 { late.note(line) } }
    let left = lines.filter { $0.id.low % 2 == 0 }.compactMap { rest(of: $0, &late) }
    #expect(left.count + late.leftOut == count / 2)
    #expect(left.count <= 1, "the log's last word says all")
  }

  /// A correction: the minute of its logging, or nil without a clock; its box; its number there.
  struct Said: CustomTestStringConvertible {
    var minute: Int?
    var box: String
    var number: Int
    var change: Correction

    init(_ minute: Int?, _ box: String, _ number: Int, _ change: Correction) {
      (self.minute, self.box, self.number, self.change) = (minute, box, number, change)
    }

    init(_ minute: Int?, _ change: Correction) { self.init(minute, "b", 0, change) }

    var testDescription: String {
      "\(minute.map { "minute \($0)" } ?? "no time") \(box)\(number) \(change.testDescription)"
    }

    func line(_ id: Int) -> JournalLine {
      let wall = minute.map { Instant(milliseconds: $0 * 60_000) }
      let moment = Moment(boot: BootTime(boot: 1, milliseconds: id), wall: wall, trust: .none)
      let lineID = EventID(milliseconds: wall?.milliseconds ?? 0, random: (1, UInt64(id)))
      let target = EventID(milliseconds: 1, random: (7, 7))
      let change: CareEvent.Change =
        switch self.change {
        case .amend(let patch): .amended(target, patch)
        case .delete: .deleted(target)
        }
      return JournalLine(
        id: lineID, box: box, sequence: number, moment: moment,
        entry: .care(
          CareEvent(
            id: lineID, baby: LateCorrectionsTests.baby, moment: moment, source: .command, change: change)))
    }
  }

  /// What is accepted of the copy's unknown lines: `+` whole, `~` in part, `-` nothing.
  private func taken(_ copy: [Said], known: [Int], beside: [Said] = []) -> String {
    let lines = copy.enumerated().map { $0.element.line($0.offset) }
    var late = LateCorrections(of: lines.compactMap { LoggedCorrection($0) })
    for place in known { late.note(lines[place]) }
    for (place, said) in beside.enumerated() { late.note(said.line(100 + place)) }
    return lines.indices.filter { !known.contains($0) }.map { place in
      guard case .care(let event) = lines[place].entry else { return "?" }
      guard let rest = late.rest(of: .care(event)) else { return "-" }
      return rest == .care(event) ? "+" : "~"
    }.joined()
  }

  @Test func aCopyHasItsOwnOrder() {
    let ends = [Said(9, .amend(Self.end)), Said(8, .amend(Self.end)), Said(7, .amend(Self.both))]
    #expect(taken(ends, known: []) == "+++", "among themselves they come in order")
    #expect(taken(ends, known: [0]) == "++", "whatever the clocks said")
    #expect(taken(ends, known: [1]) == "-+")
    #expect(taken(ends, known: [2]) == "--")
    let deleted = [Said(7, .amend(Self.end)), Said(8, .delete), Said(9, .amend(Self.start))]
    #expect(taken(deleted, known: [1]) == "++", "the copy brings it back itself")
    #expect(taken(deleted, known: [2]) == "+-")
    #expect(taken(deleted, known: [1, 2]) == "+", "it was brought back since")
    #expect(taken(deleted, known: [0]) == "++")
    #expect(taken(Array(deleted.prefix(2)), known: [1]) == "-", "it stays deleted")
  }

  @Test(
    "Corrections from elsewhere are ordered by time, then by number",
    arguments: [
      (Said(5, "a", 9, .amend(both)), Said(6, "b", 3, .amend(end)), "~"),
      (Said(7, "a", 2, .amend(both)), Said(6, "b", 3, .amend(end)), "+"),
      (Said(nil, "b", 2, .amend(both)), Said(6, "b", 3, .amend(end)), "~"),
      (Said(nil, "b", 4, .amend(both)), Said(nil, "b", 3, .amend(end)), "+"),
      (Said(nil, "a", 4, .amend(end)), Said(nil, "b", 3, .amend(end)), "-"),
      (Said(5, "a", 4, .delete), Said(6, "b", 3, .amend(end)), "-"),
      (Said(7, "a", 4, .delete), Said(6, "b", 3, .amend(end)), "+"),
      (Said(5, "a", 4, .amend(end)), Said(6, "b", 3, .delete), "-"),
      (Said(7, "a", 4, .amend(end)), Said(6, "b", 3, .delete), "+"),
    ])
  func elsewhere(late: Said, known: Said, taken: String) {
    #expect(self.taken([late], known: [], beside: [known]) == taken)
  }
}

extension LateCorrectionsTests {
  /// Every sequence of four corrections, with every part of it known: importing the rest makes the same event.
  @Test func aRepairedLogHasTheSameEventsAsTheWholeOne() {
    let words: [Correction] = [.amend(Self.start), .amend(Self.end), .amend(Self.both), .delete]
    for course in 0..<256 {
      let said = (0..<4).map { Said($0 + 1, words[course >> ($0 * 2) & 3]) }
      let whole = folded(said.indices.map { said[$0].line($0) })
      for known in 0..<16 {
        let lines = said.indices.map { said[$0].line($0) }
        var late = LateCorrections(of: lines.compactMap { LoggedCorrection($0) })
        let there = lines.indices.filter { known >> $0 & 1 == 1 }.map { lines[$0] }
        for line in there { late.note(line) }
        let back = lines.indices.filter { known >> $0 & 1 == 0 }.compactMap { rest(of: lines[$0], &late) }
        let repaired = folded(there + back)
        #expect(repaired?.isDeleted == whole?.isDeleted, "\(course) \(known)")
        if whole?.isDeleted == false { #expect(repaired?.care == whole?.care, "\(course) \(known)") }
      }
    }
  }

  private func rest(of line: JournalLine, _ late: inout LateCorrections) -> JournalLine? {
    guard case .care(let event) = line.entry, case .care(let rest)? = late.rest(of: .care(event)) else {
      return nil
    }
    var line = line
    line.entry = .care(rest)
    return line
  }

  private func folded(_ lines: [JournalLine]) -> CareRecord? {
    let target = EventID(milliseconds: 1, random: (7, 7))
    let moment = Moment(boot: BootTime(boot: 1, milliseconds: 0), wall: nil, trust: .none)
    var log = CareLog(baby: Self.baby)
    log.apply(
      CareEvent(
        id: target, baby: Self.baby, moment: moment, source: .button,
        change: .added(Care(kind: .sleep, start: Self.at(0)))))
    for line in lines { if case .care(let event) = line.entry { log.apply(event) } }
    return log.record(target)
  }
}

extension Correction: CustomTestStringConvertible {
  /// The fields that it changes.
  public var testDescription: String {
    guard case .amend(let patch) = self else { return "delete" }
    var fields: [String] = []
    if let kind = patch.kind { fields.append("\(kind)") }
    if patch.start != nil { fields.append("start") }
    if let end = patch.end { fields.append(end == nil ? "no end" : "end") }
    if let side = patch.side { fields.append("\(side)") }
    return fields.isEmpty ? "restore" : fields.joined(separator: ", ")
  }
}
