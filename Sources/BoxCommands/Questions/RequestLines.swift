import ArgumentParser
import BoxRuntime
import CareJournal

/// Questions as lines, `{"id":…,"request":{…}}`, each answered on a line of its own: with a `result`, or with an
/// `error` that names the field. One bad line does not affect the answers to the others.
package struct RequestLines {
  /// The result for a line.
  struct Answer {
    /// The line to print.
    let document: JSONValue
    /// 0; 1 for an answer that means no; 65 for a line that is not a request.
    let exit: ExitStatus

    /// A result. `exit` shows whether it means yes.
    static func result(_ id: JSONValue, _ result: Result) -> Answer {
      Answer(document: ["id": id, "result": result.document], exit: result.isYes ? .ok : .no)
    }

    /// A line that is not a request.
    static func fault(_ id: JSONValue, field: String, _ message: String) -> Answer {
      let fault: JSONValue = ["field": .string(field), "message": .string(message)]
      return Answer(document: ["id": id, "error": fault], exit: .data)
    }
  }

  /// The value of a line's `result`.
  struct Result {
    let document: JSONValue
    let isYes: Bool

    init(_ document: JSONValue, isYes: Bool = true) { (self.document, self.isYes) = (document, isYes) }
  }

  /// Members of a line that are ignored, so that a file of test vectors can be used as input unchanged.
  let passedOver: [String]
  /// Answers the value of `request`. A fault's field is a path within it.
  let result: (JSONValue) throws(FieldFault) -> Result

  /// Answers a line that was already read.
  func answer(_ value: JSONValue) -> Answer {
    let id = identifier(of: value)
    do {
      var fields = try Fields(value)
      for name in ["id"] + passedOver { _ = fields.remove(name) }
      let result = try result(fields.required("request", as: .anything))
      try fields.finish()
      return .result(id, result)
    } catch {
      return .fault(id, field: error.path, error.message)
    }
  }

  /// Answers one line of text; a complaint for the standard error names the line and the field.
  func answer(_ bytes: [UInt8], number: Int) -> (answer: Answer, complaint: String?) {
    do throws(JSONFault) {
      let answer = answer(try JSONReader.read(bytes, firstLine: number))
      return (answer, answer.exit == .data ? "\(number): \(JSONWriter.text(answer.document))" : nil)
    } catch {
      return (.fault(nil, field: "", error.message), "\(number): \(error.message)")
    }
  }

  private func identifier(of value: JSONValue) -> JSONValue {
    guard case .object(let members) = value.kind else { return nil }
    return members.first { $0.key == "id" }?.value ?? nil
  }
}

extension RequestLines {
  /// Answers every line of a file (`-` is the standard input) on the standard output. Blank lines are skipped. The
  /// exit code is that of the worst line.
  func answerAll(of input: String) throws(RunFault) -> ExitStatus {
    let bytes = try InputFile.read(input)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var worst = ExitStatus.ok
    for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 <= 0x20 }) {
      let (answer, complaint) = answer(Array(line), number: index + 1)
      StandardStreams.line(JSONWriter.text(answer.document))
      if let complaint {
        StandardStreams.errorLine("cribside: \(input == "-" ? "standard input" : input):\(complaint)")
      }
      // The exit codes are in the order of their severity.
      if answer.exit.rawValue > worst.rawValue { worst = answer.exit }
    }
    return worst
  }

  /// Does the whole work of a command that answers lines.
  package func run(on input: String) throws {
    try BoxAnswer.end { () throws(RunFault) in BoxAnswer(exit: try answerAll(of: input)) }
  }
}
