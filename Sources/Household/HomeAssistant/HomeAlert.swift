import CareJournal

/// What Home Assistant is told once, when it happens. Never retained: an alert of yesterday is none.
package enum HomeAlert: String, Hashable, Sendable {
  /// A nap has to end now.
  case wakeByReached = "wake_by_reached"
  /// The time since the last feed has reached the interval of the age.
  case feedDue = "feed_due"
  /// Events are in memory only.
  case notSaved = "not_saved"

  static let ofBaby: [HomeAlert] = [.wakeByReached, .feedDue]
  static let ofBox: [HomeAlert] = [.notSaved]

  /// What has happened between two documents of the same box.
  package static func messages(
    from before: HomeDocument, to after: HomeDocument, _ topics: BoxTopics
  ) -> [TopicMessage] {
    var messages: [TopicMessage] = []
    for baby in after.babies {
      guard let earlier = before.babies.first(where: { $0.number == baby.number }) else { continue }
      for alert in alerts(from: earlier, to: baby) {
        messages.append(message(alert, topics.baby(baby.number, "alert")))
      }
    }
    if before.unsaved == 0, after.unsaved > 0 { messages.append(message(.notSaved, topics.alert)) }
    return messages
  }

  private static func alerts(from before: HomeDocument.Baby, to after: HomeDocument.Baby) -> [HomeAlert] {
    var alerts: [HomeAlert] = []
    if after.state == "sleepingMustEnd", before.state != after.state { alerts.append(.wakeByReached) }
    if after.feed == "ready", before.feed != after.feed { alerts.append(.feedDue) }
    return alerts
  }

  private static func message(_ alert: HomeAlert, _ topic: String) -> TopicMessage {
    TopicMessage(
      topic: topic, payload: JSONWriter.text(["event_type": .string(alert.rawValue)]), isRetained: false)
  }
}
