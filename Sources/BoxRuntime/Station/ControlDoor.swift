import LinuxBoard

/// The control socket as the station has it: lines become requests with tokens, and answers find the way back.
package final class ControlDoor {
  /// The token of a wish that waits for no answer.
  static let noToken = 0

  private let socket: ControlSocket
  private let parse: WordsParser
  private let complain: (ControlFault) -> Void
  /// Who asked, by token.
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

  /// How many watch the state.
  package var watcherCount: Int { socket.watcherCount }

  /// What clients ask. A line that is no request is answered here.
  package func serve() -> [BoardEvent] {
    attempt([]) { () throws(ControlFault) in try socket.serve() }.compactMap(receive)
  }

  /// Answers who asked, if they are there still.
  package func answer(_ token: Int, _ answer: BoxAnswer) {
    guard let client = askers.removeValue(forKey: token) else { return }
    attempt(()) { () throws(ControlFault) in try socket.answer(answer.line, to: client) }
  }

  /// Gives away who asked, to be answered by another thread; nil for one that has gone.
  package func release(_ token: Int) -> ControlReader? {
    guard let client = askers.removeValue(forKey: token) else { return nil }
    return attempt(nil) { () throws(ControlFault) in try socket.release(client) }
  }

  /// Keeps who asked as a watcher of the state; false where as many watch as may.
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
