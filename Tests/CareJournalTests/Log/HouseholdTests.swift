import Glibc
import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

@Suite("Several boxes with one diary")
struct HouseholdTests {
  /// What a box shows: each event with its times, and which ones the pages show.
  private struct Day: Hashable {
    struct Event: Hashable {
      let id: EventID
      let kind: CareKind
      let start: ClockHistory.Resolved
      let end: ClockHistory.Resolved?
      let side: NursingSide?
      let isDeleted: Bool
    }

    /// The events with only those times that are exact: the bounds of the others depend on all lines.
    var exact: Set<String> {
      let text = { (time: ClockHistory.Resolved?) in
        time.map { $0.isExact ? "\($0.instant.milliseconds)" : "~" } ?? "-"
      }
      return Set(
        events.map {
          "\($0.id.text) \($0.kind) \(text($0.start)) \(text($0.end)) \($0.side.map { "\($0)" } ?? "-") "
            + ($0.isDeleted ? "deleted" : "")
        })
    }

    let events: Set<Event>
    let sleeps: [SleepSpan]
    let feeds: [FeedSpan]
    let wakes: [Instant]
    let running: EventID?
    let lastFeed: EventID?
    let waiting: Set<EventID>

    init(_ fold: CareFold) {
      let (clocks, log) = (fold.clocks, fold.logs[Household.baby] ?? CareLog(baby: Household.baby))
      let since = Instant(milliseconds: 0)
      let now = Instant(milliseconds: 1_790_000_000_000)
      events = Set(
        log.allRecords.map {
          Event(
            id: $0.id, kind: $0.care.kind, start: clocks.resolve($0.care.start),
            end: $0.care.end.map(clocks.resolve), side: $0.care.side, isDeleted: $0.isDeleted)
        })
      sleeps = log.sleeps(clock: clocks, since: since, now: now)
      feeds = log.feeds(clock: clocks, since: since, now: now)
      wakes = log.wakes(clock: clocks, since: since, now: now)
      running = log.running(.sleep, clock: clocks, now: now)?.id
      lastFeed = log.last(.nursing, clock: clocks)?.id
      waiting = Set(log.waitingCorrections.map(\.line))
    }
  }

  /// `CRIBSIDE_FULL=1` tries 10,000 households instead of 300.
  private func seeds(_ part: Int) -> [UInt64] {
    (0..<(getenv("CRIBSIDE_FULL") == nil ? 75 : 2_500)).map { UInt64(part * 10_000 + $0) }
  }

  @Test("Boxes that have the same lines show the same day", arguments: 0..<4)
  func sameLinesSameDay(part: Int) throws {
    for seed in seeds(part) {
      var household = try Household(seed: seed)
      try household.exchangeAll()
      let first = Day(household.boxes[0].live)
      for (index, box) in household.boxes.enumerated() {
        let replayed = Day(try household.reopened(index))
        try #require(replayed == first, "seed \(seed), box \(index), from its disk")
        try #require(Day(box.live) == first, "seed \(seed), box \(index), as it runs")
        try #require(box.journal.have == household.boxes[0].journal.have, "seed \(seed), box \(index)")
      }
    }
  }

  @Test("What was imported changes nothing once the originals are here", arguments: 0..<4)
  func copiesCountAsTheirOriginals(part: Int) throws {
    for seed in seeds(part).prefix(seeds(part).count / 5) {
      var household = try Household(seed: seed, imports: true)
      try household.exchangeAll()
      let originals = Day(try household.withoutCopies()).exact
      for (index, box) in household.boxes.enumerated() {
        for fold in [try household.reopened(index), box.live] {
          let wrong = Day(fold).exact.symmetricDifference(originals).sorted().prefix(4)
          try #require(wrong.isEmpty, "seed \(seed), box \(index)")
        }
      }
    }
  }

  @Test("A blank card under an old name gets its history back, and uses no number twice", arguments: 0..<4)
  func blankCard(part: Int) throws {
    for seed in seeds(part).prefix(30) {
      var household = try Household(seed: seed)
      try household.exchangeAll()
      let name = household.boxes[0].name
      try household.replaceCard(of: 0)
      let before = household.boxes[1].journal.have[name] ?? 0
      try #require(household.boxes[0].journal.have[name] == 0)
      try household.exchangeAll()
      try #require(household.boxes[0].journal.have[name] == before, "seed \(seed)")
      let first = Day(household.boxes[0].live)
      for index in household.boxes.indices {
        let day = Day(household.boxes[index].live)
        try #require(day == first, "seed \(seed), box \(index)")
        var numbers: [String: Set<Int>] = [:]
        try Journal.replay(household.boxes[index].disk) { line in
          #expect(numbers[line.box, default: []].insert(line.sequence).inserted, "seed \(seed), \(line)")
        }
      }
    }
  }
}
