import Household
import Nursery

/// Messages from the broker.
extension LinkModel {
  mutating func connect(at now: Int) -> [LinkEffect] {
    guard let topics = home?.topics else { return [] }
    upSince = now
    let filters = topics.peerFilters + (settings.servesHomeAssistant ? topics.homeAssistantFilters : [])
    let online = TopicMessage(topic: topics.link, payload: "online", isRetained: true)
    return filters.map { .subscribe($0) } + [.publish(online)] + offer(home?.model.connect())
      + peer(.joined, at: now)
  }

  mutating func disconnect(at now: Int) -> [LinkEffect] {
    home?.model.disconnect()
    upSince = nil
    isCongested = false
    return peer(.left, at: now)
  }

  private static let refusedWish =
    "a wish is refused: it is retained, too old, one too many, or impossible now"

  /// A malformed message changes nothing.
  mutating func receive(
    _ topic: String, _ payload: [UInt8], isRetained: Bool, wall: Instant, at now: Int
  ) -> [LinkEffect] {
    guard let topics = home?.topics, let kind = TopicKind(topic, of: topics) else { return [] }
    switch kind {
    case .birth:
      guard payload == Array("online".utf8) else { return [] }
      return offer(home?.model.birth())
    case .device(let baby):
      return isRetained && !payload.isEmpty ? offer(home?.model.found(device: baby)) : []
    case .wish(let what, let baby):
      let (document, before) = (home?.model.shown, wishes.refused)
      wishes.receive(
        HomeWishes.Message(what: what, baby: baby, payload: payload, isRetained: isRetained),
        document: document, at: now, wall: document?.isClockKnown == true ? wall : nil, nonce: waits.next())
      return wishes.refused > before ? [.complain(Self.refusedWish)] : []
    case .link(let box): return peer(.presence(box, payload == Array("online".utf8)), at: now)
    case .have(let box):
      guard let have = HaveMap.read(payload) else { return [] }
      return peer(.have(box, have), at: now)
    case .want(let box):
      guard !isRetained, let want = LineWant(payload) else { return [] }
      return peer(.want(box, want), at: now)
    case .lines(let box):
      guard !isRetained, let bundle = LineBundle(payload) else { return [] }
      return peer(.bundle(box, bundle), at: now)
    }
  }
}
