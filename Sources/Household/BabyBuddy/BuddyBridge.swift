import CareJournal
import Nursery

/// Keeps the diary and Baby Buddy in step, in both directions, pass by pass: it reads both, compares them, and
/// carries over each difference, one step at a time. Baby Buddy has no feed of changes and no place for a foreign id,
/// so lists are compared.
///
/// A pass may end at any point; the next one starts from the beginning. What is about to be created is written down
/// first, the diary recognises an addition by its id, and repeating anything else changes nothing.
package struct BuddyBridge: Sendable {
  /// A request to the server; the path is below its `/api/`.
  package struct Request: Hashable, Sendable {
    /// The HTTP method: `GET`, `POST`, `PATCH` or `DELETE`.
    package var method: String
    /// The path with its query, such as `sleep/12/`.
    package var path: String
    /// The JSON text to send; nil for a request without a body.
    package var body: String?
  }

  /// The server's answer.
  package struct Answer: Hashable, Sendable {
    /// The HTTP status.
    package var status: Int
    /// The server's clock, in seconds since 1970; nil if the server does not give it.
    package var date: Int?
    /// The bytes of the body.
    package var body: [UInt8]

    /// An answer with all its parts.
    package init(status: Int, date: Int?, body: [UInt8]) {
      (self.status, self.date, self.body) = (status, date, body)
    }
  }

  /// The inputs.
  package enum Input: Hashable, Sendable {
    /// The diary may have changed.
    case changed
    /// The rows of `log list --deleted --json`; nil if the box did not answer.
    case diary([String]?)
    /// The server has answered; nil if it did not.
    case answer(Answer?)
    /// The box has answered a command with an exit code and a message; nil if it did not answer.
    case done(exit: Int?, error: String)
    /// Time has passed.
    case tick
  }

  /// The effects.
  package enum Effect: Hashable, Sendable {
    /// Ask the box for the rows of this many days.
    case readDiary(days: Int)
    /// Send a request to the server.
    case request(Request)
    /// Give the box the words of a command. An entry that it adds gets the id.
    case command([String], EventID)
    /// Replace the file of pairs, before any effect that follows.
    case keep(String)
    /// Report a fault in words.
    case complain(String)
  }

  /// Waits in milliseconds: after a pass, after a change, and of a refused step. `retry`: after a failed pass.
  private static let (pause, afterChange, parkedFor) = (60_000, 3000, 3_600_000)
  private static let retry = 30_000...600_000
  /// The window, in days. The diary is read a little further back, so that nothing at the edge of the window seems to
  /// be lost; and much further before anything counts as lost, since its start may have been moved.
  static let (windowDays, diaryDays, searchDays) = (14, 16, 400)
  /// If more entries were deleted from the diary at once, none is deleted from Baby Buddy: that may be a mistake. If more
  /// are gone from Baby Buddy, it may have been restored.
  static let mostDeletions = 10
  /// If at least this many are gone, and no other is unchanged, the server was installed again.
  static let leastGone = 3
  /// A box that has no pairs and may have lost its card waits this long, since other boxes may still be sending it
  /// their lines, in milliseconds.
  static let firstWait = 180_000
  /// How many elements a page of a list has.
  static let pageSize = 500
  private static let collections = ["children", "sleep", "feedings", "changes", "timers"]

  enum State: Hashable, Sendable {
    case waiting(until: Int)
    case readingDiary
    /// A list is read page by page, from an offset on.
    case fetching(collection: Int, offset: Int)
    case acting
  }

  /// The babies' names by number.
  package var babies: [Int: String] = [:]
  /// The pairs, as the file must have them.
  package internal(set) var pairs: BuddyPairs
  var state = State.waiting(until: 0)
  var comparison = BuddyComparison()
  /// How far back the diary is read in this pass, in days.
  private var days = Self.diaryDays
  /// What seemed to be lost before the diary was read further back.
  private var sought: [BuddyStep] = []
  /// The babies' numbers by the ids of children.
  var children: [Int: Int] = [:]
  /// The server's clock at the beginning of the pass, in seconds since 1970.
  var date = 0
  var steps: [BuddyStep] = []
  /// Whether this pass first asks the server for each element that is not in its lists, because so many are gone.
  var looksForGone = false
  /// The events of the elements that it does not have, and the steps that wait for the outcome.
  var (gone, later): ([String], [BuddyStep]) = ([], [])
  /// The subjects of refused steps, and the time until which each waits.
  var parked: [String: Int] = [:]
  private var kept: BuddyPairs
  private var wasChanged = false
  private var failures = 0
  /// Whether nothing is done before `actsFrom`: the box knows no pairs, and there are other boxes.
  private let waitsForBoxes: Bool
  /// Nil until both sides were read for the first time.
  private var actsFrom: Int?

  /// A bridge that knows the pairs of the file. `hasOtherBoxes`: the household may have lines that this box has not
  /// received yet.
  package init(_ pairs: BuddyPairs, hasOtherBoxes: Bool = false) {
    (self.pairs, kept) = (pairs, pairs)
    waitsForBoxes = hasOtherBoxes && pairs.pairs.isEmpty
  }

  /// The latest time at which `tick` must be called; nil while an answer is awaited.
  package var nextDeadline: Int? {
    if case .waiting(let time) = state { time } else { nil }
  }

  /// Handles an input; returns the effects, in order. `now` is the boot clock in milliseconds.
  package mutating func handle(_ input: Input, at now: Int) -> [Effect] {
    switch (input, state) {
    case (.changed, .waiting(let time)):
      if failures == 0 { state = .waiting(until: min(time, max(now + Self.afterChange, actsFrom ?? now))) }
      return []
    case (.changed, _):
      wasChanged = true
      return []
    case (.tick, .waiting(let time)) where time <= now && !babies.isEmpty:
      (state, wasChanged, comparison) = (.readingDiary, false, BuddyComparison())
      (days, sought) = (Self.diaryDays, [])
      return [.readDiary(days: days)]
    case (.diary(let rows?), .readingDiary): return read(rows, at: now)
    case (.diary(nil), .readingDiary): return giveUp(nil, at: now)
    case (.answer(let answer?), .fetching(let collection, let offset)):
      return read(answer, collection, offset, at: now)
    case (.answer(nil), .fetching), (.answer(nil), .acting), (.done(exit: nil, _), .acting):
      return giveUp(nil, at: now)
    case (.answer(let answer?), .acting): return settle(answer, at: now)
    case (.done(let exit?, let error), .acting): return settle(exit: exit, error, at: now)
    default: return []
    }
  }

  // MARK: Reading

  private mutating func read(_ rows: [String], at now: Int) -> [Effect] {
    do {
      for row in rows {
        var fields = try Fields(try JSONReader.read(row))
        let id = try fields.required("id", as: .nonEmptyString)
        let contradicts = try fields.optional("contradicts", as: .bool) ?? false
        let isUncertain =
          try !(fields.optional("exact", as: .bool) ?? true) || fields.optional("future", as: .bool) ?? false
        let isDeleted = try fields.optional("deleted", as: .bool) ?? false
        guard !isDeleted, let entry = try BuddyEntry(row: &fields) else {
          comparison.deleted.insert(id)
          continue
        }
        if contradicts, entry.isRunning { comparison.hidden.insert(id) }
        let isHeld = isUncertain || contradicts && !entry.isRunning
        comparison.endLines[id] = try fields.optional("endLine", as: .string)
        if isHeld { comparison.held.insert(id) } else { comparison.diary[id] = entry }
      }
    } catch {
      return giveUp("the diary cannot be read: \(error)", at: now)
    }
    return days == Self.diaryDays ? fetch(0) : act(at: now)
  }

  private mutating func fetch(_ collection: Int, offset: Int = 0) -> [Effect] {
    state = .fetching(collection: collection, offset: offset)
    let name = Self.collections[collection]
    let since = BuddyEntry.text(comparison.since).split(separator: "+")[0] + "Z"
    let filter =
      switch name {
      case "sleep", "feedings": "&start_min=\(since)"
      case "changes": "&date_min=\(since)"
      default: ""
      }
    return [
      .request(
        Request(method: "GET", path: "\(name)/?limit=\(Self.pageSize)&offset=\(offset)\(filter)", body: nil))
    ]
  }

  private mutating func read(_ answer: Answer, _ collection: Int, _ offset: Int, at now: Int) -> [Effect] {
    guard answer.status == 200 else { return giveUp(Self.reason(answer), at: now) }
    if collection == 0 {
      guard let date = answer.date else { return giveUp("the server does not give its time", at: now) }
      self.date = date
      comparison.since = date - Self.windowDays * 86_400
      if offset == 0 { children = [:] }
    }
    do {
      var fields = try Fields(try JSONReader.read(answer.body))
      let elements = try fields.objects("results")
      for var element in elements { try note(&element, of: Self.collections[collection]) }
      if try fields.optional("next", as: .string) != nil, !elements.isEmpty {
        return fetch(collection, offset: offset + elements.count)
      }
    } catch {
      return giveUp("\(Self.collections[collection]): no list of Baby Buddy: \(error)", at: now)
    }
    if collection == 0, children.isEmpty {
      return giveUp("no child of Baby Buddy has the name of a baby of the box", at: now)
    }
    return collection + 1 < Self.collections.count ? fetch(collection + 1) : act(at: now)
  }

  private mutating func note(_ element: inout Fields, of collection: String) throws(FieldFault) {
    let id = try element.required("id", as: .integer)
    switch collection {
    case "children":
      let name = try element.required("first_name", as: .string).lowercased()
      if let baby = babies.first(where: { $0.value.lowercased() == name }) { children[id] = baby.key }
    case "timers":
      guard let child = try element.optional("child", as: .integer), let baby = children[child] else {
        return
      }
      comparison.timers[id] = BuddyComparison.Timer(
        name: try element.optional("name", as: .string) ?? "", baby: baby,
        start: BuddyEntry.seconds(try element.required("start", as: .instant)))
    default:
      if let entry = try BuddyEntry(&element, of: collection, babies: children) {
        comparison.remote["\(collection)/\(id)"] = entry
      }
    }
  }

  // MARK: Beginning and end

  private mutating func act(at now: Int) -> [Effect] {
    if waitsForBoxes {
      let from = actsFrom ?? now + Self.firstWait
      actsFrom = from
      guard from <= now else {
        state = .waiting(until: from)
        return []
      }
    }
    parked = parked.filter { $0.value > now }
    if days == Self.diaryDays { for event in comparison.diary.keys { parked[BuddyStep.lost(event)] = nil } }
    comparison.held.formUnion(comparison.diary.filter { !children.values.contains($0.value.baby) }.keys)
    steps = comparison.steps(pairs).filter { parked[$0.subject] == nil }
    let lost = steps.filter { $0.isRestoration }
    if days < Self.searchDays, !lost.isEmpty {
      (state, steps, sought, days) = (.readingDiary, [], lost, Self.searchDays)
      return [.readDiary(days: days)]
    }
    // What was found further back is not searched again for an hour.
    for step in sought where !lost.contains(step) { park(step, at: now) }
    var effects: [Effect] = []
    (gone, later) = ([], [])
    let deletions = steps.count { $0.isDeletion }
    if deletions > Self.mostDeletions {
      steps.removeAll { $0.isDeletion }
      effects.append(
        .complain(
          "Baby Buddy: \(deletions) entries are deleted at once in the diary; nothing is deleted in Baby Buddy"
        ))
    }
    if hasOtherServer {
      looksForGone = true
      later = steps.filter { !$0.isRemoval }
      steps.removeAll { !$0.isRemoval }
    }
    // The pair of an entry is noted before the entry is created. So after a crash the entry is recognised, whatever the
    // diary says about it then.
    for case .create(let event, let entry) in steps + later where entry.start < date {
      pairs.pairs[event] = BuddyPairs.Pair(
        path: nil, base: entry.ended(by: latest), timer: pairs.pairs[event]?.timer)
    }
    state = .acting
    return effects + keep() + next(at: now)
  }

  /// Whether the server seems to have been installed again or restored: many elements are gone at once, or several are gone
  /// and no other is unchanged. Such a server reuses ids, so the id in a pair may now belong to another element.
  private var hasOtherServer: Bool {
    let gone = steps.count { $0.isRemoval }
    let isAsBefore = pairs.pairs.values.contains { pair in
      pair.path.map { comparison.remote[$0] == pair.base } ?? false
    }
    return gone > Self.mostDeletions || gone >= Self.leastGone && !isAsBefore
  }

  /// Decides once the server was asked for each element that is not in its lists. If the server has none of them, the
  /// bridge forgets their pairs, and the pairs whose ids belong to other entries now. The next pass then matches or
  /// creates the entries. If the server has all of them, the pass continues.
  mutating func judgeServer(at now: Int) -> [Effect] {
    looksForGone = false
    guard !gone.isEmpty else {
      (steps, later) = (later, [])
      return next(at: now)
    }
    for event in gone { pairs.pairs[event] = nil }
    for (event, pair) in pairs.pairs {
      if let timer = pair.timer, comparison.timers[timer] == nil { pairs.pairs[event]?.timer = nil }
      guard let there = pair.path.flatMap({ comparison.remote[$0] }) else { continue }
      // An element with an earlier form of the entry is still its own, and the diary's form is the newer one.
      pairs.pairs[event]?.base = there
      if !there.isForm(of: pair.base) { pairs.pairs[event] = nil }
    }
    wasChanged = true
    return [
      .complain("Baby Buddy: \(gone.count) entries are gone at once from it; they are created there again")
    ]
      + finish(at: now)
  }

  /// The latest time that the server accepts, in seconds since 1970.
  var latest: Int { date - 1 }

  mutating func finish(at now: Int) -> [Effect] {
    failures = 0
    state = .waiting(until: now + (wasChanged ? Self.afterChange : Self.pause))
    return keep()
  }

  /// Ends the pass; the next one begins after a wait that doubles.
  mutating func giveUp(_ reason: String?, at now: Int) -> [Effect] {
    let wait = min(Self.retry.lowerBound << min(failures, 10), Self.retry.upperBound)
    failures += 1
    (state, steps, looksForGone) = (.waiting(until: now + wait), [], false)
    return keep() + (reason.map { [.complain("Baby Buddy: \($0)")] } ?? [])
  }

  private mutating func keep() -> [Effect] {
    for (event, pair) in pairs.pairs where pair.base.end != nil {
      guard comparison.diary[event]?.ended(by: latest).end == pair.base.end else { continue }
      pairs.pairs[event]?.endLine = comparison.endLines[event]
    }
    guard pairs != kept else { return [] }
    kept = pairs
    return [.keep(pairs.text)]
  }

  /// What the server says about a request that it refuses.
  static func reason(_ answer: Answer) -> String {
    "the server answers \(answer.status): \(String(decoding: answer.body.prefix(200), as: UTF8.self))"
  }

  /// Makes a refused step wait for an hour.
  mutating func park(_ step: BuddyStep, at now: Int) { parked[step.subject] = now + Self.parkedFor }
}

extension BuddyEntry {
  /// The entry as the server accepts it: no part of it may lie in the server's future.
  func ended(by latest: Int) -> BuddyEntry {
    var entry = self
    entry.start = min(start, latest)
    entry.end = end.map { min($0, latest) }
    return entry
  }
}
