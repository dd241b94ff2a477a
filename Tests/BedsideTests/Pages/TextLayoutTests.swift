import Nursery
import Testing

@testable import Bedside

/// No text overlaps another one, is cut, or leaves the panel, whatever the page shows.
@Suite struct TextLayoutTests {
  /// Short and long names, and the longest that the configuration takes: of one word, and of several.
  private static let names = [
    "Mia", "Maximilian", "Wilhelmína-Šárka", "Wilhelminatheodoraalexandrabernadettemar",
    "Bartholomew Christopher Maximilian Jonah",
  ]

  /// The scene with every name, alone and among several babies, on both clocks, and with everything that a box may
  /// report.
  private static func variants(_ scene: Scene) -> [Scene] {
    var variants: [Scene] = []
    for name in names {
      for isOneOfSeveral in [false, true] {
        for usesTwelveHours in [false, true] {
          variants.append(
            scene.with {
              $0.babyName = name
              $0.showsName = isOneOfSeveral
              $0.usesTwelveHours = usesTwelveHours
            }.inPanelLetters(residents(name)))
        }
      }
    }
    let calls = [BabyCall(name: "Bartholomew", need: .waking)]
    return variants + variants.map { scene in scene.with { $0.box.stuckButton = .menu } }
      + variants.filter { $0.showsName }.map { scene in scene.with { $0.calls = calls } }
  }

  /// A baby, and one whose name begins with the same word as the last of `names`.
  private static func residents(_ name: String) -> [BedsideSettings.Resident] {
    let baby = Baby(
      birthdate: CivilDate(daysSinceEpoch: 20_345), bedtime: WallTime(minutesAfterMidnight: 1_140))
    return [(1, name), (2, "Bartholomew Alexander")].map {
      BedsideSettings.Resident(id: BabyID(number: $0.0), name: $0.1, baby: baby)
    }
  }

  @Test("The longest names are those that the configuration takes")
  func longestNames() {
    #expect(Self.names.map(\.count).max() == 40)
    #expect(Self.names.filter { $0.count == 40 }.map { $0.contains(" ") } == [false, true])
  }

  @Test("Among several babies every page but the box's names the one it shows", arguments: names)
  func everyPageNamesItsBaby(name: String) {
    let pages: [Page] = [.now, .plan, .today, .night, .baby(BabyID(number: 1))]
    let bases = [SampleScenes.awake, SampleScenes.asleep, SampleScenes.atNight, SampleScenes.states[9]]
    for scene in pages.flatMap({ page in bases.map { $0.with { $0.page = page } } }) {
      let shown = scene.with {
        ($0.babyName, $0.showsName) = (name, true)
      }.inPanelLetters(Self.residents(name))
      let forms = PageContext(scene: shown, words: .english).forms(of: shown.babyName)
      let texts = Canvas(of: shown).boxes.map(\.text)
      #expect(texts.contains { text in forms.contains { text.contains($0) } }, "\(scene.page): \(texts)")
    }
  }

  @Test("Texts keep apart", arguments: GoldenScreens.all + Situations.all)
  func textsKeepApart(screen: GoldenScreens.Screen) {
    for scene in Self.variants(screen.scene) {
      Self.expectOrder(Canvas(of: scene).boxes, "\(screen.name) \(scene.babyName) \(scene.showsName)")
    }
  }

  /// The longest durations and the latest times of a day.
  @Test("Texts keep apart at the longest", arguments: Situations.all)
  func textsKeepApartAtTheLongest(screen: GoldenScreens.Screen) {
    for minutes in [0, 59, 600, 1_199] {
      for hour in [0, 11, 22] {
        for scene in Self.variants(Self.stretched(screen.scene, minutes, hour)) {
          Self.expectOrder(Canvas(of: scene).boxes, "\(screen.name) after \(minutes) min at \(hour)")
        }
      }
    }
  }

  private static let questions: [Remark] =
    [5, 59, 60, 659, 1_199].flatMap { minutes -> [Remark] in
      let (from, to) = (SampleScenes.at(22, 58).adding(minutes: -minutes), SampleScenes.at(22, 58))
      return [
        .asks(minutes: minutes), .asksWaking(since: from), .asksMorning(from), .asksBedtime(from),
        .asksNext(sinceWaking: from, .firstNap), .asksNext(sinceWaking: from, .nap),
        .asksNext(sinceWaking: from, .night), .asksNextFeed(after: 60),
        .asksNight(InstantRange(earliest: from, latest: to)), .asksAsleep(until: from),
        .asksFeeding(after: 60),
      ]
    } + [.wrote]

  @Test("Every question fits, with the button that answers it", arguments: questions)
  func questionsFit(question: Remark) {
    for base in [SampleScenes.awake, SampleScenes.asleep, SampleScenes.atNight, SampleScenes.states[0]] {
      for knowsTime in [true, false] {
        for scene in Self.variants(base) {
          let asking = scene.with {
            ($0.remark, $0.clockIsKnown, $0.isApproximate) = (question, knowsTime, !knowsTime)
            $0.now = SampleScenes.at(22, 58)
          }
          let canvas = Canvas(of: asking)
          Self.expectOrder(canvas.boxes, "\(question)")
          let words = PageContext(scene: asking, words: .english).remark(question).texts
          #expect(canvas.boxes.contains { words.contains($0.text) }, "\(question)")
          guard question != .wrote else { continue }
          let answer = [
            "? NAP: yes", "? NAP: no", "? NAP: nap", "? NAP: bed", "? NAP: no", "? FEED: new",
            "? FEED: end",
          ].contains { answer in
            canvas.boxes.contains { $0.text.contains(answer) }
          }
          #expect(answer, "\(question)")
        }
      }
    }
  }

  /// The scene at another hour, with other durations and other distances to what comes next.
  private static func stretched(_ scene: Scene, _ minutes: Int, _ hour: Int) -> Scene {
    var scene = scene
    scene.now = SampleScenes.at(hour, 58)
    let (past, ahead) = (scene.now.adding(minutes: -minutes), scene.now.adding(minutes: minutes))
    if scene.day.wakeReference != nil { scene.day.wakeReference = past }
    scene.outlook.wakeBy?.start = past
    scene.outlook.wakeBy?.latest = ahead
    scene.outlook.nextNap?.start = ahead
    scene.outlook.nextNap?.window = InstantRange(earliest: past, latest: ahead)
    scene.outlook.bedtime = ahead
    scene.lastFeed = FeedSpan(isNursing: true, start: past, end: scene.now, side: .both)
    scene.nextSide = .both
    switch scene.day.feed {
    case .feedingNow: scene.day.feed = .feedingNow(startedMinutesAgo: minutes)
    case .ready(_, let interval): scene.day.feed = .ready(minutesAgo: minutes, interval: interval)
    default: scene.day.feed = .recentlyFed(minutesAgo: minutes)
    }
    scene.nursingSide = scene.nursingSide.map { _ in .both }
    return scene
  }

  /// Expects that no text touches another one, is cut, or leaves the panel.
  static func expectOrder(_ boxes: [InkBox], _ name: String) {
    for (index, box) in boxes.enumerated() {
      // An address may be of any length.
      #expect(!box.isCut || box.text.hasPrefix("fe80"), "\(name): \(box.text) is cut")
      #expect(!box.leavesCanvas, "\(name): \(box.text) leaves the panel")
      for other in boxes[(index + 1)...] where box.touches(other) {
        Issue.record("\(name): \(box.text) touches \(other.text)")
      }
    }
  }

  @Test("The time of day is on every page", arguments: GoldenScreens.all.filter { $0.scene.quiet != .dark })
  func theTimeOfDayIsOnEveryPage(screen: GoldenScreens.Screen) {
    for usesTwelveHours in [false, true] {
      let scene = screen.scene.with {
        $0.usesTwelveHours = usesTwelveHours
        $0.clockIsKnown = true
      }
      let context = PageContext(scene: scene, words: .english)
      #expect(Picture(of: scene).texts.contains(context.clock.digits(scene.now)), "\(screen.name)")
    }
  }
}

extension Remark: CustomTestStringConvertible {
  /// The case, with a night's length instead of its instants, and without the types of values.
  public var testDescription: String {
    switch self {
    case .asksNight(let night): "asksNight of \(night.earliest.minutes(until: night.latest)) min"
    case .asksAsleep(let end): "asksAsleep until \(end.milliseconds)"
    case .asksNext(let since, let next): "asksNext \(next) since \(since.milliseconds)"
    default: "\(self)"
    }
  }
}
