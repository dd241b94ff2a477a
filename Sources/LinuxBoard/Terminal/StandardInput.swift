import Glibc

/// Where the program reads from.
public enum StandardInput {
  /// Whether somebody can type there, rather than a file or another program's output.
  public static var isTerminal: Bool { isatty(STDIN_FILENO) != 0 }

  /// The next line without its end; nil at the end of the input.
  public static func line() -> String? { readLine() }
}
