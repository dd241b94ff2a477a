import SimulatedBoard
import Testing

/// The simulated MPU-6050, register by register.
struct SimulatedMPU6050Tests {
  private typealias Bench = SimulatedAccelerometerBench<SimulatedMPU6050>

  private func bench(whoAmI: UInt8 = 0x68) -> SimulatedAccelerometerBench<SimulatedMPU6050> {
    SimulatedAccelerometerBench { SimulatedMPU6050($0, whoAmI: whoAmI) }
  }

  /// Streams 100 readings a second into the FIFO, 2 g.
  private func filling(whoAmI: UInt8 = 0x68) -> SimulatedAccelerometerBench<SimulatedMPU6050> {
    let bench = bench(whoAmI: whoAmI)
    bench.write(0x6B, 0x00)
    bench.pass(milliseconds: 30)
    bench.write(0x19, 9, 0x03)
    bench.write(0x6A, 0x04)
    bench.write(0x6A, 0x40)
    bench.write(0x23, 0x08)
    return bench
  }

  private func count(_ bench: SimulatedAccelerometerBench<SimulatedMPU6050>) -> Int {
    let bytes = bench.read(0x72, 2)
    return Int(bytes[0]) << 8 | Int(bytes[1])
  }

  @Test("The chip sleeps at power-on and after a brown-out; its successors are awake")
  func powerOn() {
    let bench = filling()
    bench.chip.reset()
    for bench in [bench, self.bench()] {
      #expect(bench.read(0x75) == [0x68] && bench.read(0x6A, 3) == [0, 0x40, 0])
    }
    #expect(self.bench(whoAmI: 0x70).read(0x6B) == [0x01])
    let asleep = self.bench()
    asleep.write(0x6A, 0x40)
    asleep.write(0x23, 0x08)
    asleep.pass(milliseconds: 1_000)
    #expect(count(asleep) == 0)
  }

  @Test("One register returns big-endian readings byte by byte")
  func bytes() {
    let bench = filling()
    bench.pass(milliseconds: 55)
    #expect(count(bench) == 30)
    #expect(Bench.bigWords(bench.read(0x74, 6)) == [8_192, -4_096, 16_384])
    #expect(bench.read(0x74, 1) == [0x20] && count(bench) == 23)
    #expect(bench.chip.violations == [])
  }

  @Test("Reading the count's upper byte latches both bytes")
  func held() {
    let bench = filling()
    bench.pass(milliseconds: 425)
    let high = bench.read(0x72)[0]
    let low = bench.read(0x73)[0]
    bench.pass(milliseconds: 100)
    #expect(bench.read(0x73)[0] == low)
    #expect(bench.read(0x72)[0] >= high && bench.read(0x73)[0] != low)
  }

  @Test(
    "A FIFO that runs over keeps its newest bytes, in the middle of a reading",
    arguments: [0x68, 0x70] as [UInt8])
  func overflow(whoAmI: UInt8) {
    let bench = filling(whoAmI: whoAmI)
    let bytes = whoAmI == 0x68 ? 1_024 : 512
    bench.pass(milliseconds: 5_000)
    #expect(count(bench) == bytes && bench.read(0x3A) == [0x10] && bench.read(0x3A) == [0x00])
    #expect(Bench.bigWords(bench.read(0x74, 6)) != [8_192, -4_096, 16_384])
    bench.write(0x23, 0x00)
    bench.write(0x6A, 0x04)
    #expect(count(bench) == 0 && bench.read(0x6A) == [0x00])
  }

  @Test("An empty FIFO repeats its last byte, and reading it is noticed")
  func empty() {
    let bench = filling()
    bench.pass(milliseconds: 15)
    let bytes = bench.read(0x74, 7)
    #expect(bytes[6] == bytes[5] && bench.chip.violations.count == 1)
  }

  @Test(
    "What the data sheet forbids is noticed",
    arguments: [
      ([0x75, 0], "cannot be written"), ([0x3B, 0], "cannot be written"), ([0x1D, 5], "1Dh is reserved"),
      ([0x1C, 0x01], "reserved bits"), ([0x1A, 0xC0], "reserved bits"), ([0x6B, 0x10], "reserved bits"),
      ([0x6A, 0x44], "FIFO_RESET while"), ([0x23, 0x78], "only acceleration"),
      ([0x6B, 0x20], "not modelled"),
    ] as [([UInt8], String)])
  func forbidden(bytes: [UInt8], complaint: String) {
    let bench = bench()
    _ = bench.chip.write(bytes)
    #expect(bench.chip.violations.count == 1 && bench.chip.violations[0].contains(complaint))
  }

  @Test("Successors have a separate filter for acceleration")
  func successor() {
    let bench = bench(whoAmI: 0x71)
    bench.write(0x1D, 0x05)
    #expect(bench.read(0x1D) == [0x05] && bench.chip.violations == [])
  }

  @Test(
    "Each range has its scale",
    arguments: [(0x00, 16_384), (0x08, 8_192), (0x10, 4_096), (0x18, 2_048)] as [(UInt8, Int)])
  func ranges(range: UInt8, perGee: Int) {
    let bench = bench()
    bench.write(0x6B, 0x00)
    bench.pass(milliseconds: 30)
    bench.write(0x19, 9, 0x03, 0x00, range)
    bench.write(0x6A, 0x40)
    bench.write(0x23, 0x08)
    bench.pass(milliseconds: 15)
    #expect(Bench.bigWords(bench.read(0x74, 6)) == [perGee / 2, -perGee / 4, perGee])
  }

  @Test("Noise is as strong as it is set on each axis, and follows the seed")
  func noise() {
    let noise = Acceleration(x: 10, y: 20, z: 40)
    let all = [1, 1, 2].map { seed in
      let bench = SimulatedAccelerometerBench(noise: noise, seed: UInt64(seed)) { SimulatedMPU6050($0) }
      bench.write(0x6B, 0x00)
      bench.pass(milliseconds: 30)
      bench.write(0x19, 9, 0x03)
      bench.write(0x6A, 0x40)
      bench.write(0x23, 0x08)
      bench.pass(milliseconds: 1_600)
      return Bench.bigWords(bench.read(0x74, 6 * 150))
    }
    #expect(all[0] == all[1] && all[0] != all[2])
    for (axis, (mean, strength)) in [(8_192, 10.0), (-4_096, 20), (16_384, 40)].enumerated() {
      let errors = stride(from: axis, to: 450, by: 3).map { Double(all[0][$0] - mean) / 16.384 }
      let deviation = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
      #expect((0.85 * strength...1.15 * strength).contains(deviation), "axis \(axis)")
    }
  }

  @Test("A part's clock may be fast or slow", arguments: [-50_000, 50_000])
  func clockError(millionths: Int) {
    let bench = SimulatedAccelerometerBench(clockErrorMillionths: millionths) { SimulatedMPU6050($0) }
    bench.write(0x6B, 0x00)
    bench.pass(milliseconds: 30)
    bench.write(0x19, 9, 0x03)
    bench.write(0x6A, 0x40)
    bench.write(0x23, 0x08)
    bench.pass(milliseconds: 1_002)
    #expect(count(bench) == 6 * (millionths > 0 ? 105 : 95))
  }
}
