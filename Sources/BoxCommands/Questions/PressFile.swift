import BoxRuntime
import CareJournal
import CribMotion
import Nursery

/// The presses during a recording as a file: one line of JSON for each.
package enum PressFile {
  /// Reads a file's bytes. Presses must lie within the recording and in order of time.
  package static func read(
    _ bytes: [UInt8], named name: String, of recording: MotionRecording
  ) throws(RunFault) -> [(at: Instant, press: CribPress)] {
    var lines = TextLines(bytes)
    var presses: [(at: Instant, press: CribPress)] = []
    while let line = lines.next() {
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
