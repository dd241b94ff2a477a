extension SleepSpan {
  /// Those of the items whose spans do not contradict each other, in order of time.
  ///
  /// Left out are a span that ends before it starts, one that begins before an earlier one has ended, and one without
  /// an end that another follows, unless that one yields to it: its end is unknown.
  static func consistent<Item>(
    _ items: [Item], span: (Item) -> SleepSpan, yields: (Item, Item) -> Bool = { _, _ in false }
  ) -> [Item] {
    var kept: [Item] = []
    for item in items.sorted(by: { span($0).start < span($1).start }) where span(item).isForward {
      guard let last = kept.last else {
        kept.append(item)
        continue
      }
      guard let end = span(last).end else {
        if !yields(item, last) { kept[kept.count - 1] = item }
        continue
      }
      if end <= span(item).start { kept.append(item) }
    }
    return kept
  }

  /// False for a sleep that ends before it starts.
  var isForward: Bool { end.map { $0 >= start } ?? true }

  /// Whether two sleeps share time; touching is not sharing, and one without an end lasts for ever.
  public func overlaps(_ other: SleepSpan) -> Bool {
    let beginsBeforeOtherEnds = other.end.map { start < $0 } ?? true
    let endsAfterOtherBegins = end.map { $0 > other.start } ?? true
    return beginsBeforeOtherEnds && endsAfterOtherBegins
  }

  /// How long it lasted, or has lasted at `now`, in whole minutes; never negative.
  public func minutes(at now: Instant) -> Int {
    max(0, start.minutes(until: end ?? now))
  }
}

/// A sleep or a nursing as the clocks have it, and the place of its record in the log.
struct PlacedSpan {
  /// The record's place, in the order in which the log grew.
  let place: Int
  let span: SleepSpan
  /// Whether it began when it was logged, by the boot clock, and was not entered later.
  let isWitnessed: Bool

  /// Whether this one, though already logged, was still ahead when the other began: then a clock was ahead, and the
  /// other one counts.
  func yields(to other: PlacedSpan) -> Bool {
    other.isWitnessed && place < other.place && span.start > other.span.start
  }
}
