import Bedside
import Nursery

/// The golden frames of a day with a plan: the Plan page, the Today page's table and the Now page's next nap.
enum PlanScreens {
  typealias Screen = GoldenScreens.Screen

  static let all: [Screen] = styles + recorded + changed + broken + none + frames + today + now

  /// A scene at a time of day, with naps as hours and minutes, and the household's settings of the plan.
  private static func scene(
    _ hour: Int, _ minute: Int, naps: [((Int, Int), (Int, Int)?)] = [], page: Page = .plan,
    style: ScheduleStyle? = nil, zone: ZoneWindow = SampleScenes.zone, ageDays: Int = 150,
    _ set: (inout PlanSettings) -> Void = { _ in }
  ) -> Scene {
    var settings = PlanSettings()
    set(&settings)
    let now = SampleScenes.at(hour, minute)
    let day = SampleScenes.day(
      ageDays: ageDays,
      naps: naps.map { (SampleScenes.at($0.0, $0.1), $1.map { SampleScenes.at($0.0, $0.1) }) },
      now: now, zone: zone)
    var planner = DayPlanner()
    let plan = planner.outlook(day, settings: settings, style: style, now: now, zone: zone).plan
    var scene = Scene(page: page, babyName: "Mia", day: day, plan: plan, now: now, zone: zone)
    scene.recent = RecentDay(sleeps: day.sleeps.map { $0.span }, feeds: [], now: now)
    return scene
  }

  private static let styles = [
    ("buildLater", ScheduleStyle.buildLater), ("gentle", .gentle), ("balanced", .balanced),
  ].map { name, style in
    Screen(name: "plan-style-\(name)", scene: scene(7, 0, style: style) { $0.wakeWindows.minimum = 100 })
  }

  private static let morning = ((9, 10), (9, 40) as (Int, Int)?)
  private static let noon = ((12, 20), (13, 10) as (Int, Int)?)

  private static let recorded = [
    Screen(name: "plan-recorded-one", scene: scene(10, 5, naps: [morning])),
    Screen(name: "plan-recorded-two", scene: scene(13, 20, naps: [morning, noon])),
    Screen(name: "plan-running", scene: scene(12, 40, naps: [morning, ((12, 20), nil)])),
    Screen(name: "plan-running-over", scene: scene(13, 50, naps: [morning, ((12, 20), nil)])),
    Screen(name: "plan-late", scene: scene(12, 5, naps: [morning])),
    Screen(name: "plan-later", scene: scene(13, 5, naps: [morning])),
    Screen(name: "plan-all-had", scene: scene(16, 50, naps: [morning, noon, ((15, 30), (16, 10))])),
    Screen(
      name: "plan-five",
      scene: scene(
        17, 50,
        naps: [
          ((7, 35), (8, 40)), ((9, 40), (10, 50)), ((11, 50), (13, 5)), ((14, 0), (15, 20)),
          ((16, 15), (17, 25)),
        ], ageDays: 30)),
  ]

  private static let changed = [
    Screen(
      name: "plan-switched",
      scene: scene(7, 0) {
        $0.naps = 2
        $0.napLengths.two = [60, 30]
      }),
    Screen(
      name: "plan-constraint",
      scene: scene(7, 0) { $0.asleep = ClockWindow(start: 12 * 60, end: 13 * 60) }),
    Screen(name: "plan-power", scene: scene(7, 0) { $0.powerSleep = PowerSleep(isEnabled: true) }),
  ]

  private static let broken = [
    Screen(
      name: "plan-violation-limit",
      scene: scene(15, 0, naps: [((9, 0), (9, 30)), ((12, 45), (14, 45))])),
    Screen(
      name: "plan-violation-awake",
      scene: scene(7, 0) { $0.awake = ClockWindow(start: 7 * 60, end: 17 * 60) }),
    Screen(
      name: "plan-violation-asleep",
      scene: scene(7, 0) { $0.asleep = ClockWindow(start: 7 * 60, end: 8 * 60) }),
  ]

  private static let none = [
    Screen(
      name: "plan-none-limits",
      scene: scene(7, 0) {
        $0.naps = 3
        $0.wakeWindows.minimum = 200
      }),
    Screen(name: "plan-none-time", scene: scene(7, 0) { $0.napLengths = lengths(240) }),
    Screen(
      name: "plan-other-number",
      scene: scene(7, 0) {
        $0.naps = 1
        $0.wakeWindows = WakeWindowLimits(minimum: 60, maximum: 360, last: 300, maximumFirst: 90)
      }),
    Screen(
      name: "plan-none-tooMany",
      scene: scene(15, 0, naps: (0..<6).map { ((7 + $0, 30), (8 + $0, 0)) })),
    Screen(
      name: "plan-none-setting",
      scene: scene(7, 0) { $0.wakeWindows = WakeWindowLimits(minimum: 90, maximum: 60) }),
    Screen(
      name: "plan-over",
      scene: scene(20, 0, naps: [morning, noon, ((18, 55), nil)])),
    Screen(name: "plan-none-clock", scene: scene(10, 5, naps: [morning]).with { $0.clockIsKnown = false }),
  ]

  private static func lengths(_ minutes: Int) -> NapLengths {
    NapLengths(
      one: [minutes], two: [minutes, minutes], three: [minutes, minutes, minutes],
      four: [Int](repeating: minutes, count: 4), five: [Int](repeating: minutes, count: 5))
  }

  /// The clocks go forward at noon, by an hour.
  private static let springing = ZoneWindow(
    name: "Made/Up", initialOffsetSeconds: 3600,
    transitions: [ZoneWindow.Transition(at: SampleScenes.at(12, 0), offsetSeconds: 7200)])

  private static let frames =
    [
      Screen(name: "plan-shortDay", scene: scene(9, 50, naps: [morning], zone: springing)),
      Screen(
        name: "plan-planned-twelveHours",
        scene: scene(13, 20, naps: [morning, noon]).with { $0.usesTwelveHours = true }),
      Screen(
        name: "plan-planned-named",
        scene: scene(13, 20, naps: [morning, noon]).with {
          $0.babyName = "Maximilian"
          $0.showsName = true
        }),
    ]
    + [("onlyStyle", Notice.onlyStyle), ("noPlan", .noPlan)].map { name, notice in
      Screen(name: "plan-notice-\(name)", scene: scene(10, 5, naps: [morning]).with { $0.notice = notice })
    }

  private static let third = ((15, 30), (16, 10) as (Int, Int)?)

  private static let today = [
    Screen(name: "today-naps-one", scene: scene(10, 5, naps: [morning], page: .today)),
    Screen(name: "today-naps-two", scene: scene(13, 20, naps: [morning, noon], page: .today)),
    Screen(name: "today-naps-three", scene: scene(16, 50, naps: [morning, noon, third], page: .today)),
    Screen(name: "today-naps-running", scene: scene(12, 40, naps: [morning, ((12, 20), nil)], page: .today)),
    Screen(
      name: "today-naps-night", scene: scene(20, 0, naps: [morning, noon, ((18, 55), nil)], page: .today)),
    Screen(
      name: "today-naps-long",
      scene: scene(
        18, 40, naps: [((8, 0), (10, 5)), ((11, 0), (13, 15)), ((14, 0), (15, 59)), ((17, 0), (18, 30))],
        page: .today, ageDays: 30
      ).with {
        $0.day.feed = .feedingNow(startedMinutesAgo: 12)
        $0.nursingSide = .both
        $0.day.feedCount = 11
      }),
  ]

  private static let now = [
    Screen(name: "now-planned-early", scene: scene(10, 5, naps: [morning], page: .now)),
    Screen(name: "now-planned-due", scene: scene(11, 40, naps: [morning], page: .now)),
    Screen(name: "now-planned-beyond", scene: scene(13, 5, naps: [morning], page: .now)),
    Screen(
      name: "now-planned-twelveHours",
      scene: scene(10, 5, naps: [morning], page: .now).with { $0.usesTwelveHours = true }),
  ]
}
