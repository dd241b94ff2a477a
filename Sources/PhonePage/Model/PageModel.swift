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
    self.isSecure = isSecure
    self.gate = gate
    self.files = files
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
