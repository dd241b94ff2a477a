import CareJournal
import Nursery

/// Commands by their phone and id: one that is sent again gets the answer of the first time, and is not done again.
struct CommandTable: Sendable {
  /// How many answers are kept. The box knows the ids of the log's lines for ever.
  static let limit = 512

  /// What a command is known by.
  struct Key: Hashable, Sendable {
    var token: String
    var id: String

    /// The id of the log's line that fulfils it: the same for the same command, also after this program was killed, in the
    /// form of a UUID 8 (RFC 9562, section 5.8).
    var lineID: EventID {
      let hash = SHA256.hash(Array("\(token)\n\(id)".utf8))
      func word(_ start: Int) -> UInt64 { hash[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
      return EventID(
        high: word(0) & ~0xF000 | 0x8000, low: word(8) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }
  }

  private var order: [Key] = []
  private var answers: [Key: String] = [:]
  private var waiting: [Key: [UInt64]] = [:]

  /// The answer of the first time.
  func answer(to key: Key) -> String? { answers[key] }

  /// Adds a request that waits for an answer; true for the first one, which is to be carried out.
  mutating func wait(_ request: UInt64, for key: Key) -> Bool {
    let isFirst = waiting[key] == nil
    waiting[key, default: []].append(request)
    return isFirst
  }

  /// The answer has come, or nil where there is none: who waits for it. It is kept if it `isFinal`.
  mutating func settle(_ key: Key, answer: String?, isFinal: Bool) -> [UInt64] {
    if let answer, isFinal {
      answers[key] = answer
      order.append(key)
      if order.count > Self.limit { answers[order.removeFirst()] = nil }
    }
    return waiting.removeValue(forKey: key) ?? []
  }
}
