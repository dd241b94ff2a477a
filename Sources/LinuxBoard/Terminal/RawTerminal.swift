import Glibc
import Synchronization

/// A terminal whose keys arrive one by one and are not echoed, for as long as the object lives. Unless the process is
/// killed, the terminal is set back to how it was found: by `restore`, by the end of the object, or at exit.
public final class RawTerminal {
  /// The result of reading keys.
  public enum Keys: Hashable, Sendable {
    /// These bytes were typed since the last call; perhaps none.
    case typed([UInt8])
    /// The terminal is gone.
    case ended
  }

  private let descriptor: Int32

  /// Makes the terminal on a descriptor raw. `isatty(3)` says whether it is one.
  public init(descriptor: Int32 = STDIN_FILENO) throws(SystemFault) {
    self.descriptor = descriptor
    var found = termios()
    _ = try SystemCall.complete("tcgetattr") { tcgetattr(descriptor, &found) }
    FoundTerminals.keep(found, of: descriptor)
    var raw = found
    raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
    // ISIG stays: Ctrl-C comes as SIGINT, through the loop like any other end. So does OPOST: a line end is one.
    _ = try SystemCall.complete("tcsetattr") { tcsetattr(descriptor, TCSAFLUSH, &raw) }
  }

  deinit {
    restore()
  }

  /// Sets the terminal back to how it was found. May be called more than once.
  public func restore() { FoundTerminals.restore(descriptor) }

  /// The keys typed since the last call; never waits.
  public func keys() throws(SystemFault) -> Keys {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = try SystemCall.complete("poll") { poll(&ready, 1, 0) }
    guard count > 0 else { return .typed([]) }
    var bytes = [UInt8](repeating: 0, count: 64)
    do throws(ErrorNumber) {
      let length = try SystemCall.complete { read(descriptor, &bytes, bytes.count) }
      return length == 0 ? .ended : .typed(Array(bytes.prefix(length)))
    } catch {
      if error.value == EIO { return .ended }  // hung up (tty_ioctl(4))
      throw error.fault("read", "terminal")
    }
  }
}

/// How the terminals were found, to restore them at the end of the process.
private enum FoundTerminals {
  private static let found = Mutex<[Int32: termios]>([:])
  /// Registered once, at the first use.
  private static let atExit: Int32 = atexit { FoundTerminals.restoreAll() }

  static func keep(_ settings: termios, of descriptor: Int32) {
    _ = atExit
    found.withLock { $0[descriptor] = $0[descriptor] ?? settings }
  }

  static func restore(_ descriptor: Int32) {
    guard var settings = found.withLock({ $0.removeValue(forKey: descriptor) }) else { return }
    tcsetattr(descriptor, TCSAFLUSH, &settings)
  }

  private static func restoreAll() {
    for descriptor in found.withLock({ Array($0.keys) }) { restore(descriptor) }
  }
}

/// The standard input.
public enum StandardInput {
  /// Whether a person can type there, rather than a file or another program's output.
  public static var isTerminal: Bool { isatty(STDIN_FILENO) != 0 }

  /// The next line without its end; nil at the end of the input.
  public static func line() -> String? { readLine() }
}

/// The signals that a program at a terminal listens to.
public enum TerminalSignals {
  /// Everything that ends it, and a change of the window.
  public static let all = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH]
  /// The window has a new size.
  public static let windowChanged = SIGWINCH
  /// The descriptor from which keys are read.
  public static let keyboard = STDIN_FILENO
}

/// A terminal's window, in characters.
public struct TerminalSize: Hashable, Sendable {
  /// Characters from left to right.
  public let columns: Int
  /// Lines from top to bottom.
  public let rows: Int

  /// The window of the terminal on a descriptor; nil if it is no terminal, or its size is not known. SIGWINCH reports
  /// a change.
  public init?(descriptor: Int32 = STDOUT_FILENO) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    columns = Int(size.ws_col)
    rows = Int(size.ws_row)
  }
}
