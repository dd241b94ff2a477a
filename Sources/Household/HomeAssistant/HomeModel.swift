import CareJournal
import Nursery

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
  package init(_ topics: BoxTopics) { self.topics = topics }

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

/// The state topics of a document: one for the box and one for each baby. Every entity takes its value from them. A
/// value that is not known is `null`, which Home Assistant shows as unknown.
package enum HomeState {
  /// The retained messages of a document.
  package static func messages(of document: HomeDocument, _ topics: BoxTopics) -> [TopicMessage] {
    let babies = document.babies.map {
      message(topics.baby($0.number, "state"), values(of: $0))
    }
    return [message(topics.state, values(of: document))] + babies
  }

  private static func message(_ topic: String, _ values: JSONValue) -> TopicMessage {
    TopicMessage(topic: topic, payload: JSONWriter.text(values), isRetained: true)
  }

  private static func values(of document: HomeDocument) -> JSONValue {
    [
      "quiet": onOff(document.isQuiet), "crib": word(document.crib, of: HomeEntity.cribStates),
      "problem": onOff(document.wantsAttention || document.storageFault != nil),
      "unsaved": .integer(document.unsaved), "storage_fault": .string(document.storageFault),
    ]
  }

  private static func values(of baby: HomeDocument.Baby) -> JSONValue {
    [
      "state": word(baby.state, of: HomeEntity.dayStates), "asleep": onOff(baby.running("sleep") != nil),
      "feeding": onOff(baby.running("nursing") != nil), "next_nap": .string(baby.nextNap),
      "wake_by": .string(baby.wakeBy), "bedtime": .string(baby.bedtime),
      "last_sleep": .string(baby.lastSleep),
      "last_feed": .string(baby.lastFeed), "asleep_since": .string(baby.running("sleep")?.start),
      "sleep_24h": .integer(baby.sleepMinutes), "intake_24h": .integer(baby.milliliters),
      "next_side": word(baby.nextSide, of: HomeEntity.sides),
      "plan_style": word(baby.planStyle, of: HomeEntity.planStyles),
    ]
  }

  private static func onOff(_ value: Bool) -> JSONValue { .string(value ? "ON" : "OFF") }

  /// A word, or unknown if the entity does not list the word: Home Assistant would reject it with an error.
  private static func word(_ value: String?, of options: [String]) -> JSONValue {
    value.flatMap { options.contains($0) ? .string($0) : nil } ?? .null
  }
}

/// An alert, which is sent to Home Assistant once, when it happens. It is never retained: an alert of yesterday must
/// not appear again today.
package enum HomeAlert: String, Hashable, Sendable {
  /// A nap has reached the time to wake by.
  case wakeByReached = "wake_by_reached"
  /// The time since the last feed has reached the interval of the age.
  case feedDue = "feed_due"
  /// Events are in memory only.
  case notSaved = "not_saved"

  static let ofBaby: [HomeAlert] = [.wakeByReached, .feedDue]
  static let ofBox: [HomeAlert] = [.notSaved]

  /// The alerts about what changed from one document to the next.
  package static func messages(
    from before: HomeDocument, to after: HomeDocument, _ topics: BoxTopics
  ) -> [TopicMessage] {
    var messages: [TopicMessage] = []
    for baby in after.babies {
      guard let earlier = before.babies.first(where: { $0.number == baby.number }) else { continue }
      for alert in alerts(from: earlier, at: before.now, to: baby, at: after.now) {
        messages.append(message(alert, topics.baby(baby.number, "alert")))
      }
    }
    if before.unsaved == 0, after.unsaved > 0 { messages.append(message(.notSaved, topics.alert)) }
    return messages
  }

  private static func alerts(
    from before: HomeDocument.Baby, at then: Instant?, to after: HomeDocument.Baby, at now: Instant?
  ) -> [HomeAlert] {
    var alerts: [HomeAlert] = []
    if mustEnd(after, at: now), !mustEnd(before, at: then) { alerts.append(.wakeByReached) }
    if after.feed == "ready", before.feed != after.feed { alerts.append(.feedDue) }
    return alerts
  }

  /// Whether a nap has reached the time to wake by, as the panel shows it. A time that is counted from a beginning
  /// known only within bounds causes no alert.
  private static func mustEnd(_ baby: HomeDocument.Baby, at now: Instant?) -> Bool {
    guard !baby.isGuessed, let now, let latest = baby.wakeBy.flatMap(ISO8601.instant) else { return false }
    return latest <= now
  }

  private static func message(_ alert: HomeAlert, _ topic: String) -> TopicMessage {
    TopicMessage(
      topic: topic, payload: JSONWriter.text(["event_type": .string(alert.rawValue)]), isRetained: false)
  }
}
