import CGPIOD
import Glibc
import Peripherals

/// Input lines of one chip, held through libgpiod for as long as the object lives. Only one thread uses it.
public final class GPIOLines {
  /// Edges received in one reading, over all lines.
  static let eventsMax = 64

  private let handle: OpaquePointer
  private let offsets: [Int]

  /// Requests lines of the chip with a label, for both edges, under a name that other programs see.
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
  /// Once the chip is gone they stay readable, so a loop that waits for them drops them at `.chipGone`.
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

extension LineEvent {
  /// An edge as the library reported it.
  init(_ event: cgpiod_event) {
    self.init(
      offset: Int(event.offset), isActive: event.active != 0,
      monotonicNanoseconds: event.monotonic_ns,
      sequence: event.line_sequence == 0 ? nil : event.line_sequence)
  }

  /// Merges the edges of several queues, oldest first. Edges of the same nanosecond keep their order, so that those
  /// of one line never change places.
  static func inTimeOrder(_ events: [LineEvent]) -> [LineEvent] {
    let numbered = events.enumerated().sorted { one, other in
      (one.element.monotonicNanoseconds, one.offset)
        < (other.element.monotonicNanoseconds, other.offset)
    }
    return numbered.map(\.element)
  }
}

extension LineFault {
  /// What an errno of a held line means: ENODEV once its chip was unplugged (drivers/gpio/gpiolib-cdev.c).
  init(errno: Int32) { self = errno == ENODEV ? .chipGone : .other(errno: errno) }
}

/// How an input is wired, which decides its bias and which level counts as active.
public enum LineWiring: Hashable, Sendable {
  /// A button to ground: pull-up, active-low.
  case switchToGround
  /// Another chip's interrupt output, which drives both levels: no bias, active-high.
  case drivenHigh

  var request: cgpiod_wiring {
    switch self {
    case .switchToGround: CGPIOD_SWITCH_TO_GROUND
    case .drivenHigh: CGPIOD_DRIVEN_HIGH
    }
  }
}

/// One output line, for a light or a piezo: active-high, held for as long as the object lives.
public final class GPIOOutput {
  private let handle: OpaquePointer

  /// Requests a line of the chip with a label, inactive at first.
  public convenience init(
    chip label: String, offset: Int, consumer: String = "cribside"
  ) throws(OpenFault) {
    try self.init(path: try GPIOChips.path(labelled: label), offset: offset, consumer: consumer)
  }

  /// Requests a line of the chip at a path, inactive at first.
  public init(path: String, offset: Int, consumer: String = "cribside") throws(OpenFault) {
    var lines: OpaquePointer?
    let number = UInt32(truncatingIfNeeded: offset)
    let status = cgpiod_request_output(path, number, 0, consumer, &lines)
    guard status == 0, let lines else {
      throw OpenFault.lines([offset], at: path, errno: -status)
    }
    handle = lines
  }

  deinit {
    cgpiod_release(handle)
  }

  /// Drives the line.
  public func set(active: Bool) throws(LineFault) {
    let status = cgpiod_set(handle, active ? 1 : 0)
    guard status == 0 else { throw LineFault(errno: -status) }
  }
}

/// The GPIO chips of this machine. A chip is found by its label, since its number has changed between kernels
/// (on a Pi 5 from gpiochip4 to gpiochip0).
public enum GPIOChips {
  /// The path of the chip with a label, `/dev/gpiochip0`. If there is none, the fault lists the labels that were
  /// found, or names the device that may not be opened.
  public static func path(
    labelled label: String, in folder: String = "/dev"
  ) throws(OpenFault) -> String {
    var present: [String] = []
    var denied: String?
    for path in try paths(in: folder) {
      switch read(path) {
      case .label(label): return path
      case .label(let other): present.append(other)
      case .failure(EACCES), .failure(EPERM): denied = denied ?? path
      case .failure: continue
      }
    }
    if let denied { throw OpenFault.noPermission(at: denied) }
    throw .noChip(label: label, present: present)
  }

  private enum Reading {
    case label(String)
    case failure(Int32)
  }

  private static func read(_ path: String) -> Reading {
    var label = [CChar](repeating: 0, count: 64)
    let status = cgpiod_label(path, &label, label.count)
    return status < 0 ? .failure(-status) : .label(String(terminated: label))
  }

  /// The chips' device files, lowest number first.
  private static func paths(in folder: String) throws(OpenFault) -> [String] {
    do throws(ErrorNumber) {
      let names = try Folder.names(at: folder).filter { $0.hasPrefix("gpiochip") }
      return names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.map { folder + "/" + $0 }
    } catch {
      throw .failed(operation: "open", path: folder, errno: error.value)
    }
  }
}
