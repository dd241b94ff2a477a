import CareJournal
import Nursery
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal

/// A row of the gesture table: the presses, and what the log and the panel then have.
struct GestureRow: CustomTestStringConvertible, Sendable {
  var name: String
  /// The lines of the script. A shot named `end` ends it.
  var lines: String
  /// Every event that was not deleted.
  var events: [String]
  /// The number of lines about care in the log.
  var careLines: Int
  /// A text of the last shot.
  var text: String

  var testDescription: String { name }

  init(_ name: String, _ lines: String, events: [String] = [], careLines: Int, says text: String) {
    self.name = name
    self.lines = lines
    self.events = events
    self.careLines = careLines
    self.text = text
  }
}

/// The gesture table, from bouncing contacts to the card and the words on the panel.
@Suite struct GestureScenarioTests {
  static let nap: [GestureRow] = [
    GestureRow(
      "a press starts a sleep",
      #"""
      13:05:00 "press":"nap"
      13:05:01 "shot":"end"
      """#, events: ["sleep 13:05:00–"], careLines: 1, says: "Nap 13:05 ✓"),
    GestureRow(
      "a second press ends it",
      #"""
      13:05:00 "press":"nap"
      13:50:00 "press":"nap"
      13:50:01 "shot":"end"
      """#, events: ["sleep 13:05:00–13:50:00"], careLines: 2, says: "Awake 13:50 ✓"),
    GestureRow(
      "in the evening it is the night",
      #"""
      19:10:00 "press":"nap"
      19:10:01 "shot":"end"
      """#, events: ["sleep 19:10:00–"], careLines: 1, says: "Night 19:10 ✓"),
    GestureRow(
      "a hold moves the start 5 minutes each step, in one line",
      #"""
      13:05:00 "hold":"nap","seconds":2.1
      13:05:03 "shot":"end"
      """#, events: ["sleep 12:50:00–"], careLines: 2, says: "Nap 12:50 ✓"),
    GestureRow(
      "a hold shorter than 0.8 s moves nothing",
      #"""
      13:05:00 "hold":"nap","seconds":0.75
      13:05:02 "shot":"end"
      """#, events: ["sleep 13:05:00–"], careLines: 1, says: "Nap 13:05 ✓"),
    GestureRow(
      "a longer hold moves it by quarters of an hour after the first hour",
      #"""
      13:05:00 "hold":"nap","seconds":9.5
      13:05:10 "shot":"end"
      """#, events: ["sleep 10:20:00–"], careLines: 2, says: "Nap 10:20 ✓"),
    GestureRow(
      "a hold on the ending press moves the end",
      #"""
      13:05:00 "press":"nap"
      13:50:00 "hold":"nap","seconds":1.0
      13:50:02 "shot":"end"
      """#, events: ["sleep 13:05:00–13:45:00"], careLines: 3, says: "Awake 13:45 ✓"),
    GestureRow(
      "a double press takes the start back",
      #"""
      13:05:00 "doublePress":"nap"
      13:05:02 "shot":"end"
      """#, careLines: 2, says: "Undone: nap 13:05"),
    GestureRow(
      "a double press takes the end back",
      #"""
      13:05:00 "press":"nap"
      13:50:00 "doublePress":"nap"
      13:50:02 "shot":"end"
      """#, events: ["sleep 13:05:00–"], careLines: 3, says: "Undone: awake 13:50"),
  ]

  static let feed: [GestureRow] = [
    GestureRow(
      "a press starts nursing",
      #"""
      12:31:00 "press":"feed"
      12:31:01 "shot":"end"
      """#, events: ["nursing 12:31:00– left"], careLines: 1, says: "Feeding L 12:31 ✓"),
    GestureRow(
      "a second press ends it",
      #"""
      12:31:00 "press":"feed"
      12:45:00 "press":"feed"
      12:45:01 "shot":"end"
      """#, events: ["nursing 12:31:00–12:45:00 left"], careLines: 2, says: "Feed end 12:45 ✓"),
    GestureRow(
      "the next feed begins on the other side",
      #"""
      10:00:00 "press":"feed"
      10:10:00 "press":"feed"
      12:31:00 "press":"feed"
      12:31:01 "shot":"end"
      """#, events: ["nursing 10:00:00–10:10:00 left", "nursing 12:31:00– right"], careLines: 3,
      says: "Feeding R 12:31 ✓"),
    GestureRow(
      "a hold moves the start",
      #"""
      12:31:00 "hold":"feed","seconds":1.5
      12:31:03 "shot":"end"
      """#, events: ["nursing 12:21:00– left"], careLines: 2, says: "Feeding L 12:21 ✓"),
    GestureRow(
      "a double press makes it a bottle",
      #"""
      12:31:00 "doublePress":"feed"
      12:31:02 "shot":"end"
      """#, events: ["bottle 12:31:00"], careLines: 2, says: "Bottle 120 ml ✓"),
    GestureRow(
      "a double press while nursing lets it run on, and logs a bottle",
      #"""
      12:31:00 "press":"feed"
      12:45:00 "doublePress":"feed"
      12:45:02 "shot":"end"
      """#, events: ["nursing 12:31:00– left", "bottle 12:45:00"], careLines: 4, says: "Bottle 120 ml ✓"),
    GestureRow(
      "MENU while the notice of a bottle is shown adds 10 ml each time",
      #"""
      12:31:00 "doublePress":"feed"
      12:31:02 "press":"menu"
      12:31:04 "press":"menu"
      12:31:05 "shot":"end"
      """#, events: ["bottle 12:31:00"], careLines: 4, says: "Bottle 140 ml ✓"),
    GestureRow(
      "MENU held while the notice of a bottle is shown removes 10 ml",
      #"""
      12:31:00 "doublePress":"feed"
      12:31:02 "hold":"menu","seconds":1.6
      12:31:04 "shot":"end"
      """#, events: ["bottle 12:31:00"], careLines: 3, says: "Bottle 110 ml ✓"),
    GestureRow(
      "FEED held soon after a bottle moves the bottle, and begins no feed",
      #"""
      12:31:00 "doublePress":"feed"
      12:31:20 "hold":"feed","seconds":1.5
      12:31:24 "shot":"end"
      """#, events: ["bottle 12:21:00"], careLines: 5, says: "Bottle 120 ml ✓"),
    GestureRow(
      "a feed of seconds is no feed",
      #"""
      12:00:00 "press":"feed"
      12:10:00 "press":"feed"
      12:31:00 "press":"feed"
      12:31:08 "press":"feed"
      12:31:20 "shot":"end"
      """#, events: ["nursing 12:00:00–12:10:00 left", "nursing 12:31:00–12:31:08 right"], careLines: 4,
      says: "fed 31 m ago"),
    GestureRow(
      "MENU held for a second while the notice of a bottle is shown removes 10 ml",
      #"""
      12:31:00 "doublePress":"feed"
      12:31:02 "hold":"menu","seconds":1
      12:31:04 "shot":"end"
      """#, events: ["bottle 12:31:00"], careLines: 3, says: "Bottle 110 ml ✓"),
    GestureRow(
      "two quick presses of MENU while the notice of a bottle is shown add 20 ml",
      #"""
      12:31:00 "doublePress":"feed"
      12:31:02 "doublePress":"menu"
      12:31:04 "shot":"end"
      """#, events: ["bottle 12:31:00"], careLines: 4, says: "Bottle 140 ml ✓"),
    GestureRow(
      "the notice of a bottle says what MENU does, and shows no other amount while MENU is down",
      #"""
      12:31:00 "doublePress":"feed"
      12:31:03 "hold":"menu","seconds":1.4
      12:31:04 "shot":"end"
      """#, events: ["bottle 12:31:00"], careLines: 3, says: "MENU: +10, held: −10"),
    GestureRow(
      "undoing a bottle leaves what was before both presses",
      #"""
      12:31:00 "doublePress":"feed"
      12:31:10 "hold":"menu","seconds":1.6
      12:31:13 "shot":"end"
      """#, careLines: 3, says: "Undone: "),
  ]

  static let menu: [GestureRow] = [
    GestureRow(
      "a log command can be undone too",
      #"""
      13:05:00 "command":["log","add","bottle","--start","12:50"]
      13:06:00 "hold":"menu","seconds":1.6
      13:06:02 "shot":"end"
      """#, careLines: 2, says: "Undone: "),
    GestureRow(
      "MENU switches the side while nursing",
      #"""
      12:31:00 "press":"feed"
      12:35:00 "press":"menu"
      12:35:01 "shot":"end"
      """#, events: ["nursing 12:31:00–12:35:00 left", "nursing 12:35:00– right"], careLines: 3,
      says: "L 4 m, now R ✓"),
    GestureRow(
      "MENU corrects the side of a feed that has just begun, from left by right to both",
      #"""
      12:31:00 "press":"feed"
      12:31:30 "press":"menu"
      12:32:00 "press":"menu"
      12:32:01 "shot":"end"
      """#, events: ["nursing 12:31:00– both"], careLines: 3, says: "Side L+R ✓"),
    GestureRow(
      "MENU corrects the right side to the left one first, then to both, and then back",
      #"""
      12:20:00 "press":"feed"
      12:25:00 "press":"menu"
      12:25:30 "press":"menu"
      12:25:31 "shot":"left"
      12:26:00 "press":"menu"
      12:26:10 "press":"menu"
      12:26:11 "shot":"end"
      """#, events: ["nursing 12:20:00–12:25:00 left", "nursing 12:25:00– right"], careLines: 6,
      says: "Side R ✓"),
    GestureRow(
      "a MENU double press while nursing takes the switch back and turns the page",
      #"""
      12:31:00 "press":"feed"
      12:35:00 "doublePress":"menu"
      12:35:06 "shot":"end"
      """#, events: ["nursing 12:31:00– left"], careLines: 5, says: "Plan"),
    GestureRow(
      "a MENU hold undoes the last action",
      #"""
      13:05:00 "press":"nap"
      13:06:00 "hold":"menu","seconds":1.6
      13:06:02 "shot":"end"
      """#, careLines: 2, says: "Undone: "),
    GestureRow(
      "MENU within four seconds brings it back",
      #"""
      13:05:00 "press":"nap"
      13:06:00 "hold":"menu","seconds":1.6
      13:06:05 "press":"menu"
      13:06:06 "shot":"end"
      """#, events: ["sleep 13:05:00–"], careLines: 3, says: "Again"),
    GestureRow(
      "MENU after four seconds turns the page",
      #"""
      13:05:00 "press":"nap"
      13:06:00 "hold":"menu","seconds":1.6
      13:06:05.700 "press":"menu"
      13:06:06 "shot":"end"
      """#, careLines: 2, says: "Plan"),
    GestureRow(
      "a hold's move is undone with its press",
      #"""
      13:05:00 "hold":"nap","seconds":2.1
      13:06:00 "hold":"menu","seconds":1.6
      13:06:05 "press":"menu"
      13:06:06 "shot":"end"
      """#, events: ["sleep 12:50:00–"], careLines: 4, says: "Again"),
    GestureRow(
      "a MENU hold with nothing done says so",
      #"""
      13:06:00 "hold":"menu","seconds":1.6
      13:06:02 "shot":"end"
      """#, careLines: 0, says: "Nothing to undo"),
  ]

  static let both: [GestureRow] = [
    GestureRow(
      "two presses 120 ms apart are two presses, which is a double press",
      #"""
      13:05:00 "press":"nap"
      13:05:00.120 "press":"nap"
      13:05:02 "shot":"end"
      """#, careLines: 2, says: "Undone: "),
    GestureRow(
      "a chord logs nothing",
      #"""
      13:05:00 "chord":["nap","feed"],"seconds":5.2
      13:05:07 "shot":"end"
      """#, careLines: 2, says: "Hello"),
    GestureRow(
      "a chord in the second press of a double press leaves nothing of the pair",
      #"""
      13:05:00 "press":"feed"
      13:05:00.200 "chord":["feed","nap"],"seconds":0.3
      13:05:02 "shot":"end"
      """#, careLines: 3, says: "Undone: "),
    GestureRow(
      "a short chord logs nothing",
      #"""
      13:05:00 "chord":["feed","nap"],"seconds":0.3
      13:05:01 "shot":"end"
      """#, careLines: 2, says: "Undone: "),
    GestureRow(
      "two presses 700 ms apart are two presses",
      #"""
      13:05:00 "press":"nap"
      13:05:00.700 "press":"nap"
      13:05:02 "shot":"end"
      """#, events: ["sleep 13:05:00–13:05:00"], careLines: 2, says: "Slept 0 m: no nap ✓"),
  ]

  @Test("A gesture has its effect on card and panel", arguments: nap + feed + menu + both)
  func row(_ row: GestureRow) throws {
    let recording = try Scenario.play(row.lines)
    #expect(try recording.events() == row.events)
    #expect(try recording.careIDs() == recording.acknowledged)
    #expect(recording.acknowledged.count == row.careLines)
    let texts = try recording.shot("end").texts
    #expect(texts.contains { $0.contains(row.text) }, "\(texts)")
    #expect(recording.play.world.oled.violations == [])
  }

  /// A full card, or a power cut, may keep the first lines of an action and not the rest.
  @Test(
    "A double press of FEED makes the nursing a bottle in one line, so the feed cannot be lost in between")
  func bottleInOneLine() throws {
    let recording = try Scenario.play(#"12:31:00 "doublePress":"feed""#)
    var changes: [CareEvent.Change] = []
    try Journal.replay(recording.play.world.storage) { line in
      if case .care(let event) = line.entry { changes.append(event.change) }
    }
    #expect(changes.count == 2)
    guard case .amended(_, let patch)? = changes.last else { Issue.record("\(changes)"); return }
    #expect(patch.kind == .bottle)
  }

  @Test(
    "Undo of a double press of FEED leaves neither bottle nor nursing, before and after a power cut",
    arguments: ["", "12:31:10 \"power\":\"cut\"\n12:31:12 \"power\":\"on\""])
  func undoneBottle(cut: String) throws {
    let recording = try Scenario.play(
      """
      12:31:00 "doublePress":"feed"
      \(cut)
      12:32:00 "hold":"menu","seconds":2
      12:32:03 "shot":"end"
      """)
    #expect(try recording.events() == [])
    let texts = try recording.shot("end").texts
    #expect(texts.contains { $0.contains("Undone: bottle 12:31") }, "\(texts)")
  }
}
