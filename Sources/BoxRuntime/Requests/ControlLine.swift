import CareJournal
import Nursery

/// Makes a request of the words of a command line.
package typealias WordsParser = (_ words: [String]) throws(RequestFault) -> BoxRequest

/// Requests in the form that crosses the socket: the command line's own words.
package enum ControlLine {
  /// Words of a request. The longest sensible one has about 20.
  static let wordLimit = 64
  /// Bytes of a word. A path may be longer, but no request that crosses the socket needs one.
  static let wordBytes = 256

  /// The line for the words of a command.
  package static func line(_ arguments: [String]) -> String {
    JSONWriter.text(["command": .array(arguments.map { .string($0) })])
  }

  /// Reads a line that crossed the socket: a command, with who asks, or a question that only programs ask.
  package static func request(line: String, parse: WordsParser) throws(RequestFault) -> (BoxRequest, Asker) {
    let (arguments, asker): ([String], Asker)
    do {
      var fields = try Fields(try JSONReader.read(line))
      if let question = try question(&fields) {
        try fields.finish()
        return (question, Asker())
      }
      arguments = try fields.array("command", of: .string)
      asker = Asker(
        by: try fields.optional("by", as: .phoneName), id: try fields.optional("id", as: .eventID))
      try fields.finish()
    } catch let fault as FieldFault {
      throw RequestFault(message: "\(fault.path): \(fault.message)", exit: .data)
    } catch let fault as JSONFault {
      throw RequestFault(message: fault.message, exit: .data)
    } catch {
      throw RequestFault(message: "\(error)", exit: .data)
    }
    try check(arguments)
    return (try parse(arguments), asker)
  }

  /// What is no command of the command line; nil where the line is one.
  private static func question(_ fields: inout Fields) throws(FieldFault) -> BoxRequest? {
    if let watch = try fields.optionalObject("watch") {
      try watch.finish()
      return .watch
    }
    if var lines = try fields.optionalObject("lines") {
      let wish = try LinesWish(from: &lines)
      try lines.finish()
      return .lines(wish)
    }
    if let texts = try fields.optionalArray("offer", of: .string) {
      return .offer(texts.map { Array($0.utf8) })
    }
    if let have = try fields.optionalObject("have") {
      try have.finish()
      return .have
    }
    if var link = try fields.optionalObject("link") {
      let wish = try LinkWish(from: &link)
      try link.finish()
      return .link(wish)
    }
    guard var phone = try fields.optionalObject("phone") else { return nil }
    let wish = try PhoneWish(from: &phone)
    try phone.finish()
    return .phone(wish)
  }

  /// Refuses what the parser of the command line would take seconds for: its time grows with the square of the words.
  private static func check(_ arguments: [String]) throws(RequestFault) {
    guard arguments.count <= wordLimit else {
      throw RequestFault(
        message: "command: expected at most \(wordLimit) words, found \(arguments.count)", exit: .usage)
    }
    guard let long = arguments.first(where: { $0.utf8.count > wordBytes }) else { return }
    throw RequestFault(
      message: "command: expected words of at most \(wordBytes) bytes, found one of \(long.utf8.count)",
      exit: .usage)
  }
}

/// A request that no box can answer.
package struct RequestFault: Error, Hashable, Sendable {
  package var message: String
  package var exit: ExitStatus

  package init(message: String, exit: ExitStatus) {
    self.message = message
    self.exit = exit
  }
}
