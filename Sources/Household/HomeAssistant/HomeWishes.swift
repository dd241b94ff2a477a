import CareJournal
import Nursery

/// Wishes of Home Assistant on their way to the box. Each is carried out once, in order, unless it is older than a
/// minute. The id of a wish is the id of the line that fulfils it, so the box recognises a repeated wish too.
package struct HomeWishes: Sendable {
  /// A wish in the form that the box receives.
  package struct Wish: Hashable, Sendable {
    /// The words of the command line.
    package var words: [String]
    /// The id of the line that fulfils it.
    package var id: EventID
    /// The time until which it is sent, on the boot clock in milliseconds.
    package var deadline: Int
  }

  /// A message with a wish.
  package struct Message: Hashable, Sendable {
    var what: String
    var baby: Int?
    var payload: [UInt8]
    var isRetained: Bool

    /// A message under one of the box's `set` topics.
    package init(what: String, baby: Int?, payload: [UInt8], isRetained: Bool) {
      (self.what, self.baby, self.payload, self.isRetained) = (what, baby, payload, isRetained)
    }
  }

  /// How old a wish may become, in milliseconds.
  package static let ageMilliseconds = 60_000
  /// How many wishes can wait, and how many ids are kept.
  private static let (waitingLimit, knownLimit) = (16, 256)
  private static let payloadBytes = 256

  private var waiting: [Wish] = []
  private var isSent = false
  private var known: [EventID] = []
  /// How many wishes were refused: retained, too old, too long, unknown, or beyond the limit.
  package private(set) var refused = 0

  /// No wishes wait.
  package init() {}

  /// Receives a message. A malformed one only adds to `refused`.
  ///
  /// - Parameters:
  ///   - wall: the time of day; nil while it is not known, and then no wish is too old.
  ///   - nonce: a random number. It distinguishes wishes without a time.
  package mutating func receive(
    _ message: Message, document: HomeDocument?, at milliseconds: Int, wall: Instant?, nonce: UInt64
  ) {
    guard !message.isRetained, message.payload.count <= Self.payloadBytes, let document,
      let order = Order(message.payload), !order.isOlder(than: Self.ageMilliseconds, at: wall),
      let words = Self.words(message, order.word, document)
    else {
      refused += 1
      return
    }
    let mark = order.time == nil ? " \(nonce)" : ""
    let source =
      "\(message.baby ?? 0) \(message.what) \(String(decoding: message.payload, as: UTF8.self))\(mark)"
    add(Wish(words: words, id: EventID(hashOf: source), deadline: milliseconds + Self.ageMilliseconds))
  }

  private mutating func add(_ wish: Wish) {
    if known.contains(wish.id) { return }
    guard waiting.count < Self.waitingLimit else {
      refused += 1
      return
    }
    known.append(wish.id)
    if known.count > Self.knownLimit { known.removeFirst() }
    waiting.append(wish)
  }

  // MARK: Sending

  /// Whether a wish waits to be sent.
  package var isWaiting: Bool { !isSent && !waiting.isEmpty }

  /// The wish to send now; nil while one is being sent, or if none waits. Wishes that have become too old are
  /// dropped.
  package mutating func next(at milliseconds: Int) -> Wish? {
    guard !isSent else { return nil }
    waiting.removeAll { $0.deadline <= milliseconds }
    guard let wish = waiting.first else { return nil }
    isSent = true
    return wish
  }

  /// The box has answered with an exit code, or not at all. A wish that may succeed later is sent again.
  ///
  /// - Returns: whether the wish is settled.
  package mutating func settle(exit: Int?) -> Bool {
    guard isSent else { return true }
    isSent = false
    if let exit, exit != Self.tryAgain {
      waiting.removeFirst()
      return true
    }
    return false
  }

  /// The exit code of a box that is busy.
  private static let tryAgain = 75

  // MARK: Reading

  /// The payload: a word, or `{"do":word,"at":time}`.
  private struct Order {
    var word: String
    var time: Instant?

    init?(_ payload: [UInt8]) {
      do {
        guard payload.first == UInt8(ascii: "{") else {
          let text = String(decoding: payload, as: UTF8.self)
          guard Array(text.utf8) == payload else { return nil }
          word = text
          return
        }
        var fields = try Fields(try JSONReader.read(payload))
        word = try fields.required("do", as: .string)
        time = try fields.required("at", as: .instant)
      } catch {
        return nil
      }
    }

    func isOlder(than age: Int, at wall: Instant?) -> Bool {
      guard let time, let wall else { return false }
      return time.milliseconds < wall.milliseconds - age
    }
  }

  /// The command for a wish; nil if there is none, or if there is nothing to do.
  private static func words(_ message: Message, _ word: String, _ document: HomeDocument) -> [String]? {
    guard let number = message.baby else {
      guard message.what == "quiet" else { return nil }
      return choice(word, isOn: document.isQuiet, on: ["quiet", "start"], off: ["quiet", "cancel"])
    }
    guard let baby = document.babies.first(where: { $0.number == number }) else { return nil }
    let suffix = ["--baby", "\(number)"]
    switch message.what {
    case "asleep":
      return choice(
        word, isOn: baby.running("sleep") != nil, on: ["log", "add", "nap"] + suffix,
        off: ["log", "end", "nap"] + suffix)
    case "feeding":
      return choice(
        word, isOn: baby.running("nursing") != nil, on: ["log", "add", "feed"] + suffix,
        off: ["log", "end", "feed"] + suffix)
    case "asleep_since":
      guard let running = baby.running("sleep"), ISO8601.instant(word) != nil else { return nil }
      return ["log", "edit", running.id, "--start", word]
    case "plan_style":
      guard HomeEntity.planStyles.contains(word), word != baby.planStyle else { return nil }
      return ["set", "plan.style", word] + suffix
    default: return nil
    }
  }

  /// The command for a switch; nil if it has the wanted state already.
  private static func choice(_ word: String, isOn: Bool, on: [String], off: [String]) -> [String]? {
    switch word {
    case "ON": isOn ? nil : on
    case "OFF": isOn ? off : nil
    default: nil
    }
  }
}

extension EventID {
  /// The same id for the same text, in the form of a UUID 8 (RFC 9562, section 5.8).
  init(hashOf source: String) {
    let hash = SHA256.hash(Array(source.utf8))
    func word(_ start: Int) -> UInt64 { hash[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(
      high: word(0) & ~0xF000 | 0x8000, low: word(8) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }
}
