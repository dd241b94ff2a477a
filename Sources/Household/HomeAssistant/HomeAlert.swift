import CareJournal
import Nursery

/// What Home Assistant is told once, when it happens. Never retained, since yesterday's alert is none today.
package enum HomeAlert: String, Hashable, Sendable {
  /// A nap has reached the time to wake by.
  case wakeByReached = "wake_by_reached"
  /// The time since the last feed has reached the interval of the age.
  case feedDue = "feed_due"
  /// Events are in memory only.
  case notSaved = "not_saved"

  static let ofBaby: [HomeAlert] = [.wakeByReached, .feedDue]
  static let ofBox: [HomeAlert] = [.notSaved]

  /// What has happened between two documents of the same start of a box.
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

  /// Whether a nap has reached the time to wake by, as the panel shows it. A time that is counted from a beginning of
  /// which only bounds are known causes no alert.
  private static func mustEnd(_ baby: HomeDocument.Baby, at now: Instant?) -> Bool {
    guard !baby.isGuessed, let now, let latest = baby.wakeBy.flatMap(ISO8601.instant) else { return false }
    return latest <= now
  }

  private static func message(_ alert: HomeAlert, _ topic: String) -> TopicMessage {
    TopicMessage(
      topic: topic, payload: JSONWriter.text(["event_type": .string(alert.rawValue)]), isRetained: false)
  }
}
