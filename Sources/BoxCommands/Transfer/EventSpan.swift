import Nursery

/// What makes two events the same one whatever their ids: the same kind of the same baby, from the same second to the
/// same second. Tables tell whole seconds, and some tell no ids.
struct EventSpan: Hashable, Sendable {
  /// All of it in one number. Of a million events two would be taken for one with a chance of 1 in 30 million.
  let hash: UInt64

  init(baby: BabyID, kind: CareKind, start: Instant, end: Instant?) {
    let end = kind.lasts ? end.map { "\(Self.second($0))" } ?? "" : ""
    hash = FNV1a.hash(Array("\(baby.number)|\(kind.name)|\(Self.second(start))|\(end)".utf8))
  }

  /// The second in which an instant lies.
  static func second(_ instant: Instant) -> Int {
    let milliseconds = instant.milliseconds
    return milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
  }
}

/// Which rows of a table hold an event of some span.
struct EventSpans {
  private var rows: [(hash: UInt64, place: UInt32)] = []

  /// Whether there are none.
  var isEmpty: Bool { rows.isEmpty }

  /// Adds a row, by its place in the index.
  mutating func append(_ span: EventSpan, _ place: Int) {
    rows.append((span.hash, UInt32(place)))
  }

  /// Once all are there.
  mutating func close() {
    rows.sort { ($0.hash, $0.place) < ($1.hash, $1.place) }
  }

  /// The rows of a span.
  func places(of span: EventSpan) -> [Int] {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].hash < span.hash { low = middle + 1 } else { high = middle }
    }
    return rows[low...].prefix { $0.hash == span.hash }.map { Int($0.place) }
  }
}
