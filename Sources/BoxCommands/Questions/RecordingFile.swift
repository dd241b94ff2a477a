import BoxRuntime
import CareJournal
import CribMotion
import Nursery

/// A recording of raw readings as a file: a line of JSON, then a line for each reading.
package struct RecordingFile {
  /// What a reading may be, in counts.
  private static let counts = Int(Int16.min)...Int(Int16.max)

  package var recording: MotionRecording
  /// Where it was made.
  package let zone: ZoneWindow

  /// Reads a file's bytes. One that ends within a line is read up to there, and said to be cut.
  package static func read(
    _ bytes: [UInt8], named name: String, zones: (String, Instant) -> ZoneWindow?
  ) throws(RunFault) -> (file: RecordingFile, isCut: Bool) {
    var lines = TextLines(bytes)
    let first = lines.next() ?? 0..<0
    // A recording that begins with its readings is told what is missing, and not what is wrong with them as JSON.
    guard lines[first].first == UInt8(ascii: "{") else {
      throw DataFault(
        file: name, line: 1, field: "",
        expected: "a line of JSON with rateHz, mgPerLSB, sensor, start and timeZone",
        found: lines.shown(first)
      ).runFault
    }
    var file = try header(Array(lines[first]), named: name, zones: zones)
    do throws(DataFault) {
      file.recording.samples = try samples(&lines, named: name)
    } catch {
      throw error.runFault
    }
    return (file, lines.isCut)
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
    return RecordingFile(recording: MotionRecording(source: source, start: start, samples: []), zone: zone)
  }

  // MARK: The readings

  private static func samples(_ lines: inout TextLines, named name: String) throws(DataFault)
    -> [MotionSample?]
  {
    var samples: [MotionSample?] = []
    samples.reserveCapacity(1 << 20)
    while let line = lines.next() {
      guard !lines.isInCutLine else { break }
      if line.isEmpty {
        samples.append(nil)
      } else {
        samples.append(try sample(lines, line, named: name))
      }
    }
    return samples
  }

  private static func sample(
    _ lines: TextLines, _ line: Range<Int>, named name: String
  ) throws(DataFault) -> MotionSample {
    var place = line.lowerBound
    let (end, all) = (line.upperBound, counts)
    guard let x = lines.integer(at: &place, before: end), all.contains(x),
      lines.skipComma(at: &place, before: end),
      let y = lines.integer(at: &place, before: end), all.contains(y),
      lines.skipComma(at: &place, before: end),
      let z = lines.integer(at: &place, before: end), all.contains(z), place == end
    else { throw fault(lines, line, named: name) }
    return MotionSample(x: Int16(x), y: Int16(y), z: Int16(z))
  }

  /// What is wrong with a line that could not be read.
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
