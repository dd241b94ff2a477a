import Foundation
import Nursery
import SimulatedBoard
import Testing

/// The whole box's wall clock is stepped at any turn of a night: before a press is saved, before the log is open,
/// before a power cut.
///
/// `CRIBSIDE_FULL=1` tries every turn with every step, instead of a sample by seed.
@Suite struct ClockStepScenarioTests {
  private static let isFull = ProcessInfo.processInfo.environment["CRIBSIDE_FULL"] == "1"
  private static let steps = [
    1, -1, 3, -3, 59, -60, 3_600, -3_600, 86_399, -86_399, 90_000, -90_000, 31_557_600, -31_557_600,
    946_728_000, -946_728_000, 3_155_760_000,
  ]

  /// Presses, a killed process, a power cut. Before the cut and at the end, time servers report twice.
  private static let night = {
    var scenario = Scenario(
      #"""
      18:45:00 "press":"nap"
      20:10:00 "press":"nap"
      20:11:00 "press":"feed"
      20:15:00 "doublePress":"feed"
      20:30:00 "hold":"nap","seconds":2
      20:31:00 "process":"kill"
      20:31:10 "process":"start"
      20:45:00 "press":"nap"
      21:00:00 "press":"nap"
      21:05:00 "clock":"synced"
      21:06:10 "clock":"synced"
      21:07:00 "power":"cut"
      21:07:20 "power":"on"
      21:20:00 "press":"nap"
      21:20:30 "hold":"menu","seconds":2
      21:20:33 "press":"menu"
      21:30:00 "clock":"synced"
      21:31:10 "clock":"synced"
      21:31:20 "shot":"end"
      """#)
    scenario.config = #"{"display":{"darkAfterMinutes":1}}"#
    return scenario
  }()

  /// From the first of the two reports before the cut, or the end, on: a step in this time is not followed by two right
  /// reports, so no box can know the true times.
  private static let uncorrected = [
    second("21:05:00")..<second("21:07:00"), second("21:30:00")..<second("21:32:00"),
  ]

  @Test("After a step at any turn, the log has the true times in the end", arguments: 0..<3)
  func steps(part: Int) throws {
    var uncorrectedTurns: Set<Int> = []
    let base = try Self.night.play { play in
      play.rehearsal.beforeTurn = { [unowned play] turn in
        guard let second = play.world.readClocks().wall.map({ $0.milliseconds / 1_000 }) else { return }
        if Self.uncorrected.contains(where: { $0.contains(second) }) { uncorrectedTurns.insert(turn) }
      }
    }
    let truth = try base.spans()
    try #require(truth.count == 5 && truth.allSatisfy { $0.isExact }, "\(truth)")
    for (turn, step) in Self.choices(turns: base.play.rehearsal.turns, part: part) {
      let recording = try Self.night.play { play in
        play.rehearsal.beforeTurn = { number in
          guard number == turn else { return }
          play.world.clock.step(milliseconds: step * 1000)
          play.world.plan(.clockChanged)
          // For every other turn, a second report that agrees with the first.
          if turn % 2 == 0 { play.world.plan(.clockChanged, afterNanoseconds: 61_000_000_000) }
        }
      }
      let place = "step of \(step) s before turn \(turn)"
      if !uncorrectedTurns.contains(turn) { try checkTimes(recording, against: truth, place) }
      try checkSaved(recording, count: truth.count, place)
    }
  }

  @Test("Without a clock, a sync at any turn resolves its boot, and no other")
  func syncs() throws {
    var scenario = Scenario(
      #"""
      13:00:00 "clock":"unsynced"
      13:00:01 "power":"cut"
      13:00:05 "power":"on"
      13:05:00 "press":"nap"
      13:35:00 "press":"nap"
      13:36:00 "press":"feed"
      13:40:00 "power":"cut"
      13:40:05 "power":"on"
      13:50:00 "press":"feed"
      13:51:00 "press":"nap"
      13:58:00 "clock":"synced"
      13:59:00 "shot":"end"
      """#)
    scenario.config = #"{"display":{"darkAfterMinutes":1}}"#
    let base = try scenario.play()
    let bootTurns = base.play.rehearsal.turns
    for turn in 1...bootTurns where turn % (Self.isFull ? 1 : bootTurns / 8) == 0 {
      var syncedBoot = 0
      let recording = try scenario.play { play in
        play.rehearsal.beforeTurn = { number in
          guard number == turn else { return }
          syncedBoot = play.world.clock.boot
          play.world.clock.synchronize()
          play.world.plan(.clockChanged)
        }
      }
      try checkUnsynced(recording, syncedBoot: syncedBoot, "sync before turn \(turn)")
    }
  }

  /// The presses at 13:05, 13:35 and 13:36 are in the kernel's second boot, the others in its third, which always
  /// syncs.
  private func checkUnsynced(_ recording: Recording, syncedBoot: Int, _ place: String) throws {
    let spans = try recording.spans()
    try #require(spans.count == 3, "\(place)")
    try #require(spans[2].isExact && abs(spans[2].start - Self.second("13:51:00")) <= 2, "\(place)")
    let offset = spans[0].start - Self.second("13:05:00")
    try #require(spans[0].end.map { $0 - spans[0].start } == 1_800, "\(place)")
    try #require(spans[0].isExact == (syncedBoot == 2), "\(place)")
    try #require(syncedBoot == 2 ? abs(offset) <= 2 : (-60...2).contains(offset), "\(place): \(offset) s")
    // The sleep began in one boot and ended in the other. Whatever is known, its duration is never negative.
    try #require(spans[1].end.map { (800...900).contains($0 - spans[1].start) } ?? false, "\(place)")
    try #require(recording.play.world.oled.violations == [], "\(place)")
  }

  private static func second(_ text: String) -> Int {
    (ISO8601.instant("2026-02-11T\(text)-05:00")?.milliseconds ?? 0) / 1_000
  }

  private func checkTimes(_ recording: Recording, against truth: [Recording.Span], _ place: String) throws {
    let spans = try recording.spans()
    try #require(spans.count == truth.count, "\(place): \(spans)")
    for (span, expected) in zip(spans, truth) {
      try #require(span.kind == expected.kind && span.isExact, "\(place): \(spans)")
      try #require(abs(span.start - expected.start) <= 2, "\(place): \(span) for \(expected)")
      try #require((span.end == nil) == (expected.end == nil), "\(place): \(span) for \(expected)")
      if let end = span.end, let other = expected.end {
        try #require(abs(end - other) <= 2, "\(place): \(span) for \(expected)")
      }
    }
  }

  private func checkSaved(_ recording: Recording, count: Int, _ place: String) throws {
    try #require(try recording.spans().count == count, "\(place)")
    let world = recording.play.world
    let onFlash = Set(try recording.careIDs())
    try #require(recording.acknowledged.allSatisfy(onFlash.contains), "\(place)")
    try #require(world.ledger.pressToSaved.allSatisfy { $0 <= 100_000_000 }, "\(place)")
    // While the panel is dark, the newest picture waits.
    let isRight = !world.oled.isVisible || recording.wanted == world.oled.pixels
    try #require(world.oled.violations == [] && isRight, "\(place)")
  }

  private static func choices(turns: Int, part: Int) -> [(Int, Int)] {
    guard !isFull else {
      return (1...turns).filter { $0 % 3 == part }.flatMap { turn in steps.map { (turn, $0) } }
    }
    var random = SimulatedRandom(seed: UInt64(part) + 1)
    return (0..<3).map { _ in
      (random.number(in: 1...turns), steps.randomElement(using: &random) ?? 1)
    }
  }
}

extension Recording {
  /// An event in civil time as any reader resolves it, in seconds since 1970.
  struct Span {
    let kind: String
    let start: Int
    let end: Int?
    let isExact: Bool
  }

  /// Every event that was not deleted, in the log's order.
  func spans() throws -> [Span] {
    let fold = try fold()
    return fold.logs.sorted { $0.key.number < $1.key.number }.flatMap { _, log in
      log.allRecords.filter { !$0.isDeleted }.map { record in
        let start = fold.clocks.resolve(record.care.start)
        let end = record.care.end.map { fold.clocks.resolve($0) }
        return Span(
          kind: record.care.kind.name, start: start.instant.milliseconds / 1_000,
          end: end.map { $0.instant.milliseconds / 1_000 }, isExact: start.isExact && end?.isExact ?? true)
      }
    }
  }
}
