/// How often systemd wants to hear that the loop turns.
public enum WatchdogInterval {
  /// The interval in milliseconds after which systemd gives up, from `WATCHDOG_USEC`; nil when no watchdog is set,
  /// or when `WATCHDOG_PID` names another process (sd_watchdog_enabled(3)).
  public static func milliseconds(
    microsecondsText: String? = Environment.variable("WATCHDOG_USEC"),
    processText: String? = Environment.variable("WATCHDOG_PID"),
    processID: Int32 = Environment.processID
  ) -> Int? {
    guard let microseconds = microsecondsText.flatMap({ Int($0) }), microseconds >= 1000 else {
      return nil
    }
    if let processText, Int32(processText) != processID { return nil }
    return microseconds / 1000
  }
}
