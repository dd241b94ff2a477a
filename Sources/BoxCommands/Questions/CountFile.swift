import BoxRuntime
import CribMotion

/// Counts of minutes as a file: one whole number a line.
package enum CountFile {
  /// Reads a file's bytes.
  package static func read(_ bytes: [UInt8], named name: String) throws(RunFault) -> [Int] {
    var lines = TextLines(bytes)
    var counts: [Int] = []
    while let line = lines.next() {
      var place = line.lowerBound
      guard let count = lines.integer(at: &place, before: line.upperBound), place == line.upperBound,
        (0...ClassicScorer.countLimit).contains(count)
      else {
        throw DataFault(
          file: name, line: lines.number, field: "count",
          expected: "a whole number from 0 to \(ClassicScorer.countLimit)", found: lines.shown(line)
        ).runFault
      }
      counts.append(count)
    }
    return counts
  }
}
