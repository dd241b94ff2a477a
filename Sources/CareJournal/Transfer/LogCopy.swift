import Nursery

/// A log as one text: every line that can be read, byte for byte, each once and in order. What is damaged is left
/// out; the segments and the quarantine keep it.
public enum LogCopy {
  /// Delivers each line with its line end. Fails only when the log's folder cannot be listed.
  ///
  /// - Returns: how many pieces were damaged, and how many segments the medium did not give back.
  public static func replay<Storage: JournalStorage>(
    _ storage: Storage, apply: ([UInt8]) -> Void
  ) throws(JournalFault) -> (damaged: Int, unreadable: Int) {
    var seen: Set<EventID> = []
    var (damaged, unreadable) = (0, 0)
    for number in try Journal<Storage>.segmentNumbers(in: storage) {
      do throws(StorageFault) {
        damaged += copy(try storage.read(SegmentName.path(number)), number, &seen, apply)
      } catch {
        unreadable += 1
      }
    }
    return (damaged, unreadable)
  }

  private static func copy(
    _ segment: [UInt8], _ number: Int, _ seen: inout Set<EventID>, _ apply: ([UInt8]) -> Void
  ) -> Int {
    var reader = SegmentReader(segment, number: number)
    var damaged = 0
    while let piece = reader.next() {
      switch piece {
      case .line(let line, let range):
        if seen.insert(line.id).inserted { apply(Array(segment[range]) + [0x0A]) }
      case .odd, .damage: damaged += 1
      }
    }
    return damaged
  }
}
