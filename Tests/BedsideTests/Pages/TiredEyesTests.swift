import Nursery
import Testing

@testable import Bedside

/// What a stranger must see at a glance: what a page asks for, what a button does, and whose day a time belongs to.
@Suite struct TiredEyesTests {
  private static func texts(_ scene: Scene) -> [String] { Picture(of: scene).texts }

  // MARK: A short nap

  /// A nap that began at 12:50, of which only a short one is left.
  private static let short = SampleScenes.asleep.with { $0.outlook.wakeBy?.isShort = true }

  @Test("A short nap has two large lines beside its time, and is named at the foot unless a feed is due")
  func shortNap() throws {
    let canvas = Canvas(of: Self.short)
    for text in ["up by", "in 2 h 28"] {
      let box = try #require(canvas.boxes.first { $0.text == text }, "\(canvas.texts)")
      #expect(box.rows.count >= Face.medium.capHeight, "\(text) is small")
    }
    #expect(canvas.texts.filter { $0.hasPrefix("short nap") } == ["short nap · next R"], "\(canvas.texts)")
    var due = Self.short
    due.day.feed = .ready(minutesAgo: 480, interval: MinuteRange(180, 240))
    #expect(Self.texts(due).suffix(2) == ["due", "fed 8 h 00 · R"], "\(Self.texts(due))")
  }

  @Test("The notice of a short nap says that it is short, where it has room, and only of that nap")
  func shortNapNotice() {
    let cases: [(minute: Int, name: String?, text: String)] = [
      (50, nil, "Short nap 12:50 ✓"), (50, "Mia", "Mia: Nap 12:50 ✓"), (49, nil, "Nap 12:49 ✓"),
    ]
    for (minute, name, text) in cases {
      let scene = Self.short.with {
        let began = Confirmation(deed: .sleepStarted(isNight: false), at: SampleScenes.at(12, minute))
        ($0.notice, $0.showsName, $0.noticeName) = (.saved(began), name != nil, name)
        $0.outlook.wakeBy?.isShort = true
      }
      #expect(Self.texts(scene).contains(text), "\(Self.texts(scene))")
    }
    let long = SampleScenes.asleep.with {
      $0.notice = .saved(Confirmation(deed: .sleepStarted(isNight: false), at: SampleScenes.at(12, 50)))
    }
    #expect(Self.texts(long).contains("Nap 12:50 ✓"), "\(Self.texts(long))")
  }

  // MARK: Several babies

  /// The lines beside the large time of a page.
  private static func beside(_ canvas: Canvas) -> [InkBox] {
    canvas.boxes.filter { $0.columns.lowerBound > 60 && Zones.figure.contains($0.rows.lowerBound) }
  }

  @Test(
    "Beside the time there are at most two lines, and they are large: a baby's name is before the bar",
    arguments: ["Mia", "Maximilian"])
  func nameBeforeBar(name: String) throws {
    for base in [SampleScenes.asleep, SampleScenes.earlyBedtime] {
      let canvas = Canvas(of: base.with { ($0.showsName, $0.babyName) = (true, name) })
      let beside = Self.beside(canvas)
      #expect(beside.count == 2 && beside.allSatisfy { $0.text != name }, "\(canvas.texts)")
      #expect(beside.allSatisfy { $0.rows.count >= Face.medium.capHeight }, "\(beside)")
      let box = try #require(canvas.boxes.first { $0.text == name }, "\(canvas.texts)")
      #expect(box.columns.lowerBound == 0 && Zones.band.contains(box.rows.lowerBound), "\(box)")
      let bar = (0..<Canvas.width).filter { canvas.frame.isLit($0, Zones.bar.upperBound - 1) }
      #expect(bar.contains(Canvas.width - 1) && bar.contains(box.columns.upperBound + 6), "\(name)")
    }
  }

  @Test("A notice about the baby that is shown names it once, and one about another baby leaves its name")
  func nameOverNotice() {
    for (about, foot) in [(nil, "fed 2 h 05 ago · next R"), ("Ada", "Mia")] {
      let scene = SampleScenes.asleep.with {
        let bottle = Confirmation(deed: .bottle(), at: SampleScenes.at(10, 5))
        ($0.showsName, $0.noticeName, $0.notice) = (true, about, .saved(bottle))
      }
      let canvas = Canvas(of: scene)
      #expect(Self.beside(canvas).count == 2 && canvas.texts.last == foot, "\(canvas.texts)")
      #expect(canvas.texts.contains((about ?? "Mia") + ": Bottle 10:05 ✓"), "\(canvas.texts)")
      let undone = scene.with { ($0.notice, $0.menuRedoes) = (.undone(nil), true) }
      let isNamed = Self.texts(undone).contains("Mia")
      #expect(isNamed == (about != nil), "\(Self.texts(undone))")
    }
  }

  // MARK: What is not saved

  @Test("NOT SAVED says to leave the box plugged in, in every state, on the Box page and in a quiet session")
  func plugged() {
    let box = SampleScenes.asleep.with { ($0.page, $0.box.storageWorks) = (.box, false) }
    for scene in SampleScenes.states + [box, SampleScenes.asleep.with { $0.quiet = .notice }] {
      let unsaved = scene.with { $0.unsavedCount = 2 }
      let canvas = Canvas(of: unsaved)
      #expect(canvas.texts.contains("NOT SAVED: 2 entries"), "\(canvas.texts)")
      #expect(canvas.texts.contains("keep it plugged in"), "\(canvas.texts)")
      TextLayoutTests.expectOrder(canvas.boxes, "\(canvas.texts)")
      #expect(!Self.texts(scene).contains("keep it plugged in"))
    }
  }

  @Test("The advice gives way to a notice, and to a name that has no other place")
  func adviceGivesWay() {
    let bottle = Notice.undone(Confirmation(deed: .bottle(), at: SampleScenes.at(10, 5)))
    for name in ["Mia", "Wilhelmína-Šárka"] {
      for scene in SampleScenes.states {
        for notice in [nil, bottle] {
          let said = scene.with {
            ($0.unsavedCount, $0.notice, $0.showsName, $0.babyName) = (2, notice, true, name)
          }
          let canvas = Canvas(of: said)
          TextLayoutTests.expectOrder(canvas.boxes, "\(canvas.texts)")
          #expect(canvas.texts.contains("NOT SAVED: 2 entries"), "\(canvas.texts)")
          #expect(notice == nil || !canvas.texts.contains("keep it plugged in"), "\(canvas.texts)")
          let forms = PageContext(scene: said, words: .english).forms(of: name)
          let isNamed = canvas.texts.contains { text in forms.contains { text.contains($0) } }
          #expect(notice != nil || isNamed, "\(canvas.texts)")
        }
      }
    }
  }

  // MARK: An edit

  private static func edit(_ field: LastScene.Field, isChanged: Bool, deletes: Bool = false) -> Scene {
    SampleScenes.awake.with {
      var nap = LastScene.Entry(
        kind: .sleep, start: SampleScenes.at(9, 10), end: SampleScenes.at(9, 52))
      nap.isDeleted = deletes
      ($0.page, $0.last) = (.today, LastScene(entries: [nap], field: field, isChanged: isChanged))
    }
  }

  @Test("An edit says what each button does, and which one saves, from the first change on")
  func edit() {
    let untouched = Self.texts(Self.edit(.start, isChanged: false))
    #expect(untouched.contains("NAP− FEED+ MENU↓") && !untouched.contains("FEED: save"), "\(untouched)")
    let changed = Self.texts(Self.edit(.start, isChanged: true))
    #expect(
      changed.contains("NAP− FEED+ MENU↓") && changed.suffix(2) == ["done", "saves it"], "\(changed)")
    let last = Self.texts(Self.edit(.done, isChanged: true))
    #expect(last.contains("FEED: save") && last.suffix(2) == ["done", "NAP: leave it"], "\(last)")
    let deleted = Self.texts(Self.edit(.delete, isChanged: true, deletes: true))
    #expect(deleted.suffix(4) == ["delete", "yes", "done", "deletes it"], "\(deleted)")
    #expect(Self.texts(Self.edit(.done, isChanged: true, deletes: true)).contains("FEED: delete"))
  }

  @Test("Beside a warning, the title of an edit names the two buttons that change the value")
  func editBesideWarning() {
    let texts = Self.texts(Self.edit(.start, isChanged: false).with { $0.box.stuckButton = .extra })
    #expect(texts.contains("NAP −  FEED +"), "\(texts)")
  }

  // MARK: One truth

  @Test(
    "Now, Today and the ring of a quiet session name one age of the last feed", arguments: [59, 118, 239])
  func ageOfTheFeed(minutes: Int) throws {
    let now = SampleScenes.awake.with { $0.day.feed = .recentlyFed(minutesAgo: minutes) }
    let age = minutes < 60 ? "59 m" : minutes == 118 ? "1 h 55" : "3 h 55"
    for scene in [now, now.with { $0.page = .today }, now.with { $0.quiet = .ring(seconds: 60, of: 90) }] {
      let named = ["fed " + age, "last " + age]
      #expect(
        Self.texts(scene).contains { text in named.contains { text.contains($0) } }, "\(Self.texts(scene))")
    }
  }

  @Test("After midnight Plan shows the night, and no nap of the day before")
  func planAtNight() {
    let night = SampleScenes.atNight.with { $0.page = .plan }
    #expect(Self.texts(night).filter { $0.hasPrefix("✓") } == [], "\(Self.texts(night))")
    #expect(Self.texts(night).contains { $0.hasPrefix("☾ 19:05") }, "\(Self.texts(night))")
    let evening = night.with { $0.now = SampleScenes.at(23, 15) }
    #expect(Self.texts(evening).filter { $0.hasPrefix("✓") }.count == 2, "\(Self.texts(evening))")
  }

  @Test("After midnight Today shows no dots for the naps of the day before, and what else there was")
  func todayAtNight() {
    let night = SampleScenes.atNight.with { $0.page = .today }
    #expect(Self.texts(night).allSatisfy { !$0.contains("Naps") }, "\(Self.texts(night))")
    #expect(Self.texts(night).contains { $0.hasPrefix("Sleep ") }, "\(Self.texts(night))")
    let changed = Self.texts(night.with { $0.recent?.nappies = 3 })
    #expect(changed.contains("Nappies 3"), "\(changed)")
    for scene in [night.with { $0.now = SampleScenes.at(23, 15) }, night.with { $0.clockIsKnown = false }] {
      #expect(Self.texts(scene).contains { $0.hasPrefix("Naps ●●") }, "\(Self.texts(scene))")
    }
  }

  @Test("The details of the Box page say that MENU leads on, and not only to quiet sessions")
  func boxDetails() {
    let texts = Self.texts(SampleScenes.asleep.with { ($0.page, $0.showsBoxDetails) = (.box, true) })
    #expect(texts.contains("MENU twice: more") && !texts.contains("Quiet"), "\(texts)")
  }
}
