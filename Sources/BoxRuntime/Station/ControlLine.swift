import CareJournal
import LinuxBoard
import Nursery

/// Turns the words of a command line into a request.
package typealias WordsParser = (_ words: [String]) throws(RequestFault) -> BoxRequest

/// Requests in the form in which they cross the socket: the command line's own words.
package enum ControlLine {
  /// The most words of a request. The longest sensible one has about 20.
  static let wordLimit = 64
  /// The most bytes of a word. A path may be longer, but no request over the socket contains one.
  static let wordBytes = 256

  /// The line for the words of a command.
  package static func line(_ arguments: [String]) -> String {
    JSONWriter.text(["command": .array(arguments.map { .string($0) })])
  }

  /// Reads a line from the socket: a command, with its sender, or a question that only programs ask.
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

  /// Questions that are no commands of the command line; nil if the line is a command.
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

  /// Refuses too many or too long words: the time of the command line's parser grows with the square of their number.
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

  package init(message: String, exit: ExitStatus) { (self.message, self.exit) = (message, exit) }
}

/// The control socket for the station: lines become requests with tokens, and answers go back to the clients.
package final class ControlDoor {
  /// The token of a request that waits for no answer.
  static let noToken = 0

  private let socket: ControlSocket
  private let parse: WordsParser
  private let complain: (ControlFault) -> Void
  /// The client of each token.
  private var askers: [Int: Int] = [:]
  private var nextToken = 1

  /// Listens at a path. `parse` reads the words of a command, and `complain` receives what goes wrong later.
  package init(
    path: String, parse: @escaping WordsParser, complain: @escaping (ControlFault) -> Void
  ) throws(ControlFault) {
    socket = try ControlSocket(path: path)
    self.parse = parse
    self.complain = complain
  }

  /// The one descriptor to wait on.
  package var descriptor: Int32 { socket.descriptor }

  /// How many clients watch the state.
  package var watcherCount: Int { socket.watcherCount }

  /// The requests of clients. A line that is no request is answered here.
  package func serve() -> [BoardEvent] {
    attempt([]) { () throws(ControlFault) in try socket.serve() }.compactMap(receive)
  }

  /// Answers a client, if it is still there.
  package func answer(_ token: Int, _ answer: BoxAnswer) {
    guard let client = askers.removeValue(forKey: token) else { return }
    attempt(()) { () throws(ControlFault) in try socket.answer(answer.line, to: client) }
  }

  /// Hands a client over to another thread, which answers it; nil if it has left.
  package func release(_ token: Int) -> ControlReader? {
    guard let client = askers.removeValue(forKey: token) else { return nil }
    return attempt(nil) { () throws(ControlFault) in try socket.release(client) }
  }

  /// Keeps a client as a watcher of the state; false if the maximum number watch already.
  package func watch(_ token: Int) -> Bool {
    guard socket.watcherCount < ControlSocket.Limits().watchers,
      let client = askers.removeValue(forKey: token)
    else { return false }
    return attempt(false) { () throws(ControlFault) in try socket.watch(client) }
  }

  /// Sends a line to the watchers.
  package func publish(_ line: StateWriter.Line) {
    attempt(()) { () throws(ControlFault) in
      switch line {
      case .state(let text): try socket.publish(text)
      case .beat(let text): try socket.publish(text, isNews: false)
      }
    }
  }

  private func receive(_ request: ControlSocket.Request) -> BoardEvent? {
    let token = nextToken
    nextToken += 1
    askers[token] = request.client
    guard !socket.isCrowded else {
      answer(token, .failure(.again, "too many clients wait for their answers; ask again later"))
      return nil
    }
    do throws(RequestFault) {
      let (request, asker) = try ControlLine.request(line: request.line, parse: parse)
      return .request(token: token, request, asker)
    } catch {
      answer(token, .failure(error.exit, error.message))
      return nil
    }
  }

  private func attempt<Value>(_ otherwise: Value, _ work: () throws(ControlFault) -> Value) -> Value {
    do throws(ControlFault) {
      return try work()
    } catch {
      complain(error)
      return otherwise
    }
  }
}
