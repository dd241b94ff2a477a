import CribMotion

extension SmallFile where Content == KeptCalibration {
  /// `motion.json`: what was learned of the accelerometer and its mount. A file that is missing or damaged costs the
  /// calibration of an empty crib; all else is learned again within a night.
  public static var motion: SmallFile {
    SmallFile(path: "motion.json", encode: document, decode: calibration)
  }

  private static func document(_ kept: KeptCalibration) -> JSONValue {
    [
      "rateHz": .number(kept.source.rateHz), "milligeePerCount": .number(kept.source.milligeePerLSB),
      "noiseFloorMilligee": .number(Double(kept.calibration.noiseFloorMilligee)),
      "emptyMicroMilligeeSquared": number(kept.calibration.emptyMicroMilligeeSquared),
      "activityGain": number(kept.calibration.activityGain),
    ]
  }

  /// Nil for what no part can be.
  private static func calibration(_ fields: inout Fields) throws(FieldFault) -> KeptCalibration? {
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
  }

  private static func number(_ value: Float?) -> JSONValue { value.map { .number(Double($0)) } ?? .null }
}
