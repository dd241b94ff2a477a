import Peripherals
import SimulatedBoard

/// A simulated accelerometer alone: registers, and a clock that the test moves.
final class SimulatedAccelerometerBench<Chip: SimulatedAccelerometer> {
  /// The world as the chip perceives it.
  final class Surroundings {
    var nanoseconds: UInt64 = 0
    var felt = Acceleration(x: 500, y: -250, z: 1_000)
    /// How often the chip asked for the acceleration.
    var questions = 0
  }

  let chip: Chip
  let surroundings: Surroundings

  init(
    noise: Acceleration? = Acceleration.none, clockErrorMillionths: Int = 0, seed: UInt64 = 1,
    _ make: (AccelerometerWorld) -> Chip
  ) {
    let surroundings = Surroundings()
    self.surroundings = surroundings
    chip = make(
      AccelerometerWorld(
        clock: { surroundings.nanoseconds },
        motion: { _ in
          surroundings.questions += 1
          return surroundings.felt
        }, noiseMilligee: noise, clockErrorMillionths: clockErrorMillionths, seed: seed))
  }

  func write(_ bytes: UInt8...) {
    _ = chip.write(bytes)
  }

  func read(_ register: UInt8, _ count: Int = 1) -> [UInt8] {
    _ = chip.write([register])
    return chip.read(count)
  }

  func pass(milliseconds: Int) {
    surroundings.nanoseconds += UInt64(milliseconds) * 1_000_000
  }

  /// Words in little-endian order.
  static func words(_ bytes: [UInt8]) -> [Int] {
    stride(from: 0, to: bytes.count - 1, by: 2).map {
      Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
    }
  }

  /// Words in big-endian order.
  static func bigWords(_ bytes: [UInt8]) -> [Int] {
    words(stride(from: 0, to: bytes.count - 1, by: 2).flatMap { [bytes[$0 + 1], bytes[$0]] })
  }
}
