import Nursery
import Testing

@testable import Bedside
@testable import BoxRuntime
@testable import Rehearsal

/// The fourth button: one press logs what the configuration says, and is corrected like NAP.
@Suite struct ExtraButtonScenarioTests {
  private static func play(_ action: String, _ lines: String) throws -> Recording {
    var scenario = Scenario(lines)
    scenario.config = #"{"buttons":{"extra":"\#(action)","medicine":"Vitamin D"}}"#
    return try scenario.play()
  }

  private static let press = #"""
    13:05:00 "press":"extra"
    13:05:01 "shot":"end"
    """#
  private static let rows: [(action: String, row: GestureRow)] = [
    ("nappy", GestureRow("a nappy", press, events: ["nappy 13:05:00"], careLines: 1, says: "Nappy 13:05 ✓")),
    (
      "medicine",
      GestureRow(
        "a medicine", press, events: ["medicine 13:05:00"], careLines: 1, says: "Medicine 13:05 ✓")
    ),
    ("wake", GestureRow("a waking", press, events: ["wake 13:05:00"], careLines: 1, says: "Woke 13:05 ✓")),
    (
      "bottle",
      GestureRow("a bottle", press, events: ["bottle 13:05:00"], careLines: 1, says: "Bottle 120 ml ✓")
    ),
    (
      "wake",
      GestureRow(
        "a waking ends the sleep that runs",
        #"""
        13:05:00 "press":"nap"
        13:50:00 "press":"extra"
        13:50:01 "shot":"end"
        """#, events: ["sleep 13:05:00–13:50:00"], careLines: 2, says: "Awake 13:50 ✓")
    ),
    (
      "nappy",
      GestureRow(
        "a hold moves it",
        #"""
        13:05:00 "hold":"extra","seconds":1.5
        13:05:03 "shot":"end"
        """#, events: ["nappy 12:55:00"], careLines: 2, says: "Nappy 12:55 ✓")
    ),
    (
      "bottle",
      GestureRow(
        "a hold shows the time of a bottle, and its amount when it is let go",
        #"""
        13:05:00 "hold":"extra","seconds":1.0
        13:05:03 "shot":"end"
        """#, events: ["bottle 13:00:00"], careLines: 2, says: "Bottle 120 ml ✓")
    ),
    (
      "nappy",
      GestureRow(
        "a double press takes it back",
        #"""
        13:05:00 "doublePress":"extra"
        13:05:01 "shot":"end"
        """#, careLines: 2, says: "Undone: nappy 13:05")
    ),
    (
      "nappy",
      GestureRow(
        "a double press soon after a press takes that back, too",
        #"""
        13:05:00 "press":"extra"
        13:05:15 "doublePress":"extra"
        13:05:16 "shot":"end"
        """#, careLines: 4, says: "Undone: nappy 13:05")
    ),
    (
      "medicine",
      GestureRow(
        "MENU held undoes it",
        #"""
        13:05:00 "press":"extra"
        13:05:10 "hold":"menu","seconds":1.8
        13:05:12 "shot":"end"
        """#, careLines: 2, says: "Undone: medicine")
    ),
    (
      "bottle",
      GestureRow(
        "MENU makes a bottle larger",
        #"""
        13:05:00 "press":"extra"
        13:05:02 "press":"menu"
        13:05:03 "shot":"end"
        """#, events: ["bottle 13:05:00"], careLines: 2, says: "Bottle 130 ml ✓")
    ),
    (
      "nappy",
      GestureRow(
        "a lean keeps the time of the press, and asks",
        #"""
        13:05:00 "hold":"extra","seconds":30
        13:05:31 "shot":"end"
        """#, events: ["nappy 13:05:00"], careLines: 1, says: "NAP: keep, MENU: undo")
    ),
    (
      "nappy",
      GestureRow(
        "it logs while an entry is edited, and changes nothing there",
        #"""
        13:05:00 "press":"nap"
        13:50:00 "press":"nap"
        13:51:00 "press":"menu"
        13:51:01 "press":"menu"
        13:51:02 "doublePress":"menu"
        13:51:04 "doublePress":"menu"
        13:51:05 "press":"menu"
        13:51:06 "press":"extra"
        13:51:07 "shot":"end"
        """#, events: ["sleep 13:05:00–13:50:00", "nappy 13:51:06"], careLines: 3, says: "NAP− FEED+ MENU↓")
    ),
    (
      "nappy",
      GestureRow(
        "a press while the box starts counts",
        #"""
        13:05:00 "process":"kill"
        13:05:01 "fault":"disk-stall","seconds":5
        13:05:02 "process":"start"
        13:05:03 "press":"extra"
        13:05:08 "shot":"end"
        """#, events: ["nappy 13:05:03"], careLines: 1, says: "Nappy 13:05 ✓")
    ),
  ]

  @Test("Each gesture has the same effect as on NAP", arguments: 0..<14)
  func gestures(index: Int) throws {
    try #require(Self.rows.count == 14)
    let (action, row) = Self.rows[index]
    let recording = try Self.play(action, row.lines)
    #expect(try recording.events() == row.events, "\(row)")
    #expect(try recording.careIDs().count == row.careLines, "\(row)")
    #expect(try recording.shot("end").texts.contains { $0.contains(row.text) }, "\(recording.words("end"))")
  }

  @Test("The button logs for the baby on the page, and a medicine with its name")
  func baby() throws {
    var scenario = Scenario(
      #"""
      13:05:00 "doublePress":"menu"
      13:05:01 "press":"extra"
      """#)
    scenario.config = #"""
      {"buttons":{"extra":"medicine","medicine":"Vitamin D"},\#
      "babies":[{"name":"Ben","birthdate":"2025-09-14","bedtime":"18:40"}]}
      """#
    let recording = try scenario.play()
    #expect(try recording.events() == ["medicine 13:05:01"])
    let log = try recording.fold().logs[BabyID(number: 1)]
    #expect(log?.allRecords.first?.care.detail.medicine == "Vitamin D")
  }

  @Test(
    "A quiet session that allows what the button logs allows the button",
    arguments: [
      ("bottle", "feed", true), ("bottle", "nap", false), ("wake", "nap", true), ("wake", "feed", false),
      ("nappy", "nap", true), ("medicine", "feed", true), ("nappy", "lamp", false),
    ])
  func quiet(action: String, allowed: String, isLogged: Bool) throws {
    let recording = try Self.play(
      action,
      #"""
      13:00:00 "command":["quiet","start","--minutes","60"]
      13:00:01 "command":["quiet","allow","\#(allowed)"]
      13:05:00 "press":"extra"
      13:05:01 "shot":"end"
      """#)
    #expect(try recording.events().isEmpty != isLogged)
    #expect(recording.words("end").contains("EXTRA not in quiet") != isLogged, "\(recording.words("end"))")
  }

  @Test(
    "A hold soon after a press of WAKE moves that waking; a second bottle within seconds says how to undo it")
  func correctedLikeNap() throws {
    let wake = try Self.play(
      "wake",
      #"""
      13:05:00 "press":"nap"
      13:50:00 "press":"extra"
      13:50:20 "hold":"extra","seconds":1.7
      """#)
    #expect(try wake.events() == ["sleep 13:05:00–13:40:00"])
    let bottle = try Self.play(
      "bottle",
      #"""
      13:05:00 "press":"extra"
      13:05:04 "press":"extra"
      13:05:05 "shot":"again"
      """#)
    let texts = try bottle.shot("again").texts
    #expect(texts.contains("Bottle 120 ml ✓") && texts.contains("Hold MENU: undo"), "\(texts)")
  }

  @Test("A box without the button requests no line for it")
  func none() throws {
    let recording = try Scenario.play(#"13:05:00 "press":"extra""#)
    #expect(try recording.events().isEmpty)
    #expect(recording.says("this box has no EXTRA: no press"))
    #expect(recording.play.world.offset(of: .extra) == nil)
  }

  @Test("Another action applies at once; adding or removing the button waits for the next start")
  func reload() throws {
    let recording = try Self.play(
      "nappy",
      #"""
      13:00:00 "reload":{"babies":[{"name":"Mia","birthdate":"2025-09-14","bedtime":"18:40"}],"buttons":{"extra":"bottle"}}
      13:05:00 "press":"extra"
      13:06:00 "reload":{"babies":[{"name":"Mia","birthdate":"2025-09-14","bedtime":"18:40"}]}
      13:07:00 "press":"extra"
      """#)
    #expect(try recording.events() == ["bottle 13:05:00"])
    #expect(recording.says("in force, but for buttons.extra"))
  }
}
