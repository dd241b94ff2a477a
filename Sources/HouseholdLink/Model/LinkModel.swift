import ControlLink
import Household
import Nursery

/// The program beside the box, without sockets and clocks: the box on one side, the broker on the other.
package struct LinkModel: Sendable {
  /// The purpose of a conversation with the box.
  enum Call: Hashable, Sendable {
    case watch
    case have
    case lines
    case offer
    case wish
    case report
    case diary
    case carryOver
  }

  /// What is known once the box has named itself.
  struct Home: Sendable {
    let topics: BoxTopics
    var model: HomeModel
    var peering: Peering
  }

  /// How long the box may be silent, in milliseconds: it sends a watcher a line at least every 15 s.
  private static let (watchPatience, patience, longPatience) = (40_000, 60_000, 150_000)
  /// The shortest and the longest wait before a box that does not answer is asked again, in milliseconds.
  private static let retry = 500...10_000

  let settings: LinkSettings
  var waits: SeededWaits
  var home: Home?
  var wishes = HomeWishes()
  /// Nil if no Baby Buddy is configured.
  var buddy: BuddyBridge?
  /// The diary's rows that have been read for Baby Buddy so far.
  var diary = ""
  var calls: [Int: Call] = [:]
  private var lastCall = 0
  /// The lines that have been read so far.
  var pieces = ""
  /// The question for lines to ask once the broker has acknowledged what was sent.
  var heldBack: BoxQuestion?
  var isCongested = false
  /// The ordinal of the box's start, by its last state document; nil while the box does not answer.
  var boot: Int?
  var wantsHave = true
  /// Whether the box has started since it last reported what it has.
  var isFreshBox = true
  var retryAt = 0
  private var retryAfter = LinkModel.retry.lowerBound
  var wishAt = 0
  /// When the broker was connected, on the boot clock in milliseconds; nil while it is not.
  var upSince: Int?
  /// What the link last reported to the box about the household, and when.
  private var reported: Report?
  private var reportedAt = 0

  /// The state of the household.
  private struct Report: Hashable {
    var isUp: Bool
    var behind: [String: Int]
  }

  /// The least time between two reports to the box, in milliseconds: before a report that the broker was connected or
  /// lost, before one that other boxes lack other numbers of lines, and before one without a change. Other boxes lack
  /// each new entry for some seconds, which is not worth a report: each one costs the box a state document.
  private static let reportWaits = (connection: 1000, lines: 10_000, repetition: 30_000)

  /// The state at the start: the program knows only what it kept about Baby Buddy.
  package init(_ settings: LinkSettings, seed: UInt64, pairs: BuddyPairs = BuddyPairs()) {
    self.settings = settings
    buddy = settings.buddy == nil ? nil : BuddyBridge(pairs, hasOtherBoxes: settings.broker != nil)
    waits = SeededWaits(seed: seed)
  }

  /// Handles an input; returns the effects, in order. `now` is the boot clock in milliseconds.
  package mutating func handle(_ input: LinkInput, at now: Int) -> [LinkEffect] {
    var effects: [LinkEffect] = []
    switch input {
    case .box(let call, let line): effects += hear(call, line, at: now)
    case .boxEnded(let call): effects += end(call, at: now)
    case .connected: effects += connect(at: now)
    case .disconnected: effects += disconnect(at: now)
    case .message(let topic, let payload, let isRetained, let wall):
      effects += receive(topic, payload, isRetained: isRetained, wall: wall, at: now)
    case .congested(let isCongested): self.isCongested = isCongested
    case .buddy(let answer): effects += self.answer(answer, at: now)
    case .tick: effects += peer(.tick, at: now) + (boot == nil ? [] : bridge(.tick, at: now))
    }
    return effects + ask(at: now)
  }

  /// The latest time at which `tick` must be called; nil if nothing is due before another input.
  package var nextDeadline: Int? {
    let isWanting =
      home != nil && !calls.values.contains(.watch) || wantsHave && !calls.values.contains(.have)
      || heldBack != nil && !isCongested
    return [
      home?.peering.nextDeadline, isWanting ? retryAt : nil,
      wishes.isWaiting ? max(wishAt, retryAt) : nil, reportDeadline,
      boot == nil || buddy?.babies.isEmpty != false ? nil : buddy?.nextDeadline,
    ].compactMap { $0 }.min()
  }

  // MARK: The box is asked

  mutating func call(_ call: Call, _ question: BoxQuestion) -> LinkEffect {
    lastCall += 1
    calls[lastCall] = call
    let patience =
      switch question {
      case .watch: Self.watchPatience
      case .lines(_, _, lowestFirst: true): Self.longPatience
      default: Self.patience
      }
    return .call(lastCall, question, patience: patience)
  }

  /// Asks the questions that are due. The question for the box's id comes first.
  private mutating func ask(at now: Int) -> [LinkEffect] {
    guard retryAt <= now else { return [] }
    var effects: [LinkEffect] = []
    if home != nil, !calls.values.contains(.watch) { effects.append(call(.watch, .watch)) }
    if wantsHave, !calls.values.contains(.have) {
      wantsHave = false
      effects.append(call(.have, .have))
    }
    if let question = heldBack, !isCongested {
      heldBack = nil
      effects.append(call(.lines, question))
    }
    if let deadline = reportDeadline, deadline <= now, let report {
      (reported, reportedAt) = (report, now)
      effects.append(
        call(
          .report, .link(seconds: upSince.map { (now - $0) / 1000 }, behind: report.behind)))
    }
    if wishAt <= now, let wish = wishes.next(at: now) {
      effects.append(call(.wish, .command(wish.words, by: "Home Assistant", id: wish.id)))
    }
    return effects
  }

  private var report: Report? {
    home.map { Report(isUp: upSince != nil, behind: $0.peering.behind) }
  }

  /// The time of the next report about the household; nil while the box does not answer, or a report is under way.
  private var reportDeadline: Int? {
    guard let report, boot != nil, !calls.values.contains(.report) else { return nil }
    let waits = Self.reportWaits
    let wait =
      report.isUp != reported?.isUp
      ? waits.connection : report != reported ? waits.lines : waits.repetition
    return max(retryAt, reportedAt + wait)
  }

  /// Leaves a box that does not answer alone for a while. Each wait is twice as long, up to a limit.
  mutating func waitForBox(at now: Int) {
    retryAt = now + retryAfter
    retryAfter = min(2 * retryAfter, Self.retry.upperBound)
  }

  /// A box that has just started knows nothing of the household, so it gets a new report.
  mutating func forgetReport() { reported = nil }

  mutating func boxAnswers() { retryAfter = Self.retry.lowerBound }

  // MARK: The peering

  /// Passes an input to the peering, and performs its effects.
  mutating func peer(_ input: Peering.Input, at now: Int) -> [LinkEffect] {
    let before = home?.peering.refused
    guard let effects = home?.peering.handle(input, at: now) else { return [] }
    let isRefused = home?.peering.refused != before
    return (isRefused ? [.complain(Self.refusedBox)] : []) + effects.flatMap { perform($0) }
  }

  private static let refusedBox =
    "messages of other boxes are refused: household.boxes does not name them, or there are too many"

  private mutating func perform(_ effect: Peering.Effect) -> [LinkEffect] {
    guard let topics = home?.topics else { return [] }
    switch effect {
    case .publishHave(let have): return [publish(topics.have, HaveMap.text(have), isRetained: true)]
    case .publishWant(let want): return [publish(topics.want, want.text)]
    case .publishBundle(let bundle, let box):
      return [publish(box.map { topics.lines(for: $0) } ?? topics.line, bundle.text)]
    case .readLines(let after, let lowestFirst):
      heldBack = .lines(after: after, limit: LineWant.limit, lowestFirst: lowestFirst)
      return []
    case .offer(let lines): return [call(.offer, .offer(lines))]
    case .arrived(let lines): return offer(home?.model.messages(for: lines))
    }
  }

  /// Publishes messages for Home Assistant, if the box serves it.
  func offer(_ messages: [TopicMessage]?) -> [LinkEffect] {
    settings.servesHomeAssistant ? (messages ?? []).map { .publish($0) } : []
  }

  private func publish(_ topic: String, _ payload: String, isRetained: Bool = false) -> LinkEffect {
    .publish(TopicMessage(topic: topic, payload: payload, isRetained: isRetained))
  }
}

/// The inputs of the program beside the box.
package enum LinkInput: Hashable, Sendable {
  /// The box has sent a line.
  case box(call: Int, BoxLine)
  /// The box has ended a conversation.
  case boxEnded(call: Int)
  /// The broker is connected.
  case connected
  /// The broker is gone.
  case disconnected
  /// A message from the broker, and the time of day.
  case message(topic: String, payload: [UInt8], isRetained: Bool, wall: Instant)
  /// Whether many messages wait for the broker's acknowledgement.
  case congested(Bool)
  /// Baby Buddy has answered; nil if it did not.
  case buddy(BuddyBridge.Answer?)
  /// Time has passed.
  case tick
}

/// The effects of the program.
package enum LinkEffect: Hashable, Sendable {
  /// Asks the box, which may be silent for this many milliseconds.
  case call(Int, BoxQuestion, patience: Int)
  /// The box has named itself: the broker can be connected.
  case identified(BoxTopics)
  /// The box at the socket has another name than the one for which the broker was connected.
  case otherBox
  /// Subscribes to a filter of topics.
  case subscribe(String)
  /// Publishes a message.
  case publish(TopicMessage)
  /// Asks Baby Buddy.
  case buddy(BuddyBridge.Request)
  /// Replaces the file that pairs entries with those of Baby Buddy.
  case keepPairs(String)
  /// A line for the log of the service.
  case complain(String)
}
