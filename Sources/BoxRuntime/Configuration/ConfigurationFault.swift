import CareJournal

/// A configuration that cannot be used: which file, line and field, what was expected, what stood there.
package struct ConfigurationFault: Error, Hashable, Sendable, CustomStringConvertible {
  package var file: String
  package var line: Int
  package var field: String
  package var expected: String
  package var found: String

  package init(file: String = "", line: Int = 0, field: String, expected: String, found: String) {
    self.file = file
    self.line = line
    self.field = field
    self.expected = expected
    self.found = found
  }

  package init(_ fault: FieldFault, file: String = "") {
    self.init(
      file: file, line: fault.line, field: fault.path, expected: fault.expected, found: fault.found)
  }

  package init(_ fault: JSONFault, file: String = "") {
    self.init(file: file, line: fault.line, field: "", expected: fault.expected, found: fault.found)
  }

  /// The same fault, of a file.
  package func inFile(_ name: String) -> ConfigurationFault {
    var fault = self
    if fault.file.isEmpty { fault.file = name }
    return fault
  }

  /// `cribside.json5:12: babies[0].bedtime: expected a time HH:MM, found "7pm"`
  package var description: String {
    var place = file
    if line > 0 { place += place.isEmpty ? "line \(line)" : ":\(line)" }
    let parts = [place, field].filter { !$0.isEmpty }
    return (parts + ["expected \(expected), found \(found)"]).joined(separator: ": ")
  }
}
