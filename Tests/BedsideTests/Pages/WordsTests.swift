import Nursery
import Testing

@testable import Bedside

@Suite struct WordsTests {
  private let words = Words.english

  @Test(
    "Durations are in hours and minutes",
    arguments: [
      (-5, "0 m"), (0, "0 m"), (42, "42 m"), (59, "59 m"), (60, "1 h 00"), (85, "1 h 25"), (125, "2 h 05"),
      (610, "10 h 10"),
    ])
  func durationsAreInHoursAndMinutes(minutes: Int, text: String) {
    #expect(words.duration(minutes: minutes) == text)
  }

  @Test(
    "An age is in minutes and hours",
    arguments: [
      (0, false, "just now"), (0, true, "just now"), (3, false, "3 min ago"), (59, true, "~59 min ago"),
      (65, false, "1 h 05 ago"), (65, true, "~1 h 05 ago"),
    ])
  func anAgeIsInMinutesAndHours(minutes: Int, isApproximate: Bool, text: String) {
    #expect(words.ago(minutes: minutes, isApproximate: isApproximate) == text)
  }

  @Test("Templates take their values from the left")
  func templatesTakeTheirValuesFromTheLeft() {
    #expect(words.fill("% of %", "1", "2–3") == "1 of 2–3")
    #expect(words.fill("% of %", "1") == "1 of ")
    #expect(words.fill("plain", "1") == "plain")
  }

  @Test(
    "Wall times are by either clock",
    arguments: [
      (7, 5, "07:05", "7:05 am"), (0, 0, "00:00", "12:00 am"), (12, 0, "12:00", "12:00 pm"),
      (15, 40, "15:40", "3:40 pm"), (23, 59, "23:59", "11:59 pm"),
    ])
  func wallTimesAreByEitherClock(hour: Int, minute: Int, day: String, halfDay: String) {
    for (usesTwelveHours, text) in [(false, day), (true, halfDay)] {
      let clock = WallClock(
        zone: SampleScenes.zone, usesTwelveHours: usesTwelveHours, isKnown: true, words: words)
      #expect(clock.text(SampleScenes.at(hour, minute)) == text)
    }
  }

  @Test("Every notice fits its lines")
  func everyNoticeFitsItsLines() {
    for (name, notice) in GoldenScreens.noticesByName {
      let context = PageContext(scene: SampleScenes.asleep, words: words)
      let wording = NoticePhrase(context, notice).wording
      #expect(
        !TextLine(wording.setting([.small], limit: 121).text, face: .small, limit: 121).isCut,
        "\(name): \(wording.texts)")
    }
  }

  @Test(
    "With several babies the time of a notice is left out before its name is shortened, and what was done stays"
  )
  func names() {
    let at = SampleScenes.at(22, 31)
    let cases: [(Notice, String)] = [
      (.saved(Confirmation(deed: .sleepEnded(isNight: false), at: at)), "Bartholomew: Awake ✓"),
      (
        .saved(Confirmation(deed: .sleepStartedAfterFeed(minutes: 14, isNight: true), at: at)),
        "Bartholomew: Night ✓"
      ),
      (.undone(Confirmation(deed: .sleepStarted(isNight: false), at: at)), "Bartho.: Undone: nap"),
      (.backdating(Confirmation(deed: .nursingStarted(.left), at: at), minutes: 35), "Bartholomew: 22:31"),
    ]
    for (notice, text) in cases {
      let scene = SampleScenes.asleep.with {
        ($0.showsName, $0.noticeName, $0.notice) = (true, "Bartholomew", notice)
      }
      let wording = NoticePhrase(PageContext(scene: scene, words: words), notice).wording
      #expect(wording.setting([.small], limit: 121).text == text, "\(wording.texts)")
    }
  }

  @Test("Refusals differ")
  func refusalsDiffer() {
    let texts = GoldenScreens.noticesByName.compactMap { _, notice -> String? in
      if case .refused(let refusal) = notice { words.refusal(refusal) } else { nil }
    }
    #expect(texts.count == 16)
    #expect(Set(texts).count == texts.count)
  }
}
