import CareJournal

/// A line of a box's log on its way to another box: its text, byte for byte, and what identifies it.
package struct LogLine: Hashable, Sendable {
  /// The box that wrote it.
  package let box: String
  /// That box's count of its lines, from 1.
  package let sequence: Int
  /// The text, without its line end.
  package let text: String

  /// Reads a line; nil if its checksum does not hold, or it is no line.
  package init?(_ text: String) {
    guard case .line(let line) = JournalLineCodec.decode(Array(text.utf8)) else { return nil }
    (box, sequence, self.text) = (line.box, line.sequence, text)
  }
}
