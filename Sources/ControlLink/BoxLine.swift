import CareJournal

/// A line that a box sent.
public enum BoxLine: Hashable, Sendable {
  /// A piece of the output; more follows.
  case piece(String)
  /// The end of an answer.
  case end(BoxEnd)
  /// The state.
  case state(BoxState)
  /// The box is running, and its state has not changed.
  case beat
  /// None of these.
  case unknown

  /// Reads a line, without its line end.
  public init(_ text: String) { self = Self.read(text) ?? .unknown }

  private static func read(_ text: String) -> BoxLine? {
    do {
      var fields = try Fields(try JSONReader.read(text))
      if fields.contains("exit") {
        return .end(try end(&fields))
      }
      if fields.contains("output") { return .piece(try fields.required("output", as: .string)) }
      if fields.contains("beat") { return .beat }
      return .state(
        BoxState(
          boot: try fields.required("boot", as: .integer), sequence: try fields.required("seq", as: .integer),
          phones: try phones(&fields), text: text))
    } catch {
      return nil
    }
  }

  private static func end(_ fields: inout Fields) throws(FieldFault) -> BoxEnd {
    var end = BoxEnd(
      exit: try fields.required("exit", as: .integer(in: 0...255)),
      output: try fields.optional("output", as: .string) ?? "",
      error: try fields.optional("error", as: .string) ?? "")
    end.box = try fields.optional("box", as: .nonEmptyString)
    guard let have = fields.remove("have"), case .object(let members) = have.kind else { return end }
    var numbers: [String: Int] = [:]
    for member in members {
      guard case .integer(let number) = member.value.kind, number >= 0 else {
        throw fields.fault("have", expected: "an object of boxes and numbers")
      }
      numbers[member.key] = number
    }
    end.have = numbers
    return end
  }

  private static func phones(_ fields: inout Fields) throws(FieldFault) -> [String] {
    var box = try fields.object("box")
    var names: [String] = []
    for var phone in try box.objects("phones") {
      let since = try phone.optional("since", as: .string) ?? ""
      names.append("\(try phone.required("name", as: .string)) \(since)")
    }
    return names
  }
}

/// The end of a box's answer: its exit code as on the command line, and the rest of its output.
public struct BoxEnd: Hashable, Sendable {
  /// 0: done.
  public var exit: Int
  /// What follows the pieces of output.
  public var output: String
  /// What goes to the standard error.
  public var error: String
  /// The box's own id; nil if it was not asked for.
  public var box: String?
  /// The number of the last line that it has, by box; nil if it was not asked for.
  public var have: [String: Int]?

  /// An end with all its parts.
  public init(exit: Int, output: String, error: String) {
    (self.exit, self.output, self.error) = (exit, output, error)
  }
}

/// A state document, as it came.
public struct BoxState: Hashable, Sendable {
  /// The ordinal of the box's start.
  public var boot: Int
  /// The document's number since that start; the two together identify the document.
  public var sequence: Int
  /// The phones that may use the page, each with its date.
  public var phones: [String]
  /// The document, one line of JSON.
  public var text: String

  /// A document with all its parts.
  public init(boot: Int, sequence: Int, phones: [String], text: String) {
    (self.boot, self.sequence, self.phones, self.text) = (boot, sequence, phones, text)
  }

  /// The document's name, for a reader that reconnects.
  public var id: String { "\(boot)-\(sequence)" }
}
