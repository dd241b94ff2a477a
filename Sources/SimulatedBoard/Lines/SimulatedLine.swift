import Peripherals

/// One input line: a contact, and the interrupt that watches it.
///
/// The interrupt is threaded, as in Linux, and the line is masked meanwhile. The hard half stamps the time, the
/// thread reads the level later, and edges in between are remembered as one more interrupt (kernel/irq/handle.c and
/// drivers/gpio/gpiolib-cdev.c, `lineevent_irq_thread`, `edge_irq_thread`).
struct SimulatedLine {
  /// What the thread has read.
  struct Sample {
    var stampNanoseconds: UInt64
    var isActive: Bool
  }

  private struct Interrupt {
    var stampNanoseconds: UInt64
    var threadNanoseconds: UInt64
    var isAnotherPending = false
  }

  var latencyNanoseconds: ClosedRange<Int>
  private(set) var isActive: Bool
  private(set) var lastActionNanoseconds: UInt64 = 0
  private var changes: [ContactChange] = []
  private var interrupt: Interrupt?
  private var random: SimulatedRandom

  init(isActive: Bool, latencyNanoseconds: ClosedRange<Int>, random: SimulatedRandom) {
    (self.isActive, self.latencyNanoseconds, self.random) = (isActive, latencyNanoseconds, random)
  }

  /// When `advance` must next do something; nil: nothing is planned.
  var nextNanoseconds: UInt64? {
    [changes.first?.nanoseconds, interrupt?.threadNanoseconds].compactMap { $0 }.min()
  }

  /// Moves the contact. The chatter of an earlier move ends there.
  mutating func move(to isActive: Bool, at nanoseconds: UInt64, bounce: BounceModel) {
    precondition(nanoseconds >= lastActionNanoseconds, "a line's moves come in order of time")
    lastActionNanoseconds = nanoseconds
    latencyNanoseconds = bounce.latencyNanoseconds
    changes.removeAll { $0.nanoseconds >= nanoseconds }
    changes += bounce.changes(to: isActive, from: nanoseconds, random: &random)
  }

  /// Forgets an interrupt that will not be reported.
  mutating func forgetInterrupt() { interrupt = nil }

  /// Does what is due at `nanoseconds`, which is `nextNanoseconds`. Returns what the thread read, if it ran. The
  /// thread runs before a change at the same time.
  mutating func step(to nanoseconds: UInt64) -> Sample? {
    if let due = interrupt, due.threadNanoseconds <= nanoseconds {
      interrupt = nil
      if due.isAnotherPending { raise(at: due.threadNanoseconds) }
      return Sample(stampNanoseconds: due.stampNanoseconds, isActive: isActive)
    }
    if let change = changes.first, change.nanoseconds <= nanoseconds {
      changes.removeFirst()
      guard change.isActive != isActive else { return nil }
      isActive = change.isActive
      raise(at: change.nanoseconds)
    }
    return nil
  }

  private mutating func raise(at nanoseconds: UInt64) {
    if interrupt != nil {
      interrupt?.isAnotherPending = true
    } else {
      let latency = UInt64(random.number(in: latencyNanoseconds))
      interrupt = Interrupt(stampNanoseconds: nanoseconds, threadNanoseconds: nanoseconds + latency)
    }
  }
}

/// A change of a contact in simulated time.
struct ContactChange: Hashable {
  var nanoseconds: UInt64
  var isActive: Bool
}

/// The line events that wait to be read.
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

  /// Queues an event. If the queue is full, an event is lost.
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

  /// Removes and returns up to `limit` events, oldest first.
  mutating func removeFirst(_ limit: Int) -> [LineEvent] {
    let taken = Array(events.prefix(limit))
    events.removeFirst(taken.count)
    return taken
  }
}

/// The two interfaces through which Linux queues line events.
public enum LineInterface: Hashable, Sendable, CaseIterable {
  /// The first character-device interface, as libgpiod 1.6 uses it: a queue of 16 for each line, which drops the
  /// newest event when it is full. Events have no numbers (Linux drivers/gpio/gpiolib-cdev.c, `lineevent_state`).
  case v1
  /// The second, as libgpiod 2 uses it: one queue for all lines of a request, 16 for each line rounded up to a power
  /// of two, which drops the oldest event when it is full. Events are numbered (`linereq_put_event`, and lib/kfifo.c
  /// for the rounding).
  case v2
}

/// How the contact of a push button behaves, and how late the kernel reads it.
public struct BounceModel: Hashable, Sendable {
  /// Its name in tests.
  public let name: String
  /// How long the contact chatters after a press, in nanoseconds.
  public let pressNanoseconds: ClosedRange<Int>
  /// How long the contact chatters after a release, in nanoseconds.
  public let releaseNanoseconds: ClosedRange<Int>
  /// How often the contact opens and closes again in that time.
  public let chatterCount: ClosedRange<Int>
  /// How long after an edge the interrupt thread reads the level, in nanoseconds. If that is longer than the gaps of
  /// the chatter, two events with the same level follow each other.
  public let latencyNanoseconds: ClosedRange<Int>

  /// A model from all its properties.
  public init(
    name: String, pressNanoseconds: ClosedRange<Int>, releaseNanoseconds: ClosedRange<Int>,
    chatterCount: ClosedRange<Int>, latencyNanoseconds: ClosedRange<Int> = 15_000...80_000
  ) {
    self.name = name
    self.pressNanoseconds = pressNanoseconds
    self.releaseNanoseconds = releaseNanoseconds
    self.chatterCount = chatterCount
    self.latencyNanoseconds = latencyNanoseconds
  }

  /// One edge for each change.
  public static let clean = BounceModel(
    name: "clean", pressNanoseconds: 0...0, releaseNanoseconds: 0...0, chatterCount: 0...0)

  /// An ordinary tactile switch: some chatter of 0.1 to 5 ms both ways.
  public static let chatter = BounceModel(
    name: "chatter", pressNanoseconds: 100_000...5_000_000, releaseNanoseconds: 100_000...5_000_000,
    chatterCount: 1...8)

  /// A switch that closes cleanly and bounces when it opens.
  public static let release = BounceModel(
    name: "release", pressNanoseconds: 0...0, releaseNanoseconds: 1_000_000...10_000_000, chatterCount: 1...10
  )

  /// A busy board: the level is read up to 3 ms after the edge.
  public static let late = BounceModel(
    name: "late", pressNanoseconds: 1_000_000...10_000_000, releaseNanoseconds: 1_000_000...10_000_000,
    chatterCount: 2...12, latencyNanoseconds: 50_000...3_000_000)

  /// The worst contact that the box promises to debounce: 25 ms of chatter, often with more edges than a queue holds.
  public static let long = BounceModel(
    name: "long", pressNanoseconds: 20_000_000...25_000_000, releaseNanoseconds: 20_000_000...25_000_000,
    chatterCount: 4...40)

  /// Every model above.
  public static let all: [BounceModel] = [.clean, .chatter, .release, .late, .long]

  /// The contact's changes as it settles at `isActive` from `start` on, in order of time. Chatter is dense at first
  /// and then decreases.
  func changes(to isActive: Bool, from start: UInt64, random: inout SimulatedRandom) -> [ContactChange] {
    let duration = random.number(in: isActive ? pressNanoseconds : releaseNanoseconds)
    let count = duration == 0 ? 0 : 2 * random.number(in: chatterCount)
    let delays = (0..<count).map { _ in Self.early(random.number(in: 0...1000), within: duration) }
    let times = [start] + Set(delays).sorted().map { start + UInt64($0) }
    let settled = times.count % 2 == 1 ? times : Array(times.dropLast())
    return settled.enumerated().map { place, time in
      ContactChange(nanoseconds: time, isActive: (place % 2 == 0) == isActive)
    }
  }

  /// A delay of 1…`duration`; short ones are more likely.
  private static func early(_ thousandths: Int, within duration: Int) -> Int {
    max(1, duration / 1000 * thousandths / 1000 * thousandths)
  }
}
