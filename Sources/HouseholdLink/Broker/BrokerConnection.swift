import CMosquitto
import Household

/// One connection to a broker, from the attempt to its end. It never blocks.
final class BrokerConnection {
  /// What happened on it.
  enum News: Hashable, Sendable {
    /// The broker has accepted the connection, or has refused it for a reason.
    case accepted
    case refused(String)
    case ended(String)
    case message(topic: String, payload: [UInt8], isRetained: Bool)
    /// The broker has accepted a published message; `refusal` says why if it has not.
    case acknowledged(refusal: String?)
    case subscriptionRefused(String)
  }

  /// A reason of MQTT 5 is an error if it has this value or a greater one (section 2.4).
  private static let firstError: Int32 = 128
  private static let keepaliveSeconds: Int32 = 30

  private let client: OpaquePointer
  /// Messages that the broker has not acknowledged.
  private(set) var unacknowledged = 0

  /// Begins to connect to an address of the broker.
  init(
    _ settings: LinkSettings, to broker: BrokerAddress, topics: BoxTopics, address: String
  ) throws(LinkFault) {
    guard let client = cmqtt_new("cribside-" + topics.box, LineBundle.limitBytes) else {
      throw .library("libmosquitto", reason: "no memory")
    }
    self.client = client
    let access = settings.access
    if let user = access.user {
      try Self.check("user", cmqtt_set_login(client, user, access.password))
    }
    if let file = access.authorityFile {
      try Self.check(file, cmqtt_set_authority(client, file, broker.host))
    }
    if let identity = access.keyIdentity, let key = access.key {
      try Self.check("pskFile", cmqtt_set_shared_key(client, identity, key))
    }
    try Self.check("will", cmqtt_set_will(client, topics.link, "offline"))
    try Self.check(
      "connect to \(address)",
      cmqtt_connect(client, address, Int32(broker.port), Self.keepaliveSeconds))
  }

  deinit { cmqtt_free(client) }

  /// The one descriptor to wait on.
  var descriptor: Int32 { cmqtt_descriptor(client) }

  /// Reads and writes what it can, and reports what happened.
  func serve() -> [News] {
    cmqtt_run(client)
    var news: [News] = []
    var event = cmqtt_event()
    while cmqtt_next(client, &event) != 0 { if let one = read(event) { news.append(one) } }
    return news
  }

  /// Publishes a message with QoS 1; call it only while connected.
  func publish(_ message: TopicMessage) {
    let bytes = Array(message.payload.utf8)
    let id = cmqtt_publish(client, message.topic, bytes, bytes.count, message.isRetained ? 1 : 0)
    if id > 0 { unacknowledged += 1 }
  }

  /// Subscribes with QoS 1.
  func subscribe(_ filter: String) { _ = cmqtt_subscribe(client, filter) }

  private func read(_ event: cmqtt_event) -> News? {
    switch Int(event.kind) {
    case Int(CMQTT_CONNECTED): return event.code == 0 ? .accepted : .refused(Self.reason(event.code))
    case Int(CMQTT_DISCONNECTED): return .ended(String(cString: cmqtt_error_text(event.code)))
    case Int(CMQTT_MESSAGE):
      var payload = [UInt8](repeating: 0, count: event.payload_length)
      cmqtt_copy_payload(client, &payload)
      return .message(
        topic: String(cString: event.topic), payload: payload, isRetained: event.is_retained != 0)
    case Int(CMQTT_ACKNOWLEDGED):
      unacknowledged -= 1
      return .acknowledged(refusal: event.code < Self.firstError ? nil : Self.reason(event.code))
    case Int(CMQTT_SUBSCRIBED):
      return event.code < Self.firstError ? nil : .subscriptionRefused(Self.reason(event.code))
    default: return nil
    }
  }

  private static func reason(_ code: Int32) -> String { String(cString: cmqtt_reason_text(code)) }

  private static func check(_ attempt: String, _ error: Int32) throws(LinkFault) {
    guard error != 0 else { return }
    throw .library(attempt, reason: String(cString: cmqtt_error_text(error)))
  }
}
