/// The exchange by which all boxes of a household get the same lines. Each box publishes what it has (`have`). A box
/// that lacks lines asks one other box for them (`want`), offers the answer to its own log, and asks for the next lines
/// once these are synced. New lines are sent without a question. Nothing is kept while the broker is away: the log is
/// the queue.
///
/// Lines of a box are accepted in the order of their numbers only, so a network that loses, repeats or reorders
/// messages leaves no gap that another box could fill.
package struct Peering: Sendable {
  /// The inputs.
  package enum Input: Hashable, Sendable {
    /// The broker is connected and subscribed to.
    case joined
    /// The broker is gone.
    case left
    /// The box reports what it has. `isFresh`: the box has just started, so what was known about it no longer counts.
    case boxHas([String: Int], isFresh: Bool)
    /// The box does not answer.
    case boxLeft
    /// Another box is connected, or not.
    case presence(String, Bool)
    /// Another box says what it has.
    case have(String, [String: Int])
    /// Another box asks a box for lines.
    case want(String, LineWant)
    /// Another box has sent lines.
    case bundle(String, LineBundle)
    /// The box has answered `readLines`; nil if it did not.
    case lines([LogLine]?)
    /// The box has synced the offered lines, and now has this much; nil if it did not.
    case offered([String: Int]?)
    /// Time has passed.
    case tick
  }

  /// The effects.
  package enum Effect: Hashable, Sendable {
    /// Publishes what this box has.
    case publishHave([String: Int])
    /// Asks another box for lines.
    case publishWant(LineWant)
    /// Publishes a message to one box, or to all.
    case publishBundle(LineBundle, to: String?)
    /// Asks the box for lines after some numbers, at most `LineWant.limit`, in the order of its log, or those with the
    /// lowest numbers.
    case readLines(after: [String: Int], lowestFirst: Bool)
    /// Offers lines to the box.
    case offer([String])
    /// Lines that are new here, and on the card.
    case arrived([String])
  }

  /// Waits in milliseconds, and sizes.
  package struct Limits: Hashable, Sendable {
    /// The wait before the first question about missing lines, since they may be on their way.
    package var wantAfter = 100...1000
    /// The longest wait for the next part of an answer.
    package var answerWithin = 5000
    /// The same for an answer about a gap, for which the other box reads its whole log.
    package var holeAnswerWithin = 120_000
    /// How long a box that did not answer is not asked again.
    package var passOver = 30_000
    /// The least wait before `have` is published again.
    package var haveAfter = 1000
    /// How much longer that wait may be for each other box.
    package var haveAfterPerPeer = 250
    /// The wait after which own lines are read even if the box has not counted any, because a number before them may be
    /// missing.
    package var ownAtLeast = 60_000
    /// The shortest and the longest wait after the box refused something; each is twice as long.
    package var retryAfter = 1000...300_000
    /// The most other boxes.
    package var peers = 256
    /// The most boxes that wait for an answer.
    package var wants = 64
    /// The most lines that wait to be offered. Lines beyond this are asked for later.
    package var queue = 4 * LineWant.limit
    /// The wait before a question about a gap.
    package var holesAfter = 10_000
    /// The shortest and the longest wait before the same box is asked about it again; each is twice as long.
    package var holesAgain = 60_000...6 * 3_600_000
    /// The longest offer, in bytes of JSON: a line of the control socket has 64 KiB.
    package var offerBytes = 56 << 10

    /// The default waits and sizes.
    package init() {}
  }

  struct Peer: Sendable {
    var isThere = false
    var have: [String: Int] = [:]
    var passedOverUntil = Int.min
  }

  /// The question that is waiting for an answer.
  struct Question: Sendable {
    var peer: String
    /// The last accepted number of each box in question, at that time.
    var after: [String: Int]
    var deadline: Int
    /// For a question about lines that are missing before others: the number after which it asks. See `holes`.
    var holeAfter: Int?
  }

  /// The box that was asked about a gap, and the box whose lines have the gap.
  struct HoleQuestion: Hashable, Sendable {
    var peer: String
    var box: String
  }

  /// A line on its way to the box, and the box that sent it.
  struct Accepted: Sendable {
    var line: LogLine
    var sender: String
  }

  enum Reading: Hashable, Sendable {
    /// Lines after missing numbers, which the box does not count.
    case beyond
    /// Own lines up to a number.
    case own(through: Int)
    case answer(to: String, after: [String: Int])
  }

  /// The box's own id.
  package let own: String
  let membership: Membership
  let limits: Limits
  var waits: SeededWaits

  var isOnline = false
  var isBoxThere = false
  /// The last line that the box has of each box. The number that the box reports is lower if an earlier number is
  /// missing or was never used.
  package internal(set) var have: [String: Int] = [:]
  /// The same with the lines that wait to be offered.
  var accepted: [String: Int] = [:]
  var peers: [String: Peer] = [:]
  /// The number of the last own line that was sent to the others.
  var pushed: Int?
  var reading: Reading?
  /// What to read next, and when own lines were last read.
  var wantsBeyond = false
  var wantsOwn = false
  var ownReadAt = Int.min
  var wants: [(box: String, want: LineWant)] = []
  /// Lines that wait to be offered, and those that are being offered.
  var queue: [Accepted] = []
  var offering: [Accepted] = []
  var question: Question?
  var wantAt: Int?
  /// The number up to which the box has every line, for each box, as it last reported.
  var said: [String: Int] = [:]
  /// The same for boxes of which it has lines after missing ones, as with a blank card. Perhaps no box has the missing
  /// lines, so each box is asked about them less and less often.
  var holes: [String: Int] = [:]
  var holesAt: Int?
  /// For each question asked since a gap was last narrowed: the time until which it is not asked again, and how long
  /// that wait was.
  var holesAsked: [HoleQuestion: (until: Int, wait: Int)] = [:]
  /// The number after which the next question about a gap continues. Perhaps no box has the first missing numbers, and
  /// an answer is limited.
  var holesRead: [HoleQuestion: Int] = [:]
  /// The gaps about which a box has sent all its lines once. From then on, each further question waits.
  var holesPassed: Set<HoleQuestion> = []
  var haveAt: Int?
  var retryAt: Int?
  var failures = 0
  /// Messages that were refused: from a box that is not in the household, or with lines of such a box.
  package internal(set) var refused = 0

  /// The state of a box that knows nothing yet.
  package init(own: String, membership: Membership, seed: UInt64, limits: Limits = Limits()) {
    self.own = own
    self.membership = membership
    self.limits = limits
    waits = SeededWaits(seed: seed)
  }

  /// Handles an input; returns the effects, in order. `now` is the boot clock in milliseconds.
  package mutating func handle(_ input: Input, at now: Int) -> [Effect] {
    var effects: [Effect] = []
    switch input {
    case .joined: join(at: now)
    case .left: leave()
    case .boxHas(let have, let isFresh): hear(have, isFresh: isFresh, at: now)
    case .boxLeft: forgetBox()
    case .presence(let box, let isThere): notePresence(box, isThere, at: now)
    case .have(let box, let have): noteHave(box, have, at: now)
    case .want(let box, let want): noteWant(box, want)
    case .bundle(let box, let bundle): receive(bundle, from: box, at: now)
    case .lines(let lines): effects += send(lines, at: now)
    case .offered(let have): effects += settle(have, at: now)
    case .tick: break
    }
    return effects + advance(at: now)
  }

  /// The latest time at which `tick` must be called; nil if nothing is due before another input.
  package var nextDeadline: Int? {
    guard isOnline else { return nil }
    guard isBoxThere, retryAt == nil else { return [haveAt, retryAt].compactMap { $0 }.min() }
    let isFree = question == nil && queue.isEmpty && offering.isEmpty && !wantsBeyond && reading != .beyond
    let deadline = wantsBeyond || reading == .beyond ? nil : question?.deadline
    return [haveAt, deadline, isFree ? wantAt ?? holesAt : nil].compactMap { $0 }.min()
  }

  /// For each other box, how many of the lines in this log it lacks, as far as it has reported. A box that cannot know
  /// its last numbers leaves out 250,000 or more, which are not lines. So 125,000 missing numbers or more of one box
  /// count as one line.
  package var behind: [String: Int] {
    peers.mapValues { peer in
      have.reduce(0) { sum, box in
        let numbers = max(0, box.value - (peer.have[box.key] ?? 0))
        return sum + (numbers < 125_000 ? numbers : 1)
      }
    }
  }

  func allows(_ box: String) -> Bool { box == own || membership.allows(box) }
}

// MARK: The broker and the box appear and disappear

extension Peering {
  private mutating func join(at now: Int) {
    isOnline = true
    pushed = have[own] ?? 0
    haveAt = now
  }

  private mutating func leave() {
    isOnline = false
    (pushed, haveAt, wantAt, question, holesAt) = (nil, nil, nil, nil, nil)
    wants = []
    peers = [:]
  }

  private mutating func hear(_ said: [String: Int], isFresh: Bool, at now: Int) {
    isBoxThere = true
    self.said = said
    let before = have
    if isFresh {
      (have, wantsBeyond) = (said, true)
      (holesAsked, holesRead, holesPassed) = ([:], [:], [])
      pushed = pushed.map { min($0, said[own] ?? 0) }
    } else {
      have.merge(said) { max($0, $1) }
    }
    let hasHole = said[own] ?? 0 < have[own] ?? 0
    if let pushed, said[own] ?? 0 > pushed || hasHole || ownReadAt + limits.ownAtLeast <= now {
      wantsOwn = true
    }
    if queue.isEmpty && offering.isEmpty { accepted = have } else { accepted.merge(have) { max($0, $1) } }
    if have != before { publishHaveSoon(at: now) }
    noteHoles(at: now)
    wantSoon(at: now)
  }

  private mutating func forgetBox() {
    isBoxThere = false
    (reading, retryAt, wantsOwn) = (nil, nil, false)
    (queue, offering) = ([], [])
    accepted = have
  }

  mutating func publishHaveSoon(at now: Int) {
    guard isOnline, haveAt == nil else { return }
    let least = limits.haveAfter
    haveAt = now + waits.wait(least...least + limits.haveAfterPerPeer * peers.count)
  }

  /// Tries again later what the box refused. Each wait is twice as long, up to a limit.
  mutating func retryLater(at now: Int) {
    let wait = limits.retryAfter.lowerBound << min(failures, 20)
    retryAt = now + min(wait, limits.retryAfter.upperBound)
    failures += 1
  }
}

// MARK: What can be done now

extension Peering {
  private mutating func advance(at now: Int) -> [Effect] {
    if let retryAt, retryAt <= now { self.retryAt = nil }
    var effects: [Effect] = []
    if isOnline, let haveAt, haveAt <= now {
      self.haveAt = nil
      effects.append(.publishHave(have.filter { allows($0.key) }))
    }
    guard isBoxThere, retryAt == nil else { return effects }
    if let lines = nextOffer() { effects.append(.offer(lines)) }
    if let next = nextReading(at: now) {
      effects.append(.readLines(after: next.after, lowestFirst: next.lowestFirst))
    }
    guard isOnline, !wantsBeyond, reading != .beyond else { return effects }
    if let want = nextWant(at: now) ?? nextHoleWant(at: now) { effects.append(.publishWant(want)) }
    return effects
  }

  private mutating func nextOffer() -> [String]? {
    guard offering.isEmpty, !queue.isEmpty else { return nil }
    var size = 0
    let count =
      queue.firstIndex { one in
        size += one.line.jsonBytes
        return size > limits.offerBytes
      } ?? queue.count
    offering = Array(queue.prefix(max(1, count)))
    queue.removeFirst(offering.count)
    return offering.map(\.line.text)
  }

  /// Own lines first: they are new.
  private mutating func nextReading(at now: Int) -> (after: [String: Int], lowestFirst: Bool)? {
    guard reading == nil else { return nil }
    if wantsBeyond {
      (wantsBeyond, reading) = (false, .beyond)
      return (have, false)
    }
    if wantsOwn, let pushed {
      (wantsOwn, ownReadAt, reading) = (false, now, .own(through: have[own] ?? 0))
      return (everything(but: [own: pushed]), false)
    }
    guard !wants.isEmpty else { return nil }
    let (box, want) = wants.removeFirst()
    reading = .answer(to: box, after: want.after)
    return (everything(but: want.after), want.lowestFirst)
  }

  /// The box sends all lines of a box that is not named, so every box is named.
  private func everything(but after: [String: Int]) -> [String: Int] {
    have.mapValues { _ in HaveMap.largest }.merging(after) { $1 }
  }
}

extension LogLine {
  /// The most bytes that the line can have as a string in JSON.
  fileprivate var jsonBytes: Int {
    text.utf8.reduce(3) {
      $0 + ($1 == UInt8(ascii: "\"") || $1 == UInt8(ascii: "\\") ? 2 : $1 < 0x20 ? 6 : 1)
    }
  }
}
