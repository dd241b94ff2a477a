import LinuxBoard

/// Conversations with a box over its control socket that never block.
public final class BoxLink {
  /// What happened in a conversation.
  public enum Report: Hashable, Sendable {
    /// The box sent a line.
    case line(call: Int, BoxLine)
    /// It is over.
    case ended(call: Int)
  }

  private let caller: ControlCaller

  /// A link to the box at a socket, which need not exist yet.
  public init(path: String) throws(SystemFault) {
    caller = try ControlCaller(path: path)
  }

  /// The one descriptor to wait on; readable whenever `serve` has something to do.
  public var descriptor: Int32 { caller.descriptor }

  /// Asks under a number that the caller chooses. Fails if no box listens.
  public func ask(_ question: BoxQuestion, as call: Int, patienceMilliseconds: Int) throws(ControlFault) {
    try caller.call(call, question.line, patienceMilliseconds: patienceMilliseconds)
  }

  /// Ends a conversation; nothing more is reported of it.
  public func hangUp(_ call: Int) { caller.hangUp(call) }

  /// Reads what has arrived.
  public func serve() throws(SystemFault) -> [Report] {
    try caller.serve().map { report in
      switch report {
      case .line(let call, let text): .line(call: call, BoxLine(text))
      case .ended(let call): .ended(call: call)
      }
    }
  }
}
