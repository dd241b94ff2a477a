import Glibc

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
