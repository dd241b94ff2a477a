import Nursery
import Testing

@Suite struct DayExplanationTests {
  private func sentences(_ scene: DayScene, _ now: String) throws -> [String] {
    let snapshot = try scene.snapshot(now)
    return DayEngine.explain(
      snapshot, try scene.windowOutlook(now), baby: scene.baby, now: scene.time(now)
    ).reasons
      .map { $0.text(in: scene.zone) }
  }

  @Test("The next nap is explained")
  func theNextNapIsExplained() throws {
    let scene = DayScene(woke: "07:00", sleeps: ["09:00..10:00"], bottles: ["10:05"])
    #expect(
      try sentences(scene, "11:30") == [
        "150 days old: the row for 5-7 months applies.",
        "The day is 2026-02-11; it began at 07:00.",
        "Awake since 10:00, for 1 h 30 min.",
        "Bedtime 19:00 less the last wake window of 3 h: the last nap should be over by 16:00.",
        "After 1 nap the wake window is 2 h to 2 h 45 min (5-7 months).",
        "The next nap may begin between 12:00 and 12:45.",
        "The last feed began 1 h 25 min ago.",
        "Feeds are 3 h to 4 h apart (usual at this age).",
      ])
  }

  @Test("The night is explained")
  func theNightIsExplained() throws {
    let scene = DayScene(
      feedInterval: 150, dreamFeed: "22:30", woke: "07:00", sleeps: ["09:00..12:30", "19:10.."],
      nursings: ["18:40..18:55"])
    #expect(
      try sentences(scene, "23:00").dropFirst(2) == [
        "Asleep since 19:10, for 3 h 50 min.",
        "Fell asleep within 30 min of bedtime 19:00 or later: it is the night's sleep.",
        "12 to 16 h of sleep a day are usual; after 3 h 30 min of naps the night may last until about 05:40.",
        "The dream feed was set for 22:30 and is still to come.",
        "The last feed began 4 h 20 min ago.",
        "Feeds are 2 h 30 min apart (as configured).",
      ])
  }

  @Test(
    "Each state is explained in one sentence",
    arguments: ([
      ("15:30..", "19:05", "Still asleep at bedtime 19:00: the nap has become the night's sleep."),
      ("15:30..", "16:05", "Asleep since 15:30, for 35 min."),
      ("", "18:45", "Bedtime 19:00 is 15 min away."),
      ("", "19:00", "Bedtime 19:00 has come."),
      ("", "08:00", "After no nap the wake window is 1 h 45 min to 2 h 30 min (5-7 months)."),
      (
        "13:00..14:00 14:50..15:20", "16:30",
        "Bed may be earlier, between 18:00 and 18:20: until bedtime the baby would be awake for too long."
      ),
    ] as [(String, String, String)]).map { Row(($0.0, $0.1), $0.2, "\($0.0) at \($0.1)") })
  func reason(row: Row<(String, String), String>) throws {
    let sleeps = row.input.0.split(separator: " ").map(String.init)
    #expect(try sentences(DayScene(woke: "07:00", sleeps: sleeps), row.input.1).contains(row.expected))
  }

  @Test("A day that has not begun is explained")
  func aDayThatHasNotBegunIsExplained() throws {
    #expect(
      try sentences(DayScene(), "06:00").dropFirst() == [
        "The day is 2026-02-11; it has not begun.", "Nothing that begins the day has been logged yet.",
        "No feed has been logged yet.",
      ])
    #expect(
      try sentences(DayScene(woke: "07:00", nursings: ["08:00.."]), "08:12").last == "Nursing for 12 min.")
  }

  @Test("The numbers are the snapshot's own")
  func theNumbersAreTheSnapshotsOwn() throws {
    let scene = DayScene(woke: "07:00", sleeps: ["09:00..10:00"])
    let reasons = DayEngine.explain(
      try scene.snapshot("16:30"), try scene.windowOutlook("16:30"), baby: scene.baby,
      now: scene.time("16:30")
    ).reasons
    let cutoff = DayReason.cutoff(
      at: scene.time("16:00"), bedtime: scene.time("19:00"), lastWindowUpper: 180)
    #expect(reasons.contains(cutoff))
    #expect(reasons.contains(.awake(since: scene.time("10:00"), minutes: 390)))
  }
}
