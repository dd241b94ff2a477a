import CareJournal
import LinuxBoard
import Nursery
import Testing

@testable import BoxRuntime
@testable import Rehearsal

/// Settings from a phone, and settings for single days, on the whole box.
@Suite struct WishScenarioTests {
  private static let mia = #"{"id":1,"name":"Mia","birthdate":"2025-09-14","bedtime":"18:40"}"#
  private static let later = #"{"id":1,"name":"Mia","birthdate":"2025-09-14","bedtime":"19:20"}"#

  private func reload(_ baby: String) -> String { #""reload":{"motion":{"mode":"off"},"babies":[\#(baby)]}"# }

  @Test("A setting for today applies to the plan, to explain and to the panel, and is gone the next morning")
  func today() throws {
    let recording = try Scenario.play(
      #"""
      07:00:00 "command":["log","add","wake"]
      08:00:00 "command":["set","today","naps","2","bed","19:30"]
      08:00:10 "command":["explain"]
      08:00:20 "press":"menu"
      08:00:21 "shot":"plan"
      2026-02-12T07:00:00-05:00 "command":["explain"]
      """#)
    #expect(recording.says("Mia, 2026-02-11: 2 naps, bed 19:30"), "\(recording.transcript)")
    #expect(recording.says("Wished for this day: 2 naps, bed 19:30."), "\(recording.transcript)")
    let texts = try recording.shot("plan").texts
    #expect(texts.contains("wish: Naps 2") && texts.contains("wish: bed 19:30"), "\(texts)")
    #expect(texts.contains("19:30"))
    #expect(recording.transcript.filter { $0.holds("Wished for this day") }.count == 1)
  }

  @Test("A power cut loses no confirmed setting")
  func powerCut() throws {
    let recording = try Scenario.play(
      #"""
      07:00:00 "command":["log","add","wake"]
      08:00:00 "command":["set","today","asleep","12:30-14:00"]
      08:00:05 "command":["set","plan.naps","2"]
      08:00:06 "power":"cut"
      08:01:00 "power":"on"
      08:02:00 "command":["explain"]
      """#)
    #expect(recording.says("Wished for this day: asleep 12:30 to 14:00."), "\(recording.transcript)")
    let wishes = try SmallFile.wishes.read(from: recording.play.world.storage).content
    #expect(wishes?.settings.map(\.key) == ["plan.naps"])
  }

  @Test("With a card that refuses nothing is changed")
  func refusingCard() throws {
    let recording = try Scenario.play(
      #"""
      07:00:00 "command":["log","add","wake"]
      08:00:00 "fault":"disk-error","seconds":30
      08:00:01 "command":["set","bedtime","20:00"]
      08:01:00 "command":["status"]
      08:02:00 "command":["set","bedtime","20:00"]
      08:02:10 "command":["status"]
      """#)
    #expect(recording.says("NOT SAVED"))
    let bedtimes = recording.transcript.filter { $0.holds("bedtime   ") }
    #expect(bedtimes.count == 2 && bedtimes[0].holds("18:40") && bedtimes[1].holds("20:00"), "\(bedtimes)")
  }

  @Test(
    "An impossible value is refused with its range",
    arguments: [
      (["plan.naps", "9"], "a whole number from 1 to 5"), (["bedtime", "25:10"], "a time HH:MM"),
      (["plan.wakeWindows.min", "400"], "a whole number from 30 to 360"),
      (["plan.napLengths.two", "90,5"], "2 whole numbers from 10 to 240"),
      (["display.twelveHour", "true"], "no setting that can be changed here"),
      (["today", "asleep", "07:00-07:30"], "has passed"),
    ])
  func refused(_ words: [String], _ expected: String) throws {
    let list = words.map { "\"\($0)\"" }.joined(separator: ",")
    let recording = try Scenario.play(
      """
      07:00:00 "command":["log","add","wake"]
      08:00:00 "command":["set",\(list)]
      """)
    #expect(recording.says("refused (exit 65)") && recording.says(expected), "\(recording.transcript)")
    #expect(recording.play.files[SmallFile<HouseholdWishes>.wishes.path] == nil)
  }

  @Test(
    "A bedtime in the morning is refused as a mistake",
    arguments: [
      ("04:00", false), ("7:00", false), ("11:59", false), ("12:00", true), ("18:45", true), ("03:59", true),
    ])
  func bedtimeInTheMorning(_ time: String, _ isBedtime: Bool) {
    for words in [("bedtime", [time]), ("today", ["bed", time])] {
      var isRead = true
      do { _ = try PlanWish(words.0, words.1) } catch { isRead = false }
      #expect(isRead == isBedtime, "\(words)")
    }
  }

  @Test("Unknown words are refused with what is expected")
  func nonsense() throws {
    let recording = try Scenario.play(
      #"""
      08:00:00 "command":["set","today","nap","1"]
      08:00:01 "command":["set","today","naps","7"]
      08:00:02 "command":["set","today","asleep","14:00-12:30"]
      """#)
    #expect(
      recording.transcript.filter { $0.holds("refused (exit 64)") }.count == 3, "\(recording.transcript)")
    #expect(recording.says("naps: a whole number from 1 to 5"))
  }

  @Test("A setting from a phone applies until its value in the file changes")
  func file() throws {
    let recording = try Scenario.play(
      """
      07:00:00 "command":["log","add","wake"]
      08:00:00 "command":["set","bedtime","20:00"]
      08:00:01 \(reload(Self.mia))
      08:00:10 "command":["status"]
      08:01:01 \(reload(Self.later))
      08:01:10 "command":["status"]
      08:02:01 \(reload(Self.mia))
      08:02:05 "command":["status"]
      08:03:00 "command":["set","bedtime","17:50"]
      08:03:05 "command":["status"]
      08:03:10 "command":["set","bedtime","configured"]
      08:03:20 "command":["status"]
      """)
    let bedtimes = recording.transcript.filter { $0.holds("bedtime   ") }.map {
      String($0.suffix(5))
    }
    #expect(bedtimes == ["20:00", "19:20", "18:40", "17:50", "18:40"], "\(recording.transcript)")
    #expect(recording.says(#"bedtime is "20:00", in place of "18:40""#))
  }

  @Test("Once the night has begun, a setting is for the next day")
  func night() throws {
    let recording = try Scenario.play(
      #"""
      07:00:00 "command":["log","add","wake"]
      18:45:00 "press":"nap"
      2026-02-12T03:00:00-05:00 "command":["set","today","naps","2"]
      2026-02-12T06:40:00-05:00 "press":"nap"
      2026-02-12T06:41:00-05:00 "command":["explain"]
      """#)
    #expect(recording.says("Mia, 2026-02-12: 2 naps"), "\(recording.transcript)")
    #expect(recording.says("Wished for this day: 2 naps."))
  }

  @Test("Without a clock a setting for a day is refused")
  func clock() throws {
    let recording = try Scenario.play(
      #"""
      08:00:00 "clock":"unsynced"
      08:00:01 "power":"cut"
      08:00:30 "power":"on"
      08:01:00 "command":["set","today","naps","1"]
      08:01:01 "command":["set","plan.naps","1"]
      """#)
    #expect(recording.says("the clock is not set"), "\(recording.transcript)")
    #expect(recording.says("plan.naps is 1"))
  }
}
