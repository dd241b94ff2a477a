import Glibc
import Peripherals

extension BusFault {
  /// What a failed transfer means. Adapters differ in the errno of a missing acknowledge: ENXIO by the kernel's
  /// own rules (Documentation/i2c/fault-codes.rst), EREMOTEIO on a Pi (drivers/i2c/busses/i2c-bcm2835.c),
  /// ENODEV on some others.
  init(errno: Int32) {
    switch errno {
    case ENXIO, EREMOTEIO, ENODEV: self = .noAcknowledge
    case ETIMEDOUT: self = .timedOut
    case EAGAIN: self = .arbitrationLost
    default: self = .other(errno: errno)
    }
  }
}
