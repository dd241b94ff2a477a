import BoxRuntime
import CareJournal

/// What is wrong with a file of data: where, what was expected, what was found.
struct DataFault: Error, Hashable {
  let file: String
  let line: Int
  let field: String
  let expected: String
  let found: String

  /// As the end of a command: exit code 65.
  var runFault: RunFault {
    let name = file == "-" ? "standard input" : file
    let place = field.isEmpty ? "\(name):\(line)" : "\(name):\(line): \(field)"
    return RunFault(exit: .data, message: "\(place): expected \(expected), found \(found)")
  }
}

extension RunFault {
  /// A line of a file that is no JSON.
  package init(_ fault: JSONFault, in file: String) {
    self.init(exit: .data, message: "\(file):\(fault.line): \(fault.message)")
  }

  /// A field of a line of a file.
  package init(_ fault: FieldFault, in file: String, line: Int) {
    self =
      DataFault(
        file: file, line: line, field: fault.path, expected: fault.expected, found: fault.found
      ).runFault
  }
}
