import Glibc

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
