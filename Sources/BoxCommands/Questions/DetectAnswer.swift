import CareJournal
import CribMotion
import Nursery

/// The answer of `cribside detect --raw`.
package enum DetectAnswer {
  /// A summary as one document, with its times in the recording's zone.
  package static func document(_ summary: MotionSummary, zone: ZoneWindow) -> JSONValue {
    [
      "epochSeconds": .integer(Epoch.milliseconds / 1000),
      "epochs": .string(summary.letters),
      "segments": spans(summary.segments, zone),
      "wakings": spans(summary.wakings, zone),
      "onset": time(summary.onset, zone),
      "offset": time(summary.offset, zone),
      "noiseFloorMilligee": milligee(summary.noiseFloorMilligee),
    ]
  }

  private static func spans(_ spans: [SleepSegment], _ zone: ZoneWindow) -> JSONValue {
    .array(spans.map { ["start": time($0.start, zone), "end": time($0.end, zone)] })
  }

  private static func time(_ instant: Instant?, _ zone: ZoneWindow) -> JSONValue {
    instant.map { .string(ISO8601.text($0, in: zone)) } ?? nil
  }

  /// To a thousandth: more would be noise of its own.
  private static func milligee(_ value: Float?) -> JSONValue {
    value.map { .number((Double($0) * 1000).rounded() / 1000) } ?? nil
  }
}
