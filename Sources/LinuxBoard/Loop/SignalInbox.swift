import CLinux
import Glibc

/// Signals as input: they are blocked, and read from a descriptor, so that none ever interrupts anything.
final class SignalInbox {
  private let inbox: Descriptor

  /// Takes signals away from their handlers, in this thread and in those it starts later: so the loop is made
  /// before any thread.
  init(_ signals: [Int32]) throws(SystemFault) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    let status = pthread_sigmask(SIG_BLOCK, &set, nil)
    guard status == 0 else { throw SystemFault(operation: "pthread_sigmask", errno: status) }
    inbox = try Descriptor("signalfd") {
      signalfd(-1, &set, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    }
  }

  /// The descriptor that is readable while signals wait.
  var descriptor: Int32 { inbox.number }

  /// The signals that came, in the kernel's order.
  func drain() throws(SystemFault) -> [Int32] {
    var signals: [Int32] = []
    while let signal = try next() { signals.append(signal) }
    return signals
  }

  private func next() throws(SystemFault) -> Int32? {
    var info = signalfd_siginfo()
    do throws(ErrorNumber) {
      _ = try SystemCall.complete { read(inbox.number, &info, MemoryLayout<signalfd_siginfo>.size) }
      return Int32(bitPattern: info.ssi_signo)
    } catch {
      if error.value == EAGAIN { return nil }
      throw error.fault("read", "signalfd")
    }
  }
}

/// Signals that a loop tells apart.
public enum SignalNumber {
  /// The terminal is gone, or, for a service, the configuration has changed.
  public static let hangUp = SIGHUP
}
