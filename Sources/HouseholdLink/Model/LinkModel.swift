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
  private static let (watchPatience, patience) = (40_000, 60_000)
  /// The waits before a box that does not answer is asked again.
  private static let retry = 500...10_000

  let settings: LinkSettings
  var waits: SeededWaits
  var home: Home?
  var wishes = HomeWishes()
  /// Nil if no Baby Buddy is configured.
  var buddy: BuddyBridge?
  /// The pieces of the diary that have been read for it so far.
  var diary = ""
  var calls: [Int: Call] = [:]
  private var lastCall = 0
  /// The pieces of lines that have been read so far.
  var pieces = ""
  /// The question for lines to ask once the broker has acknowledged what was sent.
  var heldBack: BoxQuestion?
  var isCongested = false
  /// The box's start for which its lines were last asked for.
  var boot: Int?
  var wantsHave = true
  /// Whether the box has started since it last reported what it has.
  var isFreshBox = true
  var retryAt = 0
  private var retryAfter = LinkModel.retry.lowerBound
  var wishAt = 0
  /// Since when the broker is connected.
  var upSince: Int?
  /// What the link last reported to the box about the household, and when.
  private var reported: Report?
  private var reportedAt = 0

  /// The state of the household.
  private struct Report: Hashable {
    var isUp: Bool
    var behind: [String: Int]
  }

  /// How soon it is reported to the box that the broker was connected or lost, and that other boxes lack other numbers of
  /// lines; and how often the state is reported without a change, in milliseconds. Each new entry is lacking elsewhere
  /// for some seconds, which is not worth a report, since each one costs the box a state document.
  private static let reportWaits = (connection: 1000, lines: 10_000, repetition: 30_000)

  /// The state at the start: the program knows only what it kept about Baby Buddy.
  package init(_ settings: LinkSettings, seed: UInt64, pairs: BuddyPairs = BuddyPairs()) {
    self.settings = settings
    buddy = settings.buddy == nil ? nil : BuddyBridge(pairs)
    waits = SeededWaits(seed: seed)
  }

  /// The one step function.
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

  /// The latest time at which `tick` must be called.
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
    return .call(lastCall, question, patience: call == .watch ? Self.watchPatience : Self.patience)
  }

  /// Asks what is to be asked now. The question for the box's id comes first.
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

  /// When the state of the household is reported next; nil while the box does not answer, or a report is under way.
  private var reportDeadline: Int? {
    guard let report, boot != nil, !calls.values.contains(.report) else { return nil }
    let waits = Self.reportWaits
    let wait =
      report.isUp != reported?.isUp
      ? waits.connection : report != reported ? waits.lines : waits.repetition
    return max(retryAt, reportedAt + wait)
  }

  /// A box that does not answer is left alone for a while.
  mutating func waitForBox(at now: Int) {
    retryAt = now + retryAfter
    retryAfter = min(2 * retryAfter, Self.retry.upperBound)
  }

  /// A box that has just started knows nothing of the household.
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
