import Nursery
import Testing

/// What comes next by the wake windows alone: next nap, wake by, earlier bedtime, dream feed.
@Suite struct DayOutlookTests {
  @Test(
    "The next nap follows the morning",
    arguments: [
      ("08:00", "08:45-09:30"),
      ("15:59", "08:45-09:30"),
      // A short one.
      ("16:00", "16:00-16:45"),
      ("16:46", nil),
    ])
  func theNextNapFollowsTheMorning(now: String, nap: String?) throws {
    let scene = DayScene(woke: "07:00")
    #expect(scene.text(try scene.windowOutlook(now).nextNap?.window) == nap)
  }

  @Test(
    "The next nap keeps to the cutoff",
    arguments: [
      // The window after one nap is 120 to 165 minutes. It ends at the cutoff at 16:00, and a nap that could only begin
      // then is none.
      ("12:00..13:00", "15:00-15:45"), ("12:00..13:20", "15:20-16:00"), ("12:00..13:59", "15:59-16:00"),
      ("12:00..14:00", "16:00-16:45"), ("13:00..15:00", nil),
    ])
  func theNextNapKeepsToTheCutoff(nap: String, next: String?) throws {
    let scene = DayScene(woke: "07:00", sleeps: [nap])
    #expect(scene.text(try scene.windowOutlook("14:10").nextNap?.window) == next)
  }

  @Test("Asleep or before the day there is no next nap")
  func asleepOrBeforeTheDayThereIsNoNextNap() throws {
    #expect(try DayScene(woke: "07:00", sleeps: ["09:00.."]).windowOutlook("09:30").nextNap == nil)
    #expect(try DayScene().windowOutlook("09:30").nextNap == nil)
  }

  @Test("Wake by is the cutoff of a running nap")
  func wakeByIsTheCutoffOfARunningNap() throws {
    let scene = DayScene(woke: "07:00", sleeps: ["14:00.."])
    #expect(try scene.windowOutlook("14:30").wakeBy?.latest == scene.time("16:00"))
    #expect(try scene.windowOutlook("17:00").wakeBy?.latest == scene.time("16:00"))
    #expect(try scene.windowOutlook("19:00").wakeBy == nil)
    #expect(try DayScene(woke: "07:00").windowOutlook("14:30").wakeBy == nil)
  }

  @Test(
    "A long evening has an earlier bedtime",
    arguments: [
      // The last window is 150 to 180 minutes. Awake since 13:44 a third nap still fits, until 16:00.
      ("13:00..13:44", "15:59", nil), ("13:00..13:44", "16:00", nil),
      ("13:00..13:45", "13:50", nil),
      // Bed comes at most an hour before bedtime. If the evening is too long even then, the range ends at bedtime.
      ("13:00..13:45", "16:46", "18:00-18:30"),
      ("14:00..15:00", "15:01", "18:00-18:00"), ("14:00..15:00", "18:00", "18:00-18:00"),
      ("14:00..15:20", "15:30", "18:00-18:20"),
      // It is too late for that, or the window ends at bedtime anyway.
      ("14:00..15:00", "18:01", nil), ("14:00..15:59", "16:30", "18:29-18:59"),
      ("14:00..16:00", "16:30", nil),
    ])
  func aLongEveningHasAnEarlierBedtime(lastNap: String, now: String, range: String?) throws {
    let scene = DayScene(woke: "07:00", sleeps: ["09:00..10:00", lastNap])
    #expect(scene.text(try scene.windowOutlook(now).earlierBedtime) == range)
  }

  @Test("A short nap is offered while bed is too far away", arguments: [nil, "13:00..13:45"])
  func shortNap(lastNap: String?) throws {
    let scene = DayScene(woke: "07:00", sleeps: ["09:00..10:00"] + [lastNap].compactMap { $0 })
    for now in ["16:00", "16:45"] {
      let outlook = try scene.outlook(now)
      let nap = try #require(outlook.nextNap, "\(now)")
      #expect(nap.isShort && nap.start == scene.time("16:00") && nap.window.latest == scene.time("16:45"))
      #expect(outlook.earlierBedtime == nil)
      // A press begins that nap.
      var begun = scene
      begun.sleeps.append(now + "..")
      #expect(try begun.outlook(now).wakeBy?.isShort == true)
    }
    #expect(try scene.outlook("16:46").nextNap == nil)
    #expect(try scene.outlook("16:46").earlierBedtime?.earliest == scene.time("18:00"))
  }

  @Test("Where no wake window fits on both sides, the short nap is offered half-way to bed for half an hour")
  func shortNapHalfWay() throws {
    let scene = DayScene(ageDays: 250, woke: "07:00", sleeps: ["09:30..10:30", "12:40..13:38"])
    for now in ["13:45", "16:34"] {
      let nap = try #require(try scene.windowOutlook(now).nextNap, "\(now)")
      #expect(nap.isShort && nap.start == scene.time("16:04") && nap.window.latest == scene.time("16:34"))
    }
    #expect(try scene.windowOutlook("16:35").nextNap == nil)
  }

  @Test("Being awake for longer than any baby can be is shown as a guess")
  func awakeTooLong() throws {
    let scene = DayScene(woke: "07:00", sleeps: ["09:00..10:00"])
    #expect(try !scene.outlook("18:00").isGuessed)
    #expect(try scene.outlook("18:01").isGuessed)
    #expect(try scene.outlook("+1 02:00").isGuessed)
  }

  @Test("There is no earlier bedtime asleep or at night")
  func thereIsNoEarlierBedtimeAsleepOrAtNight() throws {
    let nap = DayScene(woke: "07:00", sleeps: ["09:00..10:00", "15:00.."])
    #expect(try nap.windowOutlook("15:10").earlierBedtime == nil)
    let early = DayScene(bedtime: "22:00", woke: "07:00", sleeps: ["21:30..21:35"])
    #expect(try early.windowOutlook("21:40").earlierBedtime == nil)
  }

  @Test("A next nap and an earlier bedtime exclude each other")
  func aNextNapAndAnEarlierBedtimeExcludeEachOther() throws {
    for age in [30, 90, 150, 250, 350] {
      for minute in stride(from: 8 * 60, to: 20 * 60, by: 5) {
        let now = WallTime(minutesAfterMidnight: minute).text
        for nap in ["08:00..08:30", "10:00..11:30", "12:00..13:00", "14:30..15:30", "17:00..17:20"] {
          let outlook = try DayScene(ageDays: age, woke: "07:00", sleeps: [nap]).windowOutlook(now)
          #expect(outlook.nextNap == nil || outlook.earlierBedtime == nil)
        }
      }
    }
  }

  @Test(
    "Dream feed is due from its time on",
    arguments: [
      ("22:29", nil), ("22:30", "22:30"), ("+1 00:30", "22:30"), ("+1 04:30", "22:30"),
    ])
  func dreamFeedIsDueFromItsTimeOn(now: String, due: String?) throws {
    let scene = DayScene(dreamFeed: "22:30", woke: "07:00", sleeps: ["19:00.."], bottles: ["18:40"])
    #expect(try scene.snapshot(now).dreamFeedDue.map(scene.text) == due)
  }

  @Test(
    "A feed or a dismissal settles it",
    arguments: [
      ([], ["22:31"], true), (["22:31"], [], true), (["21:30"], [], true), (["21:29"], [], false),
      ([], ["-1 22:31"], false), ([], ["+1 06:00"], false),
    ])
  func aFeedOrADismissalSettlesIt(bottles: [String], dismissed: [String], isSettled: Bool) throws {
    let scene = DayScene(
      dreamFeed: "22:30", woke: "07:00", sleeps: ["19:00.."], bottles: bottles, dismissed: dismissed)
    #expect((try scene.snapshot("23:00").dreamFeedDue == nil) == isSettled)
  }

  @Test("The dream feed is offered only in night sleep and when enabled")
  func theDreamFeedIsOfferedOnlyInNightSleepAndWhenEnabled() throws {
    #expect(try DayScene(dreamFeed: "22:30", woke: "07:00").snapshot("23:00").dreamFeedDue == nil)
    #expect(try DayScene(woke: "07:00", sleeps: ["19:00.."]).snapshot("23:00").dreamFeedDue == nil)
    let late = DayScene(dreamFeed: "00:15", woke: "07:00", sleeps: ["19:00.."])
    #expect(try late.snapshot("23:00").dreamFeedDue == nil)
    #expect(try late.snapshot("+1 00:15").dreamFeedDue == late.time("+1 00:15"))
  }

  @Test("Dream feed changes nothing else")
  func dreamFeedChangesNothingElse() throws {
    var with = DayScene(dreamFeed: "22:30", woke: "07:00", sleeps: ["19:00.."])
    var due = try with.snapshot("23:00")
    with.dreamFeed = nil
    due.dreamFeedDue = nil
    #expect(try with.snapshot("23:00") == due)
  }

  @Test("The night's sleep does not count as a nap")
  func napMinutes() throws {
    let scene = DayScene(woke: "07:00", sleeps: ["09:00..10:15", "13:00..13:30", "19:00.."])
    let snapshot = try scene.snapshot("22:00")
    #expect(snapshot.totalNapMinutes(at: scene.time("22:00")) == 105)
  }
}
