import CareJournal
import Nursery

/// Commands by their phone and id: a command that is sent again gets the first answer, and is not carried out again.
struct CommandTable: Sendable {
  /// How many answers are kept. The box recognises the ids of the log's lines without a limit.
  static let limit = 512

  /// What identifies a command.
  struct Key: Hashable, Sendable {
    var token: String
    var id: String

    /// The id of the log's line that fulfils it, in the form of a UUID 8 (RFC 9562, section 5.8): the same for the
    /// same command, even after this program was killed.
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

  /// The answer to the first request.
  func answer(to key: Key) -> String? { answers[key] }

  /// Adds a request that waits for an answer; true for the first request, whose command is to be carried out.
  mutating func wait(_ request: UInt64, for key: Key) -> Bool {
    let isFirst = waiting[key] == nil
    waiting[key, default: []].append(request)
    return isFirst
  }

  /// The answer has arrived; nil if there is none. Returns the requests that wait for it. If it `isFinal`, it is kept.
  mutating func settle(_ key: Key, answer: String?, isFinal: Bool) -> [UInt64] {
    if let answer, isFinal {
      answers[key] = answer
      order.append(key)
      if order.count > Self.limit { answers[order.removeFirst()] = nil }
    }
    return waiting.removeValue(forKey: key) ?? []
  }
}
