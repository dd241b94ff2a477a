import Glibc

/// Waits for the next transfer or order and answers it, until the program is ended.
struct ChipLoop {
  private let adapter: Channel
  private let orders: Channel
  private let answers: Channel
  private var board = ChipBoard()
  private var partialOrder: [UInt8] = []

  /// A loop over the adapter's device and the two FIFOs of a scenario.
  init(adapter: Channel, orders: Channel, answers: Channel) {
    self.adapter = adapter
    self.orders = orders
    self.answers = answers
  }

  /// Answers without end; returns only by throwing.
  mutating func run() throws(Channel.Fault) {
    while true {
      var waiting = [adapter, orders].map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else {
        throw Channel.Fault(operation: "poll", path: adapter.path, errno: errno)
      }
      if waiting[0].revents != 0 { try answerTransfer() }
      if waiting[1].revents != 0 { try obeyOrders() }
    }
  }

  private func answerTransfer() throws(Channel.Fault) {
    let record = try adapter.read(limit: Transfer.largestRecord)
    guard let transfer = Transfer(record: record) else {
      return Console.complain("a record of \(record.count) bytes does not add up")
    }
    if let reply = board.reply(to: transfer) { try adapter.write(reply) }
  }

  private mutating func obeyOrders() throws(Channel.Fault) {
    partialOrder += try orders.read(limit: 4_096)
    while let end = partialOrder.firstIndex(of: UInt8(ascii: "\n")) {
      let order = String(decoding: partialOrder[..<end], as: UTF8.self)
      partialOrder.removeSubrange(...end)
      try answers.write(Array((board.obey(order) + "\n").utf8))
    }
  }
}
