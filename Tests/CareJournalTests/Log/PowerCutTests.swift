import Glibc
import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// Cuts the power at every operation, walks through every state that the card may then have, and starts again: while
/// events are appended, segments begin and end, lines are imported and small files replaced. All tests together visit
/// more than 20,000 states, and with `CRIBSIDE_FULL=1` over 250,000; those of one test all differ.
@Suite struct PowerCutTests {
  /// An action of a box in a run.
  private enum Deed: ExpressibleByIntegerLiteral {
    /// Appends some events together.
    case press(Int)
    /// Imports some events of another log.
    case receiveAll(Int)
    /// Replaces `nights.json`.
    case replace

    init(integerLiteral count: Int) { self = .press(count) }
  }

  /// Opens the log and performs the deeds, with `tend` after each.
  private static func live(
    _ deeds: [Deed], start: UInt64
  ) -> (SimulatedDisk, CrashTeller) -> Void {
    { disk, teller in
      guard var bench = try? Crash(disk, start: start) else { return }
      bench.tend()
      for deed in deeds {
        switch deed {
        case .press(let count):
          let drafts = teller.offer(count)
          teller.story.acknowledged += bench.journal.append(drafts).acknowledged
        case .receiveAll(let count):
          let drafts = teller.offer(count)
          teller.story.together.append(drafts.map(\.id))
          guard (try? bench.journal.receiveAll(drafts)) != nil else { return }
          teller.story.acknowledged += drafts.map(\.id)
        case .replace:
          teller.story.replaced += 1
          guard (try? SmallFile.nights.save(nights(teller.story.replaced), in: disk)) != nil else { return }
          teller.story.replacedForSure = teller.story.replaced
        }
        bench.tend()
      }
      try? bench.journal.close()
    }
  }

  /// A file that records how often it was replaced.
  private static func nights(_ number: Int) -> [BabyID: SleepStore] {
    var night = NightRecord(date: CivilDate(daysSinceEpoch: 20_490))
    night.steps = number
    return [BabyID(number: 1): SleepStore([night])]
  }

  private static func replaced(on disk: SimulatedDisk) -> Int {
    SmallFile.nights.load(from: disk)?[BabyID(number: 1)]?.nights.first?.steps ?? 0
  }

  /// A journal with small segments, so that three events fill one.
  private struct Crash {
    var journal: Journal<SimulatedDisk>
    let fold: CareFold
    let recovered: Recovered

    init(_ disk: SimulatedDisk, start: UInt64) throws(JournalFault) {
      let opened = try Journal.open(disk, start: Samples.start(start), segmentBytes: Bench.segmentBytes)
      (journal, fold, recovered) = (opened.journal, opened.fold, opened.recovered)
    }

    mutating func tend() {
      while journal.wantsTending { journal.tend() }
    }

    var events: [EventID] { (fold.logs[BabyID(number: 1)]?.allRecords ?? []).map(\.id) }
  }

  /// The problem of a state; nil if there is none. The next start must have what was acknowledged, in order, and
  /// otherwise only what was offered, agree with the segments, report neither damage nor gaps, as a check does, and
  /// accept an event.
  private static func problem(_ state: CrashWalk.State, start: UInt64) -> String? {
    do {
      let report = try JournalVerifier.verify(state.disk)
      let isExpected = report.findings.allSatisfy {
        [.torn, .damaged, .copied, .repeated, .unconfirmed].contains($0.kind)
      }
      if !isExpected || report.vanished != nil || !report.strays.isEmpty {
        return "a check finds what no power cut leaves: \(report.findings.map(\.kind))"
      }
      var crash = try Crash(SimulatedDisk(copying: state.disk), start: start)
      let (events, recovered) = (crash.events, crash.recovered)
      if try events != all(of: state.disk) { return "a start reads other events than a reader of all" }
      if events != state.story.offered.filter(Set(events).contains) { return "events in another order" }
      if !Set(state.story.acknowledged).isSubset(of: events) { return "acknowledged events lost" }
      for batch in state.story.together where ![0, batch.count].contains(batch.count(where: events.contains))
      {
        return "taken in by halves"
      }
      let replacements = state.story.replacedForSure...state.story.replaced
      if replacements.upperBound > 0, !replacements.contains(replaced(on: state.disk)) {
        return "a replaced file is neither the old one nor the new one"
      }
      if recovered.odd > 0 || recovered.vanished != nil { return "damage reported" }
      if !recovered.gaps.isEmpty, recovered.torn == 0, report.isWhole { return "a gap without damage" }
      if let fault = recovered.fault { return "not writable: \(fault)" }
      let event = Samples.event(99, boot: recovered.boot)
      return crash.journal.append([.care(event)]).acknowledged == [event.id] ? nil : "takes no event"
    } catch {
      return "does not start: \(error)"
    }
  }

  private static func all(of disk: SimulatedDisk) throws(JournalFault) -> [EventID] {
    var ids: [EventID] = []
    try Journal.replay(disk) { if let id = $0.careID { ids.append(id) } }
    return ids
  }

  /// Keeps the failure with the fewest operations, as a script.
  private struct Failures {
    private var shortest: (script: [String], problem: String)?
    private var count = 0

    mutating func note(_ state: CrashWalk.State, start: UInt64) {
      guard let problem = PowerCutTests.problem(state, start: start) else { return }
      count += 1
      if let shortest, shortest.script.count <= state.script.count { return }
      shortest = (state.script, problem)
    }

    func report() {
      guard let shortest else { return }
      Issue.record(
        "\(count) states fail; \(shortest.problem) after\n\(shortest.script.joined(separator: "\n"))")
    }
  }

  private static var nothing: CrashWalk.State {
    CrashWalk.State(disk: SimulatedDisk(), story: CrashStory(), script: [])
  }

  /// A card after three unclean ends: three uncut segments, with damage in the last.
  private static var afterUncleanEnds: CrashWalk.State {
    var state = nothing
    for start in 1...3 as ClosedRange<UInt64> {
      state.disk.cutPower(atOperation: start == 1 ? 14 : 8)
      let teller = CrashTeller(state.story)
      live([1, 1, 1], start: start)(state.disk, teller)
      state.story = teller.story
      state.disk.powerCut { min(2, $0 - 1) }
    }
    return state
  }

  /// `CRIBSIDE_FULL=1` tries a second cut after each state of the first, at every byte. Otherwise it is tried after
  /// every third state, at every byte after every 24th, and not at every byte with replaced files.
  private static let isFull = getenv("CRIBSIDE_FULL") != nil
  private static let (step, fineStep) = isFull ? (1, 1) : (3, 24)

  @Test("A start survives a cut at every byte", arguments: [false, true])
  func aStartSurvivesACutAtEveryByte(isLater: Bool) {
    let walk = CrashWalk()
    var failures = Failures()
    let before = isLater ? Self.afterUncleanEnds : Self.nothing
    walk.everyCut(of: before, tearing: .everyByte, run: Self.live([1, 2, 1], start: 4)) {
      failures.note($0, start: 5)
    }
    failures.report()
    print(
      "power cuts in a \(isLater ? "later" : "first") start: \(walk.states) states of \(walk.reached) reached"
    )
    #expect(walk.states > (isLater ? 2_000 : 1_500))
  }

  /// A cut, and another one in the next start, while segments begin and end. After some states the second cut is at
  /// every byte.
  @Test("A log survives two cuts", arguments: [false, true])
  func aLogSurvivesTwoCuts(isLater: Bool) {
    let walk = CrashWalk()
    var failures = Failures()
    let before = isLater ? Self.afterUncleanEnds : Self.nothing
    let batches: [Deed] = [1, 2, 1] + Array(repeating: 1, count: isLater ? 6 : 9)
    var count = 0
    walk.everyCut(of: before, tearing: .inTheMiddle, run: Self.live(batches, start: 4)) { state in
      failures.note(state, start: 5)
      count += 1
      guard count % Self.step == 0 else { return }
      walk.everyCut(of: state, tearing: .inTheMiddle, run: Self.live([1, 2, 1], start: 5)) {
        failures.note($0, start: 6)
      }
      guard count % Self.fineStep == 0 else { return }
      walk.everyCut(of: state, tearing: .everyByte, run: Self.live([1], start: 5)) {
        failures.note($0, start: 6)
      }
    }
    failures.report()
    let name = isLater ? "later" : "first"
    print("power cuts two deep, \(name) start: \(walk.states) states of \(walk.reached) reached")
    #expect(walk.states > (isLater ? 7_000 : 6_500))
  }

  /// The same with imported events and a replaced file, between presses and segments.
  @Test("Imports and replaced files survive two cuts")
  func importsAndReplacedFilesSurviveTwoCuts() {
    let walk = CrashWalk()
    var failures = Failures()
    let deeds: [Deed] = [1, .replace, .receiveAll(4), 1, .replace, .receiveAll(2), 1]
    let run = Self.live(deeds, start: 4)
    var count = 0
    walk.everyCut(of: Self.afterUncleanEnds, tearing: .inTheMiddle, run: run) { state in
      failures.note(state, start: 5)
      count += 1
      guard count % Self.step == 0 else { return }
      let next = Self.live([.receiveAll(2), .replace, 1], start: 5)
      walk.everyCut(of: state, tearing: .inTheMiddle, run: next) { failures.note($0, start: 6) }
      guard Self.fineStep == 1 else { return }
      walk.everyCut(of: state, tearing: .everyByte, run: Self.live([.replace], start: 5)) {
        failures.note($0, start: 6)
      }
    }
    failures.report()
    print("power cuts over imports and replaced files: \(walk.states) states of \(walk.reached) reached")
    #expect(walk.states > 3_000)
  }
}
