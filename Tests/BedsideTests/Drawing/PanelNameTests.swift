import Nursery
import Testing

@testable import Bedside

/// Names with letters that the panel lacks.
@Suite struct PanelNameTests {
  private static let rows = PanelSpelling.latin + PanelSpelling.cyrillic + PanelSpelling.greek

  @Test(
    "A name in the panel's letters stays as it is",
    arguments: ["Mia", "Zoë \"Z\"", "Šárka", "S\u{30C}arka", "O’Brien", "Ægir Ð", "Baby 1"])
  func drawable(name: String) {
    #expect(PanelName.isDrawable(name))
    #expect(PanelName.spelled(name) == name)
  }

  @Test(
    "Any other name is spelled in the panel's letters",
    arguments: ([
      ("Мила", "Mila"), ("Юлія Щука", "Iuliia Shchuka"), ("Ольга", "Olga"), ("Љиљана", "Ljiljana"),
      ("\u{3A9}mega", "Omega"), ("Λουκία", "Loukia"), ("Παύλος", "Paulos"), ("Χρύσα", "Chrysa"),
      ("Nguyễn Thị", "Nguyen Thi"), ("Nguye\u{302}\u{303}n", "Nguyên"), ("Ștefan", "Stefan"),
      ("Əli", "Eli"), ("x\u{301}y", "xy"), ("Mia 🐻 Lou", "Mia Lou"), ("小明 Ming", "Ming"),
      ("Mia\u{3000}Lou", "Mia Lou"), ("小明", nil), ("明 - 2", nil), ("🐻", nil), ("\u{301}", nil),
    ] as [(String, String?)]))
  func spelled(name: String, spelling: String?) {
    #expect(!PanelName.isDrawable(name))
    #expect(PanelName.spelled(name) == spelling)
  }

  @Test("A baby whose name has no letter left is called by its number")
  func numbered() {
    #expect(PanelName.spelled("小明", ofBaby: 2) == "Baby 2")
    #expect(PanelName.spelled("Мила", ofBaby: 2) == "Mila")
  }

  @Test(
    "A name is shortened at a word's end, then to its first letters, and never to what may be another baby's",
    arguments: ([
      ("Mia", [], ["Mia"]), ("Jonathan", ["Mia"], ["Jonathan", "Jonath.", "Jon."]),
      ("Mia Sophie", ["Max"], ["Mia Sophie", "Mia"]), ("Mia Sophie", ["Mia Lou"], ["Mia Sophie", "Baby 1"]),
      ("Wilhelmína-Šárka", [], ["Wilhelmína-Šárka", "Wilhelmína", "Wilhel.", "Wil."]),
      ("Maria", ["Marta"], ["Maria"]),
      ("Maximilian", ["Mathilda", "Max"], ["Maximilian", "Maximi.", "Baby 1"]),
      ("Alexander", ["Alexandra"], ["Alexander", "Baby 1"]), ("Mia", ["Mia"], ["Baby 1"]),
      (Self.longest, ["Mia"], ["Wilhel.", "Wil."]), (Self.longest, ["Wilhelmina"], ["Baby 1"]),
      ("Wilhelmina " + Self.longest, [], ["Wilhelmina", "Wilhel.", "Wil."]),
    ] as [(String, [String], [String])]))
  func shortened(name: String, others: [String], forms: [String]) {
    #expect(PanelName.forms(of: name, ofBaby: 1, among: others) == forms)
  }

  /// A name of one word that is as long as the configuration takes.
  private static let longest = "Wilhelminatheodoraalexandrabernadettemar"

  @Test("A scene has the forms of every baby of the household, by the name that a page shows")
  func sceneForms() {
    let baby = Baby(
      birthdate: CivilDate(daysSinceEpoch: 20_345), bedtime: WallTime(minutesAfterMidnight: 1_140))
    let residents = [Self.longest, "Мила София"].enumerated().map { index, name in
      BedsideSettings.Resident(id: BabyID(number: index + 1), name: name, baby: baby)
    }
    let scene = SampleScenes.awake.with { $0.babyName = Self.longest }.inPanelLetters(residents)
    #expect(scene.babyName == "Wilhel.")
    #expect(scene.shorterNames == ["Wilhel.": ["Wil."], "Mila Sofiia": ["Mila"]])
  }

  @Test("A spelling is no longer than a name may be")
  func long() {
    let spelling = PanelName.spelled(String(repeating: "Щ", count: 40))
    #expect(spelling == String(repeating: "Shch", count: 10))
  }

  @Test("Each letter of the tables is one that the panel lacks, has one spelling, and that can be drawn")
  func tables() {
    var seen: Set<UInt32> = []
    for row in Self.rows {
      #expect(PanelName.isDrawable(row.spelling), "\(row.spelling)")
      for letter in (row.letters + row.capitals).unicodeScalars {
        #expect(Face.small.glyph(letter.value) == nil, "\(letter)")
        #expect(seen.insert(letter.value).inserted, "\(letter)")
      }
    }
  }

  @Test("The panel draws no boxes for a name, and other readers keep the name", arguments: [1, 2])
  func drawn(shown: Int) throws {
    var box = MiasBox()
    let baby = box.model.care.settings.residents[0].baby
    box.model.care.settings.residents = [(1, "Мила"), (2, "小明")].map {
      BedsideSettings.Resident(id: BabyID(number: $0.0), name: $0.1, baby: baby)
    }
    box.model.care.openLogs()
    box.model.screen.page = .baby(BabyID(number: shown))
    box.model.redraw(at: MiasBox.moment(60))
    let texts = try #require(box.model.picture).texts
    #expect(texts.contains { $0.hasSuffix(shown == 1 ? "Mila" : "Baby 2") }, "\(texts)")
    #expect(texts.allSatisfy { PanelName.isDrawable($0) }, "\(texts)")
    #expect(box.model.scene(at: MiasBox.moment(60))?.babyName == (shown == 1 ? "Мила" : "小明"))
    #expect(box.model.names[BabyID(number: 2)] == "小明")
  }

  @Test("Every name of a scene is spelled: of babies, of another box, and of a medicine")
  func scene() {
    let baby = Baby(
      birthdate: CivilDate(daysSinceEpoch: 20_345), bedtime: WallTime(minutesAfterMidnight: 1_140))
    let residents = [(1, "Мила"), (3, "小明"), (4, "Ben")].map {
      BedsideSettings.Resident(id: BabyID(number: $0.0), name: $0.1, baby: baby)
    }
    let said = Bedside.Confirmation(deed: .nursingEnded, at: SampleScenes.at(10, 0))
    let medicines = ["Парацетамол", "布洛芬", nil].map {
      LastScene.Entry(kind: .medicine, start: SampleScenes.at(9, 0), medicine: $0)
    }
    let scene = SampleScenes.awake.with {
      ($0.babyName, $0.noticeName, $0.planName) = ("Мила", "小明", "Ben")
      $0.calls = [BabyCall(name: "小明", need: .feed)]
      $0.notice = .elsewhere(said, place: "спальня")
      $0.last = LastScene(entries: medicines)
    }.inPanelLetters(residents)
    #expect(scene.babyName == "Mila" && scene.noticeName == "Baby 3" && scene.planName == "Ben")
    #expect(scene.calls == [BabyCall(name: "Baby 3", need: .feed)])
    #expect(scene.notice == .elsewhere(said, place: "spalnia"))
    #expect(scene.last?.entries.map(\.medicine) == ["Paratsetamol", nil, nil])
  }
}
