import Nursery
import Testing

/// How the box reads the entries of tired people: slips, wakings, and nights without an end. `cribside day` reads the
/// same entries by the plain rules.
@Suite struct DayRulesTests {
  private static func box(
    usual: String? = nil, wakes: [String] = [], sleeps: [String] = [], nursings: [String] = []
  ) -> DayScene {
    var scene = DayScene(sleeps: sleeps, nursings: nursings)
    scene.wakes = wakes
    scene.rules = .box(usualWakeUp: usual.map(clock))
    return scene
  }

  // MARK: Wakings

  @Test(
    "A later waking does not begin the day again",
    arguments: [
      (["06:40", "14:00"], ["-1 19:00..05:10"]), (["06:40", "14:00"], []),
      (["14:00"], ["-1 19:00..06:40"]), (["03:20", "06:40", "14:00"], ["-1 19:00..02:10"]),
    ])
  func laterWaking(wakes: [String], night: [String]) throws {
    let scene = Self.box(wakes: wakes, sleeps: night + ["08:30..09:30", "11:40..13:00"])
    let day = try scene.snapshot("14:10")
    let morning = night == ["-1 19:00..05:10"] ? "05:10" : "06:40"
    #expect(day.morning == scene.time(morning))
    #expect(day.naps.count == 2 && day.nightSleeps.isEmpty)
    #expect(try scene.state("14:10") == "awakeEarly 70 of 135-180")
  }

  @Test("A waking after a nap never begins the day")
  func afterANap() throws {
    let scene = Self.box(wakes: ["14:00"], sleeps: ["11:40..13:00"], nursings: ["07:10..07:30"])
    #expect(try scene.snapshot("14:10").morning == scene.time("07:10"))
    #expect(try scene.snapshot("14:10").completedNaps == 1)
  }

  @Test(
    "A waking before the day's start belongs to the night, even if it is logged twice; a stated one is the morning"
  )
  func earlyWaking() throws {
    var scene = Self.box(wakes: ["03:10", "03:20"], sleeps: ["-1 19:00..03:10"])
    #expect(try scene.state("03:40") == "bedtimeWindow 0")
    #expect(try scene.windowOutlook("03:40").night?.awakeSince == scene.time("03:10"))
    scene = DayScene(woke: "03:20", sleeps: ["-1 19:00..03:10"])
    #expect(try scene.snapshot("03:40").morning == scene.time("03:20"))
  }

  // MARK: Sleeps of a few minutes

  @Test("A sleep of less than ten minutes by day is no nap, and being awake does not begin with it")
  func slip() throws {
    let scene = Self.box(sleeps: ["-1 19:00..06:40", "07:50..07:59"])
    #expect(try scene.state("08:30") == "awakeApproaching 110 of 105-150")
    let day = try scene.snapshot("08:30")
    #expect(day.completedNaps == 0 && day.sleeps.isEmpty && day.feedCount == 0)
    #expect(day.shortSleeps == [scene.span("07:50..07:59")])
    #expect(try scene.outlook("08:30").nextNap?.window.earliest == scene.time("08:25"))
    let reasons = DayEngine.explain(
      day, try scene.outlook("08:30"), baby: scene.baby, now: scene.time("08:30"))
    #expect(
      reasons.reasons.map { $0.text(in: .utc) }.contains(
        "The sleep at 07:50 was over in less than 10 min: it counts neither as a nap nor as a waking."))
  }

  @Test("Several slips near each other make no nap, but a slip beside a nap is a piece of it")
  func slips() throws {
    let slips = ["08:30..08:33", "08:40..08:45", "08:50..08:58"]
    let day = try Self.box(sleeps: ["-1 19:00..06:40"] + slips).snapshot("09:00")
    #expect(day.completedNaps == 0 && day.shortSleeps.count == 3)
    #expect(day.wakeReference == day.morning)
    let nap = Self.box(sleeps: ["-1 19:00..06:40"] + slips + ["09:05..09:15"])
    #expect(try nap.snapshot("09:20").naps == [nap.span("08:30..09:15")])
    #expect(
      WakeWindow.windows(
        between: (["-1 19:00..06:40"] + slips + ["12:00..13:00"]).map(nap.span), zone: .utc, leastMinutes: 10
      ).map { $0.minutes } == [320])
  }

  @Test("A sleep of ten minutes is a nap, and so is a shorter one by the plain rules or while it runs")
  func naps() throws {
    #expect(try Self.box(sleeps: ["-1 19:00..06:40", "07:50..08:00"]).snapshot("08:30").completedNaps == 1)
    #expect(try DayScene(sleeps: ["-1 19:00..06:40", "07:50..07:51"]).snapshot("08:30").completedNaps == 1)
    #expect(
      try Self.box(sleeps: ["-1 19:00..06:40", "07:50.."]).state("07:55") == "sleepingNoPressure 5 left 485")
  }

  @Test("A slip does not begin the day, and at night a sleep of a few minutes belongs to the night")
  func slipElsewhere() throws {
    #expect(try Self.box(sleeps: ["07:50..07:51"]).state("08:30") == "notStarted")
    let night = try Self.box(sleeps: ["-1 19:00..06:40", "18:40..18:44"]).snapshot("18:50")
    #expect(night.nightSleeps.count == 1 && night.shortSleeps.isEmpty)
  }

  // MARK: Nights without an end

  @Test("A waking at night without a further entry is not the morning: at breakfast the day has not begun")
  func openWaking() throws {
    let sleeps = ["-1 19:00..00:26"]
    #expect(try Self.box(sleeps: sleeps).state("06:40") == "notStarted")
    #expect(try Self.box(sleeps: sleeps).windowOutlook("06:40").nextNap == nil)
    #expect(try DayScene(sleeps: sleeps).state("06:40") == "awakeBeyond 374 of 105-150")
    // A press decides it, and so does what happens next.
    #expect(try Self.box(wakes: ["06:30"], sleeps: sleeps).state("06:40") == "awakeEarly 10 of 105-150")
    #expect(
      try Self.box(sleeps: sleeps, nursings: ["06:45..07:00"]).state("07:05") == "awakeEarly 20 of 105-150")
    let nap = Self.box(sleeps: sleeps + ["08:40..09:40"], nursings: ["06:45..07:00"])
    #expect(try nap.state("10:00") == "awakeEarly 20 of 120-165")
    // Until then, long before the usual wake-up, it counts as a waking at night.
    #expect(try Self.box(usual: "06:30", sleeps: sleeps).windowOutlook("05:29").night?.isAwake == true)
    #expect(try Self.box(usual: "06:30", sleeps: sleeps).state("05:30") == "notStarted")
    #expect(try Self.box(sleeps: ["-1 19:00..03:30"]).windowOutlook("04:30").night?.isAwake == true)
  }

  @Test("A sleep before the usual wake-up, after a waking that nothing ended, belongs to the night")
  func sleepAfterOpenWaking() throws {
    for night in [["-1 19:00..02:14"], ["-1 19:00..03:10"]] {
      let asleep = Self.box(usual: "06:30", sleeps: night + ["05:41.."])
      #expect(try asleep.windowOutlook("06:10").night?.isAwake == false, "\(night)")
      let up = Self.box(usual: "06:30", sleeps: night + ["05:41..06:50"])
      #expect(try up.snapshot("07:00").morning == up.time("06:50"), "\(night)")
      let nap = Self.box(usual: "06:30", sleeps: night + ["06:31..07:10"])
      #expect(try nap.snapshot("07:20").completedNaps == 1, "\(night)")
    }
  }

  @Test(
    "Without a logged night it is still night until an hour before the usual wake-up, or half an hour after a feed"
  )
  func unloggedNight() throws {
    let day = Self.box(usual: "06:30", wakes: ["-1 06:30"], sleeps: ["-1 13:00..-1 14:00"])
    #expect(try day.state("05:29") == "bedtimeWindow 0")
    #expect(try day.state("05:30") == "notStarted")
    let fed = Self.box(usual: "06:30", wakes: ["-1 06:30"], nursings: ["05:05..05:20"])
    #expect(try fed.state("05:59") == "bedtimeWindow 0")
    #expect(try fed.state("06:00") == "notStarted")
    let longAgo = Self.box(usual: "06:30", wakes: ["-1 06:30"], nursings: ["04:20..04:40"])
    #expect(try longAgo.state("05:30") == "notStarted")
    for (sleep, naps) in [("05:15..06:10", 0), ("05:41..06:50", 0), ("06:31..07:10", 1)] {
      let slept = Self.box(usual: "06:30", wakes: ["-1 06:30"], sleeps: ["-1 13:00..-1 14:00", sleep])
      #expect(try slept.snapshot("07:20").completedNaps == naps, "\(sleep)")
    }
    #expect(try Self.box(usual: "06:30", sleeps: []).state("05:29") == "notStarted", "nothing is known")
  }

  @Test(
    "A feed long before the usual wake-up does not begin the day, and a sleep after it belongs to the night")
  func earlyFeed() throws {
    let feed = ["04:40..04:55"]
    #expect(try Self.box(usual: "06:30", nursings: feed).state("06:35") == "notStarted")
    for night in [[], ["-1 19:00..02:10"], ["-1 19:00..04:35"]] {
      let asleep = Self.box(usual: "06:30", sleeps: night + ["05:00.."], nursings: feed)
      #expect(try asleep.windowOutlook("06:00").night?.isAwake == false, "\(night)")
      let up = Self.box(usual: "06:30", sleeps: night + ["05:00..06:50"], nursings: feed)
      #expect(try up.snapshot("07:00").morning == up.time("06:50"), "\(night)")
      #expect(try up.snapshot("07:00").sleeps.isEmpty, "\(night)")
    }
  }

  @Test("If a baby sleeps again within two hours, before the usual wake-up, it is still night")
  func sleepsAgain() throws {
    let again = Self.box(usual: "06:30", sleeps: ["-1 19:00..05:10", "06:00.."])
    #expect(try again.windowOutlook("06:20").night?.isAwake == false)
    let up = Self.box(usual: "06:30", sleeps: ["-1 19:00..05:10", "06:00..07:05"])
    #expect(try up.snapshot("07:10").morning == up.time("07:05"))
    #expect(try up.snapshot("07:10").completedNaps == 0)
    // This does not hold after more than two hours, from the usual wake-up on, or after a stated morning.
    for (wakes, usual, nap) in [
      ([], "07:30", "07:11..07:40"), ([], "06:30", "06:30..07:10"), (["05:10"], "06:30", "06:00..06:40"),
    ] {
      let early = Self.box(usual: usual, wakes: wakes, sleeps: ["-1 19:00..05:10", nap])
      #expect(try early.snapshot("07:50").morning == early.time("05:10"), "\(nap)")
      #expect(try early.snapshot("07:50").completedNaps == 1, "\(nap)")
    }
    let late = Self.box(usual: "06:30", sleeps: ["-1 19:00..05:50", "06:31..07:00"])
    #expect(try late.snapshot("07:10").completedNaps == 1)
  }

  @Test("A sleep that began long before the usual wake-up is the night, up to two hours after a waking")
  func sleepsAgainLater() throws {
    let again = Self.box(usual: "06:30", sleeps: ["-1 19:00..04:21", "05:25.."])
    for time in ["05:26", "05:31", "06:20"] {
      #expect(try again.windowOutlook(time).night?.isAwake == false, "\(time)")
    }
    let up = Self.box(usual: "06:30", sleeps: ["-1 19:00..04:21", "05:25..06:51"])
    #expect(try up.snapshot("07:00").morning == up.time("06:51"))
    #expect(try up.snapshot("07:00").completedNaps == 0)
    // After two hours it is a nap.
    let nap = Self.box(usual: "09:00", sleeps: ["-1 19:00..05:30", "07:35..08:40"])
    #expect(try nap.snapshot("08:45").morning == nap.time("05:30"))
  }

  @Test("A sleep of less than a minute does not divide the night")
  func slipAtNight() throws {
    let slip = Self.box(sleeps: ["-1 19:00..-1 22:00", "-1 23:00..-1 23:00"])
    #expect(try slip.snapshot("00:10").wakeReference == slip.time("-1 22:00"))
    let minute = Self.box(sleeps: ["-1 19:00..-1 22:00", "-1 23:00..-1 23:01"])
    #expect(try minute.snapshot("00:10").wakeReference == minute.time("-1 23:01"))
    // Nor does it hide the next sleep, or prolong the one before.
    let next = Self.box(usual: "06:30", sleeps: ["-1 19:00..05:20", "05:40..05:40", "05:43..05:51"])
    #expect(try next.snapshot("05:55").wakeReference == next.time("05:51"))
    let nap = Self.box(sleeps: ["-1 19:00..06:40", "09:00..10:00", "10:08..10:08"])
    #expect(try nap.snapshot("10:10").wakeReference == nap.time("10:00"))
  }

  // MARK: Pieces

  @Test("A nap in pieces is one nap, and its last piece ends it")
  func pieces() throws {
    let halves = try Self.box(sleeps: ["-1 19:00..06:40", "08:50..08:59", "09:01..09:10"]).snapshot("09:20")
    #expect(halves.completedNaps == 1 && halves.shortSleeps.isEmpty)
    let scene = Self.box(sleeps: ["-1 19:00..06:40", "12:05..13:20", "13:22..13:31"])
    #expect(try scene.snapshot("13:40").completedNaps == 1)
    #expect(try scene.snapshot("13:40").wakeReference == scene.time("13:31"))
    // Ten minutes apart they are two sleeps, and the short one does not count.
    let apart = Self.box(sleeps: ["-1 19:00..06:40", "12:05..13:20", "13:30..13:39"])
    #expect(try apart.snapshot("13:40").wakeReference == apart.time("13:20"))
  }

  @Test("A short sleep soon after the night's last waking belongs to the night")
  func resettled() throws {
    let scene = Self.box(sleeps: ["-1 19:00..03:50", "04:30..04:38"])
    #expect(try scene.snapshot("04:50").wakeReference == scene.time("04:38"))
  }

  @Test("A waking that is stated later replaces only one of the small hours")
  func statedMorning() throws {
    let fed = Self.box(wakes: ["06:55"], sleeps: ["-1 21:00..04:20"])
    #expect(try fed.snapshot("07:00").morning == fed.time("06:55"))
    let woken = Self.box(wakes: ["04:20", "06:55"], sleeps: ["-1 21:00..03:10"])
    #expect(try woken.snapshot("07:00").morning == woken.time("06:55"))
    let up = Self.box(wakes: ["08:00"], sleeps: ["-1 19:00..06:30"])
    #expect(try up.snapshot("08:10").morning == up.time("06:30"))
    let early = Self.box(usual: "05:20", wakes: ["06:55"], sleeps: ["-1 19:00..04:30"])
    #expect(try early.snapshot("07:00").morning == early.time("04:30"))
  }
}
