import CLinux
import Glibc

/// A bell that any thread may ring to wake the loop: an eventfd. It carries no message; whoever rings puts its
/// report where the loop will look.
public final class Mailbox: Sendable {
  private let counter: Descriptor

  /// A silent bell.
  public init() throws(SystemFault) {
    counter = try Descriptor("eventfd") { eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)) }
  }

  /// The descriptor that is readable after `ring`, until `clear`.
  var descriptor: Int32 { counter.number }

  /// Wakes the loop. Rings before the loop looks count as one.
  public func ring() {
    var one: UInt64 = 1
    // It fails only when the count is at its end, and then the loop wakes anyway.
    _ = write(counter.number, &one, 8)
  }

  /// Silences the bell; returns whether it had been rung.
  @discardableResult
  func clear() throws(SystemFault) -> Bool {
    do throws(ErrorNumber) {
      return try counter.takeCount() != nil
    } catch {
      throw error.fault("read", "eventfd")
    }
  }
}
