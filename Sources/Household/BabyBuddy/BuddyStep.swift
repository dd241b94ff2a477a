/// One thing to do so that the diary and Baby Buddy agree.
package enum BuddyStep: Hashable, Sendable {
  /// They agree: an event and an element are a pair.
  case pair(event: String, path: String, BuddyEntry)
  /// The pair is too old, or neither side has it any more.
  case forget(event: String)
  /// Create it in Baby Buddy.
  case create(event: String, BuddyEntry)
  /// Change it in Baby Buddy, as in the diary.
  case change(event: String, path: String, from: BuddyEntry, to: BuddyEntry)
  /// Delete it from Baby Buddy, as from the diary.
  case delete(event: String, path: String)
  /// Create it in the diary.
  case add(path: String, BuddyEntry)
  /// Create it in the diary again under its id: the log has lost it, and no one has deleted it. If its line comes back
  /// from another box or a backup, both lines are the same event.
  case restore(event: String, path: String, BuddyEntry)
  /// Change it in the diary, as in Baby Buddy.
  case edit(event: String, path: String, from: BuddyEntry, to: BuddyEntry)
  /// Delete the old entry of the diary: it was changed in Baby Buddy in a way that no command can express, and was
  /// added to the diary again.
  case replace(event: String, path: String, BuddyEntry)
  /// Delete it from the diary: it is no longer in Baby Buddy's list.
  case remove(event: String, path: String)
  /// Start its timer: it has begun.
  case startTimer(event: String, BuddyEntry)
  /// Stop its timer: it has ended.
  case stopTimer(event: String, timer: Int)

  /// The key under which a refused step waits.
  var subject: String {
    switch self {
    case .pair(let event, _, _), .forget(let event), .create(let event, _), .change(let event, _, _, _),
      .delete(let event, _), .edit(let event, _, _, _), .replace(let event, _, _),
      .remove(let event, _), .startTimer(let event, _), .stopTimer(let event, _):
      event
    case .restore(let event, _, _): Self.lost(event)
    case .add(let path, _): path
    }
  }

  /// The subject of an event that the log has lost. Once the event is there again, its other steps do not wait.
  static func lost(_ event: String) -> String { "lost entry \(event)" }

  /// Steps that free time come before those that need it: neither side lets two sleeps overlap.
  var order: Int {
    switch self {
    case .pair: 0
    case .delete, .remove: 1
    case .change(_, _, let old, let new), .edit(_, _, let old, let new): new.isWithin(old) ? 2 : 3
    case .replace: 3
    case .create, .add, .restore: 4
    case .startTimer, .stopTimer: 5
    // Last, since only the pair knows its timer.
    case .forget: 6
    }
  }

  /// Whether an element of Baby Buddy is gone.
  var isRemoval: Bool { if case .remove = self { true } else { false } }

  /// Whether it adds to the diary what the log has lost.
  var isRestoration: Bool { if case .restore = self { true } else { false } }

  /// Whether it deletes from Baby Buddy.
  var isDeletion: Bool { if case .delete = self { true } else { false } }
}

/// Compares both sides, and decides what to do. If both have changed the same entry, the diary wins, because it is
/// the record.
package struct BuddyComparison: Sendable {
  /// A timer of Baby Buddy.
  package struct Timer: Hashable, Sendable {
    /// The timer's name; empty if it has none.
    package var name: String
    /// The baby's number in the box's configuration.
    package var baby: Int
    /// When it was started, in seconds since 1970.
    package var start: Int

    /// A timer with all its parts.
    package init(name: String, baby: Int, start: Int) {
      (self.name, self.baby, self.start) = (name, baby, start)
    }
  }

  /// The diary's entries by id.
  package var diary: [String: BuddyEntry] = [:]
  /// Events of which the log says that they were deleted, or are of a kind that Baby Buddy does not have. An event that is
  /// not in the diary for another reason was lost.
  package var deleted: Set<String> = []
  /// The lines that gave events their last ends, also if these were removed since, by event.
  package var endLines: [String: String] = [:]
  /// Entries whose times are not certain yet, or that ended and contradict others: they stay as they are.
  package var held: Set<String> = []
  /// Entries without an end that the box does not show as running: a sleep that no press ended for 28 hours, a nursing for
  /// 16, or one that another followed. They have no timer, and end when Baby Buddy says so.
  package var hidden: Set<String> = []
  /// Baby Buddy's entries by path, from `since` on.
  package var remote: [String: BuddyEntry] = [:]
  /// Baby Buddy's timers, by id.
  package var timers: [Int: Timer] = [:]
  /// Where the window begins, in seconds since 1970.
  package var since = 0

  /// A comparison without entries.
  package init() {}

  /// In seconds: an entry in progress and the element that was made of its timer, or entered by hand, begin at most this
  /// far apart.
  private static let timerSlack = 60

  /// The name of the timer for an entry.
  static func timerName(_ entry: BuddyEntry) -> String { timerNames[entry.kind == .sleep ? 0 : 1] }

  private static let timerNames = ["Asleep (cribside)", "Feeding (cribside)"]

  /// The timer that an entry in progress has.
  static func timer(of entry: BuddyEntry) -> Timer {
    Timer(name: timerName(entry), baby: entry.baby, start: entry.start)
  }

  /// The steps that make both sides agree, in order.
  package func steps(_ pairs: BuddyPairs) -> [BuddyStep] {
    var steps: [BuddyStep] = []
    var free = remote.filter { $0.value.start >= since && pairs.event(of: $0.key) == nil }
    var rest = diary.filter {
      pairs.pairs[$0.key] == nil && $0.value.start >= since && !held.contains($0.key)
    }
    for (event, pair) in pairs.pairs.sorted(by: { $0.key < $1.key }) where !held.contains(event) {
      steps += self.steps(event, pair, &free, &rest)
    }
    for (event, here) in rest.sorted(by: { ($0.value.start, $0.key) < ($1.value.start, $1.key) }) {
      steps += unpaired(event, here, timer: nil, &free)
    }
    steps += free.sorted { ($0.value.start, $0.key) < ($1.value.start, $1.key) }.map {
      .add(path: $0.key, $0.value.withCertainAmount)
    }
    steps += ownerless(pairs).map { .stopTimer(event: "timer \($0)", timer: $0) }
    return steps.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element)
  }

  /// Timers of this program that belong to nothing: the answer to the request that started one was lost, and its nap ended
  /// or was undone before the next pass.
  private func ownerless(_ pairs: BuddyPairs) -> [Int] {
    let known = Set(pairs.pairs.values.compactMap(\.timer))
    let running = Set(diary.filter { isShownRunning($0.key) || held.contains($0.key) }.values.map(Self.timer))
    return timers.filter { id, timer in
      Self.timerNames.contains(timer.name) && !known.contains(id) && !running.contains(timer)
    }.keys.sorted()
  }

  private func steps(
    _ event: String, _ pair: BuddyPairs.Pair, _ free: inout [String: BuddyEntry],
    _ rest: inout [String: BuddyEntry]
  ) -> [BuddyStep] {
    let here = diary[event]
    let stop = pair.timer.flatMap { timers[$0] == nil ? nil : BuddyStep.stopTimer(event: event, timer: $0) }
    let isInWindow = pair.base.start >= since || pair.path.flatMap { remote[$0] } != nil
    guard isInWindow else {
      return (here == nil || isShownRunning(event) ? [] : [stop].compactMap { $0 }) + [.forget(event: event)]
    }
    var path = pair.path
    if path == nil, !pair.base.isRunning { path = claim(pair.base, from: &free) }
    guard let path else {
      guard let here else {
        // While a lost event has a timer, only that shows when the event began.
        if stop != nil, !deleted.contains(event) { return [] }
        return [stop, .forget(event: event)].compactMap { $0 }
      }
      // Where the start was corrected, another timer replaces the old one.
      let keepsTimer = isShownRunning(event) && here.start == pair.base.start
      return (keepsTimer ? [] : [stop].compactMap { $0 })
        + unpaired(event, here, timer: keepsTimer ? pair.timer : nil, &free)
    }
    // The new entry exists; the earlier pass ended before it noted that.
    if let there = remote[path] {
      let successor = there.event(at: path, after: event)
      if let copy = rest.removeValue(forKey: successor), here == nil {
        return [.forget(event: event), .pair(event: successor, path: path, copy)]
      }
      if here == nil, !deleted.contains(event) {
        let entry = there.compared(with: pair.base, base: pair.base)
        return lost(event, path, entry, &rest) + [stop].compactMap { $0 }
      }
    }
    return paired(event, path, pair, here) + [stop].compactMap { $0 }
  }

  /// An event that the log has lost, and what Baby Buddy says about it.
  private func lost(
    _ event: String, _ path: String, _ there: BuddyEntry, _ rest: inout [String: BuddyEntry]
  ) -> [BuddyStep] {
    guard let copy = rest.filter({ $0.value == there }).keys.min() else {
      return [.restore(event: event, path: path, there)]
    }
    rest[copy] = nil
    return [.forget(event: event), .pair(event: copy, path: path, there)]
  }

  private func paired(
    _ event: String, _ path: String, _ pair: BuddyPairs.Pair, _ here: BuddyEntry?
  ) -> [BuddyStep] {
    switch (here, remote[path]?.compared(with: here, base: pair.base)) {
    case (nil, nil): [.forget(event: event)]
    case (nil, .some): [.delete(event: event, path: path)]
    // Its end was removed or lost; without its element, it is a timer again.
    case (let here?, nil) where here.isRunning: [.forget(event: event)]
    case (let here?, nil):
      here == pair.base ? [.remove(event: event, path: path)] : [.create(event: event, here)]
    // A move out of the window may be a slip. The pair stays, so that a correction finds it.
    case (let here?, .some) where here.start < since && !here.isRunning: []
    case (let here?, let there?) where here == there:
      pair.path == path && pair.base == here ? [] : [.pair(event: event, path: path, here)]
    case (let here?, let there?)
    where here.isRunning && (removesEnd(event, pair) || here.kind != there.kind):
      [.delete(event: event, path: path)]
    // The log has lost the end of an entry that is in progress.
    case (let here?, let there?) where here == pair.base || here.isRunning:
      [.edit(event: event, path: path, from: here, to: there)]
    case (let here?, let there?): [.change(event: event, path: path, from: there, to: here)]
    }
  }

  /// Whether the log says that the end on which both sides agreed was removed. If the log ends with the removal of an earlier
  /// one, it has lost the line of this one.
  private func removesEnd(_ event: String, _ pair: BuddyPairs.Pair) -> Bool {
    pair.endLine != nil && pair.endLine == endLines[event]
  }

  /// An entry of the diary with no known element.
  private func unpaired(
    _ event: String, _ here: BuddyEntry, timer: Int?, _ free: inout [String: BuddyEntry]
  ) -> [BuddyStep] {
    if !here.isRunning, let path = claim(here, from: &free) { return [.pair(event: event, path: path, here)] }
    let isShown = isShownRunning(event)
    // A timer that Baby Buddy has stopped became an element, whose start and kind its form lets a person correct.
    let isStopped = isShown && timer.map { timers[$0] == nil } ?? false
    let made = free.filter { _, there in
      guard here.kind.lasts else { return false }
      if there.beganLike(here, within: Self.timerSlack) {
        return isShown || !isOfAnother(there, than: event)
      }
      return isStopped && there.mayBeMade(ofTimerOf: here, within: Self.timerSlack)
    }.min { ($0.value.distance(from: here), $0.key) < ($1.value.distance(from: here), $1.key) }
    guard let made else {
      guard here.isRunning else { return [.create(event: event, here)] }
      return timer == nil && isShown ? [.startTimer(event: event, here)] : []
    }
    free[made.key] = nil
    // Two people may have ended it, or entered it, at the same time.
    return here.isRunning
      ? [.edit(event: event, path: made.key, from: here, to: made.value)]
      : [.change(event: event, path: made.key, from: made.value, to: here)]
  }

  private func isShownRunning(_ event: String) -> Bool {
    diary[event]?.isRunning == true && !hidden.contains(event)
  }

  /// Whether an element may belong to another entry that the box shows: two boxes may have logged the same beginning.
  private func isOfAnother(_ there: BuddyEntry, than event: String) -> Bool {
    diary.contains {
      $0.key != event && !hidden.contains($0.key) && there.beganLike($0.value, within: Self.timerSlack)
    }
  }

  /// An element that has the same content and belongs to no event.
  private func claim(_ entry: BuddyEntry, from free: inout [String: BuddyEntry]) -> String? {
    let path = free.filter { $0.value.compared(with: entry) == entry }.keys.min()
    if let path { free[path] = nil }
    return path
  }
}
