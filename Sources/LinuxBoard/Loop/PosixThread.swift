import CLinux
import Glibc

/// How much a thread's work matters beside that of others.
public enum ThreadPriority: Sendable {
  /// As the process.
  case ordinary
  /// It gets the processor and the disk when no other thread wants them.
  case lowest
}

/// A thread of the operating system with a small stack. Swift's own tasks are not used for work that blocks.
enum PosixThread {
  /// 256 KiB; the system's default is 8 MiB, which counts against the service's memory limit once touched.
  static let stackBytes = 256 * 1024

  private final class Start {
    let name: String
    let priority: ThreadPriority
    let body: @Sendable () -> Void

    init(name: String, priority: ThreadPriority, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.priority = priority
      self.body = body
    }

    func run() {
      clinux_name_thread(name)
      // A sandbox may refuse it; the work is the same then.
      if priority == .lowest { clinux_lower_priority() }
      body()
    }
  }

  /// Starts a thread; its name, cut to 15 characters, shows in `top -H`. The caller joins it.
  static func start(
    name: String, priority: ThreadPriority = .ordinary, stackBytes: Int = stackBytes,
    _ body: @escaping @Sendable () -> Void
  ) throws(SystemFault) -> pthread_t {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackBytes)
    let start = Unmanaged.passRetained(Start(name: String(name.prefix(15)), priority: priority, body: body))
    var thread = pthread_t()
    let status = pthread_create(&thread, &attributes, run, start.toOpaque())
    guard status == 0 else {
      start.release()
      throw SystemFault(operation: "pthread_create", subject: name, errno: status)
    }
    return thread
  }

  private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    start in
    guard let start else { return nil }
    Unmanaged<Start>.fromOpaque(start).takeRetainedValue().run()
    return nil
  }
}
