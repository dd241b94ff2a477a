import Nursery
import Testing

@testable import Bedside

/// The pages behind Now with the longest values that a log may hold: no text touches another one, is cut, or leaves the
/// panel.
@Suite struct LongestValuesTests {
  private static let now = SampleScenes.at(12, 58)
  /// 23 h 59 before: 12:59 of the day before.
  private static let longAgo = now.adding(minutes: -1_439)

  /// The scene on both clocks, and without one.
  private static func onEveryClock(_ scene: Scene, _ instants: [Instant]) -> [Scene] {
    [false, true].flatMap { usesTwelveHours in
      [false, true].flatMap { isGuessed in
        [false, true].map { knowsTime in
          scene.with {
            ($0.now, $0.usesTwelveHours, $0.clockIsKnown) = (now, usesTwelveHours, knowsTime)
            $0.isApproximate = !knowsTime
            if isGuessed { ($0.guessedTimes, $0.leastTimes) = (Set(instants), Set(instants)) }
            ($0.feedIsGuessed, $0.feedAgeIsLeast) = (isGuessed, isGuessed && !knowsTime)
          }
        }
      }
    }
  }

  @Test("Today", arguments: [0, 59, 1_439])
  func today(minutesSinceFeed: Int) {
    for (milliliters, usesOunces) in [(0, false), (4_000, false), (3_976, true)] {
      for (minutes, medicine, nappies) in [(0, nil, 0), (599, nil, 0), (0, Self.longAgo, 24), (0, nil, 24)] {
        let scene = SampleScenes.awake.with {
          $0.page = .today
          ($0.day.feed, $0.day.completedNaps) = (.recentlyFed(minutesAgo: minutesSinceFeed), 8)
          let feed = FeedSpan(isNursing: true, start: Self.now, end: Self.now, side: .both)
          var recent = RecentDay(
            sleeps: [SleepSpan(start: Self.longAgo, end: nil)], feeds: Array(repeating: feed, count: 24),
            now: Self.now)
          if milliliters > 0 {
            recent.intake = BottleAmount(milliliters: milliliters, usesOunces: usesOunces)
          }
          recent.nursed = [minutes, minutes, minutes]
          (recent.lastMedicine, recent.nappies) = (medicine, nappies)
          $0.recent = recent
        }
        for scene in Self.onEveryClock(scene, [Self.longAgo]) {
          TextLayoutTests.expectOrder(
            Canvas(of: scene).boxes, "\(minutesSinceFeed) \(milliliters) \(minutes)")
        }
      }
    }
  }

  private static let entries: [LastScene.Entry] = {
    let medicine = String(repeating: "Paracetamol ", count: 4).prefix(40)
    let ounces = BottleAmount(milliliters: 990, usesOunces: true)
    return [
      LastScene.Entry(kind: .sleep, start: longAgo), LastScene.Entry(kind: .sleep, start: longAgo, end: now),
      LastScene.Entry(kind: .nursing, start: longAgo, side: .both),
      LastScene.Entry(kind: .nursing, start: longAgo, end: longAgo.adding(minutes: 70), side: .both),
      LastScene.Entry(
        kind: .bottle, start: longAgo, amount: BottleAmount(milliliters: 1_000, usesOunces: false)),
      LastScene.Entry(kind: .bottle, start: longAgo, amount: ounces),
      LastScene.Entry(kind: .medicine, start: longAgo, medicine: String(medicine)),
      LastScene.Entry(kind: .medicine, start: longAgo, medicine: "Paracetamol"),
      LastScene.Entry(kind: .nappy, start: longAgo), LastScene.Entry(kind: .wake, start: longAgo),
    ]
  }()

  @Test("Last, and an edit of each value", arguments: entries.indices)
  func last(index: Int) {
    let entry = Self.entries[index]
    for field in [nil] + LastScene.Field.allCases {
      let scene = SampleScenes.awake.with {
        $0.page = .today
        $0.last = LastScene(entries: [entry], field: field)
      }
      for scene in Self.onEveryClock(scene, [entry.start, entry.end].compactMap { $0 }) {
        TextLayoutTests.expectOrder(
          Canvas(of: scene).boxes, "\(entry.kind) \(field.map { "\($0)" } ?? "list")")
      }
    }
  }

  @Test("Last has am or pm where there is room, and leaves out a medicine's long name")
  func halves() {
    func texts(_ index: Int) -> [String] {
      Picture(
        of: SampleScenes.awake.with {
          ($0.page, $0.now, $0.usesTwelveHours) = (.today, Self.now, true)
          $0.last = LastScene(entries: [Self.entries[index]])
        }
      ).texts
    }
    for (index, text) in [
      (3, "12:59 feed L+R"), (6, "12:59 pm medicine"), (7, "12:59 pm Paracetamol"), (9, "12:59 pm woke"),
    ] {
      #expect(texts(index).contains(text), "\(texts(index))")
    }
  }

  @Test("Plan, at every hour of the day", arguments: PlanScreens.all.filter { $0.scene.page == .plan })
  func plan(screen: GoldenScreens.Screen) {
    for hours in 0..<12 {
      for isGuessed in [false, true] {
        let scene = screen.scene.with {
          $0.zone = ZoneWindow(name: "Made/Up", initialOffsetSeconds: hours * 3_600)
          $0.usesTwelveHours = true
          $0.outlook.isGuessed = isGuessed
          let sleeps = $0.day.sleeps.map { $0.span }
          if isGuessed { $0.guessedTimes = Set(sleeps.map { $0.start } + sleeps.compactMap { $0.end }) }
        }
        TextLayoutTests.expectOrder(Canvas(of: scene).boxes, "\(screen.name) \(hours) \(isGuessed)")
      }
    }
  }

  @Test("The ring of a quiet session", arguments: [0, 59, 60, 1_439])
  func ring(minutes: Int) {
    for feed in [FeedState.feedingNow(startedMinutesAgo: minutes), .recentlyFed(minutesAgo: minutes)] {
      for name in ["Mia", "Wilhelmína-Šárka"] {
        let scene = SampleScenes.atNight.with {
          $0.quiet = .ring(seconds: 86_399, of: 86_400)
          $0.quietLock = QuietLock(end: Self.now, strictness: .flexible)
          ($0.day.feed, $0.nursingSide, $0.nextSide) = (feed, .both, .both)
          ($0.babyName, $0.showsName) = (name, name != "Mia")
        }
        for scene in Self.onEveryClock(scene, []) {
          TextLayoutTests.expectOrder(Canvas(of: scene).boxes, "\(feed) \(name)")
        }
      }
    }
  }
}
