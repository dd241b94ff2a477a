import Glibc

/// A stream of bottles over the control socket, a few at once, with the answers.
struct Stream {
  /// More than one at a time, so that some wait while the card syncs.
  private static let clients = 4

  private(set) var offered: Set<Int> = []
  private(set) var acknowledged: Set<Int> = []
  private var open: [Int: Question] = [:]
  private var next = 0

  /// Sends bottles and receives answers until a time.
  mutating func run(at socket: String, untilMilliseconds end: Int) throws {
    while Time.milliseconds < end {
      fill(socket)
      wait(milliseconds: open.isEmpty ? 1 : max(0, end - Time.milliseconds))
      try listen()
    }
  }

  /// The box is gone: the answers that arrived count, and the rest is unknown.
  mutating func finish() throws {
    try listen()
    for question in open.values { close(question.socket) }
    open = [:]
  }

  private mutating func fill(_ socket: String) {
    while open.count < Self.clients {
      // Noted as sent before it is: if the connection breaks, it is not known how much of a question arrived.
      guard let question = Question(Bottle.words(next), at: socket) else { return }
      offered.insert(next)
      open[next] = question
      next += 1
    }
  }

  private func wait(milliseconds: Int) {
    var sockets = open.values.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
    poll(&sockets, nfds_t(sockets.count), Int32(milliseconds))
  }

  private mutating func listen() throws {
    for number in open.keys {
      guard let progress = open[number]?.proceed() else { continue }
      switch progress {
      case .open: continue
      case .answered(exit: 0, _): acknowledged.insert(number)
      case .answered(exit: 75, _): break  // the box is stopping
      case .answered(let exit, _): throw Failure("bottle \(number) was refused with \(exit)")
      case .lost: break
      }
      open[number] = nil
    }
  }
}
