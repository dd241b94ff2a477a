import Glibc

/// What a program at a terminal listens to.
public enum TerminalSignals {
  /// The end, in all its forms, and a change of the window.
  public static let all = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH]
  /// The window has another size.
  public static let windowChanged = SIGWINCH
  /// The descriptor that keys come from.
  public static let keyboard = STDIN_FILENO
}
