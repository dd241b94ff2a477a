import CLinux
import Glibc

/// A timer on the boot clock: one absolute deadline, or none. It also fires after a suspend that slept past it.
final class DeadlineTimer {
  private let timer: Descriptor
  private var armed: Int?

  /// A timer without a deadline.
  init() throws(SystemFault) {
    timer = try Descriptor("timerfd_create") {
      timerfd_create(CLOCK_BOOTTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    }
  }

  /// The descriptor that is readable once the deadline has come.
  var descriptor: Int32 { timer.number }

  /// Sets the deadline in milliseconds of the boot clock; nil means none. One in the past fires at once.
  func arm(_ milliseconds: Int?) throws(SystemFault) {
    guard milliseconds != armed else { return }
    var setting = itimerspec()
    if let milliseconds {
      // Zero would disarm the timer, so a deadline at or before the boot is set to its first nanosecond.
      let time = max(0, milliseconds)
      setting.it_value = timespec(
        tv_sec: time / 1000, tv_nsec: max(time == 0 ? 1 : 0, time % 1000 * 1_000_000))
    }
    _ = try SystemCall.complete("timerfd_settime") {
      timerfd_settime(timer.number, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
    armed = milliseconds
  }

  /// Takes notice of the deadline; returns whether it had come.
  func take() throws(SystemFault) -> Bool {
    do throws(ErrorNumber) {
      guard try timer.takeCount() != nil else { return false }
    } catch {
      throw error.fault("read", "timerfd")
    }
    armed = nil
    return true
  }
}
