import Nursery

/// What all segments up to one come to, so that a start need not read them. The segments stay the record: a
/// snapshot that is damaged, of another version, or of other segments than those that are there is passed over.
struct LogSnapshot: Sendable {
  /// The format's version. A reader that learns to interpret more of the lines than before has to raise it,
  /// for what it would have understood is not in an older snapshot.
  static let version = 2

  /// The last segment that it stands for.
  var number: Int
  /// The segments that it stands for, as ranges of their numbers.
  var segments: [ClosedRange<Int>]
  /// The checksum of the last segment's used bytes, which tells that it is still the same log.
  var lastSegment: UInt32
  /// What they come to.
  var state: LogState

  /// Whether it stands for the segments that there are up to its number, and its last one is the same.
  func isOf<Storage: JournalStorage>(_ numbers: [Int], in storage: Storage) -> Bool {
    guard Self.ranges(numbers.filter { $0 <= number }) == segments else { return false }
    do throws(StorageFault) {
      return Self.checksum(ofSegment: try storage.read(SegmentName.path(number))) == lastSegment
    } catch {
      return false
    }
  }

  /// The lines that it knows and a reading of the segments does not.
  func lines(beyond read: SequenceLedger) -> Recovered.OnlyInSnapshot {
    Recovered.OnlyInSnapshot(path: SnapshotName.path(number), lines: state.ledger.numbers(beyond: read))
  }

  /// The checksum of what is used of a segment.
  static func checksum(ofSegment bytes: [UInt8]) -> UInt32 {
    CRC32C.checksum(of: bytes, in: 0..<SegmentReader.usedLength(of: bytes))
  }

  /// Ascending numbers as ranges.
  static func ranges(_ numbers: [Int]) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges
  }
}
