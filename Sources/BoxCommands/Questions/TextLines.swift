import BoxRuntime
import CareJournal

/// The lines of a file, one after the other. Only a piece of the file and a line are held in memory.
package struct TextLines {
  /// The longest line: 1 MiB.
  private static let lineBytesMax = 1 << 20

  private let name: String
  private let piece: () throws(RunFault) -> ArraySlice<UInt8>?
  private var bytes: [UInt8] = []
  /// The number of the last line that was read, from 1.
  private(set) var number = 0
  private var position = 0

  /// The lines of a named file that is read piece by piece; nil marks its end.
  package init(of name: String, _ piece: @escaping () throws(RunFault) -> ArraySlice<UInt8>?) {
    (self.name, self.piece) = (name, piece)
  }

  /// The lines of a named file's bytes.
  package init(_ bytes: [UInt8], of name: String) {
    self.init(of: name) { () throws(RunFault) in nil }
    self.bytes = bytes
  }

  /// The position of the next line without its end, valid until the next one is read; nil after the last.
  mutating func next() throws(RunFault) -> Range<Int>? {
    guard !isInCutLine else { return nil }
    var end = position
    while true {
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      guard end == bytes.count else { break }
      guard let piece = try piece() else { break }
      bytes.removeSubrange(..<position)
      end -= position
      position = 0
      bytes += piece
      guard bytes.count - piece.count <= Self.lineBytesMax else { throw tooLong() }
    }
    let start = position
    guard start < bytes.count else { return nil }
    position = end + 1
    number += 1
    return start..<(end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end)
  }

  private func tooLong() -> RunFault {
    DataFault(
      file: name, line: number + 1, field: "", expected: "a line of at most \(Self.lineBytesMax) bytes",
      found: "more"
    ).runFault
  }

  /// Whether the last line that was read ends the file without a line end: the file was cut off, perhaps within a
  /// number.
  var isInCutLine: Bool { position > bytes.count }

  /// A line's bytes.
  subscript(line: Range<Int>) -> ArraySlice<UInt8> { bytes[line] }

  /// Reads a whole number at a position, and moves the position to the byte after it. Nil if there is none, or if it
  /// has more than nine digits.
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

  /// Skips a comma at a position.
  func skipComma(at place: inout Int, before end: Int) -> Bool {
    guard place < end, bytes[place] == UInt8(ascii: ",") else { return false }
    place += 1
    return true
  }

  /// The content of a field or a line, shortened for a message.
  func shown(_ line: Range<Int>) -> String {
    let text = String(decoding: bytes[line].prefix(40), as: UTF8.self)
    return line.isEmpty ? "nothing" : "\"\(text)\""
  }
}

/// What is wrong with a data file: where, what was expected, what was found.
struct DataFault: Error, Hashable {
  let file: String
  let line: Int
  let field: String
  let expected: String
  let found: String

  /// The fault that ends a command, with exit code 65.
  var runFault: RunFault {
    let name = file == "-" ? "standard input" : file
    let place = field.isEmpty ? "\(name):\(line)" : "\(name):\(line): \(field)"
    return RunFault(exit: .data, message: "\(place): expected \(expected), found \(found)")
  }
}

extension RunFault {
  /// The fault of a line of a file that is not JSON.
  package init(_ fault: JSONFault, in file: String) {
    self.init(exit: .data, message: "\(file):\(fault.line): \(fault.message)")
  }

  /// The fault of a field of a line of a file.
  package init(_ fault: FieldFault, in file: String, line: Int) {
    self =
      DataFault(
        file: file, line: line, field: fault.path, expected: fault.expected, found: fault.found
      ).runFault
  }
}
