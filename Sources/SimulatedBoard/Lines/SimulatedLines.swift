import Peripherals

/// The input lines of one chip with push buttons: pulled up, active-low, with both edges requested. Active means
/// pressed.
///
/// They are in simulated time, which their owner moves. `press` and `release` plan what contacts do,
/// `nextEdgeNanoseconds` is when something happens next, `advance(to:)` makes it happen, and `read()` returns what
/// the kernel would have queued.
public final class SimulatedLines {
  /// The most events that one `read()` returns.
  public static let eventsPerRead = 64

  /// The lines' offsets on their chip.
  public let offsets: [Int]
  /// The kernel interface whose queues are simulated.
  public let interface: LineInterface
  /// How contacts behave in presses and releases that are planned from now on.
  public var bounce: BounceModel
  /// Simulated time, in nanoseconds.
  public private(set) var nowNanoseconds: UInt64 = 0

  private var lines: [Int: SimulatedLine] = [:]
  private var queue: EventQueue
  /// The simulated time at which `CLOCK_MONOTONIC` was 0.
  private var bootNanoseconds: UInt64 = 0

  /// Lines that are not pressed. The seed determines every bounce, line by line.
  public init(
    offsets: [Int], interface: LineInterface = .v2, bounce: BounceModel = .chatter, seed: UInt64 = 1
  ) {
    precondition(Set(offsets).count == offsets.count, "every line has its own offset")
    self.offsets = offsets
    self.interface = interface
    self.bounce = bounce
    queue = EventQueue(interface: interface, lineCount: offsets.count)
    var random = SimulatedRandom(seed: seed)
    for offset in offsets {
      lines[offset] = SimulatedLine(
        isActive: false, latencyNanoseconds: bounce.latencyNanoseconds, random: random.fork())
    }
  }

  // MARK: Fingers

  /// Plans a press at a time, which must not be before now or before the line's last planned move.
  public func press(_ offset: Int, atNanoseconds nanoseconds: UInt64) {
    move(offset, to: true, at: nanoseconds)
  }

  /// Plans a release at a time, which must not be before now or before the line's last planned move.
  public func release(_ offset: Int, atNanoseconds nanoseconds: UInt64) {
    move(offset, to: false, at: nanoseconds)
  }

  /// When the last planned move of a line's contact begins.
  public func lastMoveNanoseconds(of offset: Int) -> UInt64 { lines[offset]?.lastActionNanoseconds ?? 0 }

  private func move(_ offset: Int, to isActive: Bool, at nanoseconds: UInt64) {
    precondition(lines[offset] != nil, "there is no line \(offset)")
    precondition(nanoseconds >= nowNanoseconds, "what is past cannot be planned")
    lines[offset]?.move(to: isActive, at: nanoseconds, bounce: bounce)
  }

  // MARK: Time

  /// When a level next changes or an event becomes readable, in simulated nanoseconds; nil: nothing is planned.
  public var nextEdgeNanoseconds: UInt64? { lines.values.compactMap(\.nextNanoseconds).min() }

  /// Lets time pass to `nanoseconds`, and does everything that is due until then.
  public func advance(to nanoseconds: UInt64) {
    precondition(nanoseconds >= nowNanoseconds, "time does not go back")
    while let next = nextEdgeNanoseconds, next <= nanoseconds {
      nowNanoseconds = max(next, nowNanoseconds)
      for offset in offsets where lines[offset]?.nextNanoseconds == next { step(offset, to: next) }
    }
    nowNanoseconds = nanoseconds
  }

  private func step(_ offset: Int, to nanoseconds: UInt64) {
    guard let sample = lines[offset]?.step(to: nanoseconds) else { return }
    let stamp = sample.stampNanoseconds - min(sample.stampNanoseconds, bootNanoseconds)
    queue.put(offset: offset, isActive: sample.isActive, nanoseconds: stamp)
  }

  // MARK: What the box sees

  /// Whether `read()` has something to report, as a poll of the descriptors says.
  public var isReadable: Bool { !queue.events.isEmpty }

  /// The events since the last call, oldest first, at most 64.
  public func read() -> [LineEvent] { queue.removeFirst(Self.eventsPerRead) }

  /// The current levels by offset; true is active.
  public func levels() -> [Int: Bool] { lines.mapValues(\.isActive) }

  // MARK: Restarts

  /// Requests the same lines again, as a restarted program does. Unread events are lost, and numbers begin at 1. A
  /// line that is held stays held and causes no event.
  public func requestAgain() {
    queue = EventQueue(interface: interface, lineCount: offsets.count)
    for offset in offsets { lines[offset]?.forgetInterrupt() }
  }

  /// Boots the board now: `CLOCK_MONOTONIC` begins at 0, and the lines are requested again.
  public func reboot() {
    bootNanoseconds = nowNanoseconds
    requestAgain()
  }
}
