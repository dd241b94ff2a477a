import CribMotion
import Nursery
import Testing

/// The live detector: its answers during a made-up evening.
@Suite struct MotionWitnessTests {
  /// Passes readings on every 0.4 s, as the box does. Times are milliseconds after the start.
  private struct Drains {
    var witness: MotionWitness
    var now = 5_000_000

    init(_ crib: MadeUpCrib, calibration: MotionCalibration? = nil) {
      witness = MotionWitness(crib.source, calibration: calibration)
    }

    mutating func play(_ crib: MadeUpCrib, from: Int = 0) {
      let samples = Array(crib.samples[from...].compactMap { $0 })
      for start in stride(from: 0, to: samples.count, by: 5) {
        let drain = samples[start..<min(start + 5, samples.count)]
        now += Int(Double(drain.count) * 1000 / crib.rateHz)
        witness.add(Array(drain), at: now)
      }
    }
  }

  private static let minute = 60_000

  @Test("An evening is followed live")
  func anEveningIsFollowedLive() throws {
    var crib = MadeUpCrib(seed: 31)
    var drains = Drains(crib)
    #expect(drains.witness.state(at: drains.now) == .unknown)
    crib.add(.still, seconds: 1200)
    drains.play(crib)
    #expect(drains.witness.state(at: drains.now) == .empty)
    #expect(drains.witness.settledSince == nil)

    let putDown = drains.now
    var from = crib.samples.count
    crib.add(.handled(tilt: 8), seconds: 30)
    crib.add(.lively, seconds: 900)
    drains.play(crib, from: from)
    #expect(drains.witness.state(at: drains.now) == .awake)
    #expect(try abs(#require(drains.witness.awakeSince) - putDown) <= Self.minute)
    #expect(
      try abs(#require(drains.witness.handlingEdge(near: putDown + 2 * Self.minute)) - putDown) <= Self.minute
    )
    #expect(drains.witness.handlingEdge(near: putDown + 7 * Self.minute) == nil)

    let settled = drains.now
    from = crib.samples.count
    crib.add(.twitching, seconds: 900)
    drains.play(crib, from: from)
    #expect(drains.witness.state(at: drains.now) == .asleep)
    #expect(try abs(#require(drains.witness.settledSince) - settled) <= 3 * Self.minute)
    #expect(drains.witness.awakeSince == nil && drains.witness.sawSettling)

    let woke = drains.now
    from = crib.samples.count
    crib.add(.lively, seconds: 480)
    drains.play(crib, from: from)
    #expect(drains.witness.state(at: drains.now) == .awake)
    #expect(try abs(#require(drains.witness.awakeSince) - woke) <= 2 * Self.minute)

    let night = drains.witness.summary(
      from: putDown, until: drains.now, startingAt: at("2026-03-14T19:00:00Z"))
    #expect(night.letters.count == (drains.now - putDown) / 30_000)
    #expect(night.letters.filter { $0 == "s" }.count >= 26)
  }

  @Test("Stirring is no waking")
  func stirringIsNoWaking() throws {
    var crib = MadeUpCrib(seed: 32)
    crib.add(.still, seconds: 900)
    crib.add(.handled(tilt: 8), seconds: 30)
    crib.add(.lively, seconds: 600)
    crib.add(.twitching, seconds: 1200)
    var drains = Drains(crib)
    drains.play(crib)
    let settled = try #require(drains.witness.settledSince)
    let from = crib.samples.count
    crib.add(.lively, seconds: 210)
    crib.add(.twitching, seconds: 1200)
    drains.play(crib, from: from)
    #expect(drains.witness.settledSince == settled)
  }

  @Test("Old readings say nothing")
  func oldReadingsSayNothing() {
    var crib = MadeUpCrib(seed: 33)
    crib.add(.still, seconds: 1200)
    var drains = Drains(crib)
    drains.play(crib)
    #expect(drains.witness.state(at: drains.now + 30_000) == .empty)
    #expect(drains.witness.state(at: drains.now + 30_001) == .unknown)
    let from = crib.samples.count
    crib.add(.frozen, seconds: 60)
    drains.play(crib, from: from)
    #expect(drains.witness.state(at: drains.now) == .unknown)
  }

  @Test("After a gap nothing is known until there are signs of a baby", arguments: [true, false])
  func gap(isTold: Bool) {
    var crib = MadeUpCrib(seed: 34)
    crib.add(.still, seconds: 900)
    crib.add(.handled(tilt: 8), seconds: 30)
    crib.add(.lively, seconds: 600)
    crib.add(.twitching, seconds: 1200)
    var drains = Drains(crib)
    drains.play(crib)
    #expect(drains.witness.state(at: drains.now) == .asleep)
    drains.now += 3_600_000
    if isTold { drains.witness.addGap(until: drains.now) }
    #expect(drains.witness.state(at: drains.now) == .unknown)
    var again = MadeUpCrib(seed: 35)
    again.add(.still, seconds: 120)
    drains.play(again)
    #expect(drains.witness.state(at: drains.now) != .asleep)
    #expect(drains.witness.settledSince == nil)
  }

  @Test(
    "After a gap a baby that sleeps is not called awake, and one that moves is", arguments: [true, false])
  func foundInTheCrib(sleeps: Bool) {
    var crib = MadeUpCrib(seed: 34)
    crib.add(.still, seconds: 900)
    crib.add(.handled(tilt: 8), seconds: 30)
    crib.add(.lively, seconds: 600)
    crib.add(.twitching, seconds: 1200)
    var drains = Drains(crib)
    drains.play(crib)
    drains.now += 3_600_000
    drains.witness.addGap(until: drains.now)
    let back = drains.now
    var wasAwake = false
    for _ in 0..<120 {
      let from = crib.samples.count
      crib.add(sleeps ? .twitching : .lively, seconds: 10)
      drains.play(crib, from: from)
      wasAwake = wasAwake || drains.witness.awakeSince != nil
    }
    #expect(drains.witness.state(at: drains.now) == (sleeps ? .asleep : .awake))
    #expect(wasAwake != sleeps)
    let since = sleeps ? drains.witness.settledSince : drains.witness.awakeSince
    #expect(since.map { abs($0 - back) <= 2 * Self.minute } == true)
    #expect(!drains.witness.sawSettling, "a baby that sleeps after a gap fell asleep before its end")
  }

  @Test("A press counts at once")
  func aPressCountsAtOnce() {
    var crib = MadeUpCrib(seed: 36)
    crib.add(.still, seconds: 1800)
    var drains = Drains(crib)
    drains.play(crib)
    #expect(drains.witness.state(at: drains.now) == .empty)
    drains.witness.record(.into, at: drains.now)
    var from = crib.samples.count
    crib.add(.still, seconds: 120)
    drains.play(crib, from: from)
    #expect(![.empty, .unknown].contains(drains.witness.state(at: drains.now)))
    from = crib.samples.count
    crib.add(.still, seconds: 900)
    drains.play(crib, from: from)
    #expect(drains.witness.state(at: drains.now) == .asleep)
    drains.witness.record(.out, at: drains.now)
    from = crib.samples.count
    crib.add(.still, seconds: 300)
    drains.play(crib, from: from)
    #expect(drains.witness.state(at: drains.now) == .empty)
  }

  @Test("A fan in an empty crib is no child")
  func aFanInAnEmptyCribIsNoChild() {
    var crib = MadeUpCrib(seed: 37)
    crib.add(.still, seconds: 1200)
    crib.add(.swaying(2), seconds: 3600)
    var drains = Drains(crib)
    drains.play(crib)
    #expect(drains.witness.state(at: drains.now) == .empty)
  }

  @Test("What was learnt is returned")
  func whatWasLearntIsReturned() throws {
    var crib = MadeUpCrib(seed: 38)
    crib.add(.still, seconds: 1200)
    var drains = Drains(crib)
    #expect(drains.witness.calibration == nil)
    drains.play(crib)
    let learnt = try #require(drains.witness.calibration)
    #expect((1.6...2.1).contains(learnt.noiseFloorMilligee))
    let next = try #require(Drains(crib, calibration: learnt).witness.calibration)
    #expect(abs(next.noiseFloorMilligee - learnt.noiseFloorMilligee) < 0.1)
    #expect(next.emptyMicroMilligeeSquared == learnt.emptyMicroMilligeeSquared)
  }

  @Test(
    "An empty crib is measured only while it is still",
    arguments: [
      (MadeUpCrib.Scene.still, true, true), (.swaying(2), true, false), (.lively, false, false),
      (.missing, false, false),
    ])
  func calibration(scene: MadeUpCrib.Scene, isTaken: Bool, isUsable: Bool) {
    var crib = MadeUpCrib(seed: 39)
    crib.add(scene, seconds: 330)
    var builder = EpochBuilder(crib.source)
    let epochs = crib.samples.compactMap { builder.add($0) }
    let calibration = MotionCalibration(emptyCrib: epochs)
    #expect((calibration != nil) == isTaken)
    #expect((calibration?.isMicroMotionUsable(crib.source) ?? false) == isUsable)
  }
}
