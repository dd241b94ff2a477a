import CareJournal
import Nursery
import Testing

@testable import Household

/// A diary in memory that carries out command lines.
struct StandInDiary {
  private(set) var entries: [String: BuddyEntry] = [:]
  private var deleted: [String: BuddyEntry] = [:]
  /// The lines that gave the entries their last ends.
  private var endLines: [String: String] = [:]
  private var endCount = 0
  private var known: Set<String> = []
  /// Entries that the box does not show while they have no end.
  var hidden: Set<String> = []

  /// Adds, changes or deletes an entry.
  mutating func put(_ id: String, _ entry: BuddyEntry?) {
    known.insert(id)
    if let end = entry?.end, end != entries[id]?.end {
      endCount += 1
      endLines[id] = "line \(endCount)"
    }
    deleted[id] = entry == nil ? entries[id] : nil
    entries[id] = entry
  }

  /// Forgets an entry with all that the log says about it, like a card that was restored from an older copy.
  mutating func lose(_ id: String) {
    known.remove(id)
    endLines[id] = nil
    entries[id] = nil
  }

  /// Forgets what the log has said about an entry since a copy was made.
  mutating func lose(_ id: String, since copy: StandInDiary) {
    (entries[id], endLines[id]) = (copy.entries[id], copy.endLines[id])
  }

  /// The rows of `log list --deleted --json` since a time in seconds since 1970.
  func rows(since: Int) -> [String] {
    func isListed(_ entry: BuddyEntry) -> Bool { entry.isRunning || entry.end ?? entry.start >= since }
    return rows(entries.filter { isListed($0.value) }, [:])
      + rows(deleted.filter { isListed($0.value) }, ["deleted": true])
  }

  private func rows(_ entries: [String: BuddyEntry], _ more: [String: JSONValue]) -> [String] {
    entries.map { id, entry in
      let text = { (seconds: Int) in JSONValue.string(BuddyEntry.text(seconds)) }
      let row: [String: JSONValue] = [
        "id": .string(id), "baby": .integer(entry.baby), "kind": .string(entry.kind.rawValue),
        "start": text(entry.start), "end": entry.end.map(text) ?? .null,
        "side": entry.side.map { .string($0) } ?? .null, "exact": true,
        "contradicts": .bool(entry.isRunning && hidden.contains(id)), "future": false,
        "endLine": endLines[id].map { .string($0) } ?? .null,
        "ml": entry.milliliters.map { .integer($0) } ?? .null,
        "milk": entry.milk.map { .string($0) } ?? .null,
        "nappy": entry.nappy.map { .string($0) } ?? .null,
      ]
      let fields = row.merging(more) { $1 }.sorted { $0.key < $1.key }
      return JSONWriter.text(.object(fields.map { JSONValue.Member(key: $0.key, value: $0.value) }))
    }
  }

  mutating func carryOut(_ words: [String], _ id: String) -> Int {
    guard known.insert(id).inserted else { return 0 }
    let exit = tryTo(words, id)
    if exit != 0 { known.remove(id) }
    return exit
  }

  private mutating func tryTo(_ words: [String], _ id: String) -> Int {
    switch words[1] {
    case "delete":
      guard let entry = entries.removeValue(forKey: words[2]) else { return 65 }
      deleted[words[2]] = entry
      return 0
    case "edit":
      guard let old = entries[words[2]], let new = changed(old, words.dropFirst(3)), !overlaps(new, words[2])
      else {
        return 65
      }
      if new.end != old.end { endLines[words[2]] = id }
      entries[words[2]] = new
      return 0
    default:
      let kinds: [String: BuddyEntry.Kind] = [
        "nap": .sleep, "feed": .nursing, "bottle": .bottle, "nappy": .nappy,
      ]
      guard let kind = kinds[words[2]] else { return 64 }
      var entry = BuddyEntry(kind, baby: 0, start: 0)
      var rest = words.dropFirst(3)
      if kind == .nappy { entry.nappy = rest.removeFirst() }
      guard let new = changed(entry, rest), !overlaps(new, id) else { return 65 }
      if new.end != nil { endLines[id] = id }
      entries[id] = new
      return 0
    }
  }

  private func overlaps(_ new: BuddyEntry, _ id: String) -> Bool {
    guard new.kind.lasts else { return false }
    return entries.contains { other, entry in
      other != id && !hidden.contains(other) && entry.kind == new.kind && entry.start < new.end ?? .max
        && entry.end ?? .max > new.start
    }
  }

  private func changed(_ old: BuddyEntry, _ words: ArraySlice<String>) -> BuddyEntry? {
    var entry = old
    var words = words
    while words.count >= 2 {
      let (key, value) = (words.removeFirst(), words.removeFirst())
      let time = ISO8601.instant(value).map { $0.milliseconds / 1000 }
      switch key {
      case "--start": entry.start = time ?? -1
      case "--end": entry.end = time ?? -1
      case "--side": entry.side = value
      case "--milk": entry.milk = value
      case "--nappy": entry.nappy = value
      case "--amount": entry.milliliters = value == "0" ? nil : Int(value.dropLast(2))
      case "--baby": entry.baby = Int(value) ?? 0
      default: return nil
      }
    }
    return words.isEmpty ? entry : nil
  }
}

/// A bridge between a diary and a server, both in memory, that can be killed at any step.
final class BuddyBench {
  var diary = StandInDiary()
  let server: StandInBuddy
  var bridge = BuddyBridge(BuddyPairs())
  private(set) var disk = ""
  private(set) var complaints: [String] = []
  /// How many days of the diary were read each time, and how many commands the diary got.
  private(set) var (readings, commandCount): ([Int], Int) = ([], 0)
  private(set) var now = 0

  init(date: Int, children: [String] = ["Ada"]) {
    server = StandInBuddy(date: date, children: children)
    bridge.babies = [1: "ada"]
  }

  /// The server's entries, by path.
  var remote: [String: BuddyEntry] {
    var found: [String: BuddyEntry] = [:]
    for name in ["sleep", "feedings", "changes"] {
      for (id, element) in server.elements[name] ?? [:] {
        var fields: Fields? = nil
        do {
          fields = try Fields(.object(element.map { JSONValue.Member(key: $0.key, value: $0.value) }))
          if var fields, let entry = try BuddyEntry(&fields, of: name, babies: [1: 1]) {
            found["\(name)/\(id)"] = entry
          }
        } catch {
          Issue.record("\(error)")
        }
      }
    }
    return found
  }

  /// One pass, a minute later. A kill or a broken connection may cut it off after some effects; the last request was
  /// then carried out or not.
  func pass(cutAfter: Int? = nil, carriesOutLast: Bool = true, kills: Bool = true) {
    now += 700_000
    server.date += 60
    var queue = bridge.handle(.tick, at: now)
    var count = 0
    while !queue.isEmpty {
      let effect = queue.removeFirst()
      count += 1
      let isCut = count == cutAfter
      if isCut, !carriesOutLast, kills { return restart() }
      let input = perform(effect, isLost: isCut && !carriesOutLast)
      if isCut, kills { return restart() }
      guard let input else { continue }
      queue += bridge.handle(isCut ? Self.lost(input) : input, at: now)
    }
  }

  private static func lost(_ input: BuddyBridge.Input) -> BuddyBridge.Input {
    switch input {
    case .diary: .diary(nil)
    case .done: .done(exit: nil, error: "")
    default: .answer(nil)
    }
  }

  private func perform(_ effect: BuddyBridge.Effect, isLost: Bool) -> BuddyBridge.Input? {
    switch effect {
    case .readDiary(let days):
      readings.append(days)
      return .diary(diary.rows(since: server.date - days * 86_400))
    case .request(let request): return .answer(isLost ? nil : server.answer(request))
    case .command(let words, let id):
      commandCount += 1
      return .done(exit: isLost ? nil : diary.carryOut(words, id.text), error: "no")
    case .keep(let text): disk = text
    case .complain(let text): complaints.append(text)
    }
    return nil
  }

  func restart() {
    bridge = BuddyBridge(BuddyPairs(disk))
    bridge.babies = [1: "ada"]
  }
}
