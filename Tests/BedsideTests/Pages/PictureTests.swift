import Nursery
import Testing

@testable import Bedside

/// What holds for every picture, whatever it shows.
@Suite struct PictureTests {
  private static let screens = GoldenScreens.all
  private static let drifts = [(0, 0), (3, 0), (0, 3), (3, 3), (1, 2)]

  @Test("Drift moves the whole picture", arguments: screens)
  func driftMovesTheWholePicture(screen: GoldenScreens.Screen) {
    let rest = Picture(of: screen.scene, drift: (0, 0))
    for y in 0..<Frame.height {
      for x in 0..<Frame.width where rest.frame.isLit(x, y) {
        #expect(x < 125 && y < 61)
      }
    }
    for (dx, dy) in Self.drifts {
      let moved = Picture(of: screen.scene, drift: (dx, dy))
      #expect(moved.texts == rest.texts)
      #expect(moved.frame == Self.moved(rest.frame, dx, dy))
    }
  }

  private static func moved(_ frame: Frame, _ dx: Int, _ dy: Int) -> Frame {
    var moved = Frame()
    for y in 0..<Frame.height {
      for x in 0..<Frame.width where frame.isLit(x, y) { moved.set(x + dx, y + dy) }
    }
    return moved
  }

  @Test("Every picture says something", arguments: screens.filter { $0.scene.quiet != .dark })
  func everyPictureSaysSomething(screen: GoldenScreens.Screen) {
    let texts = Picture(of: screen.scene).texts
    #expect(!texts.isEmpty)
    #expect(texts.allSatisfy { !$0.isEmpty && !$0.contains("%") && !$0.contains("…") || $0 == "saving…" })
  }

  @Test("Only saved deeds are checked", arguments: screens)
  func onlySavedDeedsAreChecked(screen: GoldenScreens.Screen) {
    let scene = screen.scene.with { $0.page = .now }
    let isChecked = Picture(of: scene).texts.contains { $0.contains("✓") }
    switch scene.notice {
    case .saved, .clockSetByHand: #expect(isChecked)
    default: #expect(!isChecked)
    }
  }

  @Test("Unsaved events are never hidden", arguments: screens.filter { $0.scene.quiet != .dark })
  func unsavedEventsAreNeverHidden(screen: GoldenScreens.Screen) {
    for count in [0, 3] {
      let texts = Picture(of: screen.scene.with { $0.unsavedCount = count }).texts
      #expect(texts.contains("NOT SAVED: 3 entries") == (count == 3))
    }
  }

  /// A quiet session's remaining time, and a schedule or a clock that is being set, are right without a clock.
  @Test(
    "No wall time is claimed without a clock",
    arguments: screens.filter {
      [nil, .notice].contains($0.scene.quiet) && $0.scene.quietMenu == nil && $0.scene.clockByHand == nil
    })
  func noWallTimeIsClaimedWithoutAClock(screen: GoldenScreens.Screen) {
    for usesTwelveHours in [false, true] {
      let scene = screen.scene.with {
        $0.clockIsKnown = false
        $0.usesTwelveHours = usesTwelveHours
        $0.box.address = ""
      }
      for text in Picture(of: scene).texts {
        #expect(text.firstMatch(of: /\d:\d\d/) == nil, "\(text)")
      }
    }
  }

  /// In a quiet session this holds for every notice about a press. The Box page shows no baby, and a long name gives
  /// way to NOT SAVED where a notice or a cue is shown too.
  @Test(
    "The name is always on screen among several babies",
    arguments: screens.filter {
      guard $0.scene.page != .box else { return false }
      let isCrowded = $0.scene.unsavedCount > 0 && ($0.scene.notice != nil || $0.scene.cue != nil)
      return $0.scene.quiet == nil ? !isCrowded : $0.scene.notice != nil
    })
  func theNameIsAlwaysOnScreenAmongSeveralBabies(screen: GoldenScreens.Screen) {
    let name = "Wilhelmína-Šárka"
    let scene = screen.scene.with {
      $0.showsName = true
      $0.babyName = name
    }
    let forms = PageContext(scene: scene, words: .english).forms(of: name)
    #expect(Picture(of: scene).texts.contains { text in forms.contains { text.contains($0) } })
  }

  @Test(
    "Trouble marks every page", arguments: [Page.now, .plan, .today, .night, .box, .baby(BabyID(number: 2))])
  func troubleMarksEveryPage(page: Page) {
    let calm = SampleScenes.asleep.with { $0.page = page }
    let troubled = calm.with { $0.box.stuckButton = .menu }
    let corner = { (scene: Scene) -> Int in
      let frame = Picture(of: scene, drift: (0, 0)).frame
      return (0..<9).reduce(0) { sum, y in sum + (0..<125).filter { frame.isLit($0, y) }.count }
    }
    #expect(corner(troubled) > corner(calm))
  }

  @Test(
    "The Now page says what its state requires",
    arguments: [
      (0, ["06:10", "Morning, Mia", "Press NAP or FEED", "when asleep or feeding"]),
      (1, ["00:15", "Asleep 5 h 10", "wakes ~06:40", "Mia", "fed 2 h 45 ago · next R"]),
      (2, ["16:12", "Nap 52 m", "wake Mia", "due since 16:00", "fed 2 h 05 ago · next R"]),
      (3, ["15:32", "Nap 42 m", "wake by 16:00", "in 28 m", "due", "fed 3 h 05 · R"]),
      (4, ["13:32", "Nap 42 m", "wake by 16:00", "in 2 h 28", "fed 2 h 05 ago · next R"]),
      (5, ["18:48", "Feeding", "9 m", "Mia", "FEED: end", "last L 16:43, 14 m", "bed 19:00 in 12 m"]),
      (6, ["16:35", "Awake 2 h 30", "nap now", "short nap", "fed 2 h 05 ago · next R"]),
      (7, ["11:17", "Awake 1 h 25", "nap from 11:52", "in 35 m", "fed 2 h 05 ago · next R"]),
      (8, ["12:02", "Awake 2 h 10", "nap from 11:52", "now", "fed 2 h 30 ago · next R"]),
      (9, ["13:02", "Awake 3 h 10", "nap now", "due since 12:37", "fed 2 h 05 ago · next R"]),
    ])
  func theNowPageSays(state: Int, texts: [String]) {
    #expect(Picture(of: SampleScenes.states[state]).texts == texts)
  }

  /// The size of the window around the change in the large time, in bytes of the panel's memory: four pages of the
  /// columns of one, two or four digits. The lines beside it change for other reasons, and are left out.
  @Test("A minute touches few bytes", arguments: [(15, 41, 56), (15, 39, 140), (15, 59, 272)])
  func aMinuteTouchesFewBytes(hour: Int, minute: Int, limit: Int) throws {
    let frames = [0, 1].map { later in
      let scene = SampleScenes.asleep.with {
        $0.outlook.wakeBy?.latest = SampleScenes.at(hour, minute + later)
      }
      return Picture(of: scene, drift: (0, 0)).frame
    }
    let changed = frames[0].bytes.indices.filter { frames[0].bytes[$0] != frames[1].bytes[$0] }
    #expect(
      changed.allSatisfy { (1...6).contains($0 / Frame.width) },
      "the first line and the foot stay as they are")
    let inTime = changed.filter { $0 % Frame.width < 69 && (1...4).contains($0 / Frame.width) }
    let columns = inTime.map { $0 % Frame.width }
    let first = try #require(columns.min())
    let last = try #require(columns.max())
    #expect((last - first + 1) * 4 <= limit)
  }

  @Test("In a quiet session a notice names its own baby, and not the page's")
  func quietNoticeSaysWhose() {
    let scene = SampleScenes.asleep.with {
      ($0.showsName, $0.noticeName, $0.quiet) = (true, "Max", .notice)
      $0.notice = .saved(Confirmation(deed: .bottle(), at: SampleScenes.at(6, 40)))
    }
    #expect(Picture(of: scene).texts == ["13:32", "Max", "Bottle 06:40 ✓"], "\(Picture(of: scene).texts)")
  }

  @Test("A notice that does not fit names the baby rather than the time, and no word is cut")
  func noticesSayWhose() {
    let at = SampleScenes.at(6, 40)
    let deeds: [(Notice, String)] = [
      (.undone(Confirmation(deed: .sleepStarted(isNight: false), at: at)), "Mia: Undone: nap"),
      (.saved(Confirmation(deed: .sleepStarted(isNight: false), at: at)), "Mia: Nap 06:40 ✓"),
      (
        .saved(Confirmation(deed: .sleepStartedAfterFeed(minutes: 78, isNight: true), at: at)),
        "Mia: Fed, night ✓"
      ),
    ]
    for (notice, text) in deeds {
      let scene = SampleScenes.asleep.with {
        $0.showsName = true
        $0.notice = notice
      }
      #expect(Picture(of: scene).texts.contains(text), "\(Picture(of: scene).texts)")
    }
  }
}
