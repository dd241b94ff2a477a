import Glibc

/// The time of the machine in which the chips run.
enum MachineClock {
  /// Nanoseconds since the machine's start, by the clock that is never set.
  static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
