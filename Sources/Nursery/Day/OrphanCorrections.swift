/// Corrections that wait for their event. Lines from another box may arrive in any order: all lines of one box may come
/// before those of the box whose events they correct.
struct OrphanCorrections {
  typealias Waiting = OrphanCorrection

  /// The most corrections that are kept: several years of corrections at another box. Further ones are dropped.
  private static let limit = 16_384
  /// By the event, in order of arrival.
  private var byTarget: [EventID: [Waiting]] = [:]
  /// The event of each line.
  private var targets: [EventID: EventID] = [:]

  /// All of them, in no order.
  var waiting: [Waiting] { Array(byTarget.values.joined()) }

  func contains(line: EventID) -> Bool { targets[line] != nil }

  mutating func keep(_ correction: Waiting) {
    guard targets.count < Self.limit else { return }
    byTarget[correction.target, default: []].append(correction)
    targets[correction.line] = correction.target
  }

  /// Replaces a waiting correction if its line arrived again and that one counts.
  mutating func keepBetter(line: EventID, _ stamp: LineStamp, _ correction: Correction) {
    guard let target = targets[line], let index = byTarget[target]?.firstIndex(where: { $0.line == line }),
      let known = byTarget[target]?[index],
      stamp.counts(correction.times, before: known.stamp, known.correction.times)
    else { return }
    byTarget[target]?[index] = Waiting(line: line, target: target, correction: correction, stamp: stamp)
  }

  /// Forgets amendments whose times are all old, since their events are forgotten too.
  mutating func forget(where isOld: (EventTime) -> Bool) {
    for waiting in waiting {
      guard case .amend(let patch) = waiting.correction else { continue }
      guard !patch.times.isEmpty, patch.times.allSatisfy(isOld) else { continue }
      targets[waiting.line] = nil
      byTarget[waiting.target]?.removeAll { $0.line == waiting.line }
      if byTarget[waiting.target]?.isEmpty == true { byTarget[waiting.target] = nil }
    }
  }

  mutating func remove(target: EventID) -> [Waiting] {
    let found = byTarget.removeValue(forKey: target) ?? []
    for correction in found { targets[correction.line] = nil }
    return found
  }
}

/// What a correction does to its event.
public enum Correction: Hashable, Sendable {
  /// Changes fields of the event, and restores it if it was deleted.
  case amend(CarePatch)
  /// Deletes the event.
  case delete

  var times: [EventTime] { if case .amend(let patch) = self { patch.times } else { [] } }
}

/// A correction that arrived before its event.
public struct OrphanCorrection: Hashable, Sendable {
  /// The correction's own line.
  public let line: EventID
  /// The event it waits for.
  public let target: EventID
  /// What it does when the event arrives.
  public let correction: Correction
  /// The place of its line in the household's order.
  public let stamp: LineStamp

  /// A correction that waits for its event.
  public init(line: EventID, target: EventID, correction: Correction, stamp: LineStamp = .none) {
    self.line = line
    self.target = target
    self.correction = correction
    self.stamp = stamp
  }
}

/// The place of a line in the order that all boxes of a household share. It decides which of two corrections is
/// newer. A line without a count is older than every line with one.
public struct LineStamp: Hashable, Comparable, Sendable {
  /// Lamport's count: one more than any that the box had seen when it wrote the line (Lamport, "Time, Clocks, and the
  /// Ordering of Events in a Distributed System", 1978); 0 on lines of boxes that did not count.
  public var count: Int
  /// The box that wrote the line.
  public var box: String
  /// The box's own number for the line.
  public var sequence: Int

  /// The place of something that has no known line.
  public static let none = LineStamp(count: 0, box: "", sequence: 0)

  /// The place of a line that is still to be written: newer than all written ones.
  public static let coming = LineStamp(count: .max, box: "", sequence: 0)

  /// The place of a line.
  public init(count: Int, box: String, sequence: Int) {
    self.count = count
    self.box = box
    self.sequence = sequence
  }

  /// Whether this line directly follows another one of the same box.
  public func follows(_ other: LineStamp) -> Bool { box == other.box && sequence == other.sequence + 1 }

  /// Whether a line counts before another one with the same id. A reading of a clock counts before a copy's wall time,
  /// which is what was known of that clock when the line was copied. Otherwise the older place counts, and among
  /// copies of one line the earlier time, so that the order of arrival does not matter.
  func counts(_ times: [EventTime], before other: LineStamp, _ otherTimes: [EventTime]) -> Bool {
    for (time, known) in zip(times, otherTimes) where time.closeness != known.closeness {
      return time.closeness > known.closeness
    }
    if self != other { return self < other }
    return times.map { $0.milliseconds }.lexicographicallyPrecedes(otherTimes.map { $0.milliseconds })
  }

  /// Orders by count, then by the bytes of the box's name, then by number.
  public static func < (one: LineStamp, other: LineStamp) -> Bool {
    if one.count != other.count { return one.count < other.count }
    if one.box != other.box { return one.box.utf8.lexicographicallyPrecedes(other.box.utf8) }
    return one.sequence < other.sequence
  }
}

/// The corrections of one event, sorted by their lines in any order of arrival, so that boxes with the same lines
/// have the same event.
struct CorrectionCourse: Sendable {
  /// A correction and its place in the order.
  struct Step: Sendable {
    var stamp: LineStamp
    let line: EventID
    let correction: Correction

    /// Whether it gives the event an end.
    var givesEnd: Bool {
      if case .amend(let patch) = correction, let end = patch.end { end != nil } else { false }
    }

    /// Whether it counts before another step of the same line.
    func counts(before other: Step) -> Bool {
      stamp.counts(correction.times, before: other.stamp, other.correction.times)
    }

    /// Two cards that began with a copy of one log give out the same places; there the ids of the lines decide.
    func isOlder(than other: Step) -> Bool {
      guard stamp == other.stamp, stamp.sequence > 0 else { return stamp < other.stamp }
      return (line.high, line.low) < (other.line.high, other.line.low)
    }
  }

  /// The event before these corrections.
  var base: Care
  private var baseIsDeleted: Bool
  /// The place up to which `base` has all corrections; `none` unless the event was restored with corrections.
  let floor: LineStamp
  /// Sorted, each line once, if `isSorted` says so.
  private var steps: [Step] = []
  private var isSorted = true

  init(_ record: CareRecord, through floor: LineStamp = .none) {
    (base, baseIsDeleted, self.floor) = (record.care, record.isDeleted, floor)
  }

  /// The place of the newest correction.
  var newest: LineStamp { steps.last.map { max($0.stamp, floor) } ?? floor }

  /// The place of the first and of the last correction that gave the event an end; nil if none did.
  var ends: (first: LineStamp, last: LineStamp)? {
    let ends = steps.filter { $0.givesEnd }
    guard let first = ends.first, let last = ends.last else { return nil }
    return (isPartial ? floor : first.stamp, last.stamp)
  }

  /// The line of the last correction that gave the event an end; nil if none did.
  var endLine: EventID? { steps.last { $0.givesEnd }?.line }

  /// Whether `base` has corrections whose lines are not known here.
  var isPartial: Bool { floor != .none }

  /// Whether `base` has a correction, or a newer one, so that only the older lines show what the event is.
  func isBeforeKnown(_ stamp: LineStamp) -> Bool { isPartial && stamp <= floor }

  /// Adds a correction.
  ///
  /// - Returns: whether it is the newest one, which can be applied to the current event.
  mutating func append(_ step: Step) -> Bool {
    if let last = steps.last, step.isOlder(than: last) { isSorted = false }
    steps.append(step)
    return isSorted
  }

  /// Adds a correction whose line arrived again.
  mutating func appendAgain(_ step: Step) {
    steps.append(step)
    isSorted = false
  }

  /// Keeps of each line the one that counts, and sorts the corrections. Those that are still to be written keep their
  /// order.
  mutating func sort() {
    guard !isSorted else { return }
    var best: [EventID: Int] = [:]
    for (index, step) in steps.enumerated() {
      if let known = best[step.line], !step.counts(before: steps[known]) { continue }
      best[step.line] = index
    }
    steps = steps.indices.filter { best[steps[$0].line] == $0 }.map { steps[$0] }
    steps = steps.enumerated().sorted { one, other in
      if one.element.isOlder(than: other.element) { return true }
      return !other.element.isOlder(than: one.element) && one.offset < other.offset
    }.map { $0.element }
    isSorted = true
  }

  /// The newest correction, and the event before it; nil if no correction is known by itself.
  func newestStep(of record: CareRecord) -> (step: Step, before: CareRecord)? {
    guard let last = steps.last else { return nil }
    var (course, before) = (self, record)
    course.steps.removeLast()
    course.apply(to: &before)
    return (last, before)
  }

  /// The last detail of the event while it was of a kind; nil if it never was.
  func detail(as kind: CareKind) -> CareDetail? {
    var care = base
    var found = care.kind == kind ? care.detail : nil
    for step in steps {
      guard case .amend(let patch) = step.correction else { continue }
      care = care.patched(by: patch)
      if care.kind == kind { found = care.detail }
    }
    return found
  }

  /// Sets a record to the event with all its corrections.
  func apply(to record: inout CareRecord) {
    (record.care, record.isDeleted) = (base, baseIsDeleted)
    for step in steps { record.apply(step.correction) }
  }
}

extension CareRecord {
  /// Applies a correction; an amendment restores a deleted event.
  public mutating func apply(_ correction: Correction) {
    switch correction {
    case .delete: isDeleted = true
    case .amend(let patch):
      care = care.patched(by: patch)
      isDeleted = false
    }
  }
}
