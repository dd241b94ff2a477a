import CareJournal
import Nursery
import Testing

@testable import Household

/// The diary and Baby Buddy get the same content.
@Suite struct BuddyBridgeTests {
  /// 2026-02-11T12:00:00Z
  private static let noon = 1_770_811_200
  private let bench = BuddyBench(date: noon)

  private static func nap(_ start: Int, _ minutes: Int? = 45) -> BuddyEntry {
    BuddyEntry(.sleep, baby: 1, start: noon + start * 60, end: minutes.map { noon + (start + $0) * 60 })
  }

  private static func with(_ kind: BuddyEntry.Kind, _ start: Int, _ change: (inout BuddyEntry) -> Void)
    -> BuddyEntry
  {
    var entry = BuddyEntry(kind, baby: 1, start: noon + start * 60)
    change(&entry)
    return entry
  }

  private var said: [BuddyEntry] { bench.remote.values.sorted { $0.start < $1.start } }
  private var diary: [BuddyEntry] { bench.diary.entries.values.sorted { $0.start < $1.start } }

  @Test("Entries of the diary are created once with a tag")
  func entriesOfTheDiaryAreCreatedOnceWithATag() {
    let entries = [
      Self.nap(-300), Self.with(.nursing, -240) { ($0.side, $0.end) = ("left", Self.noon - 230 * 60) },
      Self.with(.bottle, -200) { ($0.milk, $0.milliliters) = ("formula", 120) },
      Self.with(.nappy, -100) { $0.nappy = "both" },
    ]
    for (index, entry) in entries.enumerated() { bench.diary.put("id\(index)", entry) }
    bench.pass()
    #expect(said == entries)
    let sleep = bench.server.elements["sleep"]?.first?.value
    #expect(sleep?["tags"].map { JSONWriter.text($0) } == #"["cribside"]"#)
    let changes = bench.server.changes
    bench.pass()
    bench.restart()
    bench.pass()
    #expect(bench.server.changes == changes && bench.complaints.isEmpty)
  }

  @Test("Entries of Baby Buddy are added to the diary")
  func entriesOfBabyBuddyAreAddedToTheDiary() {
    bench.server.insert(
      ["child": 1, "start": "2026-02-11T04:00:00.123456-05:00", "end": "2026-02-11T10:00:00Z"], to: "sleep")
    bench.server.insert(
      [
        "child": 1, "start": "2026-02-11T10:30:00Z", "end": "2026-02-11T10:40:00Z",
        "type": "fortified breast milk",
        "method": "bottle", "amount": .init(.number(90.0)),
      ], to: "feedings")
    bench.server.insert(
      [
        "child": 1, "start": "2026-02-11T11:30:00Z", "end": "2026-02-11T11:40:00Z", "type": "solid food",
        "method": "self fed",
      ], to: "feedings")
    bench.server.insert(
      ["child": 1, "time": "2026-02-11T11:00:00Z", "wet": false, "solid": true], to: "changes")
    bench.pass()
    #expect(
      diary == [
        Self.nap(-180, 60), Self.with(.bottle, -90) { ($0.milk, $0.milliliters) = ("breast", 90) },
        Self.with(.nappy, -60) { $0.nappy = "dirty" },
      ])
    bench.pass()
    #expect(diary.count == 3 && bench.server.changes == 0)
  }

  @Test("Edits and deletions go both ways")
  func editsAndDeletionsGoBothWays() {
    for index in 0..<6 { bench.diary.put("id\(index)", Self.nap(-600 + index * 80)) }
    bench.diary.put("nappy", Self.with(.nappy, -30) { $0.nappy = "wet" })
    bench.pass()
    let paths = bench.remote.sorted { $0.value.start < $1.value.start }.map(\.key)
    bench.diary.put("id0", Self.nap(-610, 50))
    bench.diary.put("id1", nil)
    bench.server.change(paths[2]) { $0["end"] = .string(BuddyEntry.text(Self.noon - 380 * 60)) }
    bench.server.remove(paths[3])
    // Both sides changed it: the diary wins.
    bench.diary.put("id4", Self.nap(-280, 20))
    bench.server.change(paths[4]) { $0["end"] = .string(BuddyEntry.text(Self.noon - 270 * 60)) }
    // It was deleted at Baby Buddy and changed in the diary: it is kept.
    bench.diary.put("id5", Self.nap(-200, 20))
    bench.server.remove(paths[5])
    bench.server.change(paths[6]) { $0["solid"] = true }
    bench.pass()
    bench.pass()
    let expected = [
      Self.nap(-610, 50), Self.nap(-440, 60), Self.nap(-280, 20), Self.nap(-200, 20),
      Self.with(.nappy, -30) { $0.nappy = "both" },
    ]
    #expect(diary == expected && said == expected)
    #expect(bench.complaints.isEmpty)
  }

  @Test("A nap that runs is a timer and ends on either side")
  func aNapThatRunsIsATimerAndEndsOnEitherSide() {
    bench.diary.put("nap", Self.nap(-10, nil))
    bench.pass()
    #expect(bench.server.elements["timers"]?.count == 1 && said.isEmpty)
    bench.restart()
    bench.pass()
    #expect(bench.server.elements["timers"]?.count == 1)
    bench.diary.put("nap", Self.nap(-10, 8))
    bench.pass()
    #expect(bench.server.elements["timers"]?.isEmpty == true && said == [Self.nap(-10, 8)])
    // The next one is stopped at Baby Buddy, which makes a sleep of its timer.
    bench.diary.put("next", Self.nap(-1, nil))
    bench.pass()
    let timer = bench.server.elements["timers"]?.first
    bench.server.remove("timers/\(timer?.key ?? 0)")
    bench.server.insert(
      [
        "child": 1, "start": timer?.value["start"] ?? .null,
        "end": .string(BuddyEntry.text(Self.noon + 60)),
      ], to: "sleep")
    bench.pass()
    #expect(bench.diary.entries["next"] == Self.nap(-1, 2) && diary.count == 2 && said.count == 2)
  }

  /// Stops the only timer at Baby Buddy, which makes an element of it with these fields and the timer's end.
  private func stopTimer(as fields: [String: JSONValue], in collection: String) {
    for timer in (bench.server.elements["timers"] ?? [:]).keys { bench.server.remove("timers/\(timer)") }
    let end = JSONValue.string(BuddyEntry.text(Self.noon))
    bench.server.insert(["child": 1, "end": end].merging(fields) { $1 }, to: collection)
    bench.pass()
  }

  @Test("The form that stops a timer may correct the start of its nap", arguments: [-50, -22, -12])
  func theStartIsCorrectedInTheForm(start: Int) {
    bench.diary.put("nap", Self.nap(-30, nil))
    bench.pass()
    stopTimer(as: ["start": .string(BuddyEntry.text(Self.noon + start * 60))], in: "sleep")
    #expect(diary == [Self.nap(start, -start)] && said == diary && bench.complaints.isEmpty)
  }

  @Test("A sleep before the nap whose timer was removed does not end it", arguments: [-180, -100])
  func anotherSleepEndsNoNap(start: Int) {
    bench.diary.put("nap", Self.nap(-30, nil))
    bench.pass()
    for timer in (bench.server.elements["timers"] ?? [:]).keys { bench.server.remove("timers/\(timer)") }
    bench.server.insert(
      [
        "child": 1, "start": .string(BuddyEntry.text(Self.noon + start * 60)),
        "end": .string(BuddyEntry.text(Self.noon - 40 * 60)),
      ], to: "sleep")
    bench.pass()
    #expect(diary == [Self.nap(start, -40 - start), Self.nap(-30, nil)])
  }

  @Test("A feed whose timer was stopped as a bottle is a bottle")
  func aTimerBecomesABottle() {
    bench.diary.put("feed", Self.with(.nursing, -10) { $0.side = "left" })
    bench.pass()
    let fields: [String: JSONValue] = [
      "start": .string(BuddyEntry.text(Self.noon - 600)), "type": "formula", "method": "bottle",
      "amount": .init(.number(120.0)),
    ]
    stopTimer(as: fields, in: "feedings")
    let bottle = Self.with(.bottle, -10) { ($0.milk, $0.milliliters) = ("formula", 120) }
    #expect(diary == [bottle] && said == [bottle] && bench.complaints.isEmpty)
  }

  @Test("A timer whose nap ended before its answer came is removed, and a person's timer stays")
  func ownerlessTimer() {
    bench.diary.put("nap", Self.nap(-30, 20))
    for name in ["Asleep (cribside)", "Walk"] {
      let start = JSONValue.string(BuddyEntry.text(Self.noon - 30 * 60))
      bench.server.insert(["child": 1, "name": .string(name), "start": start], to: "timers")
    }
    bench.pass()
    let names = (bench.server.elements["timers"] ?? [:]).values.map { $0["name"] }
    #expect(names == ["Walk"] && said == diary && bench.complaints.isEmpty)
  }

  @Test("The boundary between two naps moves on either side", arguments: [-50, -70], [false, true])
  func aBoundaryMoves(to boundary: Int, inDiary: Bool) {
    bench.diary.put("first", Self.nap(-100, 40))
    bench.diary.put("second", Self.nap(-60, 40))
    bench.pass()
    let moved = [Self.nap(-100, boundary + 100), Self.nap(boundary, -20 - boundary)]
    let time = JSONValue.string(BuddyEntry.text(Self.noon + boundary * 60))
    let paths = bench.remote.sorted { $0.value.start < $1.value.start }.map(\.key)
    if inDiary {
      for (id, entry) in zip(["first", "second"], moved) { bench.diary.put(id, entry) }
    } else {
      bench.server.change(paths[0]) { $0["end"] = time }
      bench.server.change(paths[1]) { $0["start"] = time }
    }
    bench.pass()
    #expect(diary == moved && said == moved && bench.complaints.isEmpty)
  }

  /// A server whose clock is behind refuses times in its future.
  @Test("Times in the server's future are clamped and then corrected")
  func timesInTheServersFutureAreClampedAndThenCorrected() {
    bench.server.date = Self.noon - 200
    bench.diary.put("nap", Self.nap(-45))
    bench.pass()
    #expect(said.first?.end == bench.server.date - 1 && bench.complaints.isEmpty)
    bench.server.date = Self.noon + 60
    bench.pass()
    #expect(said == [Self.nap(-45)] && diary == said)
  }

  @Test("A refused entry waits and is reported once")
  func aRefusedEntryWaitsAndIsReportedOnce() {
    bench.server.insert(
      [
        "child": 1, "start": .string(BuddyEntry.text(Self.noon - 3600)),
        "end": .string(BuddyEntry.text(Self.noon - 1800)),
      ], to: "sleep")
    bench.diary.put("nap", Self.nap(-55, 25))
    bench.pass()
    bench.pass()
    #expect(bench.complaints.count == 2, "\(bench.complaints)")
    #expect(diary.count == 1 && said.count == 1)
  }

  @Test("Of more than ten deletions at once none is carried out, on either side")
  func ofMoreThanTenDeletionsAtOnceNoneIsCarriedOut() {
    for index in 0..<20 { bench.diary.put("id\(index)", Self.nap(-4000 + index * 100)) }
    bench.pass()
    #expect(said.count == 20)
    let (paths, kept) = (bench.remote.keys.sorted(), bench.diary)
    for index in 0..<11 { bench.diary.put("id\(index)", nil) }
    bench.pass()
    #expect(said.count == 20 && bench.complaints.count == 1)
    bench.diary = kept
    for path in paths { bench.server.remove(path) }
    bench.pass()
    #expect(diary.count == 20)
  }

  private static func id(_ number: Int) -> String { EventID(high: 0x8000, low: UInt64(number)).text }

  /// Three entries on both sides; then the log loses two of them, and a person deletes the third.
  private func lose() -> [BuddyEntry] {
    let entries = [
      Self.nap(-300), Self.with(.bottle, -200) { ($0.milk, $0.milliliters) = ("formula", 10) },
      Self.nap(-100),
    ]
    for (index, entry) in entries.enumerated() { bench.diary.put(Self.id(index), entry) }
    bench.pass()
    #expect(said == entries)
    bench.diary.lose(Self.id(0))
    bench.diary.lose(Self.id(1))
    bench.diary.put(Self.id(2), nil)
    return Array(entries.dropLast())
  }

  @Test(
    "What the log lost comes back from Baby Buddy under its id, and only what was deleted is deleted there")
  func whatTheLogLostComesBack() {
    let kept = lose()
    bench.pass()
    #expect(diary == kept && said == kept && bench.complaints.isEmpty)
    #expect(Set(bench.diary.entries.keys) == [Self.id(0), Self.id(1)])
    let changes = bench.server.changes
    bench.pass()
    #expect(bench.server.changes == changes && diary == kept)
  }

  @Test("A lost line that comes back doubles nothing", arguments: [false, true])
  func aLostLineThatComesBackDoublesNothing(isEarly: Bool) {
    let kept = lose()
    if !isEarly { bench.pass() }
    for (index, entry) in kept.enumerated() { bench.diary.put(Self.id(index), entry) }
    for _ in 0..<3 { bench.pass() }
    #expect(diary == kept && said == kept && bench.server.changes == 4)
  }

  @Test(
    "An entry that is moved far back in the diary stays in Baby Buddy until it is corrected or deleted",
    arguments: [false, true])
  func anEntryThatIsMovedFarBack(isDeleted: Bool) {
    let (far, other) = (Self.nap(-20 * 1440), Self.nap(-100))
    bench.diary.put(Self.id(0), Self.nap(-300))
    bench.diary.put(Self.id(1), other)
    bench.pass()
    bench.diary.put(Self.id(0), far)
    if isDeleted { bench.diary.put(Self.id(0), nil) }
    for _ in 0..<3 { bench.pass() }
    #expect(said == (isDeleted ? [other] : [Self.nap(-300), other]))
    #expect(bench.commandCount == 0 && bench.complaints.isEmpty)
    #expect(bench.server.changes == (isDeleted ? 3 : 2))
    #expect(bench.readings == [16, 16, 400, 16, 16])
    guard !isDeleted else { return }
    bench.diary.put(Self.id(0), Self.nap(-290))
    bench.pass()
    #expect(said == [Self.nap(-290), other] && diary == said)
  }

  @Test("An entry that was moved far back is not added again when it is changed in Baby Buddy")
  func anEntryThatIsMovedFarBackAndChanged() {
    let far = Self.nap(-20 * 1440)
    bench.diary.put(Self.id(0), Self.nap(-13 * 1440))
    bench.pass()
    bench.diary.put(Self.id(0), far)
    bench.pass()
    let later = Self.nap(-12 * 1440)
    for path in bench.remote.keys {
      let body = JSONWriter.text(later.document(child: nil, latest: Self.noon))
      _ = bench.server.answer(BuddyBridge.Request(method: "PATCH", path: path + "/", body: body))
    }
    #expect(said == [later])
    bench.server.date += 36 * 3600
    for _ in 0..<3 { bench.pass() }
    #expect(diary == [far] && bench.commandCount == 0)
  }

  @Test("What the log lost and does not take back is added once an hour, and nothing else waits for it")
  func whatTheLogDoesNotTakeBack() {
    let far = Self.nap(-500 * 1440)
    bench.diary.put(Self.id(0), Self.nap(-300))
    bench.pass()
    // No reading of the diary goes so far back.
    bench.diary.put(Self.id(0), far)
    for _ in 0..<6 { bench.pass() }
    #expect(bench.commandCount == 1 && bench.readings.filter { $0 > 16 }.count == 1)
    bench.pass()
    #expect(bench.commandCount == 2 && diary == [far] && said == [Self.nap(-300)])
    bench.diary.put(Self.id(0), Self.nap(-290))
    bench.pass()
    #expect(said == [Self.nap(-290)] && diary == said)
    // A loss within the hour comes back at once.
    bench.diary.lose(Self.id(0))
    bench.pass()
    #expect(diary == [Self.nap(-290)] && bench.commandCount == 3)
  }

  @Test("A lost entry that was entered again is the same entry")
  func aLostEntryThatWasEnteredAgainIsTheSameEntry() {
    let kept = lose()
    for (index, entry) in kept.enumerated() { bench.diary.put(Self.id(index + 10), entry) }
    for _ in 0..<3 { bench.pass() }
    #expect(diary == kept && said == kept && bench.server.changes == 4)
  }

  @Test("A whole log that is lost comes back, and nothing is deleted")
  func aWholeLogThatIsLostComesBack() {
    for index in 0..<20 { bench.diary.put(Self.id(index), Self.nap(-4000 + index * 100)) }
    bench.pass()
    let kept = diary
    bench.diary = StandInDiary()
    bench.pass()
    #expect(diary == kept && said == kept && bench.server.changes == 20)
  }

  @Test(
    "If both sides end a nap between two passes, or both enter it, the diary's end counts",
    arguments: [true, false])
  func bothSidesEndANap(hasTimer: Bool) {
    let here = Self.nap(-10, 9)
    bench.diary.put(Self.id(1), Self.nap(-100))
    if hasTimer {
      bench.diary.put(Self.id(0), Self.nap(-10, nil))
      bench.pass()
      for timer in (bench.server.elements["timers"] ?? [:]).keys { bench.server.remove("timers/\(timer)") }
    }
    enter(-10, 8)
    bench.diary.put(Self.id(0), here)
    for _ in 0..<2 { bench.pass() }
    #expect(said == [Self.nap(-100), here] && diary == said && bench.complaints.isEmpty)
    let changes = bench.server.changes
    bench.pass()
    #expect(bench.server.changes == changes && bench.commandCount == 0)
  }

  @Test("If the start of a running nap is corrected, its timer begins then, too")
  func theStartOfARunningNapIsCorrected() {
    for start in [-10, -25] {
      bench.diary.put(Self.id(0), Self.nap(start, nil))
      for _ in 0..<2 { bench.pass() }
      #expect(timerStarts == [start] && said.isEmpty)
    }
    // The timer was created, deleted and created again.
    #expect(bench.server.changes == 3 && bench.commandCount == 0 && bench.complaints.isEmpty)
  }

  @Test("A nap whose end was removed is a timer again, and one whose end was lost ends again")
  func anEndThatWasRemovedOrLost() {
    bench.diary.put(Self.id(0), Self.nap(-40, 30))
    bench.pass()
    bench.diary.put(Self.id(0), Self.nap(-40, nil))
    bench.pass()
    bench.pass()
    #expect(bench.server.elements["timers"]?.count == 1 && said.isEmpty)
    bench.diary.put(Self.id(0), Self.nap(-40, 35))
    bench.pass()
    #expect(bench.server.elements["timers"]?.isEmpty == true && said == [Self.nap(-40, 35)])
    bench.diary.lose(Self.id(0))
    bench.diary.put(Self.id(0), Self.nap(-40, nil))
    bench.pass()
    #expect(diary == [Self.nap(-40, 35)] && said == diary && bench.complaints.isEmpty)
  }

  @Test("A nap whose first end was removed, and whose second end only the log has lost, ends again")
  func aSecondEndThatWasLost() {
    // A second end at the same time is another line.
    for end in [30, 35] {
      let bench = BuddyBench(date: Self.noon)
      bench.diary.put(Self.id(0), Self.nap(-40, 30))
      bench.pass()
      bench.diary.put(Self.id(0), Self.nap(-40, nil))
      let copy = bench.diary
      bench.pass()
      bench.diary.put(Self.id(0), Self.nap(-40, end))
      bench.pass()
      bench.pass()
      bench.diary.lose(Self.id(0), since: copy)
      bench.pass()
      #expect(bench.diary.entries == [Self.id(0): Self.nap(-40, end)])
      #expect(bench.remote.values.first == Self.nap(-40, end) && bench.complaints.isEmpty)
    }
  }

  @Test("A nap whose end was removed, and which is gone from Baby Buddy, is a timer again")
  func anEndThatWasRemovedWhereTheEntryIsGone() {
    bench.diary.put(Self.id(0), Self.nap(-40, 30))
    bench.pass()
    bench.diary.put(Self.id(0), Self.nap(-40, nil))
    for path in bench.remote.keys { bench.server.remove(path) }
    bench.pass()
    bench.pass()
    #expect(bench.server.elements["timers"]?.count == 1 && said.isEmpty && diary == [Self.nap(-40, nil)])
  }

  @Test("The removal of an end that the server's clock has not reached holds there too")
  func anEndInTheServersFutureThatWasRemoved() {
    bench.server.date = Self.noon - 700
    bench.diary.put(Self.id(0), Self.nap(-40, 30))
    bench.pass()
    #expect(said.first?.end == bench.server.date - 1)
    bench.diary.put(Self.id(0), Self.nap(-40, nil))
    bench.pass()
    #expect(said.isEmpty && diary == [Self.nap(-40, nil)])
  }

  /// A sleep that no press ended, with a timer, and the nap that followed.
  private func forget() {
    bench.diary.put(Self.id(0), Self.nap(-1800, nil))
    bench.pass()
    #expect(timerStarts == [-1800])
    bench.diary.hidden = [Self.id(0)]
    bench.diary.put(Self.id(1), Self.nap(-10, nil))
  }

  /// In minutes from noon.
  private var timerStarts: [Int] {
    let starts = (bench.server.elements["timers"] ?? [:]).values.map { $0["start"] }
    return starts.map { start in
      guard case .string(let text)? = start?.kind, let instant = ISO8601.instant(text) else { return 0 }
      return (BuddyEntry.seconds(instant) - Self.noon) / 60
    }.sorted()
  }

  /// A person enters a sleep in Baby Buddy.
  private func enter(_ start: Int, seconds: Int = 0, _ minutes: Int) {
    let begin = Self.noon + start * 60 + seconds
    bench.server.insert(
      [
        "child": 1, "start": .string(BuddyEntry.text(begin)),
        "end": .string(BuddyEntry.text(begin + minutes * 60)),
      ], to: "sleep")
  }

  @Test("A forgotten sleep has no timer any more, and has it again if the box shows it again")
  func aForgottenSleepHasNoTimer() {
    forget()
    for _ in 0..<2 {
      bench.pass()
      #expect(timerStarts == [-10] && said.isEmpty && diary.count == 2)
    }
    bench.restart()
    let changes = bench.server.changes
    bench.pass()
    #expect(bench.server.changes == changes)
    bench.diary.hidden = []
    bench.pass()
    #expect(timerStarts == [-1800, -10])
  }

  @Test(
    "An entry of Baby Buddy that begins like a forgotten sleep ends it",
    arguments: [0, 1, 2])
  func anEntryEndsAForgottenSleep(passes: Int) {
    forget()
    for _ in 0..<passes { bench.pass() }
    enter(-1800, seconds: 40, 600)
    for _ in 0..<3 { bench.pass() }
    #expect(bench.diary.entries[Self.id(0)]?.end == Self.noon - 1200 * 60 + 40)
    #expect(diary.count == 2 && said == [diary[0]] && timerStarts == [-10] && bench.complaints.isEmpty)
  }

  @Test("An entry of Baby Buddy ends the sleep that the box shows, and not another that began with it")
  func anEntryEndsTheSleepThatIsShown() {
    // Two boxes logged one nap.
    bench.diary.put(Self.id(0), Self.nap(-40, nil))
    bench.diary.put(Self.id(1), Self.nap(-40, nil))
    bench.diary.hidden = [Self.id(0)]
    enter(-40, 30)
    for _ in 0..<3 { bench.pass() }
    #expect(bench.diary.entries[Self.id(0)] == Self.nap(-40, nil))
    #expect(bench.diary.entries[Self.id(1)] == Self.nap(-40, 30) && said == [Self.nap(-40, 30)])
    #expect(timerStarts.isEmpty && bench.complaints.isEmpty)
  }

  @Test("The end of a sleep that was lost comes back, however long ago the sleep began")
  func theEndOfAnOldSleepComesBack() {
    bench.diary.put(Self.id(0), Self.nap(-3000, nil))
    let copy = bench.diary
    bench.diary.put(Self.id(0), Self.nap(-3000, 600))
    bench.diary.put(Self.id(1), Self.nap(-100))
    bench.pass()
    let kept = diary
    bench.diary.lose(Self.id(0), since: copy)
    bench.diary.lose(Self.id(1))
    bench.diary.hidden = [Self.id(0)]
    bench.pass()
    #expect(diary == kept && said == kept && bench.server.changes == 2)
    bench.pass()
    // The removal of an end is no loss.
    bench.diary.put(Self.id(0), Self.nap(-3000, nil))
    for _ in 0..<2 { bench.pass() }
    #expect(said == [Self.nap(-100)] && diary == [Self.nap(-3000, nil), Self.nap(-100)])
    #expect(timerStarts.isEmpty)
  }

  @Test("A timer that is older than the window is removed if the box does not show its nap any more")
  func aTimerOlderThanTheWindowIsRemoved() {
    forget()
    bench.server.date += 15 * 86_400
    bench.pass()
    #expect(timerStarts.isEmpty)
  }

  @Test("A bottle that becomes a nursing in progress is a timer")
  func aBottleThatBecomesANursingIsATimer() {
    bench.diary.put(Self.id(0), Self.with(.bottle, -20) { $0.milk = "formula" })
    bench.pass()
    #expect(said.count == 1)
    let nursing = Self.with(.nursing, -20) { $0.side = "left" }
    bench.diary.put(Self.id(0), nursing)
    bench.pass()
    bench.pass()
    #expect(bench.server.elements["timers"]?.count == 1 && said.isEmpty && diary == [nursing])
  }

  @Test("The timer of a lost nap stays until the log says what became of the nap")
  func theTimerOfALostNapStays() {
    func timers() -> Int? { bench.server.elements["timers"]?.count }
    bench.diary.put(Self.id(0), Self.nap(-10, nil))
    bench.pass()
    bench.diary.lose(Self.id(0))
    bench.pass()
    #expect(timers() == 1)
    bench.diary.put(Self.id(0), Self.nap(-10, nil))
    bench.pass()
    #expect(timers() == 1 && bench.server.changes == 1)
    bench.diary.put(Self.id(0), nil)
    bench.pass()
    #expect(timers() == 0 && diary.isEmpty && said.isEmpty)
  }

  /// A server that was installed again, or restored from a backup that has `kept` entries of `all`. The connection fails
  /// at `cut`. With a stranger, another user has made an entry there, which has the id of an earlier one.
  struct OtherServer: CustomTestStringConvertible {
    var (kept, all): (Int, Int)
    var cut: Int?
    var hasStranger = false

    var testDescription: String { "\(kept) of \(all), cut \(cut ?? 0), stranger \(hasStranger)" }

    static let cases: [OtherServer] =
      [(0, 4), (0, 15), (4, 19)].flatMap { kept, all in
        ([nil] + (5...30).map { Optional($0) }).map { OtherServer(kept: kept, all: all, cut: $0) }
      } + [OtherServer(kept: 0, all: 8, hasStranger: true), OtherServer(kept: 4, all: 19, hasStranger: true)]
  }

  @Test(
    "A server that was installed again or restored gets its entries back, and the diary does not change",
    arguments: OtherServer.cases)
  func otherServer(other: OtherServer) {
    var backup = bench.server.backup
    for index in 0..<other.all {
      bench.diary.put("id\(index)", Self.nap(-4000 + index * 100))
      bench.pass()
      if index + 1 == other.kept { backup = bench.server.backup }
    }
    let kept = diary
    bench.server.restore(backup)
    var stranger: [BuddyEntry] = []
    if other.hasStranger {
      stranger = [Self.nap(-100, 30)]
      bench.server.insert(
        [
          "child": 1, "start": .string(BuddyEntry.text(stranger[0].start)),
          "end": .string(BuddyEntry.text(stranger[0].end ?? 0)),
        ], to: "sleep")
    }
    if let cut = other.cut { bench.pass(cutAfter: cut, carriesOutLast: false, kills: false) }
    for _ in 0..<3 { bench.pass() }
    #expect(diary == kept + stranger && said == kept + stranger)
    // The ids were given out again; a new entry is still one of its own.
    bench.diary.put("last", Self.nap(-60))
    bench.pass()
    #expect(diary.count == kept.count + stranger.count + 1 && said == diary)
  }

  @Test("Elements that are only missing from a list are not created again, and all other steps continue")
  func emptyList() {
    for index in 0..<5 { bench.diary.put("id\(index)", Self.nap(-4000 + index * 100)) }
    bench.pass()
    let kept = diary
    for path in bench.remote.keys { bench.server.change(path) { $0["child"] = 2 } }
    bench.diary.put("next", Self.nap(-100))
    for _ in 0..<3 { bench.pass() }
    #expect(diary == kept + [Self.nap(-100)] && said == [Self.nap(-100)])
    #expect(bench.complaints.isEmpty, "\(bench.complaints)")
    #expect(bench.bridge.nextDeadline.map { $0 > bench.now + 10_000 } == true)
  }

  @Test("An entry that Baby Buddy changes and changes back is never lost")
  func changedBack() {
    let id = bench.server.insert(
      ["child": 1, "time": "2026-02-11T11:00:00Z", "wet": true, "solid": false], to: "changes")
    bench.pass()
    for (wet, solid) in [(false, true), (true, false), (false, true), (true, false)] {
      bench.server.change("changes/\(id)") { ($0["wet"], $0["solid"]) = (.bool(wet), .bool(solid)) }
      bench.pass()
      bench.pass()
      let expected = [Self.with(.nappy, -60) { $0.nappy = wet ? "wet" : "dirty" }]
      #expect(diary == expected && said == expected)
    }
  }

  @Test("An amount that cannot be millilitres is left alone")
  func ounces() {
    let id = bench.server.insert(
      [
        "child": 1, "start": "2026-02-11T10:30:00Z", "end": "2026-02-11T10:35:00Z", "method": "bottle",
        "type": "formula", "amount": 4,
      ], to: "feedings")
    bench.pass()
    bench.pass()
    #expect(diary == [Self.with(.bottle, -90) { $0.milk = "formula" }])
    #expect(bench.server.elements["feedings"]?[id]?["amount"] == 4 && bench.server.changes == 0)
    // Nor is a known amount replaced by one in another unit.
    let full = Self.with(.bottle, -30) { ($0.milk, $0.milliliters) = ("formula", 120) }
    bench.diary.put("full", full)
    bench.pass()
    for amount in [JSONValue.integer(4), .integer(0), .integer(5000)] {
      for path in bench.remote.keys { bench.server.change(path) { $0["amount"] = amount } }
      bench.pass()
      #expect(diary.last == full)
    }
    #expect(bench.complaints.isEmpty)
  }

  @Test("A small amount that both sides agreed on can be corrected on either")
  func smallBottle() {
    func bottle(_ milliliters: Int) -> [BuddyEntry] {
      [Self.with(.bottle, -30) { ($0.milk, $0.milliliters) = ("formula", milliliters) }]
    }
    bench.diary.put("small", bottle(10)[0])
    bench.pass()
    #expect(diary == bottle(10) && said == bottle(10))
    bench.diary.put("small", bottle(60)[0])
    bench.pass()
    #expect(diary == bottle(60) && said == bottle(60))
    bench.diary.put("small", bottle(5)[0])
    bench.pass()
    for path in bench.remote.keys { bench.server.change(path) { $0["amount"] = 50 } }
    bench.pass()
    #expect(diary == bottle(50) && said == bottle(50))
  }

  @Test("After a restore the diary's form of an entry counts, and nothing is doubled")
  func restoredEarlierForm() {
    bench.diary.put("nappy", Self.with(.nappy, -30) { $0.nappy = "wet" })
    bench.pass()
    let backup = bench.server.backup
    bench.diary.put("nappy", Self.with(.nappy, -30) { $0.nappy = "both" })
    for index in 0..<12 { bench.diary.put("id\(index)", Self.nap(-4000 + index * 100)) }
    bench.pass()
    let kept = diary
    bench.server.restore(backup)
    for _ in 0..<3 { bench.pass() }
    #expect(diary == kept && said == kept)
  }

  @Test("With a lost file of pairs nothing is carried over before other boxes have sent their lines")
  func waitsForOtherBoxes() {
    bench.bridge = BuddyBridge(BuddyPairs(), hasOtherBoxes: true)
    bench.bridge.babies = [1: "ada"]
    bench.server.insert(
      ["child": 1, "time": "2026-02-11T11:00:00Z", "wet": true, "solid": false], to: "changes")
    bench.pass()
    #expect(diary.isEmpty)
    // The line of another box.
    bench.diary.put("theirs", Self.with(.nappy, -60) { $0.nappy = "wet" })
    #expect(bench.bridge.handle(.changed, at: bench.now + 1000).isEmpty)
    #expect(bench.bridge.nextDeadline == bench.now + BuddyBridge.firstWait)
    bench.pass()
    #expect(diary.count == 1 && bench.server.changes == 0)
    #expect(bench.bridge.pairs.pairs["theirs"]?.path != nil)
  }

  @Test("Entries older than the window are left alone")
  func entriesOlderThanTheWindowAreLeftAlone() {
    bench.diary.put("old", Self.nap(-15 * 1440))
    bench.diary.put("edge", Self.nap(-14 * 1440 + 30))
    bench.pass()
    #expect(said == [Self.nap(-14 * 1440 + 30)])
    bench.server.date += 86_400
    bench.diary.put("edge", nil)
    bench.pass()
    #expect(said.count == 1 && bench.bridge.pairs.pairs.isEmpty)
  }

  @Test("A server that refuses the token is reported and asked rarely")
  func aServerThatRefusesTheTokenIsReportedAndAskedRarely() {
    let bridge = BuddyBridge(BuddyPairs())
    var one = bridge
    one.babies = [1: "Ada"]
    _ = one.handle(.tick, at: 0)
    _ = one.handle(.diary([]), at: 0)
    let effects = one.handle(.answer(.init(status: 401, date: 1, body: Array("no".utf8))), at: 0)
    #expect(effects == [.complain("Baby Buddy: the server answers 401: no")])
    #expect(one.nextDeadline == 30_000)
  }

  /// Weeks of edits on both sides, with kills and lost connections everywhere: nothing is lost and nothing is doubled.
  @Test("Both sides agree whatever is killed")
  func bothSidesAgreeWhateverIsKilled() {
    for seed in 0..<150 {
      var random = SeededWaits(seed: UInt64(seed) + 1)
      let bench = BuddyBench(date: Self.noon)
      var expected: [Int: BuddyEntry] = [:]
      for round in 0..<8 {
        for slot in 0..<12 where random.wait(0...3) == 0 {
          Self.edit(slot, round, bench, &expected, &random)
        }
        for _ in 0..<random.wait(0...4) {
          bench.pass(
            cutAfter: random.wait(1...20), carriesOutLast: random.wait(0...1) == 0,
            kills: random.wait(0...1) == 0)
        }
        for _ in 0..<3 { bench.pass() }
        let wanted = expected.values.sorted { $0.start < $1.start }
        let (here, there) = (
          bench.diary.entries.values.sorted { $0.start < $1.start },
          bench.remote.values.sorted { $0.start < $1.start }
        )
        guard here == wanted, there == wanted else {
          Issue.record("seed \(seed) round \(round): \(wanted)\n\(here)\n\(there)\n\(bench.complaints)")
          return
        }
      }
    }
  }

  /// Creates, changes or deletes the entry of a stretch of the day, on one side, or loses it from the log.
  private static func edit(
    _ slot: Int, _ round: Int, _ bench: BuddyBench, _ expected: inout [Int: BuddyEntry],
    _ random: inout SeededWaits
  ) {
    let old = expected[slot]
    let id = bench.diary.entries.first { $0.value == old }?.key
    if let id, random.wait(0...4) == 0 { return bench.diary.lose(id) }
    let isHere = random.wait(0...1) == 0
    let start = -2000 + slot * 120 + random.wait(0...20)
    let isGone = old != nil && random.wait(0...2) == 0
    let new =
      isGone
      ? nil
      : old?.kind == .nappy || slot % 3 == 0 && old == nil
        ? with(.nappy, start) { $0.nappy = ["wet", "dirty", "both"][random.wait(0...2)] }
        : nap(start, random.wait(5...60))
    expected[slot] = new
    let path = bench.remote.first { $0.value == old }?.key
    if isHere {
      bench.diary.put(id ?? Self.id(round * 100 + slot), new)
    } else if let new {
      let fields = new.document(child: 1, latest: .max)
      guard case .object(let members) = fields.kind else { return }
      let path = path ?? "\(new.kind.path)/\(bench.server.insert([:], to: new.kind.path))"
      bench.server.change(path) { element in for member in members { element[member.key] = member.value } }
    } else if let path {
      bench.server.remove(path)
    }
  }
}
