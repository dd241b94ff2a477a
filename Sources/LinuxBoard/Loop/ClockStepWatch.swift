import CLinux
import Glibc

/// Notices that the wall clock was set: a timer that never comes due, which the kernel cancels when
/// `CLOCK_REALTIME` jumps (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET). It costs no wake-ups.
final class ClockStepWatch {
  private let timer: Descriptor

  /// Watches from now on.
  init() throws(SystemFault) {
    timer = try Descriptor("timerfd_create") {
      timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    }
    try arm()
  }

  /// The descriptor that is readable once the clock was set.
  var descriptor: Int32 { timer.number }

  /// Takes notice of a step; returns whether there was one. Watching goes on.
  func take() throws(SystemFault) -> Bool {
    do throws(ErrorNumber) {
      return try timer.takeCount() != nil
    } catch {
      guard error.value == ECANCELED else { throw error.fault("read", "timerfd") }
      try arm()
      return true
    }
  }

  private func arm() throws(SystemFault) {
    var setting = itimerspec()
    setting.it_value.tv_sec = 9_000_000_000  // the year 2255; the kernel's last is 2262
    let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
    _ = try SystemCall.complete("timerfd_settime") {
      timerfd_settime(timer.number, flags, &setting, nil)
    }
  }
}
