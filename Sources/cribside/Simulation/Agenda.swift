/// What is to happen in simulated time, earliest first; at equal times in the order it was planned.
struct Agenda<Item> {
  private var entries: [(nanoseconds: UInt64, order: Int, item: Item)] = []
  private var planned = 0

  /// When the next item is due.
  var next: UInt64? { entries.first?.nanoseconds }

  /// Plans an item.
  mutating func plan(_ item: Item, at nanoseconds: UInt64) {
    planned += 1
    let place = entries.firstIndex { $0.nanoseconds > nanoseconds } ?? entries.endIndex
    entries.insert((nanoseconds, planned, item), at: place)
  }

  /// Takes the next item if it is due.
  mutating func take(due nanoseconds: UInt64) -> Item? {
    guard let first = entries.first, first.nanoseconds <= nanoseconds else { return nil }
    entries.removeFirst()
    return first.item
  }

  /// Forgets what matches.
  mutating func remove(where matches: (Item) -> Bool) {
    entries.removeAll { matches($0.item) }
  }
}
