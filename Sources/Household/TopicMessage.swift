/// A message that is published under a topic.
package struct TopicMessage: Hashable, Sendable {
  /// The topic, without wildcards.
  package var topic: String
  /// The text; an empty text with `isRetained` removes the message that the broker keeps.
  package var payload: String
  /// Whether the broker keeps it for later subscribers.
  package var isRetained: Bool

  /// A message with all its parts.
  package init(topic: String, payload: String, isRetained: Bool) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
  }
}
