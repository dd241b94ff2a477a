import CareJournal
import Nursery

/// A sleep, a feed or a nappy in one form for the diary and Baby Buddy, so that the two can be compared. What only one
/// of them records is left out.
package struct BuddyEntry: Hashable, Sendable {
  /// The kinds that both have.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The words are those of `log list --json`.
    case sleep, nursing, bottle, nappy

    /// The collection of Baby Buddy's interface in which it is.
    package var path: String {
      switch self {
      case .sleep: "sleep"
      case .nursing, .bottle: "feedings"
      case .nappy: "changes"
      }
    }

    /// Whether it has an end.
    package var lasts: Bool { self == .sleep || self == .nursing }
  }

  /// The kind.
  package var kind: Kind
  /// The baby's number in the box's configuration.
  package var baby: Int
  /// The start in seconds since 1970: neither side is more exact.
  package var start: Int
  /// The end in seconds since 1970; nil while it is in progress, and for kinds without an end.
  package var end: Int?
  /// `left`, `right` or `both` for a nursing; nil for other kinds.
  package var side: String?
  /// `breast` or `formula` for a bottle; nil for other kinds.
  package var milk: String?
  /// The amount of a bottle in millilitres; nil if it is unknown, and for other kinds.
  package var milliliters: Int?
  /// `wet`, `dirty` or `both` for a nappy; nil for other kinds.
  package var nappy: String?

  /// An entry with the fields that every one has.
  package init(_ kind: Kind, baby: Int, start: Int, end: Int? = nil) {
    (self.kind, self.baby, self.start, self.end) = (kind, baby, start, end)
  }

  /// The amounts that surely are millilitres: Baby Buddy keeps them without a unit. The box takes no more than 1,000.
  private static let certainMilliliters = 15...1000

  private var hasCertainAmount: Bool { milliliters.map(Self.certainMilliliters.contains) ?? true }

  /// The entry as the diary takes it: without an amount that may be in another unit.
  var withCertainAmount: BuddyEntry {
    var entry = self
    if !hasCertainAmount { entry.milliliters = nil }
    return entry
  }

  /// An element of Baby Buddy as it is compared with the diary's entry: an amount that may be in another unit is left
  /// alone, unless it is the one on which both agreed.
  func compared(with here: BuddyEntry?, base: BuddyEntry? = nil) -> BuddyEntry {
    guard let here, !hasCertainAmount, milliliters != base?.milliliters else { return self }
    var entry = self
    entry.milliliters = here.milliliters
    return entry
  }

  /// Whether it is an earlier or later form of another entry, and not another event.
  func isForm(of other: BuddyEntry) -> Bool {
    kind == other.kind && baby == other.baby && (start == other.start || end != nil && end == other.end)
  }

  /// Whether both may be the same event because of their starts.
  func beganLike(_ other: BuddyEntry, within seconds: Int) -> Bool {
    kind == other.kind && baby == other.baby && abs(start - other.start) <= seconds
  }

  /// By how much a person may correct the start of what a timer measured, in seconds.
  private static let correctedSeconds = 3600

  /// Whether it may be the element that was made of the timer of an entry in progress: of the same kind and at the same
  /// time, or fed in another way from the same start on.
  func mayBeMade(ofTimerOf running: BuddyEntry, within seconds: Int) -> Bool {
    guard kind.path == running.kind.path, baby == running.baby else { return false }
    guard kind == running.kind else { return abs(start - running.start) <= seconds }
    return abs(start - running.start) <= Self.correctedSeconds && end ?? start > running.start
  }

  /// How unlike the beginning of another entry its own is.
  func distance(from other: BuddyEntry) -> Int {
    abs(start - other.start) + (kind == other.kind ? 0 : Self.correctedSeconds)
  }

  /// Whether it needs no time that an earlier form of it did not have.
  func isWithin(_ old: BuddyEntry) -> Bool {
    start >= old.start && end ?? .max <= old.end ?? .max
  }

  /// Whether it is in progress.
  package var isRunning: Bool { kind.lasts && end == nil }

  /// An instant in seconds since 1970, in the form that both sides read.
  static func text(_ seconds: Int) -> String {
    ISO8601.text(Instant(milliseconds: seconds * 1000), in: .utc)
  }

  static func seconds(_ instant: Instant) -> Int { instant.milliseconds.flooringDivided(by: 1000) }
}

// MARK: The diary's side

extension BuddyEntry {
  /// Reads a row of `log list --json`.
  ///
  /// - Returns: nil for a kind that Baby Buddy does not have.
  /// - Throws: if the row is malformed.
  package init?(row fields: inout Fields) throws(FieldFault) {
    guard let kind = Kind(rawValue: try fields.required("kind", as: .string)) else { return nil }
    let start = Self.seconds(try fields.required("start", as: .instant))
    self.init(kind, baby: try fields.required("baby", as: .integer), start: start)
    if kind.lasts { end = try fields.optional("end", as: .instant).map(Self.seconds) }
    switch kind {
    case .nursing: side = try fields.optional("side", as: .string) ?? "both"
    case .bottle:
      milk = try fields.optional("milk", as: .string) ?? "formula"
      milliliters = try fields.optional("ml", as: .integer)
    case .nappy: nappy = try fields.optional("nappy", as: .string) ?? "wet"
    case .sleep: break
    }
  }

  /// The command that adds it to the diary.
  package var additionWords: [String] {
    let name = [Kind.sleep: "nap", .nursing: "feed", .bottle: "bottle", .nappy: "nappy"][kind] ?? ""
    return ["log", "add", name] + (nappy.map { [$0] } ?? []) + options + ["--baby", "\(baby)"]
  }

  /// The command that turns an entry of the diary into this one; nil if no command can, and it has to be added again.
  package func editWords(of event: String, from old: BuddyEntry) -> [String]? {
    guard kind == old.kind, baby == old.baby, end != nil || old.end == nil else {
      return nil
    }
    var changed = self
    if milliliters == nil, old.milliliters != nil { changed.milliliters = 0 }
    let contents = nappy == old.nappy ? nil : nappy
    return ["log", "edit", event] + changed.options(since: old) + (contents.map { ["--nappy", $0] } ?? [])
  }

  private var options: [String] { options(since: nil) }

  private func options(since old: BuddyEntry?) -> [String] {
    var words: [String] = []
    if start != old?.start { words += ["--start", Self.text(start)] }
    if let end, end != old?.end { words += ["--end", Self.text(end)] }
    if let side, side != old?.side { words += ["--side", side] }
    if let milliliters, milliliters != old?.milliliters {
      words += ["--amount", milliliters == 0 ? "0" : "\(milliliters)ml"]
    }
    if let milk, milk != old?.milk { words += ["--milk", milk] }
    return words
  }
}

// MARK: Baby Buddy's side

extension BuddyEntry {
  /// The words for feedings in Baby Buddy.
  private static let methods = ["left": "left breast", "right": "right breast", "both": "both breasts"]
  private static let types = ["breast": "breast milk", "formula": "formula"]

  /// Reads an element of a list of Baby Buddy.
  ///
  /// - Parameter babies: the babies' numbers, by the ids of the children.
  /// - Returns: nil for a kind that the diary does not have, and for a child that is no baby of the box.
  /// - Throws: if the element is malformed.
  package init?(
    _ fields: inout Fields, of path: String, babies: [Int: Int]
  ) throws(FieldFault) {
    guard let baby = babies[try fields.required("child", as: .integer)] else { return nil }
    switch path {
    case Kind.sleep.path: self.init(.sleep, baby: baby, start: 0)
    case Kind.nappy.path:
      let time = Self.seconds(try fields.required("time", as: .instant))
      let (isWet, isSolid) = (
        try fields.optional("wet", as: .bool) ?? false, try fields.optional("solid", as: .bool) ?? false
      )
      self.init(.nappy, baby: baby, start: time)
      nappy = isWet && isSolid ? "both" : isSolid ? "dirty" : "wet"
      return
    default:
      let method = try fields.required("method", as: .string)
      let type = try fields.required("type", as: .string)
      guard type != "solid food" else { return nil }
      if let side = Self.methods.first(where: { $0.value == method }) {
        self.init(.nursing, baby: baby, start: 0)
        self.side = side.key
      } else if method == "bottle" {
        self.init(.bottle, baby: baby, start: 0)
        milk = type == "formula" ? "formula" : "breast"
        let amount = try fields.optional("amount", as: .number(in: -1_000_000...1_000_000))
        milliliters = amount.map { Int($0.rounded()) }
      } else {
        return nil
      }
    }
    start = Self.seconds(try fields.required("start", as: .instant))
    if kind.lasts { end = Self.seconds(try fields.required("end", as: .instant)) }
  }

  /// The fields that turn an element of Baby Buddy into this entry: all of them, or only those that differ from an
  /// older form.
  ///
  /// - Parameters:
  ///   - child: the id of the child; nil for a change.
  ///   - latest: the latest time that the server accepts, in seconds since 1970; later ones are sent as this.
  package func document(child: Int?, since old: BuddyEntry? = nil, latest: Int) -> JSONValue {
    var members = child.map { [JSONValue.Member(key: "child", value: .integer($0))] } ?? []
    func add(_ key: String, _ value: JSONValue) { members.append(JSONValue.Member(key: key, value: value)) }
    if kind == .nappy {
      if start != old?.start { add("time", .string(Self.text(min(start, latest)))) }
      if nappy != old?.nappy {
        add("wet", .bool(nappy != "dirty"))
        add("solid", .bool(nappy != "wet"))
      }
    } else {
      // A bottle has no duration in the diary, so both of its times move together.
      let (until, before) = (end ?? start, old.map { $0.end ?? $0.start })
      if start != old?.start { add("start", .string(Self.text(min(start, latest)))) }
      if until != before { add("end", .string(Self.text(min(until, latest)))) }
      if let side, side != old?.side { add("method", .string(Self.methods[side] ?? "both breasts")) }
      if kind == .nursing, old == nil { add("type", "breast milk") }
      if let milk, milk != old?.milk { add("type", .string(Self.types[milk] ?? milk)) }
      if kind == .bottle, old == nil { add("method", "bottle") }
      if milliliters != old?.milliliters { add("amount", .integer(milliliters)) }
    }
    if old == nil { add("tags", ["cribside"]) }
    return .object(members)
  }
}

// MARK: In the file of pairs

extension BuddyEntry {
  /// Reads what `members` wrote.
  init(kept fields: inout Fields) throws(FieldFault) {
    let kind = try fields.required("kind", as: .string)
    guard let known = Kind(rawValue: kind) else { throw fields.fault("kind", expected: "a kind of entry") }
    self.init(
      known, baby: try fields.required("baby", as: .integer),
      start: try fields.required("start", as: .integer),
      end: try fields.optional("end", as: .integer))
    side = try fields.optional("side", as: .string)
    milk = try fields.optional("milk", as: .string)
    milliliters = try fields.optional("ml", as: .integer)
    nappy = try fields.optional("nappy", as: .string)
  }

  /// Every field that is known.
  var members: [JSONValue.Member] {
    let fields: [(String, JSONValue?)] = [
      ("kind", .string(kind.rawValue)), ("baby", .integer(baby)), ("start", .integer(start)),
      ("end", end.map { .integer($0) }), ("side", side.map { .string($0) }),
      ("milk", milk.map { .string($0) }),
      ("ml", milliliters.map { .integer($0) }), ("nappy", nappy.map { .string($0) }),
    ]
    return fields.compactMap { field in field.1.map { JSONValue.Member(key: field.0, value: $0) } }
  }
}

/// Which entry of the diary belongs to which element of Baby Buddy, and what both said when they last agreed. The
/// program keeps it in a small file. If the file is lost, nothing else is: entries with the same content are paired
/// again.
package struct BuddyPairs: Hashable, Sendable {
  /// A pair.
  package struct Pair: Hashable, Sendable {
    /// The path of the element, such as `sleep/12`; nil while it is about to be created.
    package var path: String?
    /// What both said when they last agreed.
    package var base: BuddyEntry
    /// The id of its timer while the event is in progress; nil without one.
    package var timer: Int?
    /// The line of the log that gave the event the end in `base`; nil if it is not known.
    package var endLine: String?
  }

  /// The pairs, by the id of the event in the diary.
  package var pairs: [String: Pair] = [:]

  /// No pairs.
  package init() {}

  /// Reads the file. A malformed line is skipped: the next pass finds its content again.
  package init(_ text: String) {
    for line in text.split(separator: "\n") {
      do {
        var fields = try Fields(try JSONReader.read(String(line)))
        let event = try fields.required("event", as: .nonEmptyString)
        pairs[event] = Pair(
          path: try fields.optional("path", as: .nonEmptyString), base: try BuddyEntry(kept: &fields),
          timer: try fields.optional("timer", as: .integer),
          endLine: try fields.optional("endLine", as: .string))
      } catch {
        continue
      }
    }
  }

  /// The file's text, one pair a line.
  package var text: String {
    pairs.sorted { $0.key < $1.key }.map { event, pair in
      let head = [
        JSONValue.Member(key: "event", value: .string(event)),
        JSONValue.Member(key: "path", value: .string(pair.path)),
        JSONValue.Member(key: "timer", value: .integer(pair.timer)),
        JSONValue.Member(key: "endLine", value: .string(pair.endLine)),
      ]
      return JSONWriter.text(.object(head + pair.base.members)) + "\n"
    }.joined()
  }

  /// The event to which an element belongs.
  func event(of path: String) -> String? { pairs.first { $0.value.path == path }?.key }
}
