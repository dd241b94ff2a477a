import CareJournal
import ControlLink

/// The rules of the page: one pure step function decides how each request is answered. All that it keeps may be lost:
/// the diary and the phones belong to the box.
public struct PageModel: Sendable {
  /// How many streams there may be at once.
  static let streamLimit = 16
  /// How long a request waits for the first state of the box.
  static let stateMilliseconds = 3_000
  /// How long the box is still watched after the last reader has left.
  static let watchMilliseconds = 60_000
  /// How long the box may be silent while it is watched; it sends something every 15 s.
  static let silenceMilliseconds = 40_000
  /// How often a stream gets a sign that the page is running.
  static let beatMilliseconds = 15_000

  let gate: PageGate
  let files: [String: PageFile]
  /// Whether it is reached by HTTPS only.
  let isSecure: Bool
  var calls = BoxCalls()
  var commands = CommandTable()
  /// The names of the phones that the box knows, by token.
  var phones: [String: String] = [:]
  /// Requests that wait, by token, until the box has named the phone of their token.
  var strangers: [String: [PageRequest]] = [:]
  /// The purpose of each conversation.
  var topics: [Int: Topic] = [:]
  var watch = BoxWatch()
  /// Requests that wait for the first state, and the time until which each waits.
  var stateWaiters: [(request: UInt64, until: Int)] = []
  var streams: [UInt64: PageStream] = [:]
  var effects: [PageEffect] = []

  /// The purpose of a conversation with the box.
  enum Topic: Hashable, Sendable {
    case phone(token: String)
    case pairing(request: UInt64)
    case log(request: UInt64)
    case command(CommandTable.Key)
  }

  /// A page with files, by their paths. `isSecure`: it is reached by HTTPS only.
  public init(gate: PageGate, files: [String: PageFile], isSecure: Bool = false) {
    (self.isSecure, self.gate, self.files) = (isSecure, gate, files)
  }

  /// The latest time at which `handle` must be called, on its clock in milliseconds; nil if nothing is due.
  public var nextDeadline: Int? {
    ([watch.nextDeadline] + stateWaiters.map(\.until) + streams.values.map(\.beatMilliseconds)).compactMap {
      $0
    }.min()
  }

  /// Handles an input at a time of a clock in milliseconds; returns the effects in order.
  public mutating func handle(_ input: PageInput, at milliseconds: Int) -> [PageEffect] {
    effects = []
    switch input {
    case .request(let request): receive(request, at: milliseconds)
    case .streamClosed(let id): streams[id] = nil
    case .box(let call, let line): receive(line, of: call, at: milliseconds)
    case .boxEnded(let call): end(call, nil, at: milliseconds)
    case .tick: break
    }
    runDeadlines(at: milliseconds)
    return effects
  }

  mutating func answer(_ request: UInt64, _ response: PageResponse) {
    effects.append(.answer(request, response))
  }

  /// The box does not answer.
  static let away = PageResponse.refusal(503, "The box does not answer.", retryAfter: 2)

  private mutating func runDeadlines(at milliseconds: Int) {
    for waiter in stateWaiters where waiter.until <= milliseconds { answer(waiter.request, Self.away) }
    stateWaiters.removeAll { $0.until <= milliseconds }
    for (id, stream) in streams where stream.beatMilliseconds <= milliseconds {
      effects.append(.write(id, ": \n\n"))
      streams[id]?.beatMilliseconds = milliseconds + Self.beatMilliseconds
    }
    if !streams.isEmpty || !stateWaiters.isEmpty { watch.use(at: milliseconds) }
    guard let step = watch.step(at: milliseconds) else { return }
    switch step {
    case .begin:
      let call = calls.next()
      watch.begin(call, at: milliseconds)
      effects.append(.call(call, .watch, patienceMilliseconds: Self.silenceMilliseconds))
    case .end(let call):
      watch.end(at: milliseconds)
      effects.append(.hangUp(call))
    }
  }
}

/// A browser that follows the state.
struct PageStream: Hashable, Sendable {
  /// The phone's token.
  var token: String
  /// When it next gets a sign that the page is running.
  var beatMilliseconds: Int
}

/// The inputs of the page.
public enum PageInput: Sendable {
  /// A browser sends a request.
  case request(PageRequest)
  /// A stream is over, since its browser has left.
  case streamClosed(UInt64)
  /// The box sent a line of a conversation.
  case box(call: Int, BoxLine)
  /// A conversation is over, or could not begin.
  case boxEnded(call: Int)
  /// Time has passed.
  case tick
}

/// The effects of the page.
public enum PageEffect: Hashable, Sendable {
  /// Answer a request.
  case answer(UInt64, PageResponse)
  /// Answer a request by a stream of events.
  case openStream(UInt64)
  /// Send text on a stream.
  case write(UInt64, String)
  /// End a stream.
  case closeStream(UInt64)
  /// Ask the box, which may be silent for so many milliseconds.
  case call(Int, BoxQuestion, patienceMilliseconds: Int)
  /// End a conversation with the box.
  case hangUp(Int)
}

/// Lines from the box.
extension PageModel {
  mutating func receive(_ line: BoxLine, of call: Int, at milliseconds: Int) {
    if call == watch.call { return receive(line, at: milliseconds) }
    switch line {
    case .piece(let piece):
      guard !calls.note(piece, of: call) else { return }
      effects.append(.hangUp(call))
      end(call, nil, at: milliseconds)
    case .end(let word): end(call, word, at: milliseconds)
    case .state, .beat, .unknown: break
    }
  }

  private mutating func receive(_ line: BoxLine, at milliseconds: Int) {
    guard case .state(let state) = line else { return }
    let before = watch.state
    watch.note(state, at: milliseconds)
    if let before, before.phones != state.phones { forgetPhones() }
    for waiter in stateWaiters { answer(waiter.request, .json(state.text)) }
    stateWaiters = []
    for id in streams.keys.sorted() {
      effects.append(.write(id, Self.event(state)))
      streams[id]?.beatMilliseconds = milliseconds + Self.beatMilliseconds
    }
  }

  /// A conversation is over, with or without the box's last line.
  mutating func end(_ call: Int, _ last: BoxEnd?, at milliseconds: Int) {
    if call == watch.call { return loseBox(at: milliseconds) }
    guard let topic = topics.removeValue(forKey: call) else { return }
    let output = calls.end(call, &effects) + (last?.output ?? "")
    var last = last
    last?.output = output
    switch topic {
    case .phone(let token): meet(token, last, at: milliseconds)
    case .pairing(let request): finishPairing(request, last)
    case .log(let request): finishLog(request, output, last)
    case .command(let key): finishCommand(key, output, last)
    }
  }

  /// Browsers notice that their stream ends, and ask again until the box is back.
  private mutating func loseBox(at milliseconds: Int) {
    watch.end(at: milliseconds)
    for id in streams.keys.sorted() { effects.append(.closeStream(id)) }
    streams = [:]
    for waiter in stateWaiters { answer(waiter.request, Self.away) }
    stateWaiters = []
  }
}
