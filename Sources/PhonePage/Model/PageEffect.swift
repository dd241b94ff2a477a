import ControlLink

/// The inputs of the page.
public enum PageInput: Sendable {
  /// A browser sends a request.
  case request(PageRequest)
  /// A stream is over, since its browser has left.
  case streamClosed(UInt64)
  /// The box sent a line of a conversation.
  case box(call: Int, BoxLine)
  /// A conversation is over, or could not begin.
  case boxEnded(call: Int)
  /// Time has passed.
  case tick
}

/// The effects of the page.
public enum PageEffect: Hashable, Sendable {
  /// Answer a request.
  case answer(UInt64, PageResponse)
  /// Answer a request by a stream of events.
  case openStream(UInt64)
  /// Send text on a stream.
  case write(UInt64, String)
  /// End a stream.
  case closeStream(UInt64)
  /// Ask the box, which may be silent for so many milliseconds.
  case call(Int, BoxQuestion, patienceMilliseconds: Int)
  /// End a conversation with the box.
  case hangUp(Int)
}
