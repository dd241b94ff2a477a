import Foundation
import Testing

@testable import Rehearsal

/// Feeds in a night sleep that no press has ended: what NAP means after them.
@Suite struct NightFeedScenarioTests {
  @Test(
    "NAP after a feed in the night says that the baby sleeps again, and another NAP that it is awake",
    arguments: [false, true])
  func asleepAfterTheFeed(isQuiet: Bool) throws {
    let quiet = #"2026-02-10T20:00:00-05:00 "command":["quiet","start","--minutes","600"]"# + "\n"
    let recording = try Scenario.play(
      Scenario.night + (isQuiet ? quiet : "") + #"""
        2026-02-11T01:25:00-05:00 "press":"feed"
        2026-02-11T01:40:00-05:00 "press":"feed"
        2026-02-11T01:52:00-05:00 "press":"nap"
        2026-02-11T01:52:02-05:00 "shot":"asleep"
        2026-02-11T04:10:00-05:00 "doublePress":"feed"
        2026-02-11T04:50:00-05:00 "press":"nap"
        2026-02-11T04:50:04-05:00 "press":"nap"
        2026-02-11T04:50:06-05:00 "shot":"awake"
        """#)
    let asleep = try recording.shot("asleep").texts
    #expect(asleep.contains("Night 01:52 ✓") && asleep.contains("or NAP: awake 01:52"), "\(asleep)")
    #expect(try recording.shot("awake").texts.contains("Awake 04:50 ✓"), "\(recording.words("awake"))")
    let events = try recording.events()
    #expect(
      events.suffix(4) == [
        "sleep 18:40:00–01:25:00", "nursing 01:25:00–01:40:00 left", "sleep 01:52:00–04:50:00",
        "bottle 04:10:00",
      ], "\(events)")
  }

  @Test("Feeds at most half an hour apart belong to one waking, which began with the first")
  func topUp() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T01:25:00-05:00 "doublePress":"feed"
        2026-02-11T01:40:00-05:00 "press":"feed"
        2026-02-11T01:50:00-05:00 "press":"feed"
        2026-02-11T02:05:00-05:00 "press":"nap"
        2026-02-11T02:06:00-05:00 "shot":"end"
        """#)
    #expect(
      try recording.events().filter { $0.hasPrefix("sleep") }.suffix(2) == [
        "sleep 18:40:00–01:25:00", "sleep 02:05:00–",
      ])
  }

  @Test("Long after a feed the baby has slept: NAP says that it is awake")
  func awakeLongAfterTheFeed() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T01:25:00-05:00 "doublePress":"feed"
        2026-02-11T02:11:00-05:00 "press":"nap"
        2026-02-11T02:11:02-05:00 "shot":"awake"
        """#)
    #expect(try recording.shot("awake").texts.contains("Awake 02:11 ✓"), "\(recording.words("awake"))")
  }

  @Test("Shortly before the usual wake-up NAP after a feed says awake, and another NAP asleep")
  func awakeInTheMorning() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T06:05:00-05:00 "press":"feed"
        2026-02-11T06:15:00-05:00 "press":"feed"
        2026-02-11T06:20:00-05:00 "press":"nap"
        2026-02-11T06:20:02-05:00 "shot":"awake"
        2026-02-11T06:20:05-05:00 "press":"nap"
        2026-02-11T06:20:07-05:00 "shot":"asleep"
        """#)
    let awake = try recording.shot("awake").texts
    #expect(awake.contains("Awake 06:20 ✓") && awake.contains("or NAP: asleep 06:20"), "\(awake)")
    let sleeps = try recording.events().filter { $0.hasPrefix("sleep") }
    #expect(sleeps.suffix(2) == ["sleep 18:40:00–06:05:00", "sleep 06:20:00–"], "\(sleeps)")
  }

  @Test("NAP up to an hour after the first feed of a waking offers the sleep before it")
  func sleptBeforeTheFeeds() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-10T22:30:00-05:00 "press":"nap"
        2026-02-11T03:10:00-05:00 "doublePress":"feed"
        2026-02-11T03:25:00-05:00 "press":"feed"
        2026-02-11T03:50:00-05:00 "press":"nap"
        2026-02-11T03:50:02-05:00 "shot":"asleep"
        2026-02-11T03:50:05-05:00 "press":"nap"
        2026-02-11T03:50:07-05:00 "shot":"slept"
        """#)
    let asleep = try recording.shot("asleep").texts
    #expect(asleep.contains("or NAP: slept to 03:10"), "\(asleep)")
    #expect(
      try recording.events().filter { $0.hasPrefix("sleep") }.suffix(3) == [
        "sleep 18:40:00–22:30:00", "sleep 22:30:00–03:10:00", "sleep 03:50:00–",
      ], "\(recording.words("slept"))")
  }

  @Test("While a feed runs before dawn the box does not ask about the morning, and NAP says asleep")
  func noMorningInAFeed() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T03:00:00-05:00 "press":"nap"
        2026-02-11T05:20:00-05:00 "press":"feed"
        2026-02-11T05:45:00-05:00 "shot":"feeding"
        2026-02-11T05:45:10-05:00 "press":"nap"
        2026-02-11T05:45:12-05:00 "shot":"asleep"
        """#)
    let feeding = try recording.shot("feeding").texts
    #expect(!feeding.contains { $0.hasPrefix("Woke") }, "\(feeding)")
    let asleep = try recording.shot("asleep").texts
    #expect(asleep.contains { $0.hasPrefix("Fed 25 m, ") }, "\(asleep)")
    let events = try recording.events()
    #expect(events.contains("nursing 05:20:00–05:45:10 left"), "\(events)")
  }

  @Test("A nap that is half an hour longer than any usual one offers its usual end")
  func overdueNap() throws {
    let recording = try Scenario.play(
      #"""
      06:40:00 "command":["log","add","wake","--start","06:30"]
      09:00:00 "press":"nap"
      11:40:00 "press":"nap"
      11:40:02 "shot":"awake"
      11:40:05 "press":"nap"
      """#)
    let awake = try recording.shot("awake").texts
    #expect(awake.contains("Awake 11:40 ✓") && awake.contains("or NAP: awake 11:00"), "\(awake)")
    #expect(try recording.events().last == "sleep 09:00:00–11:00:00")
  }

  @Test("NAP that was taken for asleep again, but said awake, is corrected by the offer of the next NAP")
  func awakeTakenForAsleep() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-10T22:15:00-05:00 "doublePress":"feed"
        2026-02-10T22:50:00-05:00 "press":"nap"
        2026-02-10T23:11:00-05:00 "press":"nap"
        2026-02-10T23:11:02-05:00 "shot":"offered"
        2026-02-10T23:11:05-05:00 "press":"nap"
        2026-02-10T23:11:07-05:00 "shot":"asleep"
        """#)
    #expect(
      try recording.shot("offered").texts.contains("or NAP: asleep 23:11"), "\(recording.words("offered"))")
    let sleeps = try recording.events().filter { $0.hasPrefix("sleep") }
    #expect(sleeps.suffix(2) == ["sleep 18:40:00–22:50:00", "sleep 23:11:00–"], "\(sleeps)")
  }

  @Test(
    "After 04:00 too, NAP after a feed offers the sleep before it, if no press logged that sleep or the bedtime",
    arguments: [true, false])
  func sleptBeforeAnEarlyFeed(isBedLogged: Bool) throws {
    let day =
      isBedLogged ? Scenario.night : Scenario.night.split(separator: "\n").dropLast().joined(separator: "\n")
    let waking = #"2026-02-11T01:57:00-05:00 "press":"nap""# + "\n"
    let recording = try Scenario.play(
      day + "\n" + (isBedLogged ? waking : "") + #"""
        2026-02-11T05:05:00-05:00 "press":"feed"
        2026-02-11T05:05:30-05:00 "shot":"feeding"
        2026-02-11T05:36:00-05:00 "press":"nap"
        2026-02-11T05:36:04-05:00 "shot":"asleep"
        2026-02-11T05:36:06-05:00 "press":"nap"
        2026-02-11T06:50:00-05:00 "press":"nap"
        2026-02-11T06:50:10-05:00 "shot":"up"
        """#)
    let asleep = try recording.shot("asleep").texts
    #expect(asleep.contains("Fed 31 m, night ✓"), "\(asleep)")
    #expect(asleep.contains(isBedLogged ? "or NAP: slept to 05:05" : "or NAP: night 18:40"), "\(asleep)")
    #expect(try recording.shot("up").texts.contains { $0.hasPrefix("Awake 0 m") }, "\(recording.words("up"))")
    let events = try recording.events().filter { $0.hasPrefix("sleep") }
    #expect(events.suffix(1) == ["sleep 05:36:00–06:50:00"], "\(events)")
    let before = isBedLogged ? "sleep 01:57:00–05:05:00" : "sleep 18:40:00–05:05:00"
    #expect(events.contains(before), "\(events)")
  }

  @Test("In the first minutes of a nursing NAP says that the baby woke up for it, and the feed runs on")
  func wokeForTheFeed() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T02:10:00-05:00 "press":"feed"
        2026-02-11T02:10:20-05:00 "press":"nap"
        2026-02-11T02:10:24-05:00 "shot":"woke"
        2026-02-11T02:30:00-05:00 "press":"feed"
        2026-02-11T02:40:00-05:00 "press":"nap"
        """#)
    let woke = try recording.shot("woke").texts
    #expect(woke.contains("Awake 02:10 ✓") && woke.contains("or NAP: asleep 02:10"), "\(woke)")
    #expect(
      try recording.events().suffix(3) == [
        "sleep 18:40:00–02:10:20", "nursing 02:10:00–02:30:00 left", "sleep 02:40:00–",
      ])
  }

  @Test("The answer that puts a wrong guess right names its own time")
  func correctedGuess() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-10T22:30:00-05:00 "doublePress":"feed"
        2026-02-10T22:45:00-05:00 "press":"nap"
        2026-02-10T23:15:00-05:00 "press":"nap"
        2026-02-10T23:15:04-05:00 "shot":"offered"
        2026-02-10T23:15:06-05:00 "press":"nap"
        2026-02-10T23:15:08-05:00 "shot":"taken"
        """#)
    #expect(
      try recording.shot("offered").texts.contains("or NAP: asleep 23:15"), "\(recording.words("offered"))")
    #expect(try recording.shot("taken").texts.contains("Asleep 23:15 ✓"), "\(recording.words("taken"))")
  }

  @Test("A press for bed does not offer the same bed again")
  func noSameBed() throws {
    let recording = try Scenario.play(
      #"""
      2026-02-10T06:40:00-05:00 "command":["log","add","wake","--start","06:30"]
      2026-02-10T09:00:00-05:00 "press":"nap"
      2026-02-10T10:00:00-05:00 "press":"nap"
      2026-02-10T15:04:00-05:00 "press":"nap"
      2026-02-10T18:05:00-05:00 "press":"feed"
      2026-02-10T18:25:00-05:00 "press":"feed"
      2026-02-10T18:51:00-05:00 "press":"nap"
      2026-02-10T18:51:04-05:00 "shot":"bed"
      """#)
    let bed = try recording.shot("bed").texts
    #expect(bed.contains("Night 18:51 ✓") && !bed.contains("or NAP: night 18:51"), "\(bed)")
  }

  @Test("A feed just before the waking of an early morning does not hide that the baby slept on")
  func sleptOnAfterAnEarlyFeed() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T06:05:00-05:00 "press":"feed"
        2026-02-11T06:11:00-05:00 "press":"feed"
        2026-02-11T06:13:00-05:00 "press":"nap"
        2026-02-11T06:13:04-05:00 "shot":"guess"
        2026-02-11T07:06:00-05:00 "press":"nap"
        2026-02-11T07:06:04-05:00 "shot":"up"
        """#)
    let guess = try recording.shot("guess").texts
    #expect(guess.contains("or NAP: asleep 06:13"), "\(guess)")
    let up = try recording.shot("up").texts
    #expect(up.contains("or NAP: slept to 07:06"), "\(up)")
  }

  @Test("Up to 75 minutes after a feed, and after a dream feed, NAP says awake and offers asleep")
  func asleepLate() throws {
    var scenario = Scenario(
      Scenario.night + #"""
        2026-02-10T22:40:00-05:00 "doublePress":"feed"
        2026-02-10T22:58:00-05:00 "press":"nap"
        2026-02-10T22:58:04-05:00 "shot":"dream"
        2026-02-10T23:10:00-05:00 "press":"nap"
        2026-02-11T02:10:00-05:00 "press":"feed"
        2026-02-11T02:20:00-05:00 "press":"feed"
        2026-02-11T02:52:00-05:00 "press":"nap"
        2026-02-11T02:52:04-05:00 "shot":"late"
        2026-02-11T02:52:06-05:00 "press":"nap"
        2026-02-11T06:40:00-05:00 "press":"nap"
        """#)
    scenario.baby = #"{"name":"Mia","birthdate":"2025-09-14","bedtime":"18:40","dreamFeed":"22:30"}"#
    let recording = try scenario.play()
    for (shot, time) in [("dream", "22:58"), ("late", "02:52")] {
      let texts = try recording.shot(shot).texts
      #expect(texts.contains("Awake \(time) ✓") && texts.contains("or NAP: asleep \(time)"), "\(texts)")
    }
    #expect(
      try recording.events().filter { $0.hasPrefix("sleep") }.suffix(3) == [
        "sleep 18:40:00–22:58:00", "sleep 23:10:00–02:10:00", "sleep 02:52:00–06:40:00",
      ])
  }
}
