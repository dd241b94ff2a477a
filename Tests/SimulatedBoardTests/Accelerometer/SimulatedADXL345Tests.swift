import SimulatedBoard
import Testing

/// The simulated ADXL345, register by register.
struct SimulatedADXL345Tests {
  private typealias Bench = SimulatedAccelerometerBench<SimulatedADXL345>

  private func bench(noise: Acceleration? = Acceleration.none) -> SimulatedAccelerometerBench<
    SimulatedADXL345
  > {
    SimulatedAccelerometerBench(noise: noise) { SimulatedADXL345($0) }
  }

  /// Streams 100 readings a second into the FIFO, full resolution, 2 g.
  private func streaming(watermark: UInt8 = 16) -> SimulatedAccelerometerBench<SimulatedADXL345> {
    let bench = bench()
    bench.write(0x31, 0x08)
    bench.write(0x38, 0x80 | watermark)
    bench.write(0x2D, 0x08)
    return bench
  }

  @Test("The registers have their values at power-on, and again after a brown-out")
  func powerOn() {
    let bench = streaming()
    bench.pass(milliseconds: 500)
    bench.chip.reset()
    for bench in [bench, self.bench()] {
      #expect(bench.read(0x00) == [0xE5])
      #expect(bench.read(0x2C, 4) == [0x0A, 0, 0, 0])
      #expect(bench.read(0x30, 2) == [0x02, 0])
      #expect(bench.read(0x32, 8) == [UInt8](repeating: 0, count: 8))
      #expect(bench.chip.violations == [])
    }
  }

  @Test("A burst over the data removes one reading, and a long burst no second one")
  func pops() {
    let bench = streaming()
    bench.pass(milliseconds: 52)
    #expect(bench.read(0x38, 2) == [0x90, 5])
    #expect(Bench.words(bench.read(0x32, 6)) == [128, -64, 256])
    #expect(bench.read(0x39) == [4])
    #expect(bench.read(0x32, 8).suffix(2) == [0x90, 3])
    #expect(bench.chip.violations == [])
  }

  @Test("A burst over a part of the data loses the rest of its reading", arguments: [1, 2, 5])
  func partial(count: Int) {
    let bench = streaming()
    bench.pass(milliseconds: 52)
    _ = bench.read(0x32, count)
    #expect(bench.read(0x39) == [4] && bench.chip.violations.count == 1)
  }

  @Test("Stream mode keeps the newest 32, and standby keeps them as they are")
  func newest() {
    let bench = streaming()
    bench.pass(milliseconds: 10_000)
    bench.surroundings.felt = .none
    bench.pass(milliseconds: 50)
    #expect(bench.read(0x39) == [32] && bench.read(0x30)[0] & 0x83 == 0x83)
    bench.write(0x2D, 0x00)
    bench.pass(milliseconds: 10_000)
    #expect(bench.read(0x39) == [32])
    bench.write(0x38, 0x00)
    #expect(bench.read(0x39) == [0])
  }

  @Test(
    "What the data sheet forbids is noticed",
    arguments: [
      ([0x01, 0], "01h is reserved"), ([0x00, 1], "cannot be written"), ([0x32, 0], "cannot be written"),
      ([0x39, 0], "cannot be written"), ([0x30, 0], "cannot be written"), ([0x2C, 0x2A], "reserved bits"),
      ([0x31, 0x10], "reserved bits"), ([0x2D, 0x48], "reserved bits"), ([0x38, 0x40], "not modelled"),
    ] as [([UInt8], String)])
  func forbidden(bytes: [UInt8], complaint: String) {
    let bench = bench()
    _ = bench.chip.write(bytes)
    #expect(bench.chip.violations.count == 1 && bench.chip.violations[0].contains(complaint))
  }

  @Test("Rate, format and FIFO may change only in standby", arguments: [0x2C, 0x31, 0x38] as [UInt8])
  func standby(register: UInt8) {
    let bench = streaming()
    #expect(bench.chip.violations == [])
    bench.write(register, 0x08)
    #expect(bench.chip.violations.count == 1 && bench.chip.violations[0].contains("while measuring"))
  }

  @Test("Interrupt pins follow the watermark, either way up")
  func interrupt() {
    for (map, invert) in [(0x00, 0x00), (0x02, 0x00), (0x00, 0x20)] as [(UInt8, UInt8)] {
      let bench = bench()
      let pin = map == 0 ? 1 : 2
      bench.write(0x31, 0x08 | invert)
      bench.write(0x2F, map)
      bench.write(0x38, 0x84)
      bench.write(0x2E, 0x02)
      bench.write(0x2D, 0x08)
      let idle = invert != 0
      #expect(bench.chip.isInterruptHigh(pin: pin) == idle)
      #expect(bench.chip.nextInterruptNanoseconds == 41_100_000)
      bench.surroundings.nanoseconds = 41_099_999
      #expect(bench.chip.isInterruptHigh(pin: pin) == idle)
      bench.surroundings.nanoseconds += 1
      #expect(
        bench.chip.isInterruptHigh(pin: pin) != idle && bench.chip.isInterruptHigh(pin: 3 - pin) == idle)
      #expect(bench.chip.nextInterruptNanoseconds == nil)
      _ = bench.read(0x32, 6)
      #expect(bench.chip.isInterruptHigh(pin: pin) == idle)
      #expect(bench.chip.nextInterruptNanoseconds == 51_100_000)
    }
  }

  @Test(
    "Data has the resolution, range, justification and offset that were set",
    arguments: [
      (0x08, 0, [128, -64, 256]), (0x0B, 0, [128, -64, 256]), (0x00, 0, [128, -64, 256]),
      (0x01, 0, [64, -32, 128]), (0x03, 0, [16, -8, 32]), (0x04, 0, [8_192, -4_096, 16_384]),
      (0x0F, 0, [1_024, -512, 2_048]), (0x08, 0xF0, [64, -64, 256]),
    ] as [(UInt8, UInt8, [Int])])
  func formats(format: UInt8, offset: UInt8, counts: [Int]) {
    let bench = bench()
    bench.write(0x1E, offset)
    bench.write(0x31, format)
    bench.write(0x2D, 0x08)
    bench.pass(milliseconds: 20)
    #expect(Bench.words(bench.read(0x32, 6)) == counts)
  }

  @Test("Rate codes set the rate", arguments: [(0x08, 25), (0x0A, 100), (0x0C, 400)] as [(UInt8, Int)])
  func rates(code: UInt8, hertz: Int) {
    let bench = bench()
    bench.write(0x2C, code)
    bench.write(0x38, 0x80)
    bench.write(0x2D, 0x08)
    bench.pass(milliseconds: 1_000 * 20 / hertz + 2)
    #expect(bench.read(0x39) == [20])
  }

  @Test("A week without a reading costs no time")
  func lazy() {
    let bench = streaming()
    bench.pass(milliseconds: 7 * 86_400_000)
    #expect(bench.surroundings.questions == 0)
    for _ in 0..<40 { _ = bench.read(0x32, 6) }
    #expect(bench.surroundings.questions == 32)
  }
}
