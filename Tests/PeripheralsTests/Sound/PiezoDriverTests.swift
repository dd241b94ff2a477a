import Peripherals
import SimulatedBoard
import Testing

/// The piezo's driver with a channel that refuses what the kernel refuses.
@Suite struct PiezoDriverTests {
  private let clock = SimulatedClock(worldMilliseconds: 0)
  private let channel: SimulatedPWM
  private let driver: PiezoDriver<SimulatedPWM>

  init() {
    channel = SimulatedPWM(clock: clock)
    driver = PiezoDriver(channel)
  }

  private func pass(milliseconds: UInt64) {
    clock.advance(toWorldNanoseconds: clock.worldNanoseconds + milliseconds * 1_000_000)
  }

  private func exported() throws {
    try driver.prepare()
    pass(milliseconds: 100)
  }

  @Test("The kernel's order is kept from a low note to a high one, to a low one, and to silence")
  func order() throws {
    try exported()
    for hertz in [200, 4_000, 200] {
      try driver.play(hertz: hertz)
      pass(milliseconds: 120)
    }
    try driver.silence()
    try driver.silence()
    #expect(channel.tones.map(\.hertz) == [200, 4_000, 200])
    #expect(channel.tones.map(\.nanoseconds) == [120_000_000, 120_000_000, 120_000_000])
  }

  @Test("A channel that never played is silent without a fault")
  func never() throws {
    try exported()
    try driver.silence()
    #expect(channel.tones.isEmpty)
  }

  @Test("A tone that a killed process left ends with the next start")
  func killed() throws {
    try exported()
    try driver.play(hertz: 2_000)
    pass(milliseconds: 5_000)
    try PiezoDriver(channel).prepare()
    #expect(channel.tones.map(\.nanoseconds) == [5_000_000_000])
  }

  @Test("Before udev gives access to the files, a tone is refused")
  func early() throws {
    try driver.prepare()
    #expect(throws: PWMFault.file(path: "period", errno: 13)) { try driver.play(hertz: 2_000) }
  }

  @Test("A board without the overlay has no chip")
  func missing() {
    channel.isMissing = true
    #expect(throws: PWMFault.noChip(device: "simulated")) { try driver.prepare() }
  }
}
