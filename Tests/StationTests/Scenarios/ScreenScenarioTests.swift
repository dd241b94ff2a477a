import Bedside
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal
@testable import cribside_lab

/// What the panel shows and when it is lit, as scripts.
@Suite struct ScreenScenarioTests {
  @Test(
    "MENU turns pages",
    arguments: [
      ("press", "plan"), ("press press", "today"), ("press press press", "night"),
      ("press press press press", "box"), ("press press press press press", "now"), ("doublePress", "box"),
      // On Plan it changes the style; on Today it opens the last entries.
      ("press doublePress", "plan"), ("press press doublePress", "today"),
    ])
  func pages(gestures: String, page: String) throws {
    let presses = gestures.split(separator: " ").enumerated().map { index, gesture in
      #"13:05:0\#(index * 2) "\#(gesture)":"menu""#
    }
    let recording = try Scenario.play((presses + [#"13:05:19 "shot":"end""#]).joined(separator: "\n"))
    #expect(try recording.shot("end").page == page)
    #expect(try recording.careIDs() == [])
  }

  @Test("A hold is shown live, and written once on release")
  func backdating() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "hold":"nap","seconds":2.4
      13:05:00.700 "shot":"before"
      13:05:00.900 "shot":"five"
      13:05:01.500 "shot":"ten"
      13:05:02.300 "shot":"fifteen"
      13:05:03 "shot":"after"
      """#)
    #expect(try recording.shot("before").texts.contains("Nap 13:05 ✓"), "\(recording.words("before"))")
    #expect(try recording.shot("five").texts.contains("Nap 13:00 (-5 min)"), "\(recording.words("five"))")
    #expect(try recording.shot("ten").texts.contains("Nap 12:55 (-10 min)"), "\(recording.words("ten"))")
    #expect(
      try recording.shot("fifteen").texts.contains("Nap 12:50 (-15 min)"), "\(recording.words("fifteen"))")
    #expect(try recording.shot("after").texts.contains("Nap 12:50 ✓"), "\(recording.words("after"))")
    #expect(try recording.careIDs().count == 2)
  }

  @Test("A button held at power-up is ignored until it is released")
  func heldAtPowerUp() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "power":"cut"
      13:00:01 "hold":"nap","seconds":4
      13:00:02 "power":"on"
      13:00:10 "press":"nap"
      13:00:11 "shot":"end"
      """#)
    #expect(try recording.events() == ["sleep 13:00:10–"])
    #expect(try recording.careIDs().count == 1)
  }

  @Test("A stuck button is named after ten seconds, and the others still work")
  func stuckButton() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "hold":"menu","seconds":30
      13:05:09.900 "shot":"nine"
      13:05:10.200 "shot":"ten"
      13:05:20 "press":"nap"
      13:05:21 "shot":"pressed"
      13:05:35 "shot":"free"
      """#)
    let name = "MENU stuck: let go"
    #expect(try !recording.shot("nine").texts.contains(name))
    #expect(try recording.shot("ten").texts.contains(name), "\(recording.words("ten"))")
    #expect(try recording.shot("pressed").texts.contains("Nap 13:05 ✓"), "\(recording.words("pressed"))")
    #expect(try !recording.shot("free").texts.contains(name))
    #expect(recording.says("the MENU button has been down for 10 s"))
    #expect(recording.says("the MENU button is up again"))
    #expect(try recording.events() == ["sleep 13:05:20–"])
  }

  @Test("The first press on a dark panel counts and lights it")
  func darkPanel() throws {
    var scenario = Scenario(
      #"""
      13:00:00 "press":"feed"
      13:00:50 "shot":"lit"
      13:01:05 "shot":"dark"
      13:10:00 "press":"nap"
      13:10:01 "shot":"again"
      """#)
    scenario.config = #"{"display":{"darkAfterMinutes":1}}"#
    let recording = try scenario.play()
    #expect(try recording.shot("lit").light == .on)
    let dark = try recording.shot("dark")
    #expect(dark.light == .off)
    #expect(dark.texts == [])
    #expect(dark.pixels.allSatisfy { $0 == 0 })
    #expect(try recording.shot("again").light == .on)
    #expect(try recording.events() == ["nursing 13:00:00–13:10:00 left", "sleep 13:10:00–"])
  }

  @Test("The panel is dim by night, and while a night's sleep runs")
  func nightLight() throws {
    let recording = try Scenario.play(
      #"""
      18:30:00 "shot":"evening"
      18:45:00 "press":"nap"
      18:45:02 "shot":"asleep"
      19:00:01 "shot":"night"
      """#)
    #expect(try recording.shot("evening").light == .on)
    #expect(try recording.shot("asleep").light == .dim)
    #expect(try recording.shot("asleep").state == "nightSleep")
    #expect(try recording.shot("night").light == .dim)
  }

  private static let twins = #"{"babies":[{"name":"Ben","birthdate":"2025-09-14","bedtime":"18:40"}]}"#

  @Test("With two babies, a page that stays chooses the baby that the buttons log for")
  func chooseBaby() throws {
    var scenario = Scenario(
      #"""
      13:00:00 "press":"nap"
      13:00:02 "shot":"first"
      13:01:00 "doublePress":"menu"
      13:01:01 "shot":"page"
      13:01:05 "shot":"chosen"
      13:02:00 "press":"nap"
      13:02:02 "shot":"second"
      """#)
    scenario.config = Self.twins
    let recording = try scenario.play()
    #expect(
      try recording.shot("first").texts.contains { $0.hasPrefix("Mia") }, "\(recording.words("first"))")
    #expect(try recording.shot("page").page == "baby-1")
    #expect(try recording.shot("chosen").page == "now")
    #expect(
      try recording.shot("chosen").texts.contains { $0.hasSuffix("Ben") }, "\(recording.words("chosen"))")
    #expect(
      try recording.shot("second").texts.contains { $0.hasPrefix("Ben") }, "\(recording.words("second"))")
    #expect(try recording.events() == ["sleep 13:02:00–", "sleep 13:00:00– baby 2"])
  }

  @Test("NAP on a baby's page logs for that baby at once")
  func pressOnBabyPage() throws {
    var scenario = Scenario(
      #"""
      13:01:00 "doublePress":"menu"
      13:01:01 "press":"nap"
      13:01:03 "shot":"end"
      """#)
    scenario.config = Self.twins
    #expect(try scenario.play().events() == ["sleep 13:01:01–"])
  }

  @Test(
    "The panel shows the model's picture on every controller",
    arguments: ["ssd1306", "sh1106", "ssd1309"])
  func pixels(controller: String) throws {
    var scenario = Scenario(
      #"""
      13:00:00 "press":"nap"
      13:00:10 "press":"menu"
      13:00:20 "shot":"end"
      """#)
    scenario.config = #"{"display":{"controller":"\#(controller)"}}"#
    let recording = try scenario.play()
    let shot = try recording.shot("end")
    #expect(shot.pixels == recording.wanted)
    #expect(shot.pixels.contains { $0 != 0 })
    #expect(recording.play.world.oled.violations == [])
  }

  @Test(
    "The panel shows a picture 0.3 s after the start, even when the card is slow", arguments: [1, 8, 400])
  func firstPicture(syncMilliseconds: Int) throws {
    var scenario = Scenario(
      #"""
      13:00:00 "process":"kill"
      13:00:01 "process":"start"
      13:00:01.300 "shot":"end"
      """#)
    scenario.config = #"{"simulation":{"syncMilliseconds":\#(syncMilliseconds)}}"#
    #expect(try scenario.play().shot("end").texts != [])
  }

  @Test("A birth date ahead of the clock does not leave the panel blank")
  func bornTomorrow() throws {
    var scenario = Scenario(
      #"""
      13:00:00 "press":"nap"
      13:00:02 "shot":"end"
      """#)
    scenario.baby = #"{"name":"Mia","birthdate":"2026-03-01","bedtime":"18:40"}"#
    #expect(try scenario.play().shot("end").texts.contains("Nap 13:00 ✓"))
  }
}
