import Bedside
import CribMotion
import Peripherals

extension MotionReading {
  /// The rules' words for what came out of the FIFO.
  package init(_ batch: MotionBatch) {
    self.init(
      rateHz: Double(batch.hertz), milligeePerLSB: batch.milligeePerCount,
      samples: batch.samples.map { CribMotion.MotionSample(x: $0.x, y: $0.y, z: $0.z) },
      followsGap: batch.gapBefore != nil, newestMilliseconds: batch.newestMilliseconds)
  }
}
