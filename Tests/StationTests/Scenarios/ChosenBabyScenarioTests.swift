import Testing

@testable import Rehearsal

/// Twins on a box that loses power.
@Suite struct ChosenBabyScenarioTests {
  @Test("After a power cut the first press is still for the baby that was chosen")
  func kept() throws {
    var scenario = Scenario(
      #"""
      07:00:00 "press":"menu"
      07:00:01 "press":"menu"
      07:00:02 "press":"menu"
      07:00:03 "press":"menu"
      07:00:04 "press":"menu"
      07:00:05 "press":"menu"
      07:00:12 "shot":"chosen"
      07:01:00 "power":"cut"
      07:01:30 "power":"on"
      07:02:30 "press":"nap"
      07:02:40 "shot":"after"
      """#)
    scenario.config = #"{"babies":[{"name":"Ben","birthdate":"2025-09-14","bedtime":"18:40"}]}"#
    let recording = try scenario.play()
    #expect(try recording.shot("chosen").page == "now")
    #expect(
      try recording.shot("after").texts.contains { $0.hasPrefix("Mia") }, "\(recording.words("after"))")
    #expect(try recording.events() == ["sleep 07:02:30– baby 2"])
  }

  @Test(
    "After a start MENU held takes back the last press for the baby of the page, and not that for the other one"
  )
  func undoneAfterStart() throws {
    var scenario = Scenario(
      #"""
      07:00:00 "press":"nap"
      07:02:00 "doublePress":"menu"
      07:02:05 "press":"nap"
      07:05:00 "doublePress":"menu"
      07:05:10 "shot":"chosen"
      07:06:00 "power":"cut"
      07:06:30 "power":"on"
      07:08:00 "hold":"menu","seconds":2
      07:08:10 "shot":"undone"
      """#)
    scenario.config = #"{"babies":[{"name":"Ben","birthdate":"2025-09-14","bedtime":"18:40"}]}"#
    let recording = try scenario.play()
    #expect(try recording.events() == ["sleep 07:02:05–"])
  }

  @Test("The page that chooses a baby shows what that baby does, and its name is called at its bedtime")
  func pageOfTheOther() throws {
    var scenario = Scenario(
      #"""
      08:40:00 "press":"nap"
      08:50:00 "doublePress":"menu"
      08:50:01 "shot":"ben"
      08:50:10 "press":"nap"
      09:06:00 "press":"nap"
      09:10:00 "doublePress":"menu"
      09:10:01 "shot":"mia"
      09:10:10 "press":"nap"
      11:00:00 "press":"nap"
      11:09:00 "press":"nap"
      11:09:02 "shot":"short"
      18:40:00 "press":"nap"
      18:42:00 "shot":"bedtime"
      """#)
    scenario.config = #"{"babies":[{"name":"Ben","birthdate":"2025-09-14","bedtime":"18:40"}]}"#
    let recording = try scenario.play()
    let (ben, mia) = (try recording.shot("ben"), try recording.shot("mia"))
    #expect(
      ben.texts.contains("Buttons now log for Ben") && ben.texts.allSatisfy { !$0.hasPrefix("Nap") },
      "\(ben.texts)")
    #expect(
      mia.texts.contains("Buttons now log for Mia") && mia.texts.contains("Nap 30 m"), "\(mia.texts)")
    #expect(try recording.shot("short").texts.contains("Mia: 9 m, no nap ✓"), "\(recording.words("short"))")
    #expect(try recording.shot("bedtime").texts.contains("Ben: bed"), "\(recording.words("bedtime"))")
  }

  @Test("NAP on the page of the other twin ends that twin's sleep at that twin's feed")
  func bothFedAtNight() throws {
    var scenario = Scenario(
      #"""
      08:00:00 "command":["log","add","wake","--start","06:30"]
      08:00:10 "command":["log","add","wake","--start","06:30","--baby","Ben"]
      18:40:00 "press":"nap"
      18:41:00 "doublePress":"menu"
      18:41:05 "press":"nap"
      2026-02-12T02:00:00-05:00 "press":"feed"
      2026-02-12T02:00:20-05:00 "doublePress":"menu"
      2026-02-12T02:12:00-05:00 "press":"feed"
      2026-02-12T02:25:00-05:00 "doublePress":"menu"
      2026-02-12T02:25:01-05:00 "press":"nap"
      """#)
    scenario.config = #"{"babies":[{"name":"Ben","birthdate":"2025-09-14","bedtime":"18:40"}]}"#
    let events = try scenario.play().events()
    #expect(events.contains("sleep 18:41:05–02:00:00") && events.contains("sleep 02:25:01–"), "\(events)")
  }

  @Test("A choice that the card refused is saved with the next entry")
  func keptLater() throws {
    var scenario = Scenario(
      #"""
      07:00:00 "fault":"disk-error","seconds":20
      07:00:01 "press":"menu"
      07:00:02 "press":"menu"
      07:00:03 "press":"menu"
      07:00:04 "press":"menu"
      07:00:05 "press":"menu"
      07:00:06 "press":"menu"
      07:01:00 "press":"feed"
      07:02:00 "power":"cut"
      07:02:30 "power":"on"
      07:03:30 "press":"nap"
      """#)
    scenario.config = #"{"babies":[{"name":"Ben","birthdate":"2025-09-14","bedtime":"18:40"}]}"#
    let events = try scenario.play().events()
    #expect(events.count == 2 && events.allSatisfy { $0.hasSuffix("baby 2") }, "\(events)")
  }

  @Test("What is learned is requested for each baby at once, not only for the chosen one")
  func learned() throws {
    var scenario = Scenario(#"07:00:00 "command":["learn","--json"]"#)
    scenario.config = #"{"babies":[{"name":"Ben","birthdate":"2025-09-14","bedtime":"18:40"}]}"#
    let recording = try scenario.play()
    for name in ["Mia", "Ben"] {
      #expect(recording.says(#"{"baby":"\#(name)","#), "\(recording.transcript)")
    }
  }

  @Test("status and learn answer about the baby that is named, and not about the chosen one")
  func named() throws {
    var scenario = Scenario(
      #"""
      07:00:00 "command":["log","add","wake","--start","06:30","--baby","Ben"]
      09:00:00 "press":"nap"
      09:10:00 "command":["status","--baby","Ben"]
      09:10:01 "command":["learn","--baby","ben","--json"]
      09:10:02 "command":["learn","--baby","Max"]
      """#)
    scenario.config = Self.twins
    let recording = try scenario.play()
    for told in [
      "baby      Ben", "state     awake", #"{"baby":"Ben","naps":"#,
      "no baby, or more than one, is named Max",
    ] {
      #expect(recording.says(told), "\(told): \(recording.transcript)")
    }
    #expect(!recording.says("state     asleep"), "\(recording.transcript)")
    #expect(!recording.says(#"{"baby":"Mia","naps":"#), "\(recording.transcript)")
  }

  @Test("Beside the name of one of several babies stands since when the nap is due")
  func dueSince() throws {
    var scenario = Scenario(
      #"""
      07:00:00 "command":["log","add","wake","--start","06:30"]
      12:00:00 "shot":"due"
      """#)
    scenario.baby = #"{"name":"Oliver","birthdate":"2025-09-14","bedtime":"18:40"}"#
    scenario.config = Self.twins
    let recording = try scenario.play()
    let due = try recording.shot("due").texts
    #expect(
      due.contains("nap now") && due.contains { $0.hasPrefix("Oliver · since ") }, "\(recording.transcript)")
  }

  @Test("What a press would log instead for one baby is not offered on the page of the other")
  func answerForTheOther() throws {
    var scenario = Scenario(
      #"""
      09:00:00 "press":"feed"
      10:12:00 "press":"feed"
      10:12:02 "shot":"mia"
      10:12:03 "doublePress":"menu"
      10:12:06 "shot":"ben"
      10:12:07 "press":"feed"
      """#)
    scenario.config = #"{"babies":[{"name":"Ben","birthdate":"2025-09-14","bedtime":"18:40"}]}"#
    let recording = try scenario.play()
    #expect(
      try recording.shot("mia").texts.contains("or FEED: end 10:12"), "\(recording.words("mia"))")
    let ben = try recording.shot("ben").texts
    #expect(ben.contains("Mia: Feed end 10:00 ✓") && !ben.contains { $0.hasPrefix("or FEED") }, "\(ben)")
    let events = try recording.events()
    #expect(events == ["nursing 10:12:07– left", "nursing 09:00:00–10:00:00 left baby 2"], "\(events)")
  }

  private static let twins = #"{"babies":[{"name":"Ben","birthdate":"2025-09-14","bedtime":"18:40"}]}"#

  @Test("A double press of MENU just after a bottle leads to the other baby, and changes no amount")
  func otherBabyAfterABottle() throws {
    var scenario = Scenario(
      #"""
      09:00:00 "doublePress":"feed"
      09:00:05 "doublePress":"menu"
      09:00:08 "doublePress":"feed"
      09:01:00 "command":["log","list","--json"]
      """#)
    scenario.config = Self.twins
    let recording = try scenario.play()
    #expect(try recording.events() == ["bottle 09:00:08", "bottle 09:00:00 baby 2"])
    #expect(!recording.says(#""ml":130"#) && recording.says(#""ml":120"#), "\(recording.transcript)")
  }

  @Test("A double press of MENU on a baby's page leads back to the chosen baby")
  func backToTheChosen() throws {
    var scenario = Scenario(
      #"""
      09:00:00 "doublePress":"menu"
      09:00:01 "doublePress":"menu"
      09:00:03 "press":"nap"
      """#)
    scenario.config = Self.twins
    #expect(try scenario.play().events() == ["sleep 09:00:03– baby 2"])
  }

  @Test("NAP on a baby's page that has just come offers what that baby's own page would have asked")
  func unreadQuestion() throws {
    var scenario = Scenario(
      #"""
      2026-02-10T06:40:00-05:00 "command":["log","add","wake","--start","06:30","--baby","Mia"]
      2026-02-10T06:40:01-05:00 "command":["log","add","wake","--start","06:30","--baby","Ben"]
      2026-02-10T18:40:00-05:00 "press":"nap"
      2026-02-10T18:41:00-05:00 "doublePress":"menu"
      2026-02-10T18:41:10-05:00 "press":"feed"
      2026-02-10T18:55:00-05:00 "press":"feed"
      2026-02-11T06:50:00-05:00 "doublePress":"menu"
      2026-02-11T06:50:10-05:00 "press":"nap"
      2026-02-11T06:51:00-05:00 "doublePress":"menu"
      2026-02-11T06:51:01-05:00 "press":"nap"
      2026-02-11T06:51:03-05:00 "shot":"nap"
      2026-02-11T06:51:06-05:00 "press":"nap"
      """#)
    scenario.config = Self.twins
    let recording = try scenario.play()
    let nap = try recording.shot("nap").texts
    #expect(nap.contains { $0.hasPrefix("or NAP: ") }, "\(nap)")
    let events = try recording.events()
    #expect(!events.contains { $0.hasPrefix("sleep 06:51") }, "\(events)")
  }
}
