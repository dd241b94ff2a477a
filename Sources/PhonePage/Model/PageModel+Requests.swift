import CareJournal
import ControlLink

/// Requests from browsers.
extension PageModel {
  mutating func receive(_ request: PageRequest, at milliseconds: Int) {
    if let refusal = gate.refusal(of: request) { return answer(request.id, refusal) }
    guard request.path.hasPrefix("/api/") else { return answer(request.id, file(request)) }
    guard let method = Self.methods[request.path] else { return answer(request.id, Self.nothing) }
    guard method == request.method else {
      return answer(
        request.id, PageResponse(status: 405, type: "text/plain", headers: ["Allow: \(method)"]))
    }
    if method == "POST",
      request.contentType?.split(separator: ";").first.map(String.init) != "application/json"
    {
      return answer(request.id, .refusal(415, "The body has to be JSON."))
    }
    if request.path == "/api/pair" { return pair(request) }
    identify(request, at: milliseconds)
  }

  private static let methods = [
    "/api/pair": "POST", "/api/command": "POST", "/api/state": "GET", "/api/events": "GET", "/api/log": "GET",
  ]
  private static let nothing = PageResponse.refusal(404, "There is nothing here.")
  private static let unpaired = PageResponse.refusal(401, "This phone is not paired.")

  private func file(_ request: PageRequest) -> PageResponse {
    guard request.method == "GET" || request.method == "HEAD" else {
      return PageResponse(status: 405, type: "text/plain", headers: ["Allow: GET, HEAD"])
    }
    guard let file = files[request.path] else { return Self.nothing }
    return file.response(knownTag: request.knownTag)
  }

  // MARK: Phones

  /// Determines which phone sent the request; asks the box if necessary.
  private mutating func identify(_ request: PageRequest, at milliseconds: Int) {
    guard let token = Self.token(in: request.cookie) else { return answer(request.id, Self.unpaired) }
    if let name = phones[token] { return serve(request, token, by: name, at: milliseconds) }
    if strangers[token] != nil {
      strangers[token]?.append(request)
    } else if ask(.phone(token: token), .phone(token: token), for: request.id) {
      strangers[token] = [request]
    }
  }

  /// The token in the cookies: 32 hexadecimal digits.
  private static func token(in cookies: String?) -> String? {
    for cookie in cookies?.split(separator: ";") ?? [] {
      let cookie = cookie.drop { $0 == " " }
      guard cookie.hasPrefix("cribside=") else { continue }
      let token = cookie.dropFirst("cribside=".count)
      if token.utf8.count == 32, token.allSatisfy(\.isHexDigit) { return String(token) }
    }
    return nil
  }

  /// Asks the box. If too many requests wait, it answers with status 429 and returns false.
  private mutating func ask(_ question: BoxQuestion, _ topic: Topic, for request: UInt64) -> Bool {
    guard !calls.isFull else {
      answer(request, .refusal(429, "Too many ask at once.", retryAfter: 2))
      return false
    }
    topics[calls.ask(question, &effects)] = topic
    return true
  }

  mutating func meet(_ token: String, _ end: BoxEnd?, at milliseconds: Int) {
    let requests = strangers.removeValue(forKey: token) ?? []
    guard let end, end.exit <= 1 else { return requests.forEach { answer($0.id, Self.away) } }
    guard end.exit == 0, let name = Self.field("name", of: end.output) else {
      return requests.forEach { answer($0.id, Self.unpaired) }
    }
    if phones.count >= Phone.limit { phones = [:] }
    phones[token] = name
    for request in requests { serve(request, token, by: name, at: milliseconds) }
  }

  /// Phones were added or removed at the box, so the box has to be asked about every phone again.
  mutating func forgetPhones() {
    phones = [:]
    for id in streams.keys.sorted() { effects.append(.closeStream(id)) }
    streams = [:]
  }

  private mutating func pair(_ request: PageRequest) {
    guard let (code, name) = Self.pairing(in: request.body) else {
      return answer(request.id, .refusal(400, "Expected a code of six digits and a name."))
    }
    _ = ask(.pair(code: code, name: name), .pairing(request: request.id), for: request.id)
  }

  private static func pairing(in body: [UInt8]) -> (code: String, name: String)? {
    do {
      var fields = try Fields(try JSONReader.read(body, depth: 4))
      let code = try fields.required("code", as: .string)
      let name = try fields.required("name", as: .string)
      return code.utf8.count == 6 && (1...Phone.nameLimit).contains(name.count) ? (code, name) : nil
    } catch {
      return nil
    }
  }

  /// Answers a request for pairing: 204 and the cookie for the right code, 401 for a wrong one, 429 while no code is
  /// accepted, 400 for a name that cannot be used, 503 for anything else.
  mutating func finishPairing(_ request: UInt64, _ end: BoxEnd?) {
    guard let end else { return answer(request, Self.away) }
    switch end.exit {
    case 0:
      guard let token = Self.field("token", of: end.output) else { return answer(request, Self.away) }
      let cookie =
        "Set-Cookie: cribside=\(token); Path=/; Max-Age=315360000; HttpOnly; SameSite=Strict"
        + (isSecure ? "; Secure" : "")
      answer(request, PageResponse(status: 204, headers: [cookie, "Cache-Control: no-store"]))
    case 1: answer(request, .refusal(401, end.error))
    case 75: answer(request, .refusal(429, end.error, retryAfter: 600))
    case 65: answer(request, .refusal(400, end.error))
    default: answer(request, .refusal(503, end.error, retryAfter: 2))
    }
  }

  static func field(_ name: String, of text: String) -> String? {
    do {
      var fields = try Fields(try JSONReader.read(text))
      return try fields.required(name, as: .string)
    } catch {
      return nil
    }
  }

  // MARK: Requests of a paired phone

  private mutating func serve(_ request: PageRequest, _ token: String, by name: String, at milliseconds: Int)
  {
    switch request.path {
    case "/api/state": serveState(request, at: milliseconds)
    case "/api/events": openStream(request, token, at: milliseconds)
    case "/api/log": serveLog(request)
    default: serveCommand(request, token, by: name)
    }
  }

  private mutating func serveState(_ request: PageRequest, at milliseconds: Int) {
    watch.use(at: milliseconds)
    guard let state = watch.freshState(at: milliseconds) else {
      if let call = watch.askAgain(at: milliseconds) { effects.append(.hangUp(call)) }
      return stateWaiters.append((request.id, milliseconds + Self.stateMilliseconds))
    }
    answer(request.id, .json(state.text))
  }

  private mutating func openStream(_ request: PageRequest, _ token: String, at milliseconds: Int) {
    guard streams.count < Self.streamLimit else {
      return answer(request.id, .refusal(429, "Too many follow the box at once.", retryAfter: 10))
    }
    streams[request.id] = PageStream(token: token, beatMilliseconds: milliseconds + Self.beatMilliseconds)
    effects.append(.openStream(request.id))
    // The first bytes tell the browser that the stream is open, even if there is nothing to report.
    if let state = watch.freshState(at: milliseconds), state.id != request.lastEvent {
      effects.append(.write(request.id, Self.event(state)))
    } else {
      effects.append(.write(request.id, ": \n\n"))
    }
  }

  /// The state as an event of a stream (HTML Living Standard, section 9.2.6).
  static func event(_ state: BoxState) -> String { "id: \(state.id)\nevent: state\ndata: \(state.text)\n\n" }

  private mutating func serveLog(_ request: PageRequest) {
    guard let days = request.days.map({ Int($0) }) ?? 2, (1...3_660).contains(days) else {
      return answer(request.id, .refusal(400, "days: expected 1 to 3660."))
    }
    let question = BoxQuestion.command(["log", "list", "--days", "\(days)", "--json"])
    _ = ask(question, .log(request: request.id), for: request.id)
  }

  mutating func finishLog(_ request: UInt64, _ output: String, _ end: BoxEnd?) {
    guard let end else { return answer(request, Self.away) }
    guard end.exit == 0 else { return answer(request, .refusal(503, end.error, retryAfter: 5)) }
    answer(request, .json(output, type: "application/jsonl"))
  }

  // MARK: Commands

  private mutating func serveCommand(_ request: PageRequest, _ token: String, by name: String) {
    guard let (id, words) = Self.command(in: request.body) else {
      return answer(
        request.id, .refusal(400, "Expected an id of at most 64 characters and the words of a command."))
    }
    let key = CommandTable.Key(token: token, id: id)
    if let text = commands.answer(to: key) { return answer(request.id, .json(text)) }
    guard !calls.isFull else {
      return answer(request.id, .refusal(429, "Too many ask at once.", retryAfter: 2))
    }
    guard commands.wait(request.id, for: key) else { return }
    _ = ask(.command(words, by: name, id: key.lineID), .command(key), for: request.id)
  }

  /// `{"id":…,"command":[…]}`; `at` is the time of a tap that was sent late.
  private static func command(in body: [UInt8]) -> (id: String, words: [String])? {
    do {
      var fields = try Fields(try JSONReader.read(body, depth: 4))
      let id = try fields.required("id", as: .string)
      var words = try fields.array("command", of: .string)
      let time = try fields.optional("at", as: .string)
      guard (1...64).contains(id.utf8.count), !words.isEmpty else { return nil }
      if let time, words.starts(with: ["log", "add"]), !words.contains("--start") {
        words += ["--start", time]
      }
      return (id, words)
    } catch {
      return nil
    }
  }

  /// Exit codes after which the same command may succeed later: 74 (not saved yet) and 75 (try again).
  private static let passingExits: Set<Int> = [74, 75]

  mutating func finishCommand(_ key: CommandTable.Key, _ output: String, _ end: BoxEnd?) {
    let text = end.map { end in
      JSONWriter.text(["exit": .integer(end.exit), "output": .string(output), "error": .string(end.error)])
    }
    let isFinal = end.map { !Self.passingExits.contains($0.exit) } ?? false
    for request in commands.settle(key, answer: text, isFinal: isFinal) {
      answer(request, text.map { .json($0) } ?? Self.away)
    }
  }
}
