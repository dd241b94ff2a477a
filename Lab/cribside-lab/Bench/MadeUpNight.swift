import CribMotion
import Nursery
import SimulatedBoard

/// Raw readings of a night of twelve hours at 25 Hz: a part's noise, and bursts of motion while someone is awake.
struct MadeUpNight {
  private static let rateHz = 25
  private static let hours = 12
  private static let oneGCounts = 1_024
  /// Awake in the crib: from and until which minute.
  private static let awakeMinutes = [40..<60, 240..<250, 480..<500, 690..<700]

  /// The readings, as a recording that begins at the epoch.
  static func recording() -> MotionRecording? {
    guard let source = MotionSource(rateHz: Double(rateHz), milligeePerLSB: 1_000 / Double(oneGCounts)) else {
      return nil
    }
    var random = SimulatedRandom(seed: 1)
    let samples = (0..<hours * 3_600 * rateHz).map { sample(at: $0, &random) }
    return MotionRecording(source: source, start: Instant(milliseconds: 0), samples: samples)
  }

  private static func sample(at index: Int, _ random: inout SimulatedRandom) -> MotionSample {
    let second = index / rateHz
    let isMoving = second % 7 < 3 && awakeMinutes.contains { $0.contains(second / 60) }
    let reach = isMoving ? 60 : 0
    return MotionSample(
      x: count(reach, &random), y: count(reach, &random), z: count(reach, &random) + Int16(oneGCounts))
  }

  /// The part's noise, and motion within a reach.
  private static func count(_ reach: Int, _ random: inout SimulatedRandom) -> Int16 {
    let noise = random.number(in: -2...2) + random.number(in: -1...1)
    return Int16(noise + (reach == 0 ? 0 : random.number(in: -reach...reach)))
  }
}
