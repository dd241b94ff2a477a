import Testing

@testable import CribMotion

/// Hours of motion to keep: which ones are kept, and their content.
@Suite struct ActivityHourTests {
  private static let hour = ActivityHour.milliseconds

  private static func epoch(count: Float = 0, peak: Float = 5) -> Epoch {
    Epoch(
      count: count, peakMilligee: peak, changeMilligee: 0, microMilligeeSquared: 0, medianMilligee: 2,
      missingShare: 0)
  }

  private static func fill(
    _ packer: inout ActivityPacker, hour number: Int, _ epoch: Epoch = epoch(), isPresent: Bool = false
  ) {
    for start in stride(from: number * hour, to: (number + 1) * hour, by: Epoch.milliseconds) {
      packer.add(epoch, start: start, isPresent: isPresent)
    }
  }

  @Test(
    "Each doubling is two steps",
    arguments: [
      (0, 0), (0.99, 0), (1, 1), (1.41, 1), (1.42, 2), (1.99, 2), (2, 3), (2.83, 4), (1024, 21), (1e12, 61),
      (.infinity, 61), (.nan, 0), (-3, 0),
    ] as [(Float, UInt8)])
  func steps(value: Float, step: UInt8) {
    #expect(ActivityMark.step(of: value) == step)
  }

  @Test func aMarkBeyondTheScaleIsRefused() {
    #expect(ActivityMark(count: 61, peak: 61) != nil)
    #expect(ActivityMark(count: 62, peak: 0) == nil)
    #expect(ActivityMark(count: 0, peak: 62) == nil)
    #expect(ActivityHour(startMilliseconds: 0, marks: []) == nil)
  }

  @Test func anHourWithABabyInTheCribIsHandedOverOnceWhenItIsOver() throws {
    var packer = ActivityPacker()
    Self.fill(&packer, hour: 3, Self.epoch(count: 8, peak: 64))
    packer.add(Self.epoch(count: 2, peak: 4), start: 4 * Self.hour, isPresent: true)
    let early = packer.nextFinished()
    #expect(early == nil, "no one was in it in the third hour, and the fourth is not over")
    Self.fill(&packer, hour: 5)
    let finished = packer.nextFinished()
    let kept = try #require(finished)
    #expect(kept.startMilliseconds == 4 * Self.hour && kept.marks.count == 120)
    #expect(kept.marks[0] == ActivityMark(count: 3, peak: 5))
    #expect(kept.marks.dropFirst().allSatisfy { $0 == nil }, "what is missing is no stillness")
    let again = packer.nextFinished()
    #expect(again == nil)
  }

  @Test("A press keeps the hour in which it was made", arguments: [1, 2])
  func aPress(ofHour number: Int) {
    var packer = ActivityPacker()
    Self.fill(&packer, hour: 1)
    // An epoch arrives a minute after its end.
    packer.recordPress(at: number * Self.hour + 40_000)
    Self.fill(&packer, hour: 2)
    let first = packer.nextFinished()
    #expect(first?.startMilliseconds == (number == 1 ? Self.hour : nil))
    Self.fill(&packer, hour: 3)
    let second = packer.nextFinished()
    #expect(second?.startMilliseconds == (number == 2 ? 2 * Self.hour : nil))
  }

  @Test func anHourWithoutReadingsIsNone() {
    var packer = ActivityPacker()
    Self.fill(&packer, hour: 0, .missing, isPresent: true)
    packer.recordPress(at: 1_000)
    Self.fill(&packer, hour: 1, .missing)
    let finished = packer.nextFinished()
    #expect(finished == nil)
  }

  @Test("The witness hands over the hours of a nap, and none of an empty crib", arguments: [false, true])
  func live(isEmpty: Bool) {
    var crib = MadeUpCrib(seed: 41)
    crib.add(.still, seconds: 900)
    if !isEmpty {
      crib.add(.handled(tilt: 8), seconds: 30)
      crib.add(.lively, seconds: 600)
    }
    crib.add(isEmpty ? .still : .twitching, seconds: 6_600)
    var witness = MotionWitness(crib.source)
    var now = Self.hour
    var hours: [ActivityHour] = []
    let samples = crib.samples.compactMap { $0 }
    for start in stride(from: 0, to: samples.count, by: 10) {
      let drain = samples[start..<min(start + 10, samples.count)]
      now += drain.count * 100
      witness.add(Array(drain), at: now)
      if let hour = witness.nextFinishedHour() { hours.append(hour) }
    }
    #expect(hours.map(\.startMilliseconds) == (isEmpty ? [] : [Self.hour, 2 * Self.hour]))
    guard let first = hours.first else { return }
    #expect(first.marks.count { $0 == nil } <= 2)
    let (still, lively) = (first.marks[2..<28], first.marks[34..<48])
    #expect((still.compactMap { $0?.peak }.max() ?? 0) < (lively.compactMap { $0?.peak }.max() ?? 0))
  }
}
