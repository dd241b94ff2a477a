import SimulatedBoard
import Testing

@Suite struct SimulatedClockTests {
  private static let start = 1_770_811_500_123
  private static let second: UInt64 = 1_000_000_000

  @Test func aTimeThatNoKernelAcceptsIsRefused() {
    let clock = SimulatedClock(worldMilliseconds: Self.start)
    clock.synchronize()
    let century = 3_155_760_000
    #expect(clock.step(seconds: century))
    #expect(clock.step(seconds: century))
    let before = clock.wallMilliseconds
    #expect(!clock.step(seconds: century), "of the year 2326")
    #expect(!clock.step(seconds: .max) && !clock.step(milliseconds: .min))
    #expect(clock.wallMilliseconds == before && clock.wallSteps == 3)
    clock.advance(byNanoseconds: UInt64(century) * 100_000_000)
    #expect(clock.step(seconds: -2 * century), "time may continue there")
  }

  @Test func theClockKnowsNothingUntilItIsSynchronised() {
    let clock = SimulatedClock(worldMilliseconds: Self.start)
    clock.advance(byNanoseconds: 10 * Self.second)
    #expect(clock.wallState == .unsynced && clock.boot == 1)
    #expect(clock.wallMilliseconds == 10_000)
    #expect(clock.worldMilliseconds == Self.start + 10_000)
    clock.synchronize()
    #expect(clock.wallState == .synced && clock.wallSteps == 1)
    #expect(clock.wallMilliseconds == Self.start + 10_000)
    #expect(clock.boottimeNanoseconds == 10 * Self.second)
    clock.synchronize()
    #expect(clock.wallSteps == 1)
  }

  /// A sync between two milliseconds is exact to the millisecond.
  @Test func wallAndWorldAreRoundedAlike() {
    let clock = SimulatedClock(worldMilliseconds: Self.start)
    clock.advance(byNanoseconds: 700_000)
    clock.powerCycle(offNanoseconds: 100)
    clock.advance(byNanoseconds: 550_000)
    clock.synchronize()
    for _ in 0..<20 {
      #expect(clock.wallMilliseconds == clock.worldMilliseconds)
      clock.advance(byNanoseconds: 130_000)
    }
  }

  @Test(arguments: [3600, -3600, -3_000_000_000]) func stepsMoveTheWallClockOnly(seconds: Int) {
    let clock = SimulatedClock(worldMilliseconds: Self.start)
    clock.synchronize()
    clock.advance(toWorldNanoseconds: 5 * Self.second)
    clock.step(seconds: seconds)
    #expect(clock.wallMilliseconds == Self.start + 5000 + seconds * 1000)
    #expect(clock.boottimeNanoseconds == 5 * Self.second)
    #expect(clock.wallState == .synced && clock.wallSteps == 2)
  }

  @Test func sleepStopsTheMonotonicClock() {
    let clock = SimulatedClock(worldMilliseconds: Self.start)
    clock.advance(byNanoseconds: Self.second)
    clock.suspend(forNanoseconds: 60 * Self.second)
    #expect(clock.monotonicNanoseconds == Self.second)
    #expect(clock.boottimeNanoseconds == 61 * Self.second)
    #expect(clock.wallMilliseconds == 61_000)
  }

  @Test func aPowerCycleWithoutASavedTimeBeginsAt1970() {
    let clock = SimulatedClock(worldMilliseconds: Self.start)
    clock.synchronize()
    clock.suspend(forNanoseconds: Self.second)
    clock.powerCycle(offNanoseconds: 3600 * Self.second)
    #expect(clock.boot == 2 && clock.wallState == .unsynced && clock.wallSteps == 0)
    #expect(clock.boottimeNanoseconds == 0 && clock.monotonicNanoseconds == 0)
    #expect(clock.wallMilliseconds == 0)
    #expect(clock.worldMilliseconds == Self.start + 3_601_000)
  }

  @Test func aPowerCycleContinuesFromTheSavedTime() {
    let clock = SimulatedClock(worldMilliseconds: Self.start)
    clock.synchronize()
    clock.saveWall()
    clock.advance(byNanoseconds: 60 * Self.second)
    clock.powerCycle(offNanoseconds: 3600 * Self.second)
    clock.advance(byNanoseconds: 2 * Self.second)
    #expect(clock.wallState == .saved)
    #expect(clock.wallMilliseconds == Self.start + 2000)
    clock.synchronize()
    #expect(clock.wallMilliseconds == Self.start + 3_662_000)
  }

  @Test func losingTheServerLeavesTheTime() {
    let clock = SimulatedClock(worldMilliseconds: Self.start)
    clock.synchronize()
    clock.loseSynchronization()
    #expect(clock.wallState == .unsynced && clock.wallMilliseconds == Self.start)
  }
}
