import CareJournal
import Nursery

@testable import Household

/// A Baby Buddy in memory: what version 2.10.0 was observed to do with sleeps, feedings, changes and timers.
final class StandInBuddy {
  /// The server's clock, in seconds since 1970.
  var date: Int
  private(set) var elements: [String: [Int: [String: JSONValue]]] = [
    "children": [:], "sleep": [:], "feedings": [:], "changes": [:], "timers": [:],
  ]
  private var lastID = 0
  /// The number of requests that changed something.
  private(set) var changes = 0
  /// Every request, as `METHOD path`.
  private(set) var log: [String] = []

  init(date: Int, children: [String]) {
    self.date = date
    for name in children { insert(["first_name": .string(name), "last_name": "Lovelace"], to: "children") }
  }

  private static let fields: [String: Set<String>] = [
    "sleep": ["child", "start", "end", "nap", "notes", "tags"],
    "feedings": ["child", "start", "end", "type", "method", "amount", "notes", "tags"],
    "changes": ["child", "time", "wet", "solid", "color", "amount", "notes", "tags"],
    "timers": ["child", "name", "start"],
  ]

  @discardableResult
  func insert(_ fields: [String: JSONValue], to collection: String) -> Int {
    lastID += 1
    elements[collection]?[lastID] = fields
    return lastID
  }

  func change(_ path: String, _ change: (inout [String: JSONValue]) -> Void) {
    let (collection, id) = Self.parts(path)
    if var element = elements[collection]?[id] {
      change(&element)
      elements[collection]?[id] = element
    }
  }

  func remove(_ path: String) {
    let (collection, id) = Self.parts(path)
    elements[collection]?[id] = nil
  }

  /// What a backup of the server holds.
  typealias Backup = (elements: [String: [Int: [String: JSONValue]]], lastID: Int)

  var backup: Backup { (elements, lastID) }

  func restore(_ backup: Backup) { (elements, lastID) = backup }

  static func parts(_ path: String) -> (String, Int) {
    let parts = path.split(separator: "/")
    return (String(parts[0]), Int(parts[1]) ?? 0)
  }

  // MARK: Requests

  func answer(_ request: BuddyBridge.Request) -> BuddyBridge.Answer {
    log.append("\(request.method) \(request.path)")
    let (status, body) = reply(request)
    if request.method != "GET", status < 300 { changes += 1 }
    return BuddyBridge.Answer(
      status: status, date: date, body: status == 204 ? [] : Array(JSONWriter.text(body).utf8))
  }

  private func reply(_ request: BuddyBridge.Request) -> (Int, JSONValue) {
    let halves = request.path.split(separator: "?", maxSplits: 1)
    let levels = halves[0].split(separator: "/").map { String($0) }
    guard let collection = elements[levels[0]], levels.count < 3, halves[0].hasSuffix("/") else {
      return (404, ["detail": "Not found."])
    }
    if levels.count == 1 {
      return request.method == "GET"
        ? list(levels[0], collection, halves.count > 1 ? String(halves[1]) : "")
        : write(request, levels[0], id: nil)
    }
    guard let id = Int(levels[1]), let element = collection[id] else {
      return (404, ["detail": "Not found."])
    }
    switch request.method {
    case "GET": return (200, document(id, element))
    case "DELETE":
      elements[levels[0]]?[id] = nil
      return (204, .object([]))
    default: return write(request, levels[0], id: id)
    }
  }

  private func document(_ id: Int, _ element: [String: JSONValue]) -> JSONValue {
    let members = element.sorted { $0.key < $1.key }.map { JSONValue.Member(key: $0.key, value: $0.value) }
    return .object([JSONValue.Member(key: "id", value: .integer(id))] + members)
  }

  /// The newest first, from `start_min` or `date_min` on, in pages.
  private func list(
    _ name: String, _ collection: [Int: [String: JSONValue]], _ query: String
  ) -> (Int, JSONValue) {
    var words: [String: String] = [:]
    for word in query.split(separator: "&") {
      let pair = word.split(separator: "=", maxSplits: 1)
      words[String(pair[0])] = String(pair[1])
    }
    let (key, bound) = name == "changes" ? ("time", words["date_min"]) : ("start", words["start_min"])
    let least = bound.flatMap { ISO8601.instant($0) }
    let found = collection.filter { _, element in least.map { time(element[key]) ?? $0 >= $0 } ?? true }
      .sorted { $0.key > $1.key }
    let (limit, offset) = (Int(words["limit"] ?? "") ?? 100, Int(words["offset"] ?? "") ?? 0)
    let page = found.dropFirst(offset).prefix(limit)
    let hasMore = offset + page.count < found.count
    return (
      200,
      [
        "count": .integer(found.count), "next": hasMore ? "http://more" : .null, "previous": .null,
        "results": .array(page.map { document($0.key, $0.value) }),
      ]
    )
  }

  private func write(_ request: BuddyBridge.Request, _ name: String, id: Int?) -> (Int, JSONValue) {
    guard let allowed = Self.fields[name], let text = request.body else { return (405, .object([])) }
    var element = id.flatMap { elements[name]?[$0] } ?? [:]
    do {
      guard case .object(let members) = try JSONReader.read(text).kind else { return (400, .object([])) }
      // An unknown field is dropped silently.
      for member in members where allowed.contains(member.key) { element[member.key] = member.value }
    } catch {
      return (400, ["detail": "JSON parse error"])
    }
    if let fault = fault(of: element, name, id) { return (400, fault) }
    guard let id else { return (201, document(insert(element, to: name), element)) }
    elements[name]?[id] = element
    return (200, document(id, element))
  }

  private func fault(of element: [String: JSONValue], _ name: String, _ id: Int?) -> JSONValue? {
    guard case .integer(let child)? = element["child"]?.kind, elements["children"]?[child] != nil else {
      return ["child": ["This field is required."]]
    }
    for key in name == "changes" ? ["time"] : name == "timers" ? ["start"] : ["start", "end"] {
      guard let time = time(element[key]) else {
        return .object([.init(key: key, value: ["This field is required."])])
      }
      if BuddyEntry.seconds(time) > date {
        return .object([.init(key: key, value: ["Date/time can not be in the future."])])
      }
    }
    if name == "feedings", element["type"] == nil || element["method"] == nil {
      return ["type": ["This field is required."]]
    }
    guard let start = time(element["start"]), let end = time(element["end"]) else { return nil }
    if end < start { return ["non_field_errors": ["Start time must come before end time."]] }
    if end.milliseconds - start.milliseconds > 86_400_000 {
      return ["non_field_errors": ["Duration too long."]]
    }
    let meets = (elements[name] ?? [:]).contains { other, element in
      guard other != id, element["child"]?.kind == .integer(child), let from = time(element["start"]),
        let to = time(element["end"])
      else { return false }
      return from < end && to > start
    }
    return meets ? ["non_field_errors": ["Another entry intersects the specified time period."]] : nil
  }

  private func time(_ value: JSONValue?) -> Instant? {
    guard case .string(let text)? = value?.kind else { return nil }
    return ISO8601.instant(text)
  }
}
