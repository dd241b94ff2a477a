import BoxRuntime
import LinuxBoard
import Testing

@testable import Bedside
@testable import Rehearsal

/// The configuration is read again while the box runs.
@Suite struct ReloadScenarioTests {
  private static let mia = #"{"id":1,"name":"Mia","birthdate":"2025-09-14","bedtime":"18:40"}"#
  private static let ben = #"{"id":2,"name":"Ben","birthdate":"2025-09-14","bedtime":"18:40"}"#

  private func file(_ babies: String..., rest: String = "") -> String {
    #""reload":{"motion":{"mode":"off"},"babies":[\#(babies.joined(separator: ","))]\#(rest)}"#
  }

  @Test("A nap and a held press survive a reload")
  func press() throws {
    let late = Self.mia.replacing("18:40", by: "20:10")
    let recording = try Scenario.play(
      """
      13:00:00 "press":"nap"
      13:20:00 \(file(late))
      13:20:10 "command":["status"]
      13:30:00 "hold":"nap","seconds":2
      13:30:00 \(file(Self.mia))
      13:30:10 "shot":"after"
      """)
    #expect(recording.says("the configuration was read again and is in force"))
    #expect(try recording.shot("after").texts.contains("Awake 15 m"), "\(recording.words("after"))")
    // Held for 2 s: a quarter of an hour earlier.
    #expect(try recording.events() == ["sleep 13:00:00–13:15:00"])
  }

  @Test("A notice survives a reload, and the new bedtime applies at once")
  func notice() throws {
    let late = Self.mia.replacing("18:40", by: "20:10")
    let recording = try Scenario.play(
      """
      13:00:00 "press":"nap"
      13:00:01 \(file(late, rest: #","display":{"twelveHour":true}"#))
      13:00:02 "shot":"notice"
      13:00:20 "command":["explain"]
      """)
    #expect(try recording.shot("notice").texts.contains { $0 == "Nap 1:00 ✓" })
    #expect(recording.says("20:10"), "\(recording.transcript)")
  }

  @Test("A refused file changes nothing, and its line is reported")
  func refused() throws {
    let recording = try Scenario.play(
      """
      13:00:00 "press":"nap"
      13:10:00 \(file(Self.ben.replacing("18:40", by: "25:10")))
      13:10:05 "press":"menu"
      13:10:06 "press":"menu"
      13:10:07 "press":"menu"
      13:10:08 "press":"menu"
      13:10:09 "shot":"box"
      13:11:00 \(file(Self.mia))
      13:11:01 "shot":"well"
      13:12:00 "press":"nap"
      """)
    #expect(
      recording.says(
        #"nothing is changed: cribside.json5:3: babies[0].bedtime: expected a time HH:MM, found "25:10""#),
      "\(recording.transcript)")
    #expect(try recording.shot("box").texts.contains { $0.contains("settings") })
    #expect(try !recording.shot("well").texts.contains { $0.contains("settings") })
    #expect(try recording.events() == ["sleep 13:00:00–13:12:00"])
  }

  @Test(
    "A baby that a reload adds has its page at once; a removed one comes back with its log"
  )
  func babies() throws {
    let recording = try Scenario.play(
      """
      13:00:00 "press":"nap"
      13:01:00 \(file(Self.mia, Self.ben))
      13:01:10 "command":["log","add","bottle","--baby","Ben"]
      13:02:00 \(file(Self.ben))
      13:02:01 "shot":"ben"
      13:02:10 "press":"nap"
      13:03:00 \(file(Self.mia, Self.ben))
      13:03:30 "command":["log","end","sleep","--baby","Mia"]
      """)
    #expect(
      try recording.shot("ben").texts.joined(separator: " ").holds("fed just now"),
      "\(recording.words("ben"))")
    #expect(
      try recording.events() == [
        "sleep 13:00:00–13:03:30", "bottle 13:01:10 baby 2", "sleep 13:02:10– baby 2",
      ])
  }

  @Test("A name that moves to another number is reported")
  func moved() throws {
    let unnumbered = Self.mia.replacing(#""id":1,"#, by: "")
    let recording = try Scenario.play(
      """
      13:00:00 \(file(unnumbered, Self.ben))
      13:01:00 \(file(Self.ben.replacing(#""id":2,"#, by: ""), unnumbered))
      """)
    #expect(
      recording.says("Ben was baby 2 and is baby 1 now; Mia was baby 1 and is baby 2 now; entries stay with"),
      "\(recording.transcript)")
    let quiet = try Scenario.play("13:00:00 \(file(Self.ben, Self.mia))")
    #expect(!quiet.says("entries stay with"), "\(quiet.transcript)")
  }

  @Test("A baby that was missing at a start comes back with its log")
  func absentAtTheStart() throws {
    let recording = try Scenario.play(
      """
      13:00:00 "press":"nap"
      13:01:00 \(file(Self.ben))
      13:02:00 "power":"cut"
      13:02:20 "power":"on"
      13:04:00 \(file(Self.mia))
      13:05:00 "press":"nap"
      """)
    #expect(try recording.events() == ["sleep 13:00:00–13:05:00"])
  }

  @Test("Settings that need a start are named, and the others apply at once")
  func waiting() throws {
    let recording = try Scenario.play(
      """
      13:00:00 \(file(Self.mia, rest: #","board":"pi-5","socket":"/run/other""#))
      """)
    #expect(
      recording.says("in force, but for board, socket: these wait for the next start of the box"),
      "\(recording.transcript)")
  }

  @Test("A panel of another kind is used from then on")
  func panel() throws {
    let recording = try Scenario.play(
      """
      13:01:00 \(file(Self.mia, rest: #","display":{"address":"0x3D"}"#))
      13:03:00 "command":["status"]
      13:04:00 \(file(Self.mia))
      13:09:00 "command":["status"]
      """)
    let news = recording.transcript.filter { $0.holds("the OLED ") }
    #expect(news.count == 2, "\(recording.transcript)")
    #expect(news.first?.holds("does not answer") == true && news.last?.holds("answers") == true)
  }
}

extension String {
  fileprivate func replacing(_ old: String, by new: String) -> String {
    guard let place = firstPlace(of: old) else { return self }
    return String(self[..<place.lowerBound]) + new + self[place.upperBound...]
  }
}
