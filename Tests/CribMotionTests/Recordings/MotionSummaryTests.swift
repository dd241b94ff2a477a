import CribMotion
import Nursery
import Testing

/// The sleeps of a recording, of a baby's night, and the long ones of the last 48 h.
@Suite struct MotionSummaryTests {
  private func sleep(_ start: String, _ end: String) -> SleepSegment {
    SleepSegment(start: at(start), end: at(end))
  }

  private func epochs(_ runs: [(minutes: Int, state: CribState)]) -> [CribEpoch] {
    runs.flatMap { run in
      let epoch = CribEpoch(state: run.state, confidence: .high, isStill: run.state == .asleep)
      return [CribEpoch](repeating: epoch, count: run.minutes * 2)
    }
  }

  @Test("An infant's night lasts from bedtime to morning")
  func anInfantsNightLastsFromBedtimeToMorning() {
    let night = NightWindow(containing: at("2026-02-11T20:00:00Z"), zone: .utc)
    let sleeps = [
      sleep("2026-02-11T16:00:00Z", "2026-02-11T17:00:00Z"),
      sleep("2026-02-11T19:50:00Z", "2026-02-11T22:00:00Z"),
      sleep("2026-02-11T22:30:00Z", "2026-02-12T05:00:00Z"),
      sleep("2026-02-12T06:45:00Z", "2026-02-12T08:00:00Z"),
    ]
    let found = night.segments(
      of: sleeps, bedtime: at("2026-02-11T20:00:00Z"), morning: at("2026-02-12T07:00:00Z"))
    #expect(
      found == [
        sleep("2026-02-11T20:00:00Z", "2026-02-11T22:00:00Z"),
        sleep("2026-02-11T22:30:00Z", "2026-02-12T05:00:00Z"),
      ])
    #expect(night.segments(of: sleeps) == sleeps)
  }

  @Test("A night across midnight is one sleep, and an open one lasts to the end of its last epoch")
  func acrossMidnight() {
    let start = at("2026-02-11T22:00:00Z")
    let night = epochs([(60, .awake), (480, .asleep)])
    let found = MotionSleepDetector(night, start: start).detectSleepSegments()
    #expect(found == [sleep("2026-02-11T23:00:00Z", "2026-02-12T07:00:00Z")])
  }

  @Test("Both settings are inclusive", arguments: [(300, 15, 1), (301, 15, 0), (300, 14, 0)])
  func bothSettingsAreInclusive(minDuration: Int, mergeGap: Int, count: Int) {
    // 150 + 15 + 135 minutes.
    let night = epochs([(10, .empty), (150, .asleep), (15, .awake), (135, .asleep), (60, .empty)])
    let found = MotionSleepDetector(night, start: at("2026-02-11T22:00:00Z"))
      .detectSleepSegments(minDuration: minDuration, mergeGap: mergeGap)
    #expect(found.count == count)
  }

  @Test("An empty crib, a doubtful one and a gap are no night")
  func anEmptyCribADoubtfulOneAndAGapAreNoNight() {
    var still = epochs([(400, .asleep)])
    for (state, confidence) in [
      (CribState.empty, CribEpoch.Confidence.high), (.asleep, .low), (.unknown, .high),
    ] {
      for index in still.indices {
        still[index] = CribEpoch(state: state, confidence: confidence, isStill: true)
      }
      #expect(MotionSleepDetector(still, start: at("2026-02-11T22:00:00Z")).detectSleepSegments().isEmpty)
    }
  }

  @Test("Only the last two days count")
  func onlyTheLastTwoDaysCount() {
    let start = at("2026-02-11T00:00:00Z")
    let days = epochs([(6 * 60, .asleep), (44 * 60, .empty), (6 * 60, .asleep)])
    let found = MotionSleepDetector(days, start: start).detectSleepSegments(minDuration: 1)
    // Of 56 h the first 8 are too old.
    #expect(found == [sleep("2026-02-13T02:00:00Z", "2026-02-13T08:00:00Z")])
  }

  // MARK: Sleeps and wakings

  @Test("Stirring parts no sleep")
  func stirringPartsNoSleep() {
    let summary = MotionSummary(
      start: at("2026-02-11T20:00:00Z"),
      epochs: epochs([
        (30, .awake), (60, .asleep), (4, .awake), (60, .asleep), (5, .awake), (25, .asleep), (3, .empty),
        (20, .asleep), (30, .awake), (19, .asleep), (10, .empty),
      ]), noiseFloorMilligee: 2)
    #expect(
      summary.segments == [
        sleep("2026-02-11T20:30:00Z", "2026-02-11T22:34:00Z"),
        sleep("2026-02-11T22:39:00Z", "2026-02-11T23:04:00Z"),
        sleep("2026-02-11T23:07:00Z", "2026-02-11T23:27:00Z"),
      ])
    #expect(summary.wakings == [sleep("2026-02-11T22:34:00Z", "2026-02-11T22:39:00Z")])
    #expect(summary.onset == at("2026-02-11T20:30:00Z"))
    #expect(summary.offset == at("2026-02-11T23:27:00Z"))
    #expect(summary.letters.count == 532)
  }

  @Test("A sleep continues over a gap of a quarter of an hour, if the baby was not up beside it")
  func gapsInSleeps() {
    func count(_ between: [(minutes: Int, state: CribState)]) -> Int {
      MotionSummary(
        start: at("2026-02-11T20:00:00Z"), epochs: epochs([(60, .asleep)] + between + [(60, .asleep)]),
        noiseFloorMilligee: 2
      ).segments.count
    }
    #expect(count([(15, .unknown)]) == 1)
    #expect(count([(16, .unknown)]) == 2)
    #expect(count([(2, .awake), (11, .unknown), (2, .awake)]) == 1)
    #expect(count([(3, .awake), (9, .unknown), (2, .awake)]) == 2)
    #expect(count([(7, .unknown), (1, .empty), (7, .unknown)]) == 2)
  }
}
