import Peripherals

/// Line events between the interrupt and the reader.
struct EventQueue {
  private static let eventsPerLine = 16

  private let interface: LineInterface
  private let sharedCapacity: Int
  private(set) var events: [LineEvent] = []
  private var lastSequence: [Int: UInt32] = [:]

  init(interface: LineInterface, lineCount: Int) {
    self.interface = interface
    var capacity = 1
    while capacity < lineCount * Self.eventsPerLine { capacity *= 2 }
    sharedCapacity = capacity
  }

  /// Queues an event, or loses one.
  mutating func put(offset: Int, isActive: Bool, nanoseconds: UInt64) {
    var event = LineEvent(
      offset: offset, isActive: isActive, monotonicNanoseconds: nanoseconds, sequence: nil)
    switch interface {
    case .v1:
      guard events.count(where: { $0.offset == offset }) < Self.eventsPerLine else { return }
    case .v2:
      lastSequence[offset, default: 0] += 1
      event.sequence = lastSequence[offset]
      if events.count == sharedCapacity { events.removeFirst() }
    }
    events.append(event)
  }

  /// Takes up to `limit` events, oldest first.
  mutating func take(_ limit: Int) -> [LineEvent] {
    let taken = Array(events.prefix(limit))
    events.removeFirst(taken.count)
    return taken
  }
}
