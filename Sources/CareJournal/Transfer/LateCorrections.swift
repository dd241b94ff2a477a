import Nursery

/// Corrections that are received behind newer ones that the log has. A log's last word on a field stands, so an older
/// one that is appended late must not say it again.
///
/// The copy's corrections of an event and the log's are brought into one order. Each keeps its own; between the two the
/// time at which a correction was logged decides, or the numbers of its box; where nothing does, what the log has is the
/// newer one.
public struct LateCorrections: Sendable {
  /// How many corrections were left out, since newer ones say all that they do.
  public private(set) var leftOut = 0
  /// How many lost some of their fields to newer ones.
  public private(set) var shortened = 0

  /// Whose event, and which.
  private struct Target: Hashable {
    let baby: BabyID
    let event: EventID
  }

  /// The corrections of one event, oldest first.
  private struct Course {
    var copied: [LoggedCorrection] = []
    var known: [LoggedCorrection] = []
  }

  /// What the log says of an event after a correction.
  private struct Newer {
    var fields = CarePatch()
    var isAmended = false
    var isDeleted = false
  }

  private var courses: [Target: Course] = [:]
  /// By the correction's line; of an event for which it was asked.
  private var newer: [EventID: Newer] = [:]

  /// The corrections of a copy. Where its boxes counted their lines, the counts are their order, else that of the copy.
  public init(of copy: [LoggedCorrection]) {
    var seen: Set<EventID> = []
    for said in copy where seen.insert(said.line).inserted {
      courses[Target(baby: said.baby, event: said.target), default: Course()].copied.append(said)
    }
    for target in courses.keys { courses[target]?.copied.sort { $0.stamp.isOlder(than: $1.stamp) } }
  }

  /// Notes a line that the log has. Only what concerns the same events is held.
  public mutating func note(_ line: JournalLine) {
    guard let said = LoggedCorrection(line) else { return }
    courses[Target(baby: said.baby, event: said.target)]?.known.append(said)
  }

  /// What of a draft that the log does not know may follow what it has; nil: nothing.
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

  /// What is left of a correction: the fields that nothing newer sets. Nothing of an amendment is left where the event
  /// was deleted since, nor of a deletion where it was amended since.
  ///
  /// - Parameter saysMore: it says something that is not understood here, and so is left whatever its fields are.
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
    // An event of which the log has no correction has nothing newer.
    return newer[line] ?? Newer()
  }

  /// Goes through the corrections of an event from the newest to the oldest. A deletion that an amendment follows, be it
  /// the log's or one that comes with the copy, does not count.
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

  /// All corrections of an event, oldest first, each once: the two courses merged, as long as they agree at a correction
  /// that is in both. Where they do not, the log's order stands.
  private static func order(_ course: Course) -> [LoggedCorrection] {
    let (known, copied) = (Set(course.known.map(\.line)), Set(course.copied.map(\.line)))
    var merged: [LoggedCorrection] = []
    var done: Set<EventID> = []
    var rest = course.copied[...]
    for said in course.known where done.insert(said.line).inserted {
      let isInBoth = copied.contains(said.line)
      while let first = rest.first, first.line != said.line {
        let isPassed = done.contains(first.line)
        // A correction that is in both comes after what the copy has before it.
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
  /// Takes out what another patch sets.
  fileprivate mutating func drop(_ other: CarePatch) {
    if other.kind != nil { kind = nil }
    if other.start != nil { start = nil }
    if other.end != nil { end = nil }
    if other.side != nil { side = nil }
    detail.drop(other.detail)
  }

  /// Sets what another patch sets.
  fileprivate mutating func add(_ other: CarePatch) {
    kind = other.kind ?? kind
    start = other.start ?? start
    end = other.end ?? end
    side = other.side ?? side
    detail = detail.patched(by: other.detail)
  }
}

extension CareDetail {
  /// Takes out what another patch sets.
  fileprivate mutating func drop(_ other: CareDetail) {
    if other.amountMilliliters != nil { amountMilliliters = nil }
    if other.milk != nil { milk = nil }
    if other.nappy != nil { nappy = nil }
    if other.medicine != nil { medicine = nil }
  }
}

/// A correction as a line tells it, with what says which of two is the newer one.
public struct LoggedCorrection: Hashable, Sendable {
  /// The correction's own line.
  public let line: EventID
  /// Whose event it corrects.
  public let baby: BabyID
  /// The event it corrects.
  public let target: EventID
  /// What it does.
  public let correction: Correction

  /// Its line's place in the order of all boxes.
  let stamp: LineStamp
  /// When it was logged, by the wall clock of then; nil where nothing tells.
  private let logged: Instant?

  /// The correction that a line is; nil for any other line.
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

  /// An id is made when its line is logged, and stays through every copy. A line that was taken in tells besides when
  /// that was, which is later.
  private static func logged(_ line: JournalLine) -> Instant? {
    let made = Instant(milliseconds: Int(line.id.high >> 16))
    return made.milliseconds > 0 ? min(made, line.moment.wall ?? made) : nil
  }

  /// Whether it was logged after another one: by the wall clock, else by the numbers of the box of both. Nil where
  /// neither tells.
  func isNewer(than other: LoggedCorrection) -> Bool? {
    if let logged, let earlier = other.logged, logged != earlier { return logged > earlier }
    let (one, other) = (stamp, other.stamp)
    return one.box == other.box && one.sequence != other.sequence ? one.sequence > other.sequence : nil
  }
}

extension LineStamp {
  /// Whether a line is older than another one; of two whose boxes did not count, neither is.
  package func isOlder(than other: LineStamp) -> Bool {
    count == other.count ? count > 0 && self < other : count < other.count
  }
}
