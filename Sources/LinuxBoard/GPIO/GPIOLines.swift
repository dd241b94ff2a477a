import CGPIOD
import Glibc
import Peripherals

/// Input lines of one chip, held through libgpiod for as long as the object lives. One thread uses it.
public final class GPIOLines: InputLines {
  /// Edges taken in one reading, over all lines.
  static let eventsMax = 64

  private let handle: OpaquePointer
  private let offsets: [Int]

  /// Requests lines of the chip with a label, both edges, under a name that other programs see.
  public convenience init(
    chip label: String, offsets: [Int], wiring: LineWiring = .switchToGround,
    consumer: String = "cribside"
  ) throws(OpenFault) {
    let path = try GPIOChips.path(labelled: label)
    try self.init(path: path, offsets: offsets, wiring: wiring, consumer: consumer)
  }

  /// Requests lines of the chip at a path, 1 to 64 of them.
  public init(
    path: String, offsets: [Int], wiring: LineWiring = .switchToGround, consumer: String = "cribside"
  ) throws(OpenFault) {
    var lines: OpaquePointer?
    let numbers = offsets.map { UInt32(truncatingIfNeeded: $0) }
    let status = cgpiod_request_inputs(
      path, numbers, numbers.count, wiring.request, consumer, &lines)
    guard status == 0, let lines else {
      throw OpenFault.lines(offsets, at: path, errno: -status)
    }
    handle = lines
    self.offsets = offsets
  }

  deinit {
    cgpiod_release(handle)
  }

  /// The descriptors that become readable when an edge comes: one per line with libgpiod 1, one with 2.
  /// Once the chip is gone they stay readable, so whoever waits for them lets them go at `.chipGone`.
  public func descriptors() throws(LineFault) -> [Int32] {
    var numbers = [Int32](repeating: -1, count: offsets.count)
    let count = cgpiod_descriptors(handle, &numbers, numbers.count)
    guard count >= 0 else { throw LineFault(errno: -count) }
    return Array(numbers.prefix(Int(count)))
  }

  /// The edges since the last call, oldest first; never blocks. At most 64 a call.
  public func read() throws(LineFault) -> [LineEvent] {
    var events = [cgpiod_event](repeating: cgpiod_event(), count: GPIOLines.eventsMax)
    let count = cgpiod_read(handle, &events, events.count)
    guard count >= 0 else { throw LineFault(errno: -count) }
    return LineEvent.inTimeOrder(events.prefix(Int(count)).map(LineEvent.init))
  }

  /// The levels now, by offset; true is active.
  public func levels() throws(LineFault) -> [Int: Bool] {
    var levels = [Int32](repeating: 0, count: offsets.count)
    let count = cgpiod_levels(handle, &levels, levels.count)
    guard count >= 0 else { throw LineFault(errno: -count) }
    return Dictionary(zip(offsets, levels.map { $0 != 0 })) { _, last in last }
  }
}
