import CribMotion
import Nursery
import Testing

/// Whole recordings of made-up cribs, from readings to letters.
@Suite struct MotionRecordingTests {
  private func letters(_ crib: MadeUpCrib, _ presses: [(minute: Int, press: CribPress)] = []) -> [Character] {
    let start = at("2026-03-14T18:30:00Z")
    let recording = crib.recording(presses: presses.map { (start.adding(minutes: $0.minute), $0.press) })
    return Array(recording.summary().letters)
  }

  private func share(_ letter: Character, _ letters: ArraySlice<Character>) -> Double {
    Double(letters.filter { $0 == letter }.count) / Double(letters.count)
  }

  /// Empty for 20 min, put down, lively for 15, asleep for 60, lively for 8, lifted out, empty for 25.
  private func eveningCrib(seed: UInt64, scale: Double = 1, loudness: Double = 1) -> MadeUpCrib {
    var crib = MadeUpCrib(seed: seed)
    crib.scale = scale
    crib.loudness = loudness
    crib.add(.still, seconds: 1200)
    crib.add(.handled(tilt: 7), seconds: 30)
    crib.add(.lively, seconds: 870)
    crib.add(.twitching, seconds: 3600)
    crib.add(.lively, seconds: 450)
    crib.add(.handled(tilt: -9), seconds: 30)
    crib.add(.still, seconds: 1500)
    return crib
  }

  @Test(
    "An evening is recognised on mounts and parts of many kinds",
    arguments: [(11, 1.0, 1.0), (12, 0.4, 1), (13, 2, 1), (21, 1, 0.3), (22, 1, 2)])
  func evening(seed: UInt64, scale: Double, loudness: Double) {
    let letters = letters(eveningCrib(seed: seed, scale: scale, loudness: loudness))
    #expect(letters.count == 256)
    #expect(share("e", letters[0..<39]) > 0.95)
    #expect(share("a", letters[41..<70]) > 0.9)
    #expect(share("s", letters[73..<188]) > 0.95)
    #expect(share("a", letters[191..<205]) > 0.9)
    #expect(share("e", letters[208..<256]) > 0.9)
  }

  @Test("An empty crib is never asleep")
  func anEmptyCribIsNeverAsleep() {
    for scene in [MadeUpCrib.Scene.still, .swaying(0.3), .swaying(3)] {
      var crib = MadeUpCrib(seed: 14)
      crib.add(scene, seconds: 2400)
      #expect(!letters(crib).contains("s"))
    }
  }

  @Test("Footsteps and a passing jolt do not fill the crib")
  func footstepsAndAPassingJoltDoNotFillTheCrib() {
    var crib = MadeUpCrib(seed: 15)
    for _ in 0..<6 {
      crib.add(.still, seconds: 900)
      crib.add(.handled(tilt: 0), seconds: 10)
      crib.add(.still, seconds: 290)
    }
    #expect(Set(letters(crib)) == ["e"])
  }

  @Test("A button fills and empties the crib without an edge")
  func aButtonFillsAndEmptiesTheCribWithoutAnEdge() {
    var crib = MadeUpCrib(seed: 16)
    crib.add(.still, seconds: 1800)
    crib.add(.lively, seconds: 600)
    crib.add(.twitching, seconds: 3600)
    crib.add(.lively, seconds: 300)
    crib.add(.still, seconds: 1500)
    let pressed = letters(crib, [(30, .into), (105, .out)])
    #expect(share("e", pressed[0..<58]) > 0.95)
    #expect(share("s", pressed[84..<200]) > 0.95)
    #expect(share("e", pressed[214...]) > 0.9)
    // Without a press and an edge the crib must not be both empty and asleep.
    #expect(Set(letters(crib)) == ["s", "a"])
  }

  @Test("A part that is unplugged for an hour is a gap")
  func gap() {
    var crib = eveningCrib(seed: 17)
    crib.add(.missing, seconds: 3600)
    crib.add(.still, seconds: 600)
    let letters = letters(crib)
    #expect(share("u", letters[257..<375]) == 1)
    #expect(!letters[376...].contains("u"))
    #expect(share("s", letters[73..<188]) > 0.95)
  }

  @Test("A part that repeats itself is never asleep")
  func aPartThatRepeatsItselfIsNeverAsleep() {
    var crib = MadeUpCrib(seed: 18)
    crib.add(.still, seconds: 600)
    crib.add(.frozen, seconds: 1800)
    #expect(share("u", letters(crib)[20...]) == 1)
  }

  @Test("A recording of seconds has no sleep", arguments: [0.0, 5, 29])
  func aRecordingOfSecondsHasNoSleep(seconds: Double) {
    var crib = MadeUpCrib(seed: 19)
    crib.add(.still, seconds: seconds)
    let summary = crib.recording().summary()
    #expect(summary.letters.count <= 1)
    #expect(summary.segments.isEmpty)
    #expect(summary.onset == nil)
  }

  @Test("A sleep across a change of the clocks has its real length")
  func clockChange() throws {
    let crib = eveningCrib(seed: 20)
    for start in ["2026-03-29T00:30:00+01:00", "2026-10-25T01:30:00+02:00"] {
      let summary = crib.recording(start: start).summary()
      let segment = try #require(summary.segments.first)
      #expect(abs(segment.end.milliseconds - segment.start.milliseconds - 3_600_000) < 240_000)
      #expect(abs(segment.start.milliseconds - at(start).adding(minutes: 35).milliseconds) < 180_000)
    }
  }
}
