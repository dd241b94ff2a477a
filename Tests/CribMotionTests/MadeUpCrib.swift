import CribMotion
import Nursery

/// A crib's accelerometer, made up from a seed: the noise of a part, bursts of motion, lasting tilts. It shares no
/// code with the detector.
struct MadeUpCrib {
  /// What happens during a stretch of time.
  enum Scene {
    case still
    case twitching
    case lively
    case missing
    case frozen
    /// A jolt of 4 s that leaves the mattress tilted, by this many milligee.
    case handled(tilt: Double)
    /// A fan: a steady sway in milligee at 0.6 Hz.
    case swaying(Double)
  }

  /// A burst of motion, back and forth, because it leaves the mattress where it was.
  private struct Burst {
    var left = 0
    var peak = 0.0
    var last = 0.0
  }

  let rateHz: Double
  let milligeePerLSB = 1.0
  var scale = 1.0
  /// The loudness of the part; 1 is a deviation of 1.2 milligee.
  var loudness = 1.0
  private var seed: UInt64
  private var tilt = 0.0
  private var clock = 0
  private(set) var samples: [MotionSample?] = []

  init(seed: UInt64, rateHz: Double = 10) {
    self.seed = seed
    self.rateHz = rateHz
  }

  var source: MotionSource { MotionSource(rateHz: rateHz, milligeePerLSB: milligeePerLSB)! }

  func recording(
    start: String = "2026-03-14T18:30:00Z", presses: [(at: Instant, press: CribPress)] = []
  ) -> MotionRecording {
    var recording = MotionRecording(source: source, start: at(start), presses: presses)
    for sample in samples { recording.add(sample) }
    return recording
  }

  mutating func add(_ scene: Scene, seconds: Double) {
    let count = Int(seconds * rateHz)
    if case .handled(let change) = scene { tilt += change }
    var burst = Burst()
    for index in 0..<count {
      clock += 1
      if case .missing = scene {
        samples.append(nil)
        continue
      }
      if case .frozen = scene {
        samples.append(samples.last ?? MotionSample(x: 0, y: 0, z: 1000))
        continue
      }
      samples.append(sample(scene, index: index, of: count, &burst))
    }
  }

  private mutating func sample(
    _ scene: Scene, index: Int, of count: Int, _ burst: inout Burst
  ) -> MotionSample {
    var motion = 0.0
    switch scene {
    case .twitching: motion = self.burst(&burst, everySeconds: 45, seconds: 0.6, peak: 12)
    case .lively: motion = self.burst(&burst, everySeconds: 5, seconds: 2.5, peak: 120)
    case .handled: motion = index < Int(4 * rateHz) ? 250 * scale * (uniform() - 0.5) * 2 : 0
    case .swaying(let amplitude): motion = amplitude * sine(turns: Double(clock) / rateHz * 0.6)
    default: break
    }
    return MotionSample(
      x: count16(tilt + motion * 0.4 + noise()), y: count16(motion * 0.4 + noise()),
      z: count16(1000 + motion * 0.8 + noise()))
  }

  private mutating func burst(
    _ burst: inout Burst, everySeconds: Double, seconds: Double, peak: Double
  ) -> Double {
    if burst.left > 0 {
      burst.left -= 1
      burst.last = burst.left % 2 == 0 ? -burst.last : burst.peak * (uniform() - 0.5) * 2
      return burst.last
    }
    if uniform() < 1 / (everySeconds * rateHz) {
      burst = Burst(left: Int(seconds * rateHz / 2) * 2, peak: scale * peak * (0.3 + uniform()))
    }
    return 0
  }

  private func count16(_ value: Double) -> Int16 { Int16(max(-2000, min(2000, value)).rounded()) }

  /// Nearly normal, with a deviation of 1.2 milligee for each unit of loudness.
  private mutating func noise() -> Double {
    (uniform() + uniform() + uniform() + uniform() - 2) * 2.08 * loudness
  }

  private mutating func uniform() -> Double {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(seed >> 11) / 9_007_199_254_740_992
  }

  /// A sine made of a parabola for each half turn, within 0.06.
  private func sine(turns: Double) -> Double {
    let half = (turns - turns.rounded(.down)) * 2
    return half < 1 ? 4 * half * (1 - half) : -4 * (half - 1) * (2 - half)
  }
}
