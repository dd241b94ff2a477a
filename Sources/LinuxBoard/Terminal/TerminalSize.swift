import Glibc

/// A terminal's window, in characters.
public struct TerminalSize: Hashable, Sendable {
  /// Characters from left to right.
  public let columns: Int
  /// Lines from top to bottom.
  public let rows: Int

  /// The window of the terminal on a descriptor; nil when it is none, or does not say. A change is told by SIGWINCH.
  public init?(descriptor: Int32 = STDOUT_FILENO) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    columns = Int(size.ws_col)
    rows = Int(size.ws_row)
  }
}
