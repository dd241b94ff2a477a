import LinuxBoard

/// The control socket as the station has it: lines become requests with tokens, and answers find the way back.
final class ControlDoor {
  private let socket: ControlSocket
  private let complain: (ControlFault) -> Void
  /// Who asked, by token.
  private var askers: [Int: Int] = [:]
  private var nextToken = 1

  /// Listens at a path; `complain` hears what goes wrong later.
  init(path: String, complain: @escaping (ControlFault) -> Void) throws(ControlFault) {
    socket = try ControlSocket(path: path)
    self.complain = complain
  }

  /// The one descriptor to wait on.
  var descriptor: Int32 { socket.descriptor }

  /// How many watch the state.
  var watcherCount: Int { socket.watcherCount }

  /// What clients ask. A line that is no request is answered here.
  func serve() -> [Happening] {
    attempt([]) { () throws(ControlFault) in try socket.serve() }.compactMap(receive)
  }

  /// Answers who asked, if they are there still.
  func answer(_ token: Int, _ answer: BoxAnswer) {
    guard let client = askers.removeValue(forKey: token) else { return }
    attempt(()) { () throws(ControlFault) in try socket.answer(answer.line, to: client) }
  }

  /// Gives away who asked, to be answered by another thread; nil for one that has gone.
  func release(_ token: Int) -> ControlReader? {
    guard let client = askers.removeValue(forKey: token) else { return nil }
    return attempt(nil) { () throws(ControlFault) in try socket.release(client) }
  }

  /// Keeps who asked as a watcher of the state; false where as many watch as may.
  func watch(_ token: Int) -> Bool {
    guard socket.watcherCount < ControlSocket.Limits().watchers,
      let client = askers.removeValue(forKey: token)
    else { return false }
    return attempt(false) { () throws(ControlFault) in try socket.watch(client) }
  }

  /// Sends a line to the watchers.
  func publish(_ line: StateWriter.Line) {
    attempt(()) { () throws(ControlFault) in
      switch line {
      case .state(let text): try socket.publish(text)
      case .beat(let text): try socket.publish(text, isNews: false)
      }
    }
  }

  private func receive(_ request: ControlSocket.Request) -> Happening? {
    let token = nextToken
    nextToken += 1
    askers[token] = request.client
    do throws(RequestFault) {
      let (request, asker) = try RequestParser.request(line: request.line)
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
