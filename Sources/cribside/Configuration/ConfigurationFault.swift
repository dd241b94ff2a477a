import CareJournal

/// A configuration that cannot be used: which file, line and field, what was expected, what stood there.
struct ConfigurationFault: Error, Hashable, Sendable, CustomStringConvertible {
  var file: String
  var line: Int
  var field: String
  var expected: String
  var found: String

  init(file: String = "", line: Int = 0, field: String, expected: String, found: String) {
    self.file = file
    self.line = line
    self.field = field
    self.expected = expected
    self.found = found
  }

  init(_ fault: FieldFault, file: String = "") {
    self.init(
      file: file, line: fault.line, field: fault.path, expected: fault.expected, found: fault.found)
  }

  init(_ fault: JSONFault, file: String = "") {
    self.init(file: file, line: fault.line, field: "", expected: fault.expected, found: fault.found)
  }

  /// The same fault, of a file.
  func inFile(_ name: String) -> ConfigurationFault {
    var fault = self
    if fault.file.isEmpty { fault.file = name }
    return fault
  }

  /// `cribside.json5:12: babies[0].bedtime: expected a time HH:MM, found "7pm"`
  var description: String {
    var place = file
    if line > 0 { place += place.isEmpty ? "line \(line)" : ":\(line)" }
    let parts = [place, field].filter { !$0.isEmpty }
    return (parts + ["expected \(expected), found \(found)"]).joined(separator: ": ")
  }
}
