import CareJournal
import Nursery

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
