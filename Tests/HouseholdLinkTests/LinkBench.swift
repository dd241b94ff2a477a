import Glibc
import Household
import LinuxBoard
import Testing

@testable import HouseholdLink

/// Boxes, the program of each, a real broker and an observer, all run by the test on one thread.
final class LinkBench {
  let broker: TestBroker
  let loop: EventLoop
  private(set) var boxes: [StandInBox] = []
  private(set) var servers: [LinkServer] = []
  /// The index of a program that the test has stopped.
  var frozen: Int?
  private var awake: [LinkServer] { servers.enumerated().filter { $0.offset != frozen }.map(\.element) }
  /// What the programs have reported.
  private(set) var said: [String] = []
  private let folder: ScratchFolder
  private(set) var observer: Observer?

  init(broker: TestBroker) throws {
    self.broker = broker
    folder = try ScratchFolder()
    loop = try EventLoop(signals: [SIGURG], syncSign: .always)
  }

  /// Adds a box and its program. Its waits for the broker are short, so that tests are.
  @discardableResult
  func addBox(_ id: String, _ change: (inout LinkSettings) -> Void = { _ in }) throws -> StandInBox {
    let box = try StandInBox(id, path: folder.path + "/" + id)
    try add(box, change)
    return box
  }

  func add(_ box: StandInBox, _ change: (inout LinkSettings) -> Void = { _ in }) throws {
    var settings = settings()
    change(&settings)
    var limits = BrokerCourse.Limits()
    (limits.retry, limits.connect, limits.good) = (20...200, 3000, 0)
    servers.append(
      try LinkServer(settings, box: box.path, loop: loop, limits: limits) { [weak self] in
        self?.said.append($0)
      })
    boxes.append(box)
    if let descriptor = box.socket?.descriptor { try loop.watch(descriptor, as: .readable(descriptor)) }
  }

  func stop(_ box: StandInBox) throws {
    if let descriptor = box.socket?.descriptor { try loop.unwatch(descriptor) }
    box.stop()
  }

  func start(_ box: StandInBox) throws {
    try box.start()
    if let descriptor = box.socket?.descriptor { try loop.watch(descriptor, as: .readable(descriptor)) }
  }

  func settings() -> LinkSettings {
    var settings = LinkSettings(
      household: "home", broker: BrokerAddress("mqtt://127.0.0.1:\(broker.port)")!)
    settings.membership = .open
    return settings
  }

  /// A client that subscribes to filters and keeps what it receives.
  func observe(_ filters: [String], _ change: (inout LinkSettings) -> Void = { _ in }) throws -> Observer {
    var settings = settings()
    change(&settings)
    let name = "observer\(observers.count)"
    let connection = try BrokerConnection(
      settings, to: settings.broker!, topics: BoxTopics(household: "watch", box: name), address: "127.0.0.1")
    try loop.watch(connection.descriptor, as: .readable(connection.descriptor))
    let observer = Observer(connection, filters)
    observers.append(observer)
    try turn { observer.isReady }
    return observer
  }
  private var observers: [Observer] = []

  /// Runs everything until a condition is true; fails the test if that takes too long.
  func turn(seconds: Int = 30, until isDone: () throws -> Bool) throws {
    let end = LinuxClock().bootMilliseconds + seconds * 1000
    while true {
      for server in awake { try server.turn() }
      for box in boxes { try box.serve() }
      for observer in observers { observer.read() }
      if try isDone() { return }
      let deadline = min(awake.compactMap(\.nextDeadline).min() ?? end, end)
      let wakes = try loop.wait(untilBootMilliseconds: deadline)
      try #require(
        wakes != [.deadline] || LinuxClock().bootMilliseconds < end,
        "it takes too long: \(said) \(observers.map(\.texts))")
    }
  }

  /// Lets this much time pass.
  func turn(milliseconds: Int) throws {
    let end = LinuxClock().bootMilliseconds + milliseconds
    while LinuxClock().bootMilliseconds < end {
      for server in awake { try server.turn() }
      for box in boxes { try box.serve() }
      for observer in observers { observer.read() }
      _ = try loop.wait(untilBootMilliseconds: min(awake.compactMap(\.nextDeadline).min() ?? end, end))
    }
  }

  var areAllUp: Bool { servers.allSatisfy { $0.isUp } }
}

/// A client that keeps what it receives.
final class Observer {
  let connection: BrokerConnection
  private let filters: [String]
  private(set) var isReady = false
  private(set) var refusals: [String] = []
  /// The messages, as `topic payload`, with ` (retained)`.
  private(set) var texts: [String] = []
  /// The last payload of each topic.
  private(set) var last: [String: String] = [:]

  init(_ connection: BrokerConnection, _ filters: [String]) {
    (self.connection, self.filters) = (connection, filters)
  }

  func read() {
    for news in connection.serve() {
      switch news {
      case .accepted:
        for filter in filters { connection.subscribe(filter) }
        isReady = true
      case .message(let topic, let payload, let isRetained):
        let text = String(decoding: payload, as: UTF8.self)
        texts.append("\(topic) \(text)\(isRetained ? " (retained)" : "")")
        last[topic] = text
      case .acknowledged(let refusal): if let refusal { refusals.append(refusal) }
      case .refused(let reason), .ended(let reason), .subscriptionRefused(let reason): refusals.append(reason)
      }
    }
  }

  func send(_ topic: String, _ payload: String, isRetained: Bool = false) {
    connection.publish(TopicMessage(topic: topic, payload: payload, isRetained: isRetained))
  }

  func forget() { (texts, last) = ([], [:]) }
}
