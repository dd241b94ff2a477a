import Bedside
import Nursery

/// Every golden frame by name: `page-state-variant`.
enum GoldenScreens {
  /// A scene and the name of its frame's file.
  struct Screen: Sendable, CustomStringConvertible {
    let name: String
    let scene: Scene
    var description: String { name }
  }

  static let all: [Screen] =
    statesOnPages + feeds + notices + alarms + clocks + names + boxes + plans + PlanScreens.all
    + PhoneScreens.all + PhoneScreens.clock + [pastBedtime] + drifts + nights + cues + motion
    + QuietScreens.all + calls + Situations.last

  /// The panel without a scene: before the log is open, and after the program has stopped.
  static let withoutScene: [String: Picture] = [
    "starting": .starting(), "stopped": .stopped(),
    "stopped-settings": .stopped(because: .settings(line: nil)),
    "stopped-settings-line": .stopped(because: .settings(line: 112)),
  ]

  private static let pages: [Page] = [.now, .plan, .today, .box]

  private static let statesOnPages = SampleScenes.states.flatMap { scene in
    pages.map { page in
      Screen(name: "\(page.name)-\(scene.day.state.name)", scene: scene.with { $0.page = page })
    }
  }

  private static let feedStates: [FeedState] = [
    .feedingNow(startedMinutesAgo: 14), .noFeedsYet, .recentlyFed(minutesAgo: 0),
    .approaching(minutesAgo: 150, interval: MinuteRange(180, 240)),
    .ready(minutesAgo: 185, interval: MinuteRange(180, 240)),
  ]

  private static let feeds =
    feedStates.map { feed in
      Screen(name: "now-feed-\(feed.name)", scene: SampleScenes.asleep.with { $0.day.feed = feed })
    }
    + [("left", NursingSide.left), ("right", .right), ("both", .both)].map { name, side in
      Screen(name: "now-feeding-\(name)", scene: SampleScenes.nursing.with { $0.nursingSide = side })
    }
    + [
      Screen(
        name: "now-dreamFeed",
        scene: SampleScenes.atNight.with { $0.day.dreamFeedDue = SampleScenes.at(22, 30) })
    ]

  private static func said(_ deed: Confirmation.Deed) -> Confirmation {
    Confirmation(deed: deed, at: SampleScenes.asleep.now.adding(minutes: -27))
  }

  private static let someID = EventID(high: 1, low: 2)

  static let noticesByName: [(String, Notice)] = [
    ("saving", .saving),
    ("napStarted", .saved(said(.sleepStarted(isNight: false)))),
    ("nightStarted", .saved(said(.sleepStarted(isNight: true)))),
    ("napEnded", .saved(said(.sleepEnded(isNight: false)))),
    ("nightEnded", .saved(said(.sleepEnded(isNight: true)))),
    (
      "nightSlept",
      .saved(Confirmation(deed: .nightSlept(from: SampleScenes.at(-5, 0)), at: SampleScenes.at(6, 30)))
    ),
    ("nursingStarted", .saved(said(.nursingStarted(.left)))),
    ("nursingStartedBoth", .saved(said(.nursingStarted(.both)))),
    ("nursingEnded", .saved(said(.nursingEnded))),
    ("sideSwitched", .saved(said(.sideSwitched(.right)))),
    ("bottle", .saved(said(.bottle()))),
    ("motionAsleep", .saved(said(.motionAsleep))),
    ("motionAwake", .saved(said(.motionAwake))),
    ("deleted", .saved(said(.deleted(.bottle)))),
    ("broughtBack", .undone(said(.deleted(.bottle)))),
    ("corrected", .saved(said(.corrected))),
    ("backdating", .backdating(said(.sleepStarted(isNight: false)), minutes: 10)),
    ("backdatingEnd", .backdating(said(.sleepEnded(isNight: false)), minutes: 60)),
    ("undone", .undone(said(.bottle()))),
    ("redone", .redone(said(.bottle()))),
    ("nothingToUndo", .nothingToUndo),
    ("stuck", .stuck(.feed)),
    ("onlyStyle", .onlyStyle),
    ("noPlan", .noPlan),
    ("quietOver", .quietOver(.timeUp)),
    ("quietCancelled", .quietOver(.cancelled)),
    ("quietReset", .quietOver(.reset)),
    ("quietLost", .quietOver(.damaged)),
    ("sameTimes", .sameTimes),
    ("elsewhere", .elsewhere(said(.sleepStarted(isNight: false)), place: nil)),
    ("elsewhere-named", .elsewhere(said(.nursingEnded), place: "grandmother's house")),
    ("refused-endBeforeStart", .refused(.endBeforeStart)),
    ("refused-overlapsSleep", .refused(.overlapsSleep(someID))),
    ("refused-overlapsNursing", .refused(.overlapsNursing(someID))),
    ("refused-alreadyAsleep", .refused(.alreadyAsleep(someID))),
    ("refused-alreadyNursing", .refused(.alreadyNursing(someID))),
    ("refused-notAsleep", .refused(.notAsleep)),
    ("refused-notNursing", .refused(.notNursing)),
    ("refused-startInTheFuture", .refused(.inTheFuture(field: .start))),
    ("refused-endInTheFuture", .refused(.inTheFuture(field: .end))),
    ("refused-unknownEvent", .refused(.unknownEvent(someID))),
    ("refused-alreadyDeleted", .refused(.alreadyDeleted(someID))),
    ("refused-hasNoStart", .refused(.doesNotApply(field: .start))),
    ("refused-hasNoEnd", .refused(.doesNotApply(field: .end))),
    ("refused-hasNoSide", .refused(.doesNotApply(field: .side))),
    ("refused-nothingToChange", .refused(.nothingToChange)),
    ("refused-tooManyWait", .refused(.tooManyWait)),
  ]

  private static let notices =
    noticesByName.map { name, notice in
      Screen(name: "now-notice-\(name)", scene: SampleScenes.asleep.with { $0.notice = notice })
    }
    + pages.dropFirst().map { page in
      Screen(
        name: "\(page.name)-notice-napStarted",
        scene: SampleScenes.asleep.with {
          $0.page = page
          $0.notice = .saved(said(.sleepStarted(isNight: false)))
        })
    }

  private static let alarms =
    pages.map { page in
      Screen(
        name: "\(page.name)-notSaved",
        scene: SampleScenes.asleep.with {
          $0.page = page
          $0.unsavedCount = 2
          $0.box.storageWorks = false
        })
    }
    + [("saving", Notice.saving), ("undone", .undone(said(.bottle())))].map { name, notice in
      Screen(
        name: "now-notSaved-\(name)",
        scene: SampleScenes.awake.with {
          $0.notice = notice
          $0.unsavedCount = 12
        })
    }

  private static let clocks =
    SampleScenes.states.map { scene in
      Screen(
        name: "now-noClock-\(scene.day.state.name)",
        scene: scene.with {
          $0.clockIsKnown = false
          $0.nursingSide = .left
        })
    }
    + SampleScenes.states.map { scene in
      Screen(
        name: "now-twelveHours-\(scene.day.state.name)", scene: scene.with { $0.usesTwelveHours = true })
    }
    + [
      Screen(
        name: "now-noClock-saved",
        scene: SampleScenes.asleep.with {
          $0.clockIsKnown = false
          $0.notice = .saved(said(.sleepStarted(isNight: false)))
        }),
      Screen(name: "plan-noClock", scene: onPage(.plan) { $0.clockIsKnown = false }),
      Screen(name: "plan-twelveHours", scene: onPage(.plan) { $0.usesTwelveHours = true }),
      Screen(name: "today-noClock", scene: onPage(.today) { $0.clockIsKnown = false }),
      Screen(name: "now-approximate-asleep", scene: SampleScenes.asleep.with { $0.isApproximate = true }),
      Screen(name: "now-approximate-awake", scene: SampleScenes.awake.with { $0.isApproximate = true }),
      Screen(
        name: "now-approximate-feedBeforeCut",
        scene: SampleScenes.awake.with {
          ($0.clockIsKnown, $0.isApproximate, $0.feedAgeIsLeast) = (false, true, true)
        }),
      Screen(
        name: "now-approximate-sleepBeforeCut",
        scene: SampleScenes.asleep.with {
          ($0.clockIsKnown, $0.isApproximate, $0.stateAgeIsLeast) = (false, true, true)
        }),
      Screen(
        name: "today-manyFeeds",
        scene: onPage(.today) { scene in
          let feeds = (0..<9).map { index in
            FeedSpan(
              isNursing: true, start: scene.now.adding(minutes: -125 - index * 140), end: scene.now,
              side: .left)
          }
          scene.recent = RecentDay(sleeps: scene.recent?.sleeps ?? [], feeds: feeds, now: scene.now)
          scene.recent?.nursed = [42, 33, 0]
        }),
      Screen(
        name: "now-twelveHours-earlyBedtime",
        scene: SampleScenes.earlyBedtime.with { $0.usesTwelveHours = true }),
    ]

  private static let household = LinkNews(
    heard: BootTime(boot: 1, milliseconds: 0), since: nil, others: [])

  private static func onPage(_ page: Page, _ change: (inout Scene) -> Void) -> Scene {
    SampleScenes.asleep.with {
      $0.page = page
      $0.showsBoxDetails = true
      change(&$0)
    }
  }

  static let names =
    ["Mia", "Wilhelmína-Šárka"].flatMap { name in
      (pages + [.baby(BabyID(number: 1))]).map { page in
        Screen(
          name: "\(page.name)-named-\(name.count > 3 ? "long" : "short")",
          scene: SampleScenes.atNight.with {
            $0.page = page
            $0.babyName = name
            $0.showsName = true
          })
      }
    }
    + [
      Screen(
        name: "baby-1-named-middling",
        scene: SampleScenes.asleep.with {
          $0.page = .baby(BabyID(number: 1))
          $0.babyName = "Łukasz Őz"
        }),
      Screen(
        name: "now-named-awakeBeyond",
        scene: SampleScenes.states[9].with {
          $0.babyName = "Maximilian"
          $0.showsName = true
        }),
    ]

  private static let boxes = [
    Screen(
      name: "box-works",
      scene: onPage(.box) {
        $0.box.accelerometer = .works
        $0.box.logLines = 1234
        $0.box.version = "0.1.0"
        $0.box.address = "cribside.local"
      }),
    Screen(
      name: "box-troubled",
      scene: onPage(.box) {
        $0.box.clock = .unknown
        $0.clockIsKnown = false
        $0.box.accelerometer = .missing
        $0.box.stuckButton = .nap
        $0.box.logLines = 1234
        $0.box.damagedLines = 3
        $0.box.address = "fe80::1ff:fe23:4567:890a"
      }),
    Screen(
      name: "box-copied",
      scene: onPage(.box) {
        $0.box.accelerometer = .works
        $0.box.logLines = 31_234
        $0.box.rottenEntries = 3
        $0.box.copied = $0.now.adding(minutes: -3 * 1440 - 100)
        $0.box.version = "0.1.0"
        $0.box.address = "cribside.local"
      }),
    Screen(name: "box-copiedToday", scene: onPage(.box) { $0.box.copied = $0.now.adding(minutes: -185) }),
    Screen(
      name: "box-copiedWithoutClock",
      scene: onPage(.box) {
        $0.box.clock = .saved
        $0.box.copied = $0.now
      }),
    Screen(name: "box-allWell", scene: onPage(.box) { $0.showsBoxDetails = false }),
    Screen(
      name: "box-faults",
      scene: onPage(.box) {
        $0.showsBoxDetails = false
        $0.box.storageWorks = false
        $0.box.stuckButton = .nap
        $0.box.clock = .unknown
        $0.box.damagedLines = 3
      }),
    Screen(name: "box-safe", scene: onPage(.box) { $0.box.safeUntilMilliseconds = 1 }),
    Screen(name: "box-settings", scene: onPage(.box) { $0.box.settingsRefusedAtLine = 12 }),
    Screen(name: "box-boxesAway", scene: onPage(.box) { $0.box.link = household }),
    Screen(
      name: "box-boxesSince",
      scene: onPage(.box) {
        $0.box.link = household
        $0.box.linkedSince = SampleScenes.at(12, 31)
      }),
    Screen(
      name: "box-boxesBehind",
      scene: onPage(.box) {
        $0.box.link = household
        $0.box.link?.others = [LinkNews.Other(box: "90ab12cd34ef", behind: 1204)]
        $0.box.linkedSince = SampleScenes.at(12, 31)
      }),
    Screen(name: "box-clockSaved", scene: onPage(.box) { $0.box.clock = .saved }),
    Screen(name: "now-warning", scene: SampleScenes.atNight.with { $0.box.accelerometer = .missing }),
  ]

  /// What another baby needs: beside the foot, beside the title, and in place of the foot.
  private static let calls: [Screen] = [
    ("foot", SampleScenes.awake.with { $0.day.feed = .noFeedsYet }, "Max"),
    ("besideFoot", SampleScenes.earlyBedtime, "Max"),
    ("title", SampleScenes.asleep.with { $0.usesTwelveHours = true }, "Jo"),
    ("inTurn", SampleScenes.awake.with { $0.now = $0.now.adding(minutes: 1) }, "Bartholomew"),
    ("hello", SampleScenes.states[0], "Max"),
    ("notice", SampleScenes.atNight.with { $0.notice = .saving }, "Max"),
  ].map { name, scene, other in
    Screen(
      name: "now-call-" + name,
      scene: scene.with { ($0.showsName, $0.calls) = (true, [BabyCall(name: other, need: .waking)]) })
  }

  /// Bedtime has passed, and the baby is still awake.
  private static let pastBedtime = Screen(
    name: "now-pastBedtime",
    scene: SampleScenes.nursing.with {
      $0.now = SampleScenes.at(19, 20)
      $0.day.state = .bedtimeWindow(minutesToBedtime: 0)
      $0.day.feed = .ready(minutesAgo: 190, interval: MinuteRange(180, 240))
    })

  private static let plans =
    [Page.now, .plan].map { page in
      Screen(name: "\(page.name)-earlyBedtime", scene: SampleScenes.earlyBedtime.with { $0.page = page })
    }
    + [
      Screen(
        name: "plan-manyNaps",
        scene: SampleScenes.awake.with {
          $0.page = .plan
          $0.day.sleeps = (0..<7).map { index in
            let start = SampleScenes.at(5 + index, 0)
            let span = SleepSpan(start: start, end: start.adding(minutes: 30 + index))
            return DaySnapshot.ClassifiedSleep(span: span, isNight: false)
          }
        })
    ]

  /// A question or a note from motion on the Now page, and what is shown instead of it.
  private static let motion: [Screen] = [
    ("asks", SampleScenes.awake.with { $0.remark = .asks(minutes: 12) }),
    ("asksLong", SampleScenes.awake.with { $0.remark = .asks(minutes: 85) }),
    ("asksHour", SampleScenes.awake.with { $0.remark = .asks(minutes: 60) }),
    (
      "asksNight",
      SampleScenes.states[0].with {
        $0.remark = .asksNight(
          InstantRange(earliest: SampleScenes.at(-5, 0), latest: SampleScenes.at(6, 30)))
      }
    ),
    ("guessedNap", SampleScenes.asleep.with { $0.outlook.isGuessed = true }),
    ("guessedOver", SampleScenes.states[2].with { $0.outlook.isGuessed = true }),
    ("guessedAwake", SampleScenes.awake.with { $0.outlook.isGuessed = true }),
    ("guessedBeyond", SampleScenes.states[9].with { $0.outlook.isGuessed = true }),
    ("asksMorning", SampleScenes.states[0].with { $0.remark = .asksMorning(SampleScenes.at(6, 32)) }),
    ("asksDue", SampleScenes.states[8].with { $0.remark = .asks(minutes: 10) }),
    (
      "asksNoClock",
      SampleScenes.awake.with {
        $0.remark = .asks(minutes: 12)
        $0.clockIsKnown = false
      }
    ),
    (
      "asksNotCue",
      SampleScenes.awake.with {
        $0.remark = .asks(minutes: 12)
        $0.cue = .windDown
      }
    ),
    ("wrote", SampleScenes.asleep.with { $0.remark = .wrote }),
    (
      "underNotice",
      SampleScenes.awake.with {
        $0.remark = .asks(minutes: 12)
        $0.notice = .saved(said(.bottle()))
      }
    ),
    (
      "underNotSaved",
      SampleScenes.awake.with {
        $0.remark = .asks(minutes: 12)
        $0.unsavedCount = 2
      }
    ),
    (
      "elsewhere",
      SampleScenes.awake.with {
        $0.remark = .asks(minutes: 12)
        $0.page = .plan
      }
    ),
  ].map { name, scene in Screen(name: "now-motion-\(name)", scene: scene) }

  /// The Night page in every state.
  private static let nights: [Screen] = {
    let week = SampleNights.review(SampleNights.week)
    let rated = SampleNights.review(SampleNights.week)
    let notice = Notice.saved(said(.sleepStarted(isNight: false)))
    let scenes: [(String, Scene)] = [
      ("noData", SampleNights.scene(SampleNights.review([]))),
      ("notOver", SampleScenes.atNight.with { ($0.page, $0.night) = (.night, SampleNights.review([])) }),
      ("oneNight", SampleNights.scene(SampleNights.review([[(60, 785)]]))),
      ("week", SampleNights.scene(week)),
      ("missing", SampleNights.scene(SampleNights.review(Array(SampleNights.week.dropLast()) + [[]]))),
      ("unruly", SampleNights.scene(SampleNights.review(SampleNights.unruly))),
      ("noGoal", SampleNights.scene(SampleNights.review(SampleNights.week, alarm: nil))),
      (
        "forgottenNap",
        SampleNights.scene(SampleNights.review(Array(SampleNights.week.dropLast()) + [[(-300, 760)]]))
      ),
      ("rated", SampleNights.scene(rated) { $0.night?.week[6]?.rating = 5 }),
      ("twelveHours", SampleNights.scene(week) { $0.usesTwelveHours = true }),
      ("safe", SampleNights.scene(nil) { $0.box.safeUntilMilliseconds = 1 }),
      ("noClock", SampleNights.scene(nil) { $0.clockIsKnown = false }),
      ("notice", SampleNights.scene(week) { $0.notice = notice }),
      ("notSaved", SampleNights.scene(week) { $0.unsavedCount = 2 }),
      ("cueElsewhere", SampleNights.scene(week) { $0.cue = .windDown }),
      (
        "named-long",
        SampleNights.scene(week) {
          $0.babyName = "Wilhelmína-Šárka"
          $0.showsName = true
          $0.box.accelerometer = .missing
        }
      ),
      (
        "spring",
        SampleNights.scene(
          SampleNights.review(
            [[(60, 720)]], evening: SampleNights.springEvening, zone: SampleNights.springZone)
        ) { $0.zone = SampleNights.springZone }
      ),
    ]
    return scenes.map { Screen(name: "night-" + $0, scene: $1) }
  }()

  /// The cues at the foot of the Now page, and what is shown instead of them.
  private static let cues: [Screen] = [
    Screen(name: "now-cue-noMoreCaffeine", scene: SampleScenes.awake.with { $0.cue = .noMoreCaffeine }),
    Screen(name: "now-cue-windDown", scene: SampleScenes.nursing.with { $0.cue = .windDown }),
    Screen(name: "now-cue-alarm", scene: SampleScenes.atNight.with { $0.cue = .alarm }),
    Screen(
      name: "now-cue-notice",
      scene: SampleScenes.awake.with {
        $0.cue = .noMoreCaffeine
        $0.notice = .undone(nil)
      }),
    Screen(
      name: "now-cue-notSaved",
      scene: SampleScenes.awake.with {
        $0.cue = .noMoreCaffeine
        $0.unsavedCount = 2
      }),
  ]

  /// The four corners of the drift's square.
  private static let drifts = (0..<16).compactMap { step -> Screen? in
    let minute = step * PixelDrift.minutesPerStep
    let (dx, dy) = PixelDrift.offset(atMinute: minute)
    guard dx % PixelDrift.reach == 0, dy % PixelDrift.reach == 0 else { return nil }
    return Screen(
      name: "now-drift-\(dx)-\(dy)",
      scene: SampleScenes.awake.with {
        $0.now = Instant(milliseconds: 160 * 60_000 * 184_464 + minute * 60_000)
      })
  }
}
