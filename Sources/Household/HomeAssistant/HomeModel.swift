/// What was sent to Home Assistant since the connection began. Only what differs is sent again. When Home Assistant
/// starts, everything is sent.
package struct HomeModel: Sendable {
  private let topics: BoxTopics
  /// The last text under each retained topic.
  private var sent: [String: String] = [:]
  /// The babies and the version that were offered last.
  private var offered: [String]?
  /// The babies for which the broker keeps a device.
  private var devices: Set<Int> = []
  private var document: HomeDocument?
  private var answers = false
  private var isConnected = false
  private var news = CareNews()

  /// The model of a box.
  package init(_ topics: BoxTopics) {
    self.topics = topics
  }

  /// The state document that was shown last.
  package var shown: HomeDocument? { document }

  /// The broker is connected: it may be another one, so everything is sent.
  package mutating func connect() -> [TopicMessage] {
    isConnected = true
    return birth()
  }

  /// The broker is gone.
  package mutating func disconnect() { isConnected = false }

  /// Home Assistant has started, and knows nothing.
  package mutating func birth() -> [TopicMessage] {
    (sent, offered) = ([:], nil)
    return retained
  }

  /// The broker keeps a device for a baby, perhaps from before this program was started.
  package mutating func found(device baby: Int) -> [TopicMessage] {
    guard devices.insert(baby).inserted, isConnected else { return [] }
    offered = nil
    return retained
  }

  /// A new state document.
  package mutating func show(_ document: HomeDocument) -> [TopicMessage] {
    let before = self.document
    self.document = document
    answers = true
    news.note(document)
    guard isConnected else { return [] }
    return retained + (before.map { HomeAlert.messages(from: $0, to: document, topics) } ?? [])
  }

  /// The box does not answer.
  package mutating func boxLeft() -> [TopicMessage] {
    answers = false
    return isConnected ? retained : []
  }

  /// Lines that are new and on the card.
  package mutating func messages(for lines: [String]) -> [TopicMessage] {
    let messages = news.messages(for: lines, topics)
    return isConnected ? messages : []
  }

  /// The retained messages that differ from what was sent last.
  private var retained: [TopicMessage] {
    mutating get {
      var messages: [TopicMessage] = []
      if let document {
        messages += offer(document)
        messages += HomeState.messages(of: document, topics)
      }
      messages.append(
        TopicMessage(topic: topics.answers, payload: answers ? "online" : "offline", isRetained: true))
      messages.removeAll { sent[$0.topic] == $0.payload }
      for message in messages { sent[message.topic] = message.payload }
      return messages
    }
  }

  /// The devices, if a baby or the version has changed.
  private mutating func offer(_ document: HomeDocument) -> [TopicMessage] {
    let wanted = document.babies.map { "\($0.number) \($0.name)" } + [document.version]
    guard wanted != offered else { return [] }
    offered = wanted
    let discovery = HomeDiscovery(topics: topics, version: document.version)
    let numbers = Set(document.babies.map(\.number))
    let gone = devices.subtracting(numbers).sorted()
    devices = numbers
    return discovery.messages(for: document.babies) + gone.flatMap { discovery.removal(of: $0) }
  }
}
