import Glibc

/// A call to the operating system that failed: what was tried, on what, and the kernel's reason.
public struct SystemFault: Error, Hashable, Sendable {
  /// The call: `open`, `epoll_wait`, …
  public let operation: String
  /// The path or object it was for; empty when there is none.
  public let subject: String
  /// The kernel's reason, from errno(3).
  public let errno: Int32

  /// A failed call.
  public init(operation: String, subject: String = "", errno: Int32) {
    self.operation = operation
    self.subject = subject
    self.errno = errno
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

/// An errno as a thrown value, for the calls inside this module; every type turns it into its own fault.
struct ErrorNumber: Error, Hashable {
  /// From errno(3).
  let value: Int32

  /// What the last call of this thread left behind.
  static var last: ErrorNumber { ErrorNumber(value: errno) }

  /// The C library's words for it.
  var text: String { String(cString: strerror(value)) }

  /// The same, with what was being done.
  func fault(_ operation: String, _ subject: String = "") -> SystemFault {
    SystemFault(operation: operation, subject: subject, errno: value)
  }
}

/// The one way in which this module makes a call that returns -1 and sets errno.
enum SystemCall {
  /// Makes a call again for as long as signals interrupt it.
  static func complete<Value: SignedInteger>(_ call: () -> Value) throws(ErrorNumber) -> Value {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw ErrorNumber.last }
    }
  }

  /// The same, with a failure that says what was tried.
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
