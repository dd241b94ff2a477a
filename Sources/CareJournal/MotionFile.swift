import CribMotion
import Nursery

/// `motion.json`: what was learnt of the accelerometer and its mount. A file that is missing or damaged costs the
/// calibration of an empty crib; all else is learnt again within a night.
public enum MotionFile {
  /// Where it lies in the box's directory.
  public static let path = "motion.json"

  /// Replaces the file. Durable when it returns.
  public static func save<Storage: JournalStorage>(
    _ calibration: KeptCalibration, in storage: Storage
  ) throws(StorageFault) {
    try ReplacedFile.save(bytes(calibration), as: path, in: storage)
  }

  /// What the file holds.
  public static func read<Storage: JournalStorage>(
    from storage: Storage
  ) throws(StorageFault) -> KeptReading<KeptCalibration> {
    try ReplacedFile.read(path, as: calibration, from: storage)
  }

  /// Moves a damaged file to quarantine.
  public static func setAside<Storage: JournalStorage>(in storage: Storage) throws(StorageFault) {
    try ReplacedFile.setAside(path, in: storage)
  }

  /// The file's bytes.
  public static func bytes(_ kept: KeptCalibration) -> [UInt8] {
    ReplacedFile.sealed([
      "v": .integer(JournalLineCodec.version), "rateHz": .number(kept.source.rateHz),
      "milligeePerCount": .number(kept.source.milligeePerLSB),
      "noiseFloorMilligee": .number(Double(kept.calibration.noiseFloorMilligee)),
      "emptyMicroMilligeeSquared": number(kept.calibration.emptyMicroMilligeeSquared),
      "activityGain": number(kept.calibration.activityGain),
    ])
  }

  /// The calibration in the file's bytes; nil when they are damaged, of a version that is not known, or tell what no
  /// part can be.
  public static func calibration(in bytes: [UInt8]) -> KeptCalibration? {
    guard let document = ReplacedFile.document(in: bytes) else { return nil }
    do throws(FieldFault) {
      var fields = try Fields(document)
      _ = try fields.required("v", as: .integer(in: 1...JournalLineCodec.version))
      let rate = try fields.required("rateHz", as: .number(in: MotionSource.ratesHz))
      let scale = try fields.required("milligeePerCount", as: .number(in: MotionSource.scalesMilligeePerLSB))
      let calibration = MotionCalibration(
        noiseFloorMilligee: Float(try fields.required("noiseFloorMilligee", as: .number(in: 0.001...1_000))),
        emptyMicroMilligeeSquared: try fields.optional(
          "emptyMicroMilligeeSquared", as: .number(in: 0...1e6)
        ).map(Float.init),
        activityGain: try fields.optional("activityGain", as: .number(in: 0...1e9)).map(Float.init))
      return MotionSource(rateHz: rate, milligeePerLSB: scale).map {
        KeptCalibration(source: $0, calibration: calibration)
      }
    } catch {
      return nil
    }
  }

  private static func number(_ value: Float?) -> JSONValue { value.map { .number(Double($0)) } ?? .null }
}
