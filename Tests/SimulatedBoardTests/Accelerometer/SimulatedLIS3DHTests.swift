import SimulatedBoard
import Testing

/// The simulated LIS3DH, register by register.
struct SimulatedLIS3DHTests {
  private typealias Bench = SimulatedAccelerometerBench<SimulatedLIS3DH>

  private func bench() -> SimulatedAccelerometerBench<SimulatedLIS3DH> {
    SimulatedAccelerometerBench { SimulatedLIS3DH($0) }
  }

  /// Streams 100 readings a second into the FIFO, high resolution, 2 g.
  private func streaming(threshold: UInt8 = 10) -> SimulatedAccelerometerBench<SimulatedLIS3DH> {
    let bench = bench()
    bench.write(0x23, 0x88)
    bench.write(0x24, 0x40)
    bench.write(0x20, 0x57)
    bench.pass(milliseconds: 70)
    bench.write(0x2E, 0x80 | threshold)
    return bench
  }

  @Test("The registers have their values at power-on, and again after a brown-out")
  func powerOn() {
    let bench = streaming()
    bench.pass(milliseconds: 500)
    bench.chip.reset()
    for bench in [bench, self.bench()] {
      #expect(bench.read(0x0F) == [0x33])
      #expect(bench.read(0x80 | 0x1E, 8) == [0x10, 0, 0x07, 0, 0, 0, 0, 0])
      #expect(bench.read(0x80 | 0x2E, 2) == [0, 0x20])
      #expect(bench.chip.violations == [])
    }
  }

  @Test("A long burst wraps around the data registers and reads one reading after the other")
  func ring() {
    let bench = streaming()
    bench.pass(milliseconds: 55)
    #expect(bench.read(0x2F) == [5])
    let words = Bench.words(bench.read(0xA8, 18))
    #expect(words == [8_000, -4_000, 16_000, 8_000, -4_000, 16_000, 8_000, -4_000, 16_000])
    #expect(bench.read(0x2F) == [2])
    #expect(bench.chip.violations == [])
  }

  @Test("Bursts that shift the axes, and several bytes of one register, are noticed")
  func bursts() {
    for (register, count, complaint) in [
      (0xA8, 7, "axes shift"), (0xAA, 6, "axes shift"), (0x28, 6, "lacks bit 7"),
    ] as [(UInt8, Int, String)] {
      let bench = streaming()
      bench.pass(milliseconds: 55)
      _ = bench.read(register, count)
      #expect(bench.chip.violations.contains { $0.contains(complaint) })
    }
    let bench = bench()
    bench.write(0x21, 0, 0)
    #expect(bench.chip.violations.count == 1)
  }

  @Test("FIFO_SRC_REG has watermark, overrun, empty, and a count up to 31")
  func source() {
    let bench = streaming()
    #expect(bench.read(0x2F) == [0x20])
    bench.pass(milliseconds: 95)
    #expect(bench.read(0x2F) == [9])
    bench.pass(milliseconds: 10)
    #expect(bench.read(0x2F) == [0x80 | 10])
    bench.pass(milliseconds: 220)
    #expect(bench.read(0x2F) == [0x80 | 31])
    bench.pass(milliseconds: 10)
    #expect(bench.read(0x2F) == [0xC0 | 31])
    _ = bench.read(0xA8, 192)
    #expect(bench.read(0x2F) == [0x20] && bench.chip.violations == [])
  }

  @Test(
    "What the data sheet forbids is noticed",
    arguments: [
      ([0x0F, 0], "cannot be written"), ([0x10, 0], "10h is reserved"), ([0x28, 0], "cannot be written"),
      ([0x22, 0x01], "reserved bits"), ([0x24, 0x10], "reserved bits"), ([0x25, 0x04], "reserved bits"),
      ([0x2E, 0x40], "not modelled"), ([0x23, 0x40], "not modelled"), ([0x20, 0x53], "switched off"),
    ] as [([UInt8], String)])
  func forbidden(bytes: [UInt8], complaint: String) {
    let bench = bench()
    _ = bench.chip.write(bytes)
    #expect(bench.chip.violations.count == 1 && bench.chip.violations[0].contains(complaint))
  }

  @Test("Low power and high resolution exclude each other")
  func modes() {
    let bench = bench()
    bench.write(0x23, 0x08)
    bench.write(0x20, 0x5F)
    #expect(bench.chip.violations.count == 1)
  }

  @Test("INT1 follows the watermark, either way up; INT2 does not", arguments: [0x00, 0x02] as [UInt8])
  func interrupt(polarity: UInt8) {
    let bench = bench()
    bench.write(0x22, 0x04)
    bench.write(0x24, 0x40)
    bench.write(0x25, polarity)
    bench.write(0x2E, 0x84)
    bench.write(0x20, 0x57)
    let idle = polarity != 0
    #expect(bench.chip.nextInterruptNanoseconds == 40_000_000 && bench.chip.isInterruptHigh(pin: 1) == idle)
    bench.pass(milliseconds: 40)
    #expect(bench.chip.isInterruptHigh(pin: 1) != idle && bench.chip.isInterruptHigh(pin: 2) == idle)
    _ = bench.read(0xA8, 6)
    #expect(bench.chip.isInterruptHigh(pin: 1) == idle)
  }

  @Test(
    "Readings of 12, 10 and 8 bits are left-justified",
    arguments: [
      (0x57, 0x08, [8_000, -4_000, 16_000]), (0x57, 0x00, [8_000, -3_968, 16_000]),
      (0x5F, 0x00, [7_936, -4_096, 16_128]), (0x57, 0x38, [672, -336, 1_328]),
    ] as [(UInt8, UInt8, [Int])])
  func formats(control1: UInt8, control4: UInt8, words: [Int]) {
    let bench = bench()
    bench.write(0x23, control4)
    bench.write(0x20, control1)
    bench.pass(milliseconds: 85)
    let felt = Bench.words(bench.read(0xA8, 6))
    #expect(zip(felt, words).allSatisfy { abs($0 - $1) <= 64 }, "\(felt)")
    let unused: Int = control1 & 0x08 != 0 ? 0xFF : control4 & 0x08 != 0 ? 0x0F : 0x3F
    #expect(felt.allSatisfy { $0 & unused == 0 })
  }

  @Test("Bypass empties the FIFO, and is needed between two modes")
  func bypass() {
    let bench = streaming()
    bench.pass(milliseconds: 55)
    bench.write(0x2E, 0x00)
    bench.write(0x2E, 0x8A)
    #expect(bench.read(0x2F) == [0x20] && bench.chip.violations == [])
    bench.write(0x2E, 0xC0)
    #expect(bench.chip.violations.contains { $0.contains("not through bypass") })
  }

  @Test("The first seven readings of high resolution are unusable")
  func settling() {
    let bench = bench()
    bench.write(0x23, 0x88)
    bench.write(0x24, 0x40)
    bench.write(0x2E, 0x80)
    bench.write(0x20, 0x57)
    bench.pass(milliseconds: 85)
    let x = (0..<8).map { _ in Bench.words(bench.read(0xA8, 6))[0] }
    #expect(x.dropLast().allSatisfy { $0 != 8_000 } && x.last == 8_000)
  }
}
