/// What is published under a topic.
package struct TopicMessage: Hashable, Sendable {
  /// The topic, without wildcards.
  package var topic: String
  /// The text; empty with `isRetained` removes what the broker keeps.
  package var payload: String
  /// Whether the broker keeps it for those who subscribe later.
  package var isRetained: Bool

  /// A message of all its parts.
  package init(topic: String, payload: String, isRetained: Bool) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
  }
}
