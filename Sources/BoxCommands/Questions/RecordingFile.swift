import BoxRuntime
import CareJournal
import CribMotion
import Nursery

/// A recording of raw readings as a file: a line of JSON, then a line for each reading.
package struct RecordingFile {
  /// The allowed values of a reading, in counts.
  private static let counts = Int(Int16.min)...Int(Int16.max)

  /// The readings.
  package var recording: MotionRecording
  /// The zone in which it was made.
  package let zone: ZoneWindow

  /// Reads a named file. A file that ends within a line is read up to there, and reported as cut.
  package static func read(
    _ lines: consuming TextLines, named name: String, zones: (String, Instant) -> ZoneWindow?
  ) throws(RunFault) -> (file: RecordingFile, isCut: Bool) {
    let first = try lines.next() ?? 0..<0
    // For a recording without its first line, the fault says what is missing, not what is wrong with the readings as
    // JSON.
    guard lines[first].first == UInt8(ascii: "{") else {
      throw DataFault(
        file: name, line: 1, field: "",
        expected: "a line of JSON with rateHz, mgPerLSB, sensor, start and timeZone",
        found: lines.shown(first)
      ).runFault
    }
    var file = try header(Array(lines[first]), named: name, zones: zones)
    while let line = try lines.next(), !lines.isInCutLine {
      file.recording.add(try sample(lines, line, named: name))
    }
    return (file, lines.isInCutLine)
  }

  // MARK: The header

  private static func header(
    _ line: [UInt8], named name: String, zones: (String, Instant) -> ZoneWindow?
  ) throws(RunFault) -> RecordingFile {
    do {
      var fields = try Fields(JSONReader.read(line))
      let file = try header(&fields, zones: zones)
      try fields.finish()
      return file
    } catch let fault as JSONFault {
      throw RunFault(fault, in: name)
    } catch let fault as FieldFault {
      throw RunFault(fault, in: name, line: 1)
    } catch {
      throw RunFault(exit: .software, message: "\(error)")
    }
  }

  private static func header(
    _ fields: inout Fields, zones: (String, Instant) -> ZoneWindow?
  ) throws(FieldFault) -> RecordingFile {
    let rate = try fields.required("rateHz", as: .number(in: MotionSource.ratesHz))
    let scale = try fields.required("mgPerLSB", as: .number(in: MotionSource.scalesMilligeePerLSB))
    _ = try fields.required("sensor", as: .nonEmptyString)
    let start = try fields.required("start", as: .instant)
    guard let zone = zones(try fields.required("timeZone", as: .string), start) else {
      throw fields.fault("timeZone", expected: "the name of a time zone such as Europe/Berlin")
    }
    guard let source = MotionSource(rateHz: rate, milligeePerLSB: scale) else {
      throw fields.fault("rateHz", expected: "a rate and a scale that a part can have")
    }
    return RecordingFile(recording: MotionRecording(source: source, start: start), zone: zone)
  }

  // MARK: The readings

  /// The reading of a line; nil for a missing one.
  static func sample(
    _ lines: TextLines, _ line: Range<Int>, named name: String
  ) throws(RunFault) -> MotionSample? {
    if line.isEmpty { return nil }
    var place = line.lowerBound
    let (end, all) = (line.upperBound, counts)
    guard let x = lines.integer(at: &place, before: end), all.contains(x),
      lines.skipComma(at: &place, before: end),
      let y = lines.integer(at: &place, before: end), all.contains(y),
      lines.skipComma(at: &place, before: end),
      let z = lines.integer(at: &place, before: end), all.contains(z), place == end
    else { throw fault(lines, line, named: name).runFault }
    return MotionSample(x: Int16(x), y: Int16(y), z: Int16(z))
  }

  /// What is wrong with a line that cannot be read.
  private static func fault(_ lines: TextLines, _ line: Range<Int>, named name: String) -> DataFault {
    let parts = lines[line].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      return DataFault(
        file: name, line: lines.number, field: "", expected: "three counts x,y,z or an empty line",
        found: parts.count == 1 ? lines.shown(line) : "\(parts.count) fields")
    }
    let wrong = zip(["x", "y", "z"], parts).first { _, part in
      var place = part.startIndex
      let value = lines.integer(at: &place, before: part.endIndex)
      return place != part.endIndex || !(value.map(counts.contains) ?? false)
    }
    return DataFault(
      file: name, line: lines.number, field: wrong?.0 ?? "",
      expected: "a whole number from \(counts.lowerBound) to \(counts.upperBound)",
      found: lines.shown(wrong.map { $0.1.startIndex..<$0.1.endIndex } ?? line))
  }
}

/// The presses during a recording as a file: one line of JSON for each.
package enum PressFile {
  /// Reads a file's bytes. Presses must lie within the recording and in order of time.
  package static func read(
    _ bytes: [UInt8], named name: String, of recording: MotionRecording
  ) throws(RunFault) -> [(at: Instant, press: CribPress)] {
    var lines = TextLines(bytes, of: name)
    var presses: [(at: Instant, press: CribPress)] = []
    while let line = try lines.next() {
      guard !lines[line].allSatisfy({ $0 <= 0x20 }) else { continue }
      do {
        var fields = try Fields(JSONReader.read(Array(lines[line]), firstLine: lines.number))
        presses.append(try press(&fields, after: presses.last?.at, of: recording))
        try fields.finish()
      } catch let fault as JSONFault {
        throw RunFault(fault, in: name)
      } catch let fault as FieldFault {
        throw RunFault(fault, in: name, line: lines.number)
      } catch {
        throw RunFault(exit: .software, message: "\(error)")
      }
    }
    return presses
  }

  private static func press(
    _ fields: inout Fields, after last: Instant?, of recording: MotionRecording
  ) throws(FieldFault) -> (at: Instant, press: CribPress) {
    let at = try fields.required("at", as: .instant)
    let end = Instant(milliseconds: recording.start.milliseconds + recording.milliseconds)
    guard at >= recording.start, at <= end else {
      let (from, to) = (ISO8601.text(recording.start, in: .utc), ISO8601.text(end, in: .utc))
      throw fields.fault("at", expected: "a time within the recording, \(from) to \(to)")
    }
    if let last, at < last {
      throw fields.fault("at", expected: "a time not before the line above, \(ISO8601.text(last, in: .utc))")
    }
    return (at, try fields.required("press", as: .oneOf(["in": .into, "out": .out])))
  }
}

/// Counts of minutes as a file: one whole number a line.
package enum CountFile {
  /// Reads a file's bytes.
  package static func read(_ bytes: [UInt8], named name: String) throws(RunFault) -> [Int] {
    var lines = TextLines(bytes, of: name)
    var counts: [Int] = []
    while let line = try lines.next() {
      var place = line.lowerBound
      guard let count = lines.integer(at: &place, before: line.upperBound), place == line.upperBound,
        (0...ClassicScorer.countLimit).contains(count)
      else {
        throw DataFault(
          file: name, line: lines.number, field: "count",
          expected: "a whole number from 0 to \(ClassicScorer.countLimit)", found: lines.shown(line)
        ).runFault
      }
      counts.append(count)
    }
    return counts
  }
}

/// A classic scorer by its name on the command line.
package enum ScorerName: String, CaseIterable {
  /// Cole and Kripke's scorer.
  case coleKripke = "cole-kripke"
  /// Sadeh's scorer.
  case sadeh
  /// The scorer of the Scripps Clinic.
  case scripps
  /// Oakley's scorer, which has a threshold.
  case oakley

  /// The thresholds that Oakley's scorer accepts.
  package static let thresholds = [20, 40, 80]

  /// All of them, for a message.
  package static var list: String { allCases.map { $0.rawValue }.joined(separator: ", ") }

  /// The scorer with its options. Only Cole and Kripke's uses `isRescored`, and only Oakley's the threshold, 40 by
  /// default.
  package func scorer(isRescored: Bool, threshold: Int?) -> ClassicScorer {
    switch self {
    case .coleKripke: .coleKripke(isRescored: isRescored)
    case .sadeh: .sadeh
    case .scripps: .scripps
    case .oakley: .oakley(threshold: threshold ?? 40)
    }
  }
}

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

  /// To a thousandth: more digits would only be noise.
  private static func milligee(_ value: Float?) -> JSONValue {
    value.map { .number((Double($0) * 1000).rounded() / 1000) } ?? nil
  }
}
