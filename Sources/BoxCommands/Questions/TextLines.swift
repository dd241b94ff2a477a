import BoxRuntime
import CareJournal

/// The lines of a file's bytes, one after the other, without a copy of any.
struct TextLines {
  private let bytes: [UInt8]
  /// The number of the line read last, from 1.
  private(set) var number = 0
  private var position: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// Whether the last line has no end: a recording that was cut off, perhaps within a number.
  var isCut: Bool { bytes.last.map { $0 != UInt8(ascii: "\n") } ?? false }

  /// The next line's place, without its end; nil after the last.
  mutating func next() -> Range<Int>? {
    guard position < bytes.count else { return nil }
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
    var end = position
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    position += 1
    number += 1
    return start..<end
  }

  /// Whether the line read last is the last one, and has no end.
  var isInCutLine: Bool { position > bytes.count }

  /// A line's bytes.
  subscript(line: Range<Int>) -> ArraySlice<UInt8> { bytes[line] }

  /// Reads a whole number at a place, which it moves behind it; nil where none stands, or one of more than nine
  /// digits.
  func integer(at place: inout Int, before end: Int) -> Int? {
    let isNegative = place < end && bytes[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let start = place
    var value = 0
    while place < end, place - start < 10 {
      let digit = bytes[place] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      value = value &* 10 &+ Int(digit)
      place += 1
    }
    guard (1...9).contains(place - start) else { return nil }
    return isNegative ? -value : value
  }

  /// Takes a comma at a place.
  func skipComma(at place: inout Int, before end: Int) -> Bool {
    guard place < end, bytes[place] == UInt8(ascii: ",") else { return false }
    place += 1
    return true
  }

  /// What stands in a field or a line, shortened for a message.
  func shown(_ line: Range<Int>) -> String {
    let text = String(decoding: bytes[line].prefix(40), as: UTF8.self)
    return line.isEmpty ? "nothing" : "\"\(text)\""
  }
}

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
