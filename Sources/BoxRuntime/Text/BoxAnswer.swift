import Bedside
import CareJournal
import Nursery

/// The result of a command: its output and exit code. Over the control socket it is one JSON line, after one line for
/// each piece of a long output.
package struct BoxAnswer: Hashable, Sendable {
  package var output = ""
  package var error = ""
  package var exit = ExitStatus.ok
  /// Additional fields for a program.
  package var more: [JSONValue.Member] = []

  /// A refusal or failure, in one line.
  package static func failure(_ status: ExitStatus, _ message: String) -> BoxAnswer {
    BoxAnswer(error: message, exit: status)
  }

  /// The refusal of a name that no baby of the configuration has, or more than one.
  static func noBaby(named name: String?, in model: BedsideModel) -> BoxAnswer {
    let babies = model.residents.map { "\($0.id.number) \($0.name.printable)" }.joined(separator: ", ")
    return .failure(
      .data, "no baby, or more than one, is named \(name?.printable ?? ""); give one of: \(babies)")
  }

  /// One JSON document on one line.
  package var line: String {
    JSONWriter.text(
      .object(
        [
          JSONValue.Member(key: "exit", value: .integer(Int(exit.rawValue))),
          JSONValue.Member(key: "output", value: .string(output)),
          JSONValue.Member(key: "error", value: .string(error)),
        ] + more))
  }

  /// A line that carries a piece of the output; the line with the exit code follows later.
  static func pieceLine(_ output: String) -> String { JSONWriter.text(["output": .string(output)]) }

  /// A piece without output, which shows how much of the work is done.
  static func progressLine(_ done: Int, of total: Int) -> String {
    JSONWriter.text(["done": .integer(done), "of": .integer(total), "output": .string("")])
  }

  /// Reads what `progressLine` wrote; nil for any other line.
  package static func progress(line: String) -> (done: Int, total: Int)? {
    guard line.hasPrefix(#"{"done":"#) else { return nil }
    do {
      var fields = try Fields(try JSONReader.read(line))
      let done = try fields.required("done", as: .integer(in: 0...Int.max))
      return (done, try fields.required("of", as: .integer(in: 0...Int.max)))
    } catch {
      return nil
    }
  }

  /// Reads what `pieceLine` or `progressLine` wrote.
  package static func piece(line: String) throws(FieldFault) -> String {
    do {
      var fields = try Fields(try JSONReader.read(line))
      let output = try fields.required("output", as: .string)
      for key in ["done", "of"] { _ = try fields.optional(key, as: .integer(in: 0...Int.max)) }
      try fields.finish()
      return output
    } catch let fault as FieldFault {
      throw fault
    } catch {
      throw FieldFault(path: "", line: 1, expected: "a piece of an answer", found: "\(error)")
    }
  }

  package init(output: String = "", error: String = "", exit: ExitStatus = .ok) {
    (self.output, self.error, self.exit) = (output, error, exit)
  }

  /// Reads what `line` wrote.
  package init(line: String) throws(FieldFault) {
    do {
      var fields = try Fields(try JSONReader.read(line))
      output = try fields.required("output", as: .string)
      error = try fields.required("error", as: .string)
      exit = ExitStatus(rawValue: Int32(try fields.required("exit", as: .integer(in: 0...255)))) ?? .software
    } catch let fault as FieldFault {
      throw fault
    } catch {
      throw FieldFault(path: "", line: 1, expected: "an answer of the box", found: "\(error)")
    }
  }
}

/// The exit codes, from sysexits.h where it has one.
package enum ExitStatus: Int32, Hashable, Sendable {
  /// Done.
  case ok = 0
  /// The question's answer is no.
  case no = 1
  /// The command line is wrong.
  case usage = 64
  /// The input data are wrong.
  case data = 65
  /// A device is unavailable.
  case unavailable = 69
  /// A fault of the program.
  case software = 70
  /// Input or output failed.
  case io = 74
  /// Try again later: another box holds the directory.
  case again = 75
  /// No permission.
  case permission = 77
  /// The configuration is wrong.
  case configuration = 78
}

/// Sends a long output in pieces, and notices when no one reads it any more.
package struct AnswerWriter {
  /// A piece is sent once it has this many bytes.
  private static let pieceBytes = 32 << 10

  private let send: (String) -> Bool
  private var piece = ""
  /// Whether anyone still reads. If not, the rest of the work can be skipped.
  package private(set) var isRead = true

  /// Writes through a function that returns whether anyone still reads; an empty piece only asks that.
  package init(send: @escaping (String) -> Bool) { self.send = send }

  /// Adds text.
  package mutating func write(_ text: String) {
    piece += text
    if piece.utf8.count >= Self.pieceBytes { flush() }
  }

  /// Sends the rest of the text.
  package mutating func flush() {
    guard !piece.isEmpty else { return }
    isRead = isRead && send(piece)
    piece = ""
  }

  /// Asks whether anyone still reads; call it now and then while there is nothing to write.
  package mutating func ask() -> Bool {
    isRead = isRead && send("")
    return isRead
  }
}

/// The sender of a request, and the id for its line.
package struct Asker: Hashable, Sendable {
  /// The name of a phone; nil for a person at the box.
  package var by: String?
  /// The id for its line, which makes it safe to send the request again; nil if the box chooses one.
  package var id: EventID?
}
