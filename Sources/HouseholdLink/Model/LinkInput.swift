import ControlLink
import Household
import Nursery

/// The inputs of the program beside the box.
package enum LinkInput: Hashable, Sendable {
  /// The box has sent a line.
  case box(call: Int, BoxLine)
  /// The box has ended a conversation.
  case boxEnded(call: Int)
  /// The broker is connected.
  case connected
  /// The broker is gone.
  case disconnected
  /// A message from the broker, and the time of day.
  case message(topic: String, payload: [UInt8], isRetained: Bool, wall: Instant)
  /// Whether many messages wait for the broker's acknowledgement.
  case congested(Bool)
  /// Baby Buddy has answered; nil if it did not.
  case buddy(BuddyBridge.Answer?)
  /// Time has passed.
  case tick
}

/// The effects of the program.
package enum LinkEffect: Hashable, Sendable {
  /// Asks the box, which may be silent for this many milliseconds.
  case call(Int, BoxQuestion, patience: Int)
  /// The box has named itself: the broker can be connected.
  case identified(BoxTopics)
  /// The box at the socket has another name than the one for which the broker was connected.
  case otherBox
  /// Subscribes to a filter of topics.
  case subscribe(String)
  /// Publishes a message.
  case publish(TopicMessage)
  /// Asks Baby Buddy.
  case buddy(BuddyBridge.Request)
  /// Replaces the file that pairs entries with those of Baby Buddy.
  case keepPairs(String)
  /// A line for the log of the service.
  case complain(String)
}
