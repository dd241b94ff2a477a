import LinuxBoard

/// Conversations with a box over its control socket, without waiting for it.
public final class BoxLink {
  /// What became of a conversation.
  public enum Report: Hashable, Sendable {
    /// The box sent a line.
    case line(call: Int, BoxLine)
    /// It is over.
    case ended(call: Int)
  }

  private let caller: ControlCaller

  /// A link to the box at a socket, which need not be there yet.
  public init(path: String) throws(SystemFault) {
    caller = try ControlCaller(path: path)
  }

  /// The one descriptor to wait on; readable whenever `serve` has something to do.
  public var descriptor: Int32 { caller.descriptor }

  /// Asks under a number of the caller's. Fails where no box listens.
  public func ask(_ question: BoxQuestion, as call: Int, patienceMilliseconds: Int) throws(ControlFault) {
    try caller.call(call, question.line, patienceMilliseconds: patienceMilliseconds)
  }

  /// Ends a conversation; nothing more is reported of it.
  public func hangUp(_ call: Int) { caller.hangUp(call) }

  /// Reads what there is.
  public func serve() throws(SystemFault) -> [Report] {
    try caller.serve().map { report in
      switch report {
      case .line(let call, let text): .line(call: call, BoxLine(text))
      case .ended(let call): .ended(call: call)
      }
    }
  }
}
