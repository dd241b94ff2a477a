import CareJournal
import LinuxBoard
import Nursery

/// A box's end of the control socket with a log in memory: commands, watching and lines as in docs/control.md.
final class StandInBox {
  let id: String
  let path: String
  private(set) var socket: ControlSocket?
  /// The log: lines by box and number.
  private(set) var lines: [String: [Int: String]] = [:]
  /// The commands that were carried out, and the lines requested by id.
  private(set) var commands: [String] = []
  private(set) var known: Set<String> = []
  private(set) var running = ""
  private var sequence = 0
  private var boot = 1
  var name = "Ada"
  var unsaved = 0
  var more = ""
  /// The rows of `log list --deleted --json`.
  var diary: [String] = []
  /// What the program has reported about the household.
  private(set) var told: [String] = []

  init(_ id: String, path: String) throws {
    (self.id, self.path) = (id, path)
    socket = try ControlSocket(path: path)
  }

  func stop() { socket = nil }

  func start() throws {
    boot += 1
    socket = try ControlSocket(path: path)
  }

  private(set) var have: [String: Int] = [:]

  var all: Set<String> { Set(lines.values.flatMap(\.values)) }

  /// A press: saves a line, and publishes a new state.
  @discardableResult
  func press() throws -> String {
    let number = (have[id] ?? 0) + 1
    let text = Self.line(id, number)
    keep(text, of: id, number)
    try publish()
    return text
  }

  func fill(_ count: Int) {
    for number in 1...count { keep(Self.line(id, number), of: id, number) }
  }

  private func keep(_ line: String, of box: String, _ number: Int) {
    lines[box, default: [:]][number] = line
    have[box] = max(have[box] ?? 0, number)
  }

  static func line(_ box: String, _ number: Int) -> String {
    let moment = Moment(boot: BootTime(boot: 1, milliseconds: number), wall: nil, trust: .none)
    let id = EventID(high: FNV1a.hash(box.utf8), low: UInt64(number))
    let care = Care(kind: .nappy, start: .boot(BootTime(boot: 1, milliseconds: number)))
    let event = CareEvent(
      id: id, baby: BabyID(number: 1), moment: moment, source: .button, change: .added(care))
    let line = JournalLine(id: id, box: box, sequence: number, moment: moment, entry: .care(event))
    return String(decoding: (JournalLineCodec.encode(line) ?? []).dropLast(), as: UTF8.self)
  }

  /// Sends the state to the watchers.
  func publish() throws {
    sequence += 1
    try socket?.publish(state)
  }

  var state: String {
    #"{"v":1,"boot":\#(boot),"seq":\#(sequence),"now":"2026-02-11T13:05:00-05:00","clock":"saved","babies":[{"id":1,"name":"\#(name)","state":"awakeEarly","feed":"recentlyFed","sleeps":[],"feeds":[],"running":[\#(running)]}\#(more)],"box":{"storage":{"unsaved":\#(unsaved)},"quiet":{"session":null},"phones":[],"version":"1"}}"#
  }

  func serve() throws {
    for request in try socket?.serve() ?? [] {
      let value = try JSONReader.read(request.line)
      var fields = try Fields(value)
      if fields.contains("watch") {
        _ = try socket?.watch(request.client)
        try socket?.publish(state)
      } else {
        try socket?.answer(answer(&fields), to: request.client)
      }
    }
  }

  private func answer(_ fields: inout Fields) throws -> String {
    if fields.contains("have") { return #"{"exit":0,"box":"\#(id)","have":\#(text(have))}"# }
    if var link = try fields.optionalObject("link") {
      let seconds = try link.optional("seconds", as: .integer(in: 0...1000))
      told.append(
        (seconds == nil ? "down " : "up ") + (link.remove("behind").map { JSONWriter.text($0) } ?? ""))
      return #"{"exit":0}"#
    }
    if var wish = try fields.optionalObject("lines") { return try read(&wish) }
    if let offered = try fields.optionalArray("offer", of: .string) {
      for text in offered {
        guard case .line(let line) = JournalLineCodec.decode(Array(text.utf8)) else { return #"{"exit":65}"# }
        keep(text, of: line.box, line.sequence)
      }
      try publish()
      return #"{"exit":0,"have":\#(text(have))}"#
    }
    return try carryOut(&fields)
  }

  private func carryOut(_ fields: inout Fields) throws -> String {
    let words = try fields.array("command", of: .string).joined(separator: " ")
    if words.hasPrefix("log list") {
      let rows = diary.filter { words.contains("--deleted") || !$0.contains(#""deleted":true"#) }
      let end: JSONValue = ["exit": 0, "output": .string(rows.map { $0 + "\n" }.joined()), "error": ""]
      return JSONWriter.text(end)
    }
    let id = try fields.optional("id", as: .string) ?? ""
    guard known.insert(id).inserted else { return #"{"exit":0,"output":"saved before","error":""}"# }
    commands.append(words + " by " + (try fields.optional("by", as: .string) ?? "-"))
    if words.hasPrefix("log add nap") {
      running = #"{"id":"\#(id)","kind":"sleep","start":"2026-02-11T12:31:00-05:00"}"#
    }
    if words.hasPrefix("log end nap") { running = "" }
    try press()
    return #"{"exit":0,"output":"saved","error":""}"#
  }

  private func read(_ wish: inout Fields) throws -> String {
    var after: [String: Int] = [:]
    if let value = wish.remove("after"), case .object(let members) = value.kind {
      for member in members {
        if case .integer(let number) = member.value.kind { after[member.key] = number }
      }
    }
    let limit = try wish.required("limit", as: .integer(in: 1...500))
    var found: [String] = []
    for (box, lines) in lines.sorted(by: { $0.key < $1.key }) {
      guard found.count < limit else { break }
      var number = (after[box] ?? 0) + 1
      while number <= have[box] ?? 0, found.count < limit {
        if let line = lines[number] { found.append(line + "\n") }
        number += 1
      }
    }
    let half = found.count / 2
    let piece = JSONWriter.text(["output": .string(found[..<half].joined())])
    let end: JSONValue = ["exit": 0, "output": .string(found[half...].joined()), "error": ""]
    return piece + "\n" + JSONWriter.text(end)
  }

  private func text(_ have: [String: Int]) -> String {
    "{" + have.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
  }
}
