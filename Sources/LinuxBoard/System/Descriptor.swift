import Glibc

/// A file descriptor with one owner: closed when the last reference goes.
final class Descriptor: Sendable {
  /// The number, for calls and for waiting.
  let number: Int32

  /// Takes over an open descriptor.
  init(adopting number: Int32) {
    self.number = number
  }

  deinit {
    // Linux frees the number even when close(2) is interrupted, so it is never tried again.
    close(number)
  }

  /// Opens a descriptor by a call that returns it, or says why not.
  convenience init(
    _ operation: String, _ subject: String = "", opening call: () -> Int32
  ) throws(SystemFault) {
    self.init(adopting: try SystemCall.complete(operation, subject, call))
  }

  /// The eight-byte count that a timerfd or an eventfd holds, set back to zero; nil when it holds none.
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
