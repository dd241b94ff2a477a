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
