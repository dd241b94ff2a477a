import CGPIOD
import Glibc
import Peripherals

extension LineEvent {
  /// An edge as the library gave it.
  init(_ event: cgpiod_event) {
    self.init(
      offset: Int(event.offset), isActive: event.active != 0,
      monotonicNanoseconds: event.monotonic_ns,
      sequence: event.line_sequence == 0 ? nil : event.line_sequence)
  }

  /// Edges of several queues as one, oldest first. Edges of the same nanosecond stay as they came, so that those
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
  init(errno: Int32) {
    self = errno == ENODEV ? .chipGone : .other(errno: errno)
  }
}
