import CareJournal
import LinuxBoard
import Nursery

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
  public init(path: String) throws(SystemFault) { caller = try ControlCaller(path: path) }

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

/// The questions that a program can ask a box over its control socket.
public enum BoxQuestion: Hashable, Sendable {
  /// The words of a command line, the name of the phone, and the id of the log's line that fulfils the wish, which
  /// makes it safe to ask again.
  case command([String], by: String? = nil, id: EventID? = nil)
  /// The state, now and whenever it changes.
  case watch
  /// Lines of the log after some numbers, by box, in the order of the log, or those with the lowest numbers.
  case lines(after: [String: Int], limit: Int, lowestFirst: Bool = false)
  /// Lines of other boxes, to be kept. Answered once they are synced.
  case offer([String])
  /// The box's id, and the number of the last line that it has of each box.
  case have
  /// Reports for how long the broker has been connected, in seconds (nil: it is not), and how many lines other boxes
  /// lack.
  case link(seconds: Int?, behind: [String: Int])
  /// Which phone a token belongs to.
  case phone(token: String)
  /// Pairs a phone that sends a code.
  case pair(code: String, name: String)

  /// The line that crosses the socket, without its line end.
  public var line: String { JSONWriter.text(document) }

  private var document: JSONValue {
    switch self {
    case .command(let words, let by, let id):
      .object(
        [
          JSONValue.Member(key: "command", value: .array(words.map { .string($0) })),
          by.map { JSONValue.Member(key: "by", value: .string($0)) },
          id.map { JSONValue.Member(key: "id", value: .string($0.text)) },
        ].compactMap { $0 })
    case .watch: ["watch": .object([])]
    case .lines(let after, let limit, let lowestFirst):
      [
        "lines": ["after": .object(after), "limit": .integer(limit), "lowestFirst": .bool(lowestFirst)]
      ]
    case .offer(let lines): ["offer": .array(lines.map { .string($0) })]
    case .have: ["have": .object([])]
    case .link(let seconds, let behind):
      ["link": ["seconds": .integer(seconds), "behind": .object(behind)]]
    case .phone(let token): ["phone": ["token": .string(token)]]
    case .pair(let code, let name): ["phone": ["code": .string(code), "name": .string(name)]]
    }
  }
}
