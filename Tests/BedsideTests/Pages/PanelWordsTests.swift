import Nursery
import Testing

@testable import Bedside

/// What a page says is true: no time of yesterday that reads as one of today, no greeting in the night, no number left
/// out.
@Suite struct PanelWordsTests {
  private static let unfed = SampleScenes.awake.with { $0.day.feed = .noFeedsYet }

  private static func texts(_ scene: Scene) -> [String] { Picture(of: scene).texts }

  @Test("The last feed is shown with its time of day, and one of yesterday with its age")
  func lastFeed() {
    for (minutes, text) in [(200, "last L 15:28, 14 m"), (1_390, "last L 23 h ago")] {
      let scene = SampleScenes.nursing.with {
        let start = $0.now.adding(minutes: -minutes)
        $0.lastFeed = FeedSpan(isNursing: true, start: start, end: start.adding(minutes: 14), side: .left)
      }
      #expect(Self.texts(scene).contains(text), "\(Self.texts(scene))")
    }
  }

  @Test("A notice among several babies keeps the name, and as much of the event as fits")
  func named() {
    let at = SampleScenes.at(23, 26)
    let bottle = Bedside.Confirmation.Deed.bottle(BottleAmount(milliliters: 120, usesOunces: false))
    let asleep = Bedside.Confirmation.Deed.sleepStartedAfterFeed(minutes: 24, isNight: true)
    let cases: [(String?, Bedside.Confirmation.Deed, String)] = [
      ("Jonathan", bottle, "Jonathan: 120 ml ✓"), ("Mia", bottle, "Mia: Bottle 120 ml ✓"),
      (nil, asleep, "Fed 24 m, night ✓"), ("Mia", asleep, "Mia: Fed 24 m, night ✓"),
    ]
    for (name, deed, text) in cases {
      let scene = SampleScenes.atNight.with {
        $0.notice = .saved(Confirmation(deed: deed, at: at))
        ($0.showsName, $0.noticeName) = (name != nil, name)
      }
      #expect(Self.texts(scene).contains(text), "\(Self.texts(scene))")
    }
  }

  @Test(
    "Today always shows the number of feeds, which minutes were nursed, and how long ago the last feed was")
  func today() {
    func texts(feeds: Int, _ nursed: [Int], intake: Int? = nil) -> [String] {
      Self.texts(
        SampleScenes.asleep.with { scene in
          scene.page = .today
          let spans = (0..<feeds).map { index in
            let start = scene.now.adding(minutes: -125 - index * 60)
            return FeedSpan(isNursing: true, start: start, end: start.adding(minutes: 9), side: .left)
          }
          scene.recent = RecentDay(sleeps: [], feeds: spans, now: scene.now)
          scene.recent?.nursed = nursed
          scene.recent?.intake = intake.map { BottleAmount(milliliters: $0, usesOunces: false) }
        })
    }
    let few = texts(feeds: 2, [20, 11, 0])
    #expect(few.contains("Feeds 2 · L 20 R 11 m"), "\(few)")
    let many = texts(feeds: 12, [142, 133, 12])
    #expect(many.contains { $0.hasPrefix("Feeds 12 · ") && $0.contains("2 h") }, "\(many)")
    let mixed = texts(feeds: 5, [0, 24, 0], intake: 620)
    #expect(
      mixed.contains { $0.hasPrefix("Naps") && $0.hasSuffix(" R 24 m") && !$0.contains("Fed") }, "\(mixed)")
    let bottles = texts(feeds: 5, [0, 0, 0], intake: 620)
    #expect(bottles.contains("Feeds 5 · 620 ml") && bottles.contains("Naps ●○○ fed 2 h 05 ago"), "\(bottles)")
    #expect(few.contains("Naps ●○○ fed 2 h 05 ago"), "\(few)")
  }

  @Test("From the usual wake-up on the hello page says good morning, with the name if it has room")
  func greeting() {
    let cases: [(hour: Int, name: String, isOneOfSeveral: Bool, text: String)] = [
      (4, "Mia", false, "Hello, Mia"), (4, "Mia", true, "Hello, Mia"), (7, "Mia", false, "Morning, Mia"),
      (7, "Mila Sophie", false, "Morning, Mila"), (7, "Oliver", false, "Good morning"),
      (7, "Mia", true, "Morning, Mia"), (7, "Oliver", true, "Hello, Oliver"),
      (7, "Wilhelmína", true, "Hello, Wilhel."), (13, "Mia", false, "Hello, Mia"),
    ]
    for (hour, name, isOneOfSeveral, text) in cases {
      let texts = Self.texts(
        SampleScenes.states[0].with {
          ($0.now, $0.babyName, $0.showsName) = (SampleScenes.at(hour, 0), name, isOneOfSeveral)
          $0.usualMorning = WallTime(minutesAfterMidnight: 390)
        })
      #expect(texts.contains(text), "\(texts)")
    }
  }

  @Test(
    "The hello page says what the press is for, or that the clock is not set, and then when the last feed was"
  )
  func firstPress() {
    let hello = SampleScenes.states[0]
    #expect(Self.texts(hello).last == "when asleep or feeding")
    #expect(Self.texts(hello.with { $0.clockIsKnown = false }).last == "no clock: MENU to Box")
    let fed = hello.with { $0.day.feed = .recentlyFed(minutesAgo: 300) }
    #expect(Self.texts(fed).last?.hasPrefix("fed 5 h 00") == true, "\(Self.texts(fed))")
    let asked = hello.with { $0.remark = .asksMorning(SampleScenes.at(6, 5)) }
    #expect(!Self.texts(asked).contains("when asleep or feeding"), "\(Self.texts(asked))")
  }

  @Test("The hello page shows last night where no feed is known, with its wakings, and no older night")
  func lastNight() {
    func frame(evening: Int) -> Frame {
      let review = SampleNights.review(SampleNights.week, evening: CivilDate(daysSinceEpoch: evening))
      return Canvas(of: SampleScenes.states[0].with { $0.night = review }).frame
    }
    let (last, older) = (frame(evening: 20_494), frame(evening: 20_493))
    // Asleep from 19:05 to 23:10, and awake from 02:40 to 03:20.
    #expect(last.isLit(20, 57) && !last.isLit(85, 57) && last.isLit(85, 60))
    #expect(!older.isLit(124, 60))
    let fed = SampleScenes.states[0].with {
      ($0.night, $0.day.feed) = (SampleNights.review(SampleNights.week), .recentlyFed(minutesAgo: 300))
    }
    #expect(Self.texts(fed).last?.hasPrefix("fed 5 h 00") == true, "\(Self.texts(fed))")
  }

  @Test("The box looks up the last night on a morning of which nothing was logged")
  func lastNightOfTheModel() {
    var box = MiasBox()
    for (hour, isKnown) in [(8, true), (13, false)] {
      let scene = box.model.scene(at: MiasBox.moment(hour * 3600))
      #expect(scene?.day.state == .notStarted)
      #expect((scene?.night != nil) == isKnown, "\(hour)")
    }
    box.model.screen.page = .plan
    #expect(box.model.scene(at: MiasBox.moment(8 * 3600))?.night == nil)
  }

  @Test("Without an entry the Night page names last night, and says that the current one is not over")
  func nightWithoutEntry() {
    let old = SampleNights.review([], evening: CivilDate(daysSinceEpoch: 20_493))
    let morning = SampleNights.scene(old) { $0.now = SampleScenes.at(6, 30) }
    #expect(Self.texts(morning).contains("Night Tue"), "\(Self.texts(morning))")
    let runs = SampleScenes.atNight.with { ($0.page, $0.night) = (.night, old) }
    let texts = Self.texts(runs)
    #expect(texts.contains("Night Wed") && texts.contains("not over yet"), "\(texts)")
    #expect(!texts.contains("for last night"))
  }

  @Test("A planned nap is called now in its minute, and late after it")
  func plannedNap() {
    for (minutes, text) in [(20, "in 20 m"), (0, "now"), (-15, "15 m late"), (-75, "1 h late")] {
      var scene = SampleScenes.awake
      let start = scene.now.adding(minutes: minutes)
      scene.outlook.nextNap?.start = start
      scene.outlook.nextNap?.basis = .plan
      scene.outlook.nextNap?.window = InstantRange(earliest: start, latest: scene.now.adding(minutes: 30))
      #expect(Self.texts(scene).contains(text), "\(Self.texts(scene))")
    }
  }

  @Test("Today says when a medicine was given, and that a feed was longer ago than a day")
  func todayWithoutFeeds() {
    let scene = SampleScenes.awake.with {
      $0.page = .today
      var recent = RecentDay(sleeps: [], feeds: [], now: $0.now)
      recent.lastMedicine = $0.now.adding(minutes: -17)
      $0.recent = recent
    }
    let texts = Self.texts(scene)
    #expect(texts.contains("no feeds in 24 h") && texts.contains { $0.hasSuffix("med 11:00") }, "\(texts)")
    #expect(Self.texts(scene.with { $0.day.feed = .noFeedsYet }).contains("no feeds yet"))
    let unset = Self.texts(scene.with { $0.clockIsKnown = false })
    #expect(unset.contains { $0.hasSuffix("med 17 min ago") }, "\(unset)")
  }

  @Test("Today shows the nappies beside a medicine", arguments: [false, true])
  func medicineAndNappies(usesTwelveHours: Bool) {
    let texts = Self.texts(
      SampleScenes.awake.with {
        ($0.page, $0.usesTwelveHours) = (.today, usesTwelveHours)
        $0.recent?.lastMedicine = $0.now.adding(minutes: -17)
        $0.recent?.nappies = 2
      })
    let row = texts.first { $0.contains("med 11:00") }
    #expect(row?.hasSuffix("Nappies 2") == true, "\(texts)")
  }

  @Test("Last names the day of an entry that is not of today, in the list and in an edit")
  func dayOfAnEntry() throws {
    let list = try #require(Situations.last.first { $0.name == "last-yesterday" }).scene
    let order = Self.texts(list).filter {
      ["07:30 bottle", "Tue", "19:00 sleep", "18:20 feed L+R"].contains($0)
    }
    #expect(order == ["07:30 bottle", "Tue", "19:00 sleep", "18:20 feed L+R"], "\(Self.texts(list))")
    let nap = LastScene.Entry(kind: .sleep, start: SampleScenes.at(-9, 10), end: SampleScenes.at(-8, 5))
    let edit = list.with { $0.last = LastScene(entries: [nap], field: .end, isChanged: true) }
    let texts = Self.texts(edit)
    #expect(["Tue 15:10 sleep", "Tue 15:10", "Tue 16:05"].allSatisfy(texts.contains), "\(texts)")
    #expect(Self.texts(edit.with { $0.usesTwelveHours = true }).contains("Tue 4:05 pm"))
    for scene in [list, edit] {
      let unset = Self.texts(scene.with { ($0.clockIsKnown, $0.isApproximate) = (false, true) })
      #expect(unset.allSatisfy { !$0.contains("Tue") }, "\(unset)")
    }
  }

  @Test("Today names no sleep of zero minutes: no one logged any")
  func unloggedSleep() {
    let scene = SampleScenes.awake.with { $0.page = .today }
    #expect(Self.texts(scene).contains { $0.hasPrefix("Sleep ") })
    let texts = Self.texts(scene.with { $0.recent = RecentDay(sleeps: [], feeds: [], now: $0.now) })
    #expect(texts.allSatisfy { !$0.hasPrefix("Sleep") }, "\(texts)")
    #expect(texts.contains { $0.hasPrefix("Naps") }, "\(texts)")
  }

  @Test("Only a duration from a guessed start is marked as a guess")
  func guessedState() {
    let scene = SampleScenes.awake.with { $0.stateIsGuessed = true }
    let texts = Self.texts(scene)
    #expect(texts.filter { $0.contains("~") } == texts.filter { $0.hasPrefix("Awake") }, "\(texts)")
  }

  @Test("A long name is shortened before the need of another baby is")
  func longCall() {
    let name = "Maximilian-Alexander"
    let scene = SampleScenes.awake.with {
      ($0.showsName, $0.calls) = (true, [BabyCall(name: name, need: .waking)])
    }
    let texts = (0..<2).flatMap { minute in Self.texts(scene.with { $0.now = $0.now.adding(minutes: minute) })
    }
    #expect(texts.contains("Maximi.: wake") && !texts.contains(name), "\(texts)")
  }

  @Test("Without a clock the foot of a feed says whether the baby sleeps")
  func feedingAsleep() {
    let scene = SampleScenes.nursing.with { $0.clockIsKnown = false }
    #expect(Self.texts(scene).contains("Awake"), "\(Self.texts(scene))")
    let asleep = scene.with {
      let sleep = SleepSpan(start: $0.now.adding(minutes: -30), end: nil)
      $0.day.sleeps.append(DaySnapshot.ClassifiedSleep(span: sleep, isNight: false))
    }
    #expect(Self.texts(asleep).contains("Asleep"), "\(Self.texts(asleep))")
  }

  @Test("On a 12-hour clock a night has am and pm, and a nap only one of them")
  func marksOfTheDay() {
    let clock = WallClock(zone: .utc, usesTwelveHours: true, isKnown: true, words: .english)
    let start = Instant(milliseconds: 0).adding(minutes: 19 * 60 + 5)
    let night = InstantRange(earliest: start, latest: start.adding(minutes: 655))
    #expect(clock.nightRange(night) == "7:05 pm–6:00 am")
    let nap = InstantRange(earliest: start.adding(minutes: -435), latest: start.adding(minutes: -375))
    #expect(clock.range(nap) == "11:50–12:50 pm")
  }

  @Test("A feed that is due is not hidden by an earlier bedtime")
  func dueBeforeBedtime() {
    let scene = SampleScenes.earlyBedtime
    #expect(Self.texts(scene).contains { $0.hasPrefix("or ") })
    let due = scene.with { $0.day.feed = .ready(minutesAgo: 480, interval: MinuteRange(180, 240)) }
    var kept = due
    kept.outlook = scene.outlook
    #expect(Self.texts(kept).contains("due"), "\(Self.texts(kept))")
  }

  @Test("By day a feed is called due below one year only", arguments: [(364, true), (365, false)])
  func dueByAge(days: Int, isDue: Bool) {
    let scene = SampleScenes.awake.with {
      $0.day.ageDays = days
      $0.day.feed = .ready(minutesAgo: 480, interval: MinuteRange(210, 270))
    }
    #expect(Self.texts(scene).contains("due") == isDue, "\(Self.texts(scene))")
  }

  @Test("At night a feed is called due in the first two months only")
  func dueAtNight() {
    for (age, isDue) in [(30, true), (59, true), (60, false)] {
      let scene = SampleScenes.atNight.with {
        $0.day.bracket = AgeTable.bracket(ageDays: age)
        $0.day.feed = .ready(minutesAgo: 480, interval: MinuteRange(120, 180))
      }
      #expect(Self.texts(scene).contains("due") == isDue, "\(age): \(Self.texts(scene))")
    }
  }

  @Test(
    "Another baby's need is shown beside the page, or takes turns with the foot where there is no room")
  func calls() {
    for base in [Self.unfed, SampleScenes.earlyBedtime] {
      let texts = (0..<2).map { minute in
        let scene = base.with { ($0.showsName, $0.calls) = (true, [BabyCall(name: "Max", need: .nap)]) }
        return Self.texts(scene.with { $0.now = $0.now.adding(minutes: minute) })
      }
      #expect(texts.contains { $0.contains("Max: nap now") }, "\(texts)")
      #expect(!texts.contains { $0.contains("Max") }, "a bare name would read as the chosen baby")
    }
    var shown: Set<Bool> = []
    for minute in 0..<2 {
      let full = SampleScenes.awake.with {
        ($0.showsName, $0.calls) = (true, [BabyCall(name: "Wilhelmína-Šárka", need: .feed)])
        $0.now = $0.now.adding(minutes: minute)
      }
      shown.insert(Self.texts(full).contains { $0.hasPrefix("Wilhel.: ") })
    }
    #expect(shown == [false, true])
  }

  @Test("Two babies that need something take turns where only the foot is left")
  func turns() {
    let names = ["Wilhelmína-Šárka", "Theodora-Magdalena"]
    var seen: Set<String> = []
    for minute in 0..<4 {
      let full = SampleScenes.awake.with {
        ($0.showsName, $0.calls) = (true, names.map { BabyCall(name: $0, need: .feed) })
        $0.now = $0.now.adding(minutes: minute)
      }
      let texts = Self.texts(full)
      seen.formUnion(names.filter { name in texts.contains { $0.hasPrefix(name.prefix(6)) } })
    }
    #expect(seen == Set(names))
  }

  @Test("The ring shows its remaining time unlike a time of day, and a feed that is running")
  func ring() {
    for (seconds, text) in [(10_200, "2 h 50"), (90, "2 m"), (42, "42 s")] {
      let scene = SampleScenes.atNight.with {
        $0.quiet = .ring(seconds: seconds, of: 28_800)
        ($0.day.feed, $0.nursingSide) = (.feedingNow(startedMinutesAgo: 8), .right)
      }
      let texts = Self.texts(scene)
      #expect(texts.contains(text) && texts.contains("left"), "\(texts)")
      #expect(texts.contains { $0.hasSuffix("R 8 m") } && !texts.contains("next R"), "\(texts)")
    }
  }

  @Test("The next side is shown beside a dream feed, a short nap, an earlier bedtime and another baby's need")
  func nextSide() {
    func texts(_ scene: Scene, _ change: (inout Scene) -> Void = { _ in }) -> [String] {
      Self.texts(scene.with(change))
    }
    let dreamFeed = texts(SampleScenes.atNight) {
      $0.day.dreamFeedDue = SampleScenes.at(22, 30)
      $0.day.feed = .ready(minutesAgo: 200, interval: MinuteRange(180, 240))
    }
    #expect(dreamFeed.suffix(2) == ["dream feed", "fed 3 h · R"])
    let short = texts(SampleScenes.asleep) { $0.outlook.wakeBy?.isShort = true }
    #expect(short.contains("up by 16:00") && short.last == "short nap · next R", "\(short)")
    let sooner = texts(SampleScenes.earlyBedtime) {
      $0.outlook.earlierBedtime = InstantRange(earliest: $0.now, latest: $0.now.adding(minutes: 15))
    }
    #expect(sooner.last == "or bed now · next R", "\(sooner)")
    // The whole words have no room for the side.
    #expect(texts(SampleScenes.earlyBedtime).last == "or bed from 18:30")
    for (name, foot) in [
      ("Max", ["fed 2 h · R", "Max: wake"]), ("Bartholomew", ["next R", "Bartho.: wake"]),
    ] {
      let called = texts(SampleScenes.awake) {
        ($0.showsName, $0.calls) = (true, [BabyCall(name: name, need: .waking)])
        $0.now = $0.now.adding(minutes: 1)
      }
      #expect(called.suffix(2) == foot, "\(called)")
    }
  }

  @Test("A name that has room only at the foot leaves the next side there")
  func sideBesideName() {
    for (name, foot) in [
      ("Maximilian", ["fed 2 h · R", "Maximilian"]), ("Wilhelmína-Šárka", ["fed 2 h · R", "Wilhelmína"]),
    ] {
      let texts = Self.texts(
        SampleScenes.states[9].with {
          ($0.showsName, $0.babyName, $0.notice) = (true, name, .allSaved)
        })
      #expect(texts.suffix(2) == foot, "\(texts)")
    }
  }

  @Test("Words say what a number or a time is: entries, the time of day at night, and where the clock is set")
  func whatItIs() {
    for (count, text) in [(1, "1 entry"), (2, "2 entries"), (99, "99 entries"), (4_096, "4096")] {
      let texts = Self.texts(SampleScenes.asleep.with { $0.unsavedCount = count })
      #expect(texts.contains("NOT SAVED: " + text), "\(texts)")
    }
    let waking = SampleScenes.atNight.with {
      let last = $0.day.sleeps.count - 1
      $0.day.sleeps[last].span.end = $0.now.adding(minutes: -4)
    }
    #expect(waking.outlook.night?.isAwake == true)
    for (isOneOfSeveral, lines) in [(false, ["time", "now"]), (true, ["Mia", "time now"])] {
      let texts = Self.texts(waking.with { $0.showsName = isOneOfSeveral })
      #expect(texts.firstIndex(of: lines[0]).map { texts[$0...].prefix(2) } == lines[...], "\(texts)")
    }
    let past = SampleScenes.atNight.with { ($0.now, $0.outlook.usualWakeUp) = (SampleScenes.at(31, 20), nil) }
    for (isOneOfSeveral, lines) in [
      (false, ["07:20", "time", "now"]), (true, ["07:20", "Mia", "time now"]),
    ] {
      let texts = Self.texts(past.with { $0.showsName = isOneOfSeveral })
      #expect(texts.dropFirst().prefix(3) == lines[...], "\(texts)")
    }
    let unset = SampleScenes.awake.with { $0.clockIsKnown = false }
    #expect(Self.texts(unset).contains("set it: MENU to Box"), "\(Self.texts(unset))")
    let twin = Self.texts(unset.with { $0.showsName = true })
    #expect(twin.contains("Mia") && twin.contains("no clock: MENU to Box"), "\(twin)")
  }

  @Test("A dream feed's reminder does not hide the age of the feed")
  func dreamFeed() {
    let scene = SampleScenes.atNight.with {
      $0.day.dreamFeedDue = SampleScenes.at(22, 30)
      $0.day.feed = .ready(minutesAgo: 600, interval: MinuteRange(180, 240))
    }
    let texts = Self.texts(scene)
    #expect(texts.contains("dream feed") && texts.contains { $0.hasPrefix("fed 10 h") }, "\(texts)")
  }
}
