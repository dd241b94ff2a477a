import Nursery

/// What a field may hold: how to read it, and how to say it when it holds something else.
public struct FieldKind<Value>: Sendable {
  /// The noun phrase of a fault: `a date YYYY-MM-DD`.
  public let expected: String
  /// The value read, or nil when it is none of this kind.
  public let read: @Sendable (JSONValue) -> Value?

  /// A kind read by a closure.
  public init(_ expected: String, read: @escaping @Sendable (JSONValue) -> Value?) {
    self.expected = expected
    self.read = read
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

  /// One of a few words, each with its meaning.
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
  /// Anything, for a field that is read elsewhere.
  public static var anything: FieldKind { FieldKind("a value") { $0 } }
}
