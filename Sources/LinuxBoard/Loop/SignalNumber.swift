import Glibc

/// Signals that a loop tells apart.
public enum SignalNumber {
  /// The terminal is gone, or, for a service, the configuration has changed.
  public static let hangUp = SIGHUP
}
