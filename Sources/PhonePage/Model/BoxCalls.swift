import ControlLink

/// Conversations with the box. Only a few go on at once, so that the command line finds a place too; the rest wait in a
/// queue.
struct BoxCalls: Sendable {
  /// How many conversations go on at once. The box has places for eight, and for eight watchers.
  static let atOnce = 4
  /// How many questions may wait.
  static let queueLimit = 32
  /// How long the box may be silent, in milliseconds. It answers once the card has synced.
  static let patienceMilliseconds = 60_000
  /// The most that an answer may hold, in bytes.
  static let answerBytes = 4 << 20

  private var lastCall = 0
  private var queue: [(call: Int, question: BoxQuestion)] = []
  private var outputs: [Int: String] = [:]

  /// Whether the queue is full.
  var isFull: Bool { queue.count >= Self.queueLimit }

  /// A new number for a conversation.
  mutating func next() -> Int {
    lastCall += 1
    return lastCall
  }

  /// Asks, or waits until there is a place. Returns the number of the conversation.
  mutating func ask(_ question: BoxQuestion, _ effects: inout [PageEffect]) -> Int {
    let call = next()
    queue.append((call, question))
    begin(&effects)
    return call
  }

  /// Keeps a piece of an answer; false if the answer is too long.
  mutating func note(_ piece: String, of call: Int) -> Bool {
    outputs[call, default: ""] += piece
    return outputs[call]?.utf8.count ?? 0 <= Self.answerBytes
  }

  /// The conversation is over: returns its output so far, and begins the next one.
  mutating func end(_ call: Int, _ effects: inout [PageEffect]) -> String {
    let output = outputs.removeValue(forKey: call) ?? ""
    begin(&effects)
    return output
  }

  private mutating func begin(_ effects: inout [PageEffect]) {
    while outputs.count < Self.atOnce, !queue.isEmpty {
      let (call, question) = queue.removeFirst()
      outputs[call] = ""
      effects.append(.call(call, question, patienceMilliseconds: Self.patienceMilliseconds))
    }
  }
}

/// The state of the box as the page knows it. The page follows the box only while a browser reads the state, since that
/// costs the box work.
struct BoxWatch: Sendable {
  /// What to do about it.
  enum Step: Hashable, Sendable {
    case begin
    case end(call: Int)
  }

  /// The first and the longest wait after a box that does not answer, in milliseconds.
  private static let retryMilliseconds = 500...10_000
  /// For how long a browser may take the time in a state for the present time, in milliseconds.
  private static let freshMilliseconds = 2_000

  /// The state; nil while the box does not answer.
  private(set) var state: BoxState?
  /// The conversation, while there is one.
  private(set) var call: Int?
  private var (begunAt, notedAt) = (Int.min / 2, Int.min / 2)
  private var wantedUntil = Int.min
  private var retryAt = 0
  private var retryAfter = BoxWatch.retryMilliseconds.lowerBound

  /// A browser reads the state.
  mutating func use(at milliseconds: Int) { wantedUntil = milliseconds + PageModel.watchMilliseconds }

  /// The latest time at which `step` must be called.
  var nextDeadline: Int? {
    guard wantedUntil > Int.min else { return nil }
    return call == nil ? (retryAt < wantedUntil ? retryAt : nil) : wantedUntil
  }

  /// What to do now.
  func step(at milliseconds: Int) -> Step? {
    if let call { return wantedUntil <= milliseconds ? .end(call: call) : nil }
    return wantedUntil > milliseconds && retryAt <= milliseconds ? .begin : nil
  }

  /// A conversation begins.
  mutating func begin(_ call: Int, at milliseconds: Int) { (self.call, begunAt) = (call, milliseconds) }

  /// The state, if it has just arrived.
  func freshState(at milliseconds: Int) -> BoxState? {
    notedAt + Self.freshMilliseconds > milliseconds ? state : nil
  }

  /// Begins another conversation, whose first line is the present state, unless one has just begun.
  ///
  /// - Returns: the conversation to end.
  mutating func askAgain(at milliseconds: Int) -> Int? {
    guard let old = call, begunAt + Self.freshMilliseconds <= milliseconds else { return nil }
    (call, retryAt) = (nil, milliseconds)
    return old
  }

  /// A state has arrived.
  mutating func note(_ state: BoxState, at milliseconds: Int) {
    (self.state, notedAt) = (state, milliseconds)
    retryAfter = Self.retryMilliseconds.lowerBound
  }

  /// The conversation is over.
  mutating func end(at milliseconds: Int) {
    (call, state) = (nil, nil)
    retryAt = milliseconds + retryAfter
    retryAfter = min(2 * retryAfter, Self.retryMilliseconds.upperBound)
  }
}
