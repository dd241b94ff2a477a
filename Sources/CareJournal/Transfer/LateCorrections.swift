import Nursery

/// Finds what an imported correction may still change. In a log, the last line about a field wins. So if an older
/// correction is appended late, it must not set a field that newer corrections in the log have set.
///
/// The copy's corrections of an event and the log's are merged into one order. Each keeps its own order; between the
/// two, the time of logging decides, or the numbers of the same box. If neither decides, the log's correction counts as
/// newer.
public struct LateCorrections: Sendable {
  /// How many corrections were left out, since newer ones replace all of their fields.
  public private(set) var leftOut = 0
  /// How many corrections lost some of their fields to newer ones.
  public private(set) var shortened = 0

  /// A baby and one of its events.
  private struct Target: Hashable {
    let baby: BabyID
    let event: EventID
  }

  /// The corrections of one event, oldest first.
  private struct Course {
    var copied: [LoggedCorrection] = []
    var known: [LoggedCorrection] = []
  }

  /// What the log's later corrections set.
  private struct Newer {
    var fields = CarePatch()
    var isAmended = false
    var isDeleted = false
  }

  private var courses: [Target: Course] = [:]
  /// By the correction's line, for events that were asked about.
  private var newer: [EventID: Newer] = [:]

  /// The corrections of a copy. If its boxes counted their lines, the counts give their order, otherwise the order of
  /// the copy.
  public init(of copy: [LoggedCorrection]) {
    var seen: Set<EventID> = []
    for said in copy where seen.insert(said.line).inserted {
      courses[Target(baby: said.baby, event: said.target), default: Course()].copied.append(said)
    }
    for target in courses.keys { courses[target]?.copied.sort { $0.stamp.isOlder(than: $1.stamp) } }
  }

  /// Notes a line of the log. Only corrections of the copy's events are held.
  public mutating func note(_ line: JournalLine) {
    guard let said = LoggedCorrection(line) else { return }
    courses[Target(baby: said.baby, event: said.target)]?.known.append(said)
  }

  /// What remains of a draft after the log's newer corrections; nil if nothing.
  public mutating func rest(of draft: JournalDraft) -> JournalDraft? {
    switch draft {
    case .care(let event): return rest(of: event, saysMore: false).map { .care($0) }
    case .extended(let event, let more):
      return rest(of: event, saysMore: !more.isEmpty).map { .extended($0, more) }
    case .sync, .left, .kept: return draft
    }
  }

  private mutating func rest(of event: CareEvent, saysMore: Bool) -> CareEvent? {
    let (target, correction): (EventID, Correction)
    switch event.change {
    case .added: return event
    case .amended(let id, let patch): (target, correction) = (id, .amend(patch))
    case .deleted(let id): (target, correction) = (id, .delete)
    }
    let newer = newer(than: event.id, about: Target(baby: event.baby, event: target))
    guard let rest = Self.rest(of: correction, behind: newer, saysMore: saysMore) else {
      leftOut += 1
      return nil
    }
    guard rest != correction, case .amend(let patch) = rest else { return event }
    shortened += 1
    var event = event
    event.change = .amended(target, patch)
    return event
  }

  /// What remains of a correction: the fields that nothing newer sets. Nothing remains of an amendment if the event was
  /// deleted since, or of a deletion if it was amended since.
  ///
  /// - Parameter saysMore: whether it has members that are not understood here. Then an amendment of an event that was
  ///   not deleted since always remains.
  private static func rest(of late: Correction, behind newer: Newer, saysMore: Bool) -> Correction? {
    guard case .amend(var patch) = late else { return newer.isAmended ? nil : late }
    if newer.isDeleted { return nil }
    patch.drop(newer.fields)
    return patch == CarePatch() && late != .amend(patch) && !saysMore ? nil : .amend(patch)
  }
}

// MARK: - The order

extension LateCorrections {
  private mutating func newer(than line: EventID, about target: Target) -> Newer {
    if let known = newer[line] { return known }
    if let course = courses[target], !course.known.isEmpty { judge(course) }
    // If the log has no correction of the event, nothing is newer.
    return newer[line] ?? Newer()
  }

  /// Judges the corrections of an event from newest to oldest. A deletion before an amendment does not count, whether
  /// the amendment is in the log or in the copy.
  private mutating func judge(_ course: Course) {
    var course = course
    course.known.sort { $0.stamp.isOlder(than: $1.stamp) }
    let known = Set(course.known.map(\.line))
    var after = Newer()
    var isAmendedAtAll = false
    for said in Self.order(course).reversed() {
      newer[said.line] = after
      switch said.correction {
      case .delete: if known.contains(said.line), !isAmendedAtAll { after.isDeleted = true }
      case .amend(let patch):
        isAmendedAtAll = true
        guard known.contains(said.line) else { continue }
        after.isAmended = true
        after.fields.add(patch)
      }
    }
  }

  /// All corrections of an event, oldest first, each once. The two orders are merged at the corrections that are in
  /// both; where they contradict each other, the log's order wins.
  private static func order(_ course: Course) -> [LoggedCorrection] {
    let (known, copied) = (Set(course.known.map(\.line)), Set(course.copied.map(\.line)))
    var merged: [LoggedCorrection] = []
    var done: Set<EventID> = []
    var rest = course.copied[...]
    for said in course.known where done.insert(said.line).inserted {
      let isInBoth = copied.contains(said.line)
      while let first = rest.first, first.line != said.line {
        let isPassed = done.contains(first.line)
        // A correction in both comes after those that the copy has before it.
        guard isPassed || isInBoth || !known.contains(first.line) && !(first.isNewer(than: said) ?? false)
        else { break }
        rest.removeFirst()
        if !isPassed, !known.contains(first.line) { merged.append(first) }
      }
      if rest.first?.line == said.line { rest.removeFirst() }
      merged.append(said)
    }
    return merged + rest.filter { !known.contains($0.line) }
  }
}

extension CarePatch {
  /// Removes the fields that another patch sets.
  fileprivate mutating func drop(_ other: CarePatch) {
    if other.kind != nil { kind = nil }
    if other.start != nil { start = nil }
    if other.end != nil { end = nil }
    if other.side != nil { side = nil }
    detail.drop(other.detail)
  }

  /// Sets the fields that another patch sets.
  fileprivate mutating func add(_ other: CarePatch) {
    kind = other.kind ?? kind
    start = other.start ?? start
    end = other.end ?? end
    side = other.side ?? side
    detail = detail.patched(by: other.detail)
  }
}

extension CareDetail {
  fileprivate mutating func drop(_ other: CareDetail) {
    if other.amountMilliliters != nil { amountMilliliters = nil }
    if other.milk != nil { milk = nil }
    if other.nappy != nil { nappy = nil }
    if other.medicine != nil { medicine = nil }
  }
}

/// A correction with what decides which of two is newer.
public struct LoggedCorrection: Hashable, Sendable {
  /// The correction's own line.
  public let line: EventID
  /// The baby of the event.
  public let baby: BabyID
  /// The event it corrects.
  public let target: EventID
  /// The correction.
  public let correction: Correction

  /// Its place in the order of all boxes.
  let stamp: LineStamp
  /// When it was logged, by the wall clock at that time; nil if unknown.
  private let logged: Instant?

  /// The correction in a line; nil for any other line.
  public init?(_ line: JournalLine) {
    guard case .care(let event) = line.entry else { return nil }
    switch event.change {
    case .added: return nil
    case .amended(let id, let patch): (target, correction) = (id, .amend(patch))
    case .deleted(let id): (target, correction) = (id, .delete)
    }
    (self.line, baby) = (line.id, event.baby)
    stamp = line.stamp
    logged = Self.logged(line)
  }

  /// An id is made when its line is logged, and stays the same in every copy. The moment of an imported line is the
  /// later time of its import.
  private static func logged(_ line: JournalLine) -> Instant? {
    let made = Instant(milliseconds: Int(line.id.high >> 16))
    return made.milliseconds > 0 ? min(made, line.moment.wall ?? made) : nil
  }

  /// Whether it was logged after another one: by the wall clock, otherwise by the numbers if both lines are of one box.
  /// Nil if neither decides.
  func isNewer(than other: LoggedCorrection) -> Bool? {
    if let logged, let earlier = other.logged, logged != earlier { return logged > earlier }
    let (one, other) = (stamp, other.stamp)
    return one.box == other.box && one.sequence != other.sequence ? one.sequence > other.sequence : nil
  }
}

extension LineStamp {
  /// Whether a line is older than another one. Between two without counts, neither is.
  package func isOlder(than other: LineStamp) -> Bool {
    count == other.count ? count > 0 && self < other : count < other.count
  }
}
