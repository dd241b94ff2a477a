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
