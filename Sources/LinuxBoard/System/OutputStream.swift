import Glibc
import Synchronization

/// An open descriptor that text goes to, and that remembers what did not arrive: a text that was cut must not pass for
/// a whole one.
public final class OutputStream: Sendable {
  private let number: Int32
  private let name: String
  private let first = Mutex<SystemFault?>(nil)

  /// Writes to a descriptor without owning it, such as the standard output's 1; faults call it `name`.
  public init(_ number: Int32, named name: String) {
    self.number = number
    self.name = name
  }

  /// Whether a person reads it there, rather than a file or another program.
  public var isTerminal: Bool { isatty(number) != 0 }

  /// Why something could not be written whole: the first time that it happened. Nil while all of it has arrived.
  public var fault: SystemFault? { first.withLock { $0 } }

  /// Writes text as it stands.
  ///
  /// - Returns: what went wrong, the first time that something does; nil otherwise.
  @discardableResult
  public func write(_ text: String) -> SystemFault? {
    guard !text.isEmpty else { return nil }
    do throws(SystemFault) {
      try PlainFile.write(Array(text.utf8), to: number, named: name)
      return nil
    } catch {
      return first.withLock { first in
        guard first == nil else { return nil }
        first = error
        return error
      }
    }
  }
}

extension SystemFault {
  /// Whether no one reads any more.
  public var isUnread: Bool { errno == EPIPE }
}
