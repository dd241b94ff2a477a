/// One change of an input line, as the kernel saw it. Active means pressed, whatever the voltage.
public struct LineEvent: Hashable, Sendable {
  /// The line's offset on its chip.
  public var offset: Int
  /// The level after the change. Under bounce two events of the same level may follow each other: the kernel
  /// reads the level after the interrupt (Linux drivers/gpio/gpiolib-cdev.c).
  public var isActive: Bool
  /// When the edge came, on `CLOCK_MONOTONIC`, in nanoseconds.
  public var monotonicNanoseconds: UInt64
  /// The event's number on its line, from 1; nil if the library does not count (libgpiod 1.6).
  /// A gap means that the kernel's queue overflowed and events were lost.
  public var sequence: UInt32?

  /// An edge with all its parts.
  public init(offset: Int, isActive: Bool, monotonicNanoseconds: UInt64, sequence: UInt32?) {
    self.offset = offset
    self.isActive = isActive
    self.monotonicNanoseconds = monotonicNanoseconds
    self.sequence = sequence
  }
}

/// How reading the lines can fail.
public enum LineFault: Error, Hashable, Sendable {
  /// The chip disappeared while its lines were held.
  case chipGone
  /// Anything else, by its errno.
  case other(errno: Int32)
}
