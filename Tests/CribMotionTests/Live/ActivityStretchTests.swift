import Testing

@testable import CribMotion

/// Motion to store: which of it is stored, and what a later start makes of it.
@Suite struct ActivityStretchTests {
  private static let minute = 60_000

  private static func epoch(count: Float = 0) -> Epoch {
    Epoch(
      count: count, peakMilligee: 5, changeMilligee: 0, microMilligeeSquared: 0, medianMilligee: 2,
      missingShare: 0)
  }

  private static func fill(_ packer: inout ActivityPacker, minutes: Range<Int>, isPresent: Bool) {
    let (from, until) = (minutes.lowerBound * minute, minutes.upperBound * minute)
    for start in stride(from: from, to: until, by: Epoch.milliseconds) {
      packer.add(start: start, isPresent: isPresent)
    }
  }

  /// The minutes of what is handed over.
  private static func finished(_ packer: inout ActivityPacker) -> Range<Int>? {
    packer.nextFinished().map { $0.lowerBound / minute..<$0.upperBound / minute }
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

  @Test("A stretch is neither empty nor longer than four hours")
  func aStretchIsNeitherEmptyNorLongerThanFourHours() {
    func stretch(_ count: Int) -> ActivityStretch? {
      ActivityStretch(startMilliseconds: 0, epochs: Array(repeating: .missing, count: count))
    }
    #expect(stretch(0) == nil && stretch(481) == nil)
    #expect(stretch(1) != nil && stretch(480) != nil)
  }

  // MARK: What is stored

  @Test("A baby is handed over every ten minutes and what precedes it once")
  func aBabyIsHandedOverEveryTenMinutesAndWhatPrecedesItOnce() {
    var packer = ActivityPacker()
    Self.fill(&packer, minutes: 0..<60, isPresent: false)
    let empty = Self.finished(&packer)
    #expect(empty == nil)
    Self.fill(&packer, minutes: 60..<75, isPresent: true)
    let first = Self.finished(&packer)
    #expect(first == 0..<70)
    let again = Self.finished(&packer)
    #expect(again == nil)
    Self.fill(&packer, minutes: 75..<80, isPresent: true)
    let second = Self.finished(&packer)
    #expect(second == 70..<80, "with the epoch that ends it, and not with the next one")
  }

  @Test("Of an empty crib four hours precede a baby")
  func ofAnEmptyCribFourHoursPrecedeABaby() {
    var packer = ActivityPacker()
    Self.fill(&packer, minutes: 0..<600, isPresent: false)
    Self.fill(&packer, minutes: 600..<611, isPresent: true)
    let stretch = Self.finished(&packer)
    #expect(stretch == 370..<610)
  }

  @Test("An hour after a baby or a press is stored")
  func anHourAfterABabyOrAPressIsStored() {
    var packer = ActivityPacker()
    Self.fill(&packer, minutes: 0..<5, isPresent: true)
    Self.fill(&packer, minutes: 5..<200, isPresent: false)
    let baby = Self.finished(&packer)
    #expect(baby == 0..<70)
    packer.recordPress(at: 204 * Self.minute)
    Self.fill(&packer, minutes: 200..<400, isPresent: false)
    let press = Self.finished(&packer)
    #expect(press == 70..<270)
    Self.fill(&packer, minutes: 400..<600, isPresent: false)
    let idle = Self.finished(&packer)
    #expect(idle == nil)
  }

  // MARK: The witness

  /// Plays readings into a witness from a time on its boot clock, and returns what it hands over.
  private static func play(
    _ crib: MadeUpCrib, from: Int = 0, into witness: inout MotionWitness, now: inout Int
  ) -> [ActivityStretch] {
    var stretches: [ActivityStretch] = []
    let samples = crib.samples[from...].compactMap { $0 }
    for start in stride(from: 0, to: samples.count, by: 10) {
      let drain = samples[start..<min(start + 10, samples.count)]
      now += drain.count * 100
      witness.add(Array(drain), at: now)
      if let stretch = witness.nextFinishedStretch() { stretches.append(stretch) }
    }
    return stretches
  }

  @Test("The witness hands over a nap, and nothing of an empty crib", arguments: [false, true])
  func live(isEmpty: Bool) throws {
    var crib = MadeUpCrib(seed: 41)
    crib.add(.still, seconds: 900)
    if !isEmpty {
      crib.add(.handled(tilt: 8), seconds: 30)
      crib.add(.lively, seconds: 600)
    }
    crib.add(isEmpty ? .still : .twitching, seconds: 6_600)
    var (witness, now) = (MotionWitness(crib.source), 60 * Self.minute)
    let stretches = Self.play(crib, into: &witness, now: &now)
    guard !isEmpty else {
      #expect(stretches.isEmpty)
      return
    }
    let first = try #require(stretches.first)
    #expect(
      abs(first.startMilliseconds - 60 * Self.minute) <= Epoch.milliseconds, "with the empty crib before it")
    for (one, next) in zip(stretches, stretches.dropFirst()) {
      #expect(one.startMilliseconds + one.epochs.count * Epoch.milliseconds == next.startMilliseconds)
    }
    let epochs = stretches.flatMap { $0.epochs }
    #expect(epochs.count >= 240 && epochs.count { $0.isGap } <= 2)
    let (still, lively) = (epochs[2..<28], epochs[34..<48])
    #expect((still.map { $0.peakMilligee }.max() ?? 0) < (lively.map { $0.peakMilligee }.max() ?? 0))
  }

  /// A baby that falls asleep within half an hour, and the same crib an hour and a half later.
  private static func evening() -> MadeUpCrib {
    var crib = MadeUpCrib(seed: 44)
    crib.add(.still, seconds: 1_200)
    crib.add(.handled(tilt: 8), seconds: 30)
    crib.add(.lively, seconds: 600)
    crib.add(.twitching, seconds: 5_400)
    return crib
  }

  @Test("After a start in a sleep, what was stored makes it one sleep with its true beginning")
  func recalled() throws {
    var crib = Self.evening()
    var (before, cut) = (MotionWitness(crib.source), 5_000_000)
    let settled = cut + 1_830_000
    let stretches = Self.play(crib, into: &before, now: &cut)
    // The power is off for a minute, and the next boot's clock begins again.
    let from = crib.samples.count
    crib.add(.twitching, seconds: 3_600)
    crib.add(.lively, seconds: 900)
    var (witness, now) = (MotionWitness(crib.source), Self.minute)
    _ = Self.play(crib, from: from, into: &witness, now: &now)
    let alone = try #require(witness.knownSince)
    #expect(alone >= 0)
    witness.recall(
      try stretches.map {
        try #require(ActivityStretch(startMilliseconds: $0.startMilliseconds - cut, epochs: $0.epochs))
      }, presses: [])
    let known = try #require(witness.knownSince)
    #expect(abs(known + cut - 5_000_000) <= Epoch.milliseconds)
    let gap = witness.longestGapMilliseconds(from: known, until: now - 3 * Self.minute)
    #expect((Self.minute...MotionSummary.bridgedGapMilliseconds).contains(gap), "\(gap)")

    let night = witness.summary(from: known, until: now, startingAt: at("2026-03-14T19:00:00Z"))
    let sleep = try #require(night.segments.first)
    #expect(night.segments.count == 1, "\(night.letters)")
    let began = sleep.start.milliseconds - at("2026-03-14T19:00:00Z").milliseconds + known + cut
    #expect(abs(began - settled) <= 5 * Self.minute, "\(night.letters)")
    let ended = sleep.end.milliseconds - at("2026-03-14T19:00:00Z").milliseconds + known
    #expect(abs(ended - (now - 900_000)) <= 3 * Self.minute, "\(night.letters)")
  }

  @Test("What is recalled takes only the room that is left")
  func whatIsRecalledTakesOnlyTheRoomThatIsLeft() throws {
    var history = EpochHistory()
    for index in 0..<3 { history.add(Self.epoch(count: 7), start: index * Epoch.milliseconds) }
    let day = (1...7).map { number in
      ActivityStretch(
        startMilliseconds: -number * 480 * Epoch.milliseconds,
        epochs: Array(repeating: Self.epoch(), count: 480))
    }
    history.prepend(day.compactMap { $0 }, presses: [(-5, .into), (5, .out)])
    #expect(history.firstStart == -2_877 * Epoch.milliseconds)
    #expect(history.presses(from: -10, until: 10).map { $0.press } == [.into], "later ones it knows already")
    history.add(Self.epoch(count: 7), start: 3 * Epoch.milliseconds)
    #expect(history.firstStart == -2_876 * Epoch.milliseconds, "the oldest is forgotten first")
    let live = history.epochs(from: 0, until: 4 * Epoch.milliseconds)
    #expect(live.allSatisfy { $0.count == 7 })
  }
}
