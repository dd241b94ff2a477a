import SimulatedBoard
import Testing

@Suite struct SimulatedClockTests {
  private static let start = 1_770_811_500_123
  private static let second: UInt64 = 1_000_000_000

  @Test("A time that no kernel accepts is refused")
  func aTimeThatNoKernelAcceptsIsRefused() {
    let clock = SimulatedClock(worldMilliseconds: Self.start)
    clock.synchronize()
    let century = 3_155_760_000_000
    #expect(clock.step(milliseconds: century))
    #expect(clock.step(milliseconds: century))
    let before = clock.wallMilliseconds
    #expect(!clock.step(milliseconds: century), "of the year 2326")
    #expect(!clock.step(milliseconds: .max) && !clock.step(milliseconds: .min))
    #expect(clock.wallMilliseconds == before && clock.wallSteps == 3)
    clock.advance(toWorldNanoseconds: UInt64(century) * 100_000)
    #expect(clock.step(milliseconds: -2 * century), "time may continue there")
  }

  @Test("The clock knows nothing until it is synchronised")
  func theClockKnowsNothingUntilItIsSynchronised() {
    let clock = SimulatedClock(worldMilliseconds: Self.start)
    clock.advance(toWorldNanoseconds: 10 * Self.second)
    #expect(!clock.isSynchronized)
    #expect(clock.wallMilliseconds == 10_000)
    #expect(clock.worldMilliseconds == Self.start + 10_000)
    clock.synchronize()
    #expect(clock.isSynchronized && clock.wallSteps == 1)
    #expect(clock.wallMilliseconds == Self.start + 10_000)
    #expect(clock.boottimeNanoseconds == 10 * Self.second)
    clock.synchronize()
    #expect(clock.wallSteps == 1)
  }

  /// A sync between two milliseconds is exact to the millisecond.
  @Test("Wall and world are rounded alike")
  func wallAndWorldAreRoundedAlike() {
    let clock = SimulatedClock(worldMilliseconds: Self.start)
    clock.advance(toWorldNanoseconds: 700_000)
    clock.powerCycle()
    clock.advance(toWorldNanoseconds: 1_250_000)
    clock.synchronize()
    for _ in 0..<20 {
      #expect(clock.wallMilliseconds == clock.worldMilliseconds)
      clock.advance(toWorldNanoseconds: clock.worldNanoseconds + 130_000)
    }
  }

  @Test("Steps move the wall clock only", arguments: [3600, -3600, -3_000_000_000])
  func stepsMoveTheWallClockOnly(seconds: Int) {
    let clock = SimulatedClock(worldMilliseconds: Self.start)
    clock.synchronize()
    clock.advance(toWorldNanoseconds: 5 * Self.second)
    clock.step(milliseconds: seconds * 1000)
    #expect(clock.wallMilliseconds == Self.start + 5000 + seconds * 1000)
    #expect(clock.boottimeNanoseconds == 5 * Self.second)
    #expect(clock.isSynchronized && clock.wallSteps == 2)
  }

  @Test("A power cycle begins at 1970")
  func aPowerCycleBeginsAt1970() {
    let clock = SimulatedClock(worldMilliseconds: Self.start)
    clock.synchronize()
    clock.advance(toWorldNanoseconds: Self.second)
    clock.powerCycle()
    #expect(clock.boot == 2 && !clock.isSynchronized && clock.wallSteps == 0)
    #expect(clock.boottimeNanoseconds == 0 && clock.wallMilliseconds == 0)
    #expect(clock.worldMilliseconds == Self.start + 1000)
  }

  @Test("Losing the server leaves the time")
  func losingTheServerLeavesTheTime() {
    let clock = SimulatedClock(worldMilliseconds: Self.start)
    clock.synchronize()
    clock.loseSynchronization()
    #expect(!clock.isSynchronized && clock.wallMilliseconds == Self.start)
  }
}
