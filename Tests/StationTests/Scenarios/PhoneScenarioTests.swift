import Testing

@testable import BoxRuntime
@testable import Rehearsal
@testable import cribside_lab

/// A phone is paired from the panel.
@Suite struct PhoneScenarioTests {
  @Test("The menu behind the Box page shows a code and a picture for two minutes")
  func code() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "press":"menu"
      13:00:01 "press":"menu"
      13:00:02 "press":"menu"
      13:00:03 "press":"menu"
      13:00:04 "doublePress":"menu"
      13:00:05 "doublePress":"menu"
      13:00:06 "press":"menu"
      13:00:07 "press":"menu"
      13:00:08 "press":"menu"
      13:00:09 "press":"menu"
      13:00:10 "press":"menu"
      13:00:11 "shot":"menu"
      13:00:12 "doublePress":"menu"
      13:00:14 "shot":"code"
      13:02:10 "shot":"late"
      13:02:30 "shot":"over"
      """#)
    #expect(try recording.shot("menu").texts.contains("Pair a phone"), "\(recording.words("menu"))")
    let texts = try recording.shot("code").texts
    #expect(texts.starts(with: ["13:00", "Phone code"]))
    #expect(texts.suffix(2) == ["127.0.0.", "1:8080"], "\(texts)")
    let digits = texts.dropFirst(2).first?.filter { $0 != " " } ?? ""
    #expect(digits.count == 6 && digits.allSatisfy(\.isNumber), "\(texts)")
    #expect(try recording.shot("late").texts.contains("Phone code"))
    #expect(try !recording.shot("over").texts.contains("Phone code"))
  }
}
