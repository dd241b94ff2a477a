/// How many pieces of each kind a log holds.
struct LogTally: Hashable, Sendable {
  /// Lines, foreign ones included, repeated ones not.
  var lines = 0
  /// Lines of an unknown version, op or kind.
  var foreign = 0
  /// Texts with a good checksum that are no line.
  var odd = 0
  /// Lines met again.
  var repeated = 0
  /// Damaged pieces with a good line after them.
  var damaged = 0
  /// Damaged pieces after the last good line of a segment.
  var torn = 0
}
