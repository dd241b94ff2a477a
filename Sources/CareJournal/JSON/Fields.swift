import Nursery

/// The members of one object. They are removed one by one, by name; `finish` throws if any was not removed.
///
/// ```
/// var fields = try Fields(document)
/// let name = try fields.required("name", as: .string)
/// let minutes = try fields.optional("minutes", as: .integer(in: 5...240)) ?? 30
/// try fields.finish()
/// ```
public struct Fields: Sendable {
  /// The object's place in the document; empty for the document itself.
  public let path: String
  /// The line where the object begins.
  public let line: Int
  private let members: [JSONValue.Member]
  private var known: [String] = []

  /// The fields of a value that must be an object.
  public init(_ value: JSONValue, path: String = "") throws(FieldFault) {
    guard case .object(let members) = value.kind else {
      throw FieldFault(path: path, line: value.line, expected: "an object", found: value.shown)
    }
    self.path = path
    self.line = value.line
    self.members = members
  }

  /// A field that must be there.
  public mutating func required<Value>(
    _ key: String, as kind: FieldKind<Value>
  ) throws(FieldFault) -> Value {
    guard let value = remove(key) else { throw missing(key, expected: kind.expected) }
    return try read(value, at: place(key), as: kind)
  }

  /// A field that may be missing or `null`; then the result is nil.
  public mutating func optional<Value>(
    _ key: String, as kind: FieldKind<Value>
  ) throws(FieldFault) -> Value? {
    guard let value = remove(key), value.kind != .null else { return nil }
    return try read(value, at: place(key), as: kind)
  }

  /// An array of values of one kind, which must be there.
  public mutating func array<Value>(
    _ key: String, of kind: FieldKind<Value>
  ) throws(FieldFault) -> [Value] {
    guard let array = try optionalArray(key, of: kind) else { throw missing(key, expected: "an array") }
    return array
  }

  /// An array of values of one kind; nil if it is missing or `null`.
  public mutating func optionalArray<Value>(
    _ key: String, of kind: FieldKind<Value>
  ) throws(FieldFault) -> [Value]? {
    guard let elements = try elements(key) else { return nil }
    var values: [Value] = []
    for (index, element) in elements.enumerated() {
      values.append(try read(element, at: "\(place(key))[\(index)]", as: kind))
    }
    return values
  }

  /// The fields of an object, which must be there. The caller calls `finish` on them.
  public mutating func object(_ key: String) throws(FieldFault) -> Fields {
    guard let fields = try optionalObject(key) else { throw missing(key, expected: "an object") }
    return fields
  }

  /// The fields of an object; nil if it is missing or `null`.
  public mutating func optionalObject(_ key: String) throws(FieldFault) -> Fields? {
    guard let value = remove(key), value.kind != .null else { return nil }
    return try Fields(value, path: place(key))
  }

  /// The fields of each object of an array; empty if the array is missing or `null`.
  public mutating func objects(_ key: String) throws(FieldFault) -> [Fields] {
    var objects: [Fields] = []
    for (index, element) in (try elements(key) ?? []).enumerated() {
      objects.append(try Fields(element, path: "\(place(key))[\(index)]"))
    }
    return objects
  }

  /// A field's value, including `null`; nil if the field is missing.
  public mutating func remove(_ key: String) -> JSONValue? {
    known.append(key)
    return members.first { $0.key == key }?.value
  }

  /// Whether the object has a field. The field still counts as unread.
  public func contains(_ key: String) -> Bool { members.contains { $0.key == key } }

  /// Throws if a field was not removed: an unknown option is a typing error.
  public func finish() throws(FieldFault) {
    guard let stranger = members.first(where: { !known.contains($0.key) }) else { return }
    let names = known.isEmpty ? "no field" : "one of the fields " + known.joined(separator: ", ")
    let nearest = stranger.key.nearest(in: known).map { "; did you mean \($0)?" } ?? ""
    throw FieldFault(
      path: place(stranger.key), line: stranger.line, expected: names,
      found: "unknown field \(stranger.key)" + nearest)
  }

  /// A fault of one of this object's fields. It is for rules that involve several fields.
  public func fault(_ key: String, expected: String) -> FieldFault {
    let member = members.first { $0.key == key }
    let found = member?.value.shown ?? "nothing"
    return FieldFault(path: place(key), line: member?.line ?? line, expected: expected, found: found)
  }

  private mutating func elements(_ key: String) throws(FieldFault) -> [JSONValue]? {
    guard let value = remove(key), value.kind != .null else { return nil }
    guard case .array(let elements) = value.kind else { throw fault(key, expected: "an array") }
    return elements
  }

  private func read<Value>(
    _ value: JSONValue, at path: String, as kind: FieldKind<Value>
  ) throws(FieldFault) -> Value {
    guard let read = kind.read(value) else {
      throw FieldFault(path: path, line: value.line, expected: kind.expected, found: value.shown)
    }
    return read
  }

  private func missing(_ key: String, expected: String) -> FieldFault {
    FieldFault(path: place(key), line: line, expected: expected, found: "nothing")
  }

  private func place(_ key: String) -> String { path.isEmpty ? key : path + "." + key }
}

extension JSONValue {
  /// The value as short text for a fault.
  var shown: String {
    let text = JSONWriter.text(self)
    return text.unicodeScalars.count <= 40 ? text : String(text.prefix(39)) + "…"
  }
}

/// A field that is missing, unknown, or not what it must be.
public struct FieldFault: Error, Hashable, Sendable {
  /// Where it stands in the document: `baby.birthdate`, `naps[2].start`; empty for the document itself.
  public let path: String
  /// The line of the text, from 1; 0 when the value was not read from text.
  public let line: Int
  /// What it must be, as a noun phrase: `a date YYYY-MM-DD`.
  public let expected: String
  /// What it is, shortened: `12`, `nothing`.
  public let found: String

  /// A fault of a field.
  public init(path: String, line: Int, expected: String, found: String) {
    (self.path, self.line, self.expected, self.found) = (path, line, expected, found)
  }

  /// The fault as words without its place: `expected a date YYYY-MM-DD, found 12`.
  public var message: String { "expected \(expected), found \(found)" }
}

/// What a field may hold: how to read it, and what to say when it holds something else.
public struct FieldKind<Value>: Sendable {
  /// The noun phrase of a fault: `a date YYYY-MM-DD`.
  public let expected: String
  /// Returns the value, or nil if it is not of this kind.
  public let read: @Sendable (JSONValue) -> Value?

  /// A kind read by a closure.
  public init(_ expected: String, read: @escaping @Sendable (JSONValue) -> Value?) {
    (self.expected, self.read) = (expected, read)
  }

  /// A kind of text, read by a closure.
  public static func text(
    _ expected: String, read: @escaping @Sendable (String) -> Value?
  ) -> FieldKind {
    FieldKind(expected) { value in
      guard case .string(let text) = value.kind else { return nil }
      return read(text)
    }
  }

  /// One of a few words, each with a value.
  public static func oneOf(_ choices: KeyValuePairs<String, Value>) -> FieldKind where Value: Sendable {
    let table = choices.map { (word: $0.key, meaning: $0.value) }
    let words = table.map { "\"\($0.word)\"" }.joined(separator: ", ")
    return .text("one of \(words)") { text in table.first { $0.word == text }?.meaning }
  }
}

extension FieldKind where Value == String {
  /// Any string.
  public static var string: FieldKind { .text("a string") { $0 } }

  /// A string of at least one character.
  public static var nonEmptyString: FieldKind {
    .text("a string that is not empty") { $0.isEmpty ? nil : $0 }
  }

  /// A household's name: one level of a topic, without characters that have a meaning in topics.
  public static var householdName: FieldKind {
    .text("a name of 1 to 40 letters, digits, hyphens and underscores") { name in
      let isClean = name.utf8.allSatisfy {
        (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45 || $0 == 95
      }
      return (1...40).contains(name.utf8.count) && isClean ? name : nil
    }
  }
}

extension FieldKind where Value == Bool {
  /// `true` or `false`.
  public static var bool: FieldKind {
    FieldKind("true or false") { value in
      guard case .bool(let bool) = value.kind else { return nil }
      return bool
    }
  }
}

extension FieldKind where Value == Int {
  /// Any whole number that fits 64 bits.
  public static var integer: FieldKind {
    FieldKind("a whole number") { value in
      guard case .integer(let integer) = value.kind else { return nil }
      return integer
    }
  }

  /// A whole number within a range.
  public static func integer(in range: ClosedRange<Int>) -> FieldKind {
    FieldKind("a whole number from \(range.lowerBound) to \(range.upperBound)") { value in
      guard case .integer(let integer) = value.kind, range.contains(integer) else { return nil }
      return integer
    }
  }
}

extension FieldKind where Value == Double {
  /// Any number.
  public static var number: FieldKind { FieldKind("a number", read: double) }

  /// A number within a range.
  public static func number(in range: ClosedRange<Double>) -> FieldKind {
    FieldKind("a number from \(range.lowerBound) to \(range.upperBound)") { value in
      double(value).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  @Sendable private static func double(_ value: JSONValue) -> Double? {
    switch value.kind {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }
}

extension FieldKind where Value == CivilDate {
  /// A calendar date.
  public static var date: FieldKind { .text("a date YYYY-MM-DD") { ISO8601.date($0) } }
}

extension FieldKind where Value == WallTime {
  /// A time of day.
  public static var timeOfDay: FieldKind { .text("a time HH:MM") { ISO8601.time($0) } }
}

extension FieldKind where Value == Instant {
  /// An instant with its UTC offset.
  public static var instant: FieldKind {
    .text("a time such as 2026-02-11T07:05:00-05:00") { ISO8601.instant($0) }
  }
}

extension FieldKind where Value == JSONValue {
  /// Any value, for a field that other code reads.
  public static var anything: FieldKind { FieldKind("a value") { $0 } }
}

extension String {
  /// The first name that begins with this word; otherwise the nearest name, if at most two letters have to be added,
  /// removed or changed and at least one letter of this word stays. Nil if there is none.
  public func nearest(in names: [String]) -> String? {
    if let name = names.first(where: { $0.hasPrefix(self) }) { return name }
    return names.min { $0.distance(to: self) < $1.distance(to: self) }.flatMap {
      $0.distance(to: self) <= Swift.min(2, count - 1) ? $0 : nil
    }
  }

  /// How many letters have to be added, removed or changed to turn this word into another.
  private func distance(to word: String) -> Int {
    let other = Array(word)
    var row = Array(0...other.count)
    for (index, letter) in enumerated() {
      var before = row[0]
      row[0] = index + 1
      for column in other.indices {
        let changed = before + (letter == other[column] ? 0 : 1)
        before = row[column + 1]
        row[column + 1] = Swift.min(changed, before + 1, row[column] + 1)
      }
    }
    return row[other.count]
  }
}
