import CareJournal
import Nursery

/// The steps of a pass, one at a time: the first of `steps` is in progress.
extension BuddyBridge {
  /// Begins the next step that needs an answer, and ends the pass after the last one.
  mutating func next(at now: Int) -> [Effect] {
    while let step = steps.first {
      if let effect = begin(step) { return [effect] }
      steps.removeFirst()
    }
    return looksForGone ? judgeServer(at: now) : finish(at: now)
  }

  /// The effect that begins a step; nil if the step is done already, or must not be done now.
  private mutating func begin(_ step: BuddyStep) -> Effect? {
    switch step {
    case .pair(let event, let path, let entry):
      pairs.pairs[event] = BuddyPairs.Pair(path: path, base: entry, timer: pairs.pairs[event]?.timer)
      return nil
    case .forget(let event):
      pairs.pairs[event] = nil
      return nil
    case .create(_, let entry):
      guard entry.start < date, let child = child(of: entry) else { return nil }
      return post(entry.kind.path, entry.document(child: child, latest: latest))
    case .change(_, let path, let old, let new):
      let body = JSONWriter.text(new.document(child: nil, since: old, latest: latest))
      return .request(Request(method: "PATCH", path: path + "/", body: body))
    case .delete(_, let path): return .request(Request(method: "DELETE", path: path + "/", body: nil))
    case .add(let path, let entry): return .command(entry.additionWords, entry.id(at: path))
    case .restore(let event, _, let entry):
      return EventID(text: event).map { .command(entry.additionWords, $0) }
    case .edit(let event, let path, let old, let new):
      guard let words = new.editWords(of: event, from: old) else {
        return .command(new.additionWords, new.id(at: path, after: event))
      }
      return .command(words, new.id(at: "\(path) \(event) \(date)"))
    case .replace(let event, _, let entry): return .command(["log", "delete", event], entry.id(at: event))
    case .remove(_, let path): return .request(Request(method: "GET", path: path + "/", body: nil))
    case .startTimer(let event, let entry): return startTimer(event, entry)
    case .stopTimer(_, let timer):
      return .request(Request(method: "DELETE", path: "timers/\(timer)/", body: nil))
    }
  }

  private func post(_ path: String, _ body: JSONValue) -> Effect {
    .request(Request(method: "POST", path: path + "/", body: JSONWriter.text(body)))
  }

  /// Starts a timer for a running entry. A timer that was started before a crash is found by its name and start.
  private mutating func startTimer(_ event: String, _ entry: BuddyEntry) -> Effect? {
    guard let child = child(of: entry), entry.start < date else { return nil }
    let wanted = BuddyComparison.timer(of: entry)
    if let found = comparison.timers.first(where: { $0.value == wanted }) {
      pairs.pairs[event] = BuddyPairs.Pair(path: nil, base: entry, timer: found.key)
      return nil
    }
    return post(
      "timers",
      [
        "child": .integer(child), "name": .string(wanted.name),
        "start": .string(BuddyEntry.text(entry.start)),
      ])
  }

  private func child(of entry: BuddyEntry) -> Int? { children.first { $0.value == entry.baby }?.key }

  // MARK: Answers

  /// The server has answered a step.
  mutating func settle(_ answer: Answer, at now: Int) -> [Effect] {
    guard let step = steps.first else { return finish(at: now) }
    guard answer.status < 500, answer.status != 401, answer.status != 403, answer.status != 429 else {
      return giveUp(Self.reason(answer), at: now)
    }
    if case .remove(let event, _) = step {
      // Only status 404 shows that the entry was deleted: it may have been moved out of the window.
      if answer.status == 404, looksForGone {
        gone.append(event)
      } else if answer.status == 404 {
        return [.command(["log", "delete", event], EventID(hashOf: "babybuddy \(event) \(date)"))]
      }
    } else if answer.status < 300 || answer.status == 404 && step.deletesAtServer {
      note(step, answer)
    } else if answer.status != 404 {
      park(step, at: now)
      steps.removeFirst()
      return [.complain("Baby Buddy: \(step.subject): \(Self.reason(answer))")] + next(at: now)
    }
    steps.removeFirst()
    return next(at: now)
  }

  /// Notes the outcome of a step that the server has carried out.
  private mutating func note(_ step: BuddyStep, _ answer: Answer) {
    switch step {
    case .create(let event, let entry):
      guard let id = Self.number(in: answer.body) else { return }
      let path = "\(entry.kind.path)/\(id)"
      // A server that was restored gives out an id again: the earlier element of that id is gone.
      if let other = pairs.event(of: path) { pairs.pairs[other] = nil }
      pairs.pairs[event] = BuddyPairs.Pair(
        path: path, base: entry.ended(by: latest), timer: pairs.pairs[event]?.timer)
    case .change(let event, let path, _, let new):
      pairs.pairs[event] = BuddyPairs.Pair(
        path: path, base: new.ended(by: latest), timer: pairs.pairs[event]?.timer)
    case .delete(let event, _): pairs.pairs[event] = nil
    case .startTimer(let event, let entry):
      guard let id = Self.number(in: answer.body) else { return }
      pairs.pairs[event] = BuddyPairs.Pair(path: nil, base: entry, timer: id)
    case .stopTimer(let event, _): pairs.pairs[event]?.timer = nil
    case .pair, .forget, .add, .restore, .edit, .replace, .remove: break
    }
  }

  /// The box has answered a step.
  mutating func settle(exit: Int, _ error: String, at now: Int) -> [Effect] {
    guard let step = steps.first else { return finish(at: now) }
    guard exit != 75, exit != 74 else { return giveUp(nil, at: now) }
    steps.removeFirst()
    guard exit == 0 else {
      park(step, at: now)
      return [.complain("Baby Buddy: the box refuses \(step.subject): \(error)")] + next(at: now)
    }
    switch step {
    case .add(let path, let entry):
      pairs.pairs[entry.event(at: path)] = BuddyPairs.Pair(path: path, base: entry)
    case .restore(let event, let path, let entry):
      pairs.pairs[event] = BuddyPairs.Pair(path: path, base: entry)
      // The box knows its id already if the entry is out of reach of the bridge, and then adds nothing.
      park(step, at: now)
    case .edit(let event, let path, let old, let new):
      if new.editWords(of: event, from: old) == nil {
        steps.insert(.replace(event: event, path: path, new), at: 0)
      } else {
        pairs.pairs[event] = BuddyPairs.Pair(path: path, base: new, timer: pairs.pairs[event]?.timer)
      }
    case .replace(let event, let path, let entry):
      pairs.pairs[event] = nil
      pairs.pairs[entry.event(at: path, after: event)] = BuddyPairs.Pair(path: path, base: entry)
    case .remove(let event, _): pairs.pairs[event] = nil
    default: break
    }
    return next(at: now)
  }

  private static func number(in body: [UInt8]) -> Int? {
    do {
      var fields = try Fields(try JSONReader.read(body))
      return try fields.required("id", as: .integer)
    } catch {
      return nil
    }
  }
}

extension BuddyEntry {
  /// The id of the diary's entry for an element. It is the same each time, so that the box adds the entry once. An entry
  /// that replaces another one names it: the element may become again what it was before.
  fileprivate func id(at path: String, after event: String? = nil) -> EventID {
    let place = event.map { path + " " + $0 } ?? path
    return EventID(hashOf: "babybuddy \(place) " + JSONWriter.text(.object(members)))
  }

  /// The same as text.
  func event(at path: String, after event: String? = nil) -> String { id(at: path, after: event).text }
}

extension BuddyStep {
  /// Whether the step is done too if the server has nothing to delete.
  fileprivate var deletesAtServer: Bool {
    switch self {
    case .delete, .stopTimer: true
    default: false
    }
  }
}
