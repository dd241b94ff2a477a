import Glibc

/// A thread that does nothing any more, for trials of what watches over it.
public enum Stall {
  /// Waits for signals that nobody handles; every other thread goes on.
  public static func forever() -> Never {
    while true { pause() }
  }
}
