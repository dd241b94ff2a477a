import ControlLink
import Household
import LinuxBoard
import Nursery

/// The program beside the box as a process: the box's socket on one side, the broker on the other, and the model
/// between them. It blocks on neither: threads of their own look up names and ask Baby Buddy.
package final class LinkServer {
  /// If this many messages wait for the broker, no more lines are read for it.
  private static let congestion = 50
  /// The longest time without a call to the library while connected, in milliseconds. The library keeps the connection
  /// alive in these calls.
  private static let pulse = 5000

  private let settings: LinkSettings
  private let loop: EventLoop
  private let box: BoxLink
  private let names: WorkerThread<String, [String]>
  private let clock = LinuxClock()
  private let complain: (String) -> Void
  private var model: LinkModel
  private var course: BrokerCourse
  private var topics: BoxTopics?
  private var connection: BrokerConnection?
  private let buddy: BuddyClient?
  private let pairsPath: String
  private var inputs: [LinkInput] = []
  /// The complaints since the broker was connected. None is repeated.
  private var complaints: Set<String> = []

  /// Speaks for the box at a socket, which need not exist yet; `loop` waits for both sides.
  ///
  /// - Parameters:
  ///   - state: the folder for the file about Baby Buddy; needed only with a Baby Buddy.
  ///   - complain: receives faults, and the beginning and end of the connection.
  package init(
    _ settings: LinkSettings, box path: String, loop: EventLoop, state: String? = nil,
    limits: BrokerCourse.Limits = BrokerCourse.Limits(), complain: @escaping (String) -> Void
  ) throws(LinkFault) {
    self.settings = settings
    self.loop = loop
    self.complain = complain
    pairsPath = (state ?? "") + "/babybuddy.jsonl"
    guard settings.buddy == nil || state != nil else {
      throw .configuration("--state: expected the folder for the file about Baby Buddy")
    }
    buddy = try settings.buddy.map { (settings) throws(LinkFault) in
      try BuddyClient(settings, mailbox: loop.mailbox)
    }
    do throws(SystemFault) {
      box = try BoxLink(path: path)
      names = try WorkerThread(name: "names", capacity: 1, mailbox: loop.mailbox) {
        NameLookup.addresses(of: $0)
      }
      let kept = settings.buddy != nil && PlainFile.exists(pairsPath) ? try PlainFile.read(pairsPath) : []
      let pairs = BuddyPairs(String(decoding: kept, as: UTF8.self))
      model = LinkModel(settings, seed: try Randomness.number(), pairs: pairs)
      course = BrokerCourse(seed: try Randomness.number(), limits: limits)
      try loop.watch(box.descriptor, as: .readable(box.descriptor))
    } catch {
      throw .system(error)
    }
  }

  private var brokerName: String { settings.broker.map { "\($0)" } ?? "" }

  /// Whether the broker is connected.
  package var isUp: Bool { course.isUp }

  /// The latest time at which to call `turn`, in milliseconds of the boot clock; nil if nothing is due.
  package var nextDeadline: Int? {
    let pulse = connection == nil ? nil : clock.bootMilliseconds + Self.pulse
    let broker = topics == nil || settings.broker == nil ? nil : course.nextDeadline
    return [model.nextDeadline, broker, pulse].compactMap { $0 }.min()
  }

  /// Does all that can be done now. Throws if a call of the system fails, or if another box is at the socket.
  package func turn() throws(LinkFault) {
    try hearBox()
    try hearBroker()
    for addresses in names.drainReports() { course.found(addresses, at: clock.bootMilliseconds) }
    hearBuddy()
    inputs.append(.tick)
    while true {
      try decide()
      guard topics != nil, settings.broker != nil, let step = course.step(at: clock.bootMilliseconds) else {
        break
      }
      try perform(step)
    }
    // A published message may be written at once.
    try hearBroker()
    try decide()
  }

  private func decide() throws(LinkFault) {
    while !inputs.isEmpty {
      for effect in model.handle(inputs.removeFirst(), at: clock.bootMilliseconds) { try perform(effect) }
    }
  }

  // MARK: The box

  private func hearBox() throws(LinkFault) {
    do throws(SystemFault) {
      for report in try box.serve() {
        switch report {
        case .line(let call, let line): inputs.append(.box(call: call, line))
        case .ended(let call): inputs.append(.boxEnded(call: call))
        }
      }
    } catch {
      throw .system(error)
    }
  }

  /// A box that is not running is treated as one that ends the conversation at once.
  private func ask(_ question: BoxQuestion, as call: Int, _ patience: Int) {
    do throws(ControlFault) {
      try box.ask(question, as: call, patienceMilliseconds: patience)
    } catch {
      inputs.append(.boxEnded(call: call))
    }
  }

  private func perform(_ effect: LinkEffect) throws(LinkFault) {
    switch effect {
    case .call(let call, let question, let patience): ask(question, as: call, patience)
    case .identified(let topics): self.topics = topics
    case .otherBox: throw .otherBox
    case .subscribe(let filter): if course.isUp { connection?.subscribe(filter) }
    case .publish(let message): if course.isUp { connection?.publish(message) }
    case .buddy(let request): buddy?.ask(request)
    case .keepPairs(let text): try keep(text)
    case .complain(let text): say(text)
    }
  }

  private func keep(_ pairs: String) throws(LinkFault) {
    do throws(SystemFault) {
      try PlainFile.replace(Array(pairs.utf8), at: pairsPath)
    } catch {
      throw .system(error)
    }
  }

  private func hearBuddy() {
    for report in buddy?.drainReports() ?? [] {
      switch report {
      case .answer(let answer): inputs.append(.buddy(answer))
      case .none(let reason):
        say("Baby Buddy: \(reason)")
        inputs.append(.buddy(nil))
      }
    }
  }

  private func say(_ text: String) {
    if complaints.insert(text).inserted { complain(text) }
  }

  // MARK: The broker

  private func perform(_ step: BrokerCourse.Step) throws(LinkFault) {
    switch step {
    case .look: if let broker = settings.broker { _ = names.submit(broker.host) }
    case .connect(let address): try connect(to: address)
    case .drop:
      say("\(brokerName) does not answer")
      try drop()
    }
  }

  private func connect(to address: String) throws(LinkFault) {
    guard let topics, let broker = settings.broker else { return }
    do throws(LinkFault) {
      let connection = try BrokerConnection(settings, to: broker, topics: topics, address: address)
      self.connection = connection
      try watch(connection.descriptor)
    } catch {
      guard case .library = error else { throw error }
      say("\(brokerName): \(error)")
      try drop()
      course.fail(at: clock.bootMilliseconds)
    }
  }

  private func hearBroker() throws(LinkFault) {
    guard let connection else { return }
    for news in connection.serve() {
      switch news {
      case .accepted:
        course.accepted(at: clock.bootMilliseconds)
        complaints = []
        complain("connected to \(brokerName)")
        inputs.append(.connected)
      case .refused(let reason): say("\(brokerName) refuses the connection: \(reason)")
      case .ended(let reason): return try end(reason)
      case .message(let topic, let payload, let isRetained):
        let wall = Instant(milliseconds: clock.wallMilliseconds)
        inputs.append(.message(topic: topic, payload: payload, isRetained: isRetained, wall: wall))
      case .acknowledged(let refusal):
        if let refusal { say("the broker refuses a message: \(refusal)") }
      case .subscriptionRefused(let reason): say("the broker refuses a subscription: \(reason)")
      }
    }
    inputs.append(.congested(connection.unacknowledged > Self.congestion))
  }

  private func end(_ reason: String) throws(LinkFault) {
    if course.isUp {
      complain("connection to \(brokerName) lost: \(reason)")
      inputs.append(.disconnected)
    } else {
      say("\(brokerName): \(reason)")
    }
    try drop()
    course.fail(at: clock.bootMilliseconds)
  }

  private func drop() throws(LinkFault) {
    guard let old = connection else { return }
    connection = nil
    do throws(SystemFault) {
      try loop.unwatch(old.descriptor)
    } catch {
      throw .system(error)
    }
  }

  private func watch(_ descriptor: Int32) throws(LinkFault) {
    do throws(SystemFault) {
      try loop.watch(descriptor, as: .readable(descriptor))
    } catch {
      throw .system(error)
    }
  }
}
