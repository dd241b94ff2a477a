import Glibc
import Synchronization

/// A call to the operating system that failed: the call, its object, and the kernel's reason.
public struct SystemFault: Error, Hashable, Sendable {
  /// The call: `open`, `epoll_wait`, …
  public let operation: String
  /// The path or object it was for; empty when there is none.
  public let subject: String
  /// The kernel's reason, from errno(3).
  public let errno: Int32

  /// A failed call.
  public init(operation: String, subject: String = "", errno: Int32) {
    (self.operation, self.subject, self.errno) = (operation, subject, errno)
  }
}

extension SystemFault: CustomStringConvertible {
  /// `open /dev/i2c-1: Permission denied`.
  public var description: String {
    let object = subject.isEmpty ? "" : " " + subject
    return operation + object + ": " + ErrorNumber(value: errno).text
  }
}

extension SystemFault {
  /// Whether more rights would have helped.
  public var isPermission: Bool { errno == EACCES || errno == EPERM }
}

/// An errno as a thrown value, for calls inside this module. Every type turns it into a fault of its own.
struct ErrorNumber: Error, Hashable {
  /// From errno(3).
  let value: Int32

  /// The errno of this thread's last call.
  static var last: ErrorNumber { ErrorNumber(value: errno) }

  /// The C library's words for it.
  var text: String { String(cString: strerror(value)) }

  /// The same, with the operation that failed.
  func fault(_ operation: String, _ subject: String = "") -> SystemFault {
    SystemFault(operation: operation, subject: subject, errno: value)
  }
}

/// All calls of this module that return -1 and set errno are made through this.
enum SystemCall {
  /// Repeats a call as long as signals interrupt it.
  static func complete<Value: SignedInteger>(_ call: () -> Value) throws(ErrorNumber) -> Value {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw ErrorNumber.last }
    }
  }

  /// The same; the failure names the operation.
  static func complete<Value: SignedInteger>(
    _ operation: String, _ subject: String = "", _ call: () -> Value
  ) throws(SystemFault) -> Value {
    do throws(ErrorNumber) {
      return try complete(call)
    } catch {
      throw error.fault(operation, subject)
    }
  }
}

/// A file descriptor with one owner: it is closed when the last reference is gone.
final class Descriptor: Sendable {
  /// The number, for system calls and for waiting.
  let number: Int32

  /// Takes over an open descriptor.
  init(adopting number: Int32) { self.number = number }

  deinit {
    // Linux frees the number even when close(2) is interrupted, so it is never tried again.
    close(number)
  }

  /// Opens a descriptor by a call that returns it, or throws the reason.
  convenience init(
    _ operation: String, _ subject: String = "", opening call: () -> Int32
  ) throws(SystemFault) {
    self.init(adopting: try SystemCall.complete(operation, subject, call))
  }

  /// Reads the eight-byte count of a timerfd or an eventfd, which sets it back to zero; nil if it holds none.
  func readCount() throws(ErrorNumber) -> UInt64? {
    var count: UInt64 = 0
    do throws(ErrorNumber) {
      _ = try SystemCall.complete { Glibc.read(number, &count, 8) }
      return count
    } catch {
      if error.value == EAGAIN { return nil }
      throw error
    }
  }
}

/// An open descriptor to which text is written, and which remembers what was lost: a text that was cut must not be
/// mistaken for a whole one.
public final class OutputStream: Sendable {
  private let number: Int32
  private let name: String
  private let first = Mutex<SystemFault?>(nil)

  /// Writes to a descriptor without owning it, such as the standard output's 1; faults call it `name`.
  public init(_ number: Int32, named name: String) { (self.number, self.name) = (number, name) }

  /// Whether a person reads it, rather than a file or another program.
  public var isTerminal: Bool { isatty(number) != 0 }

  /// Why something could not be written whole, by the first failure. Nil while everything was written.
  public var fault: SystemFault? { first.withLock { $0 } }

  /// Writes text unchanged.
  ///
  /// - Returns: what went wrong, at the first failure; nil otherwise.
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
  /// Whether the reader is gone.
  public var isUnread: Bool { errno == EPIPE }
}
