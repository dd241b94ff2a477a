import CareJournal
import LinuxBoard
import Peripherals

/// A command that cannot continue: its exit code and message.
package struct RunFault: Error, Hashable, Sendable {
  package var exit: ExitStatus
  package var message: String
  /// The line of the configuration that it concerns; nil if it concerns none.
  package var line: Int?

  package init(exit: ExitStatus, message: String, line: Int? = nil) {
    (self.exit, self.message, self.line) = (exit, message, line)
  }

  /// Does something that the operating system may refuse.
  package static func system<Value>(_ work: () throws(SystemFault) -> Value) throws(RunFault) -> Value {
    try attempt(work) { RunFault($0) }
  }

  /// A refusal by the system.
  package init(_ fault: SystemFault) { self.init(exit: .io, message: fault.description) }

  /// Opens a device; the message names what fixes it.
  package static func open<Value>(_ work: () throws(OpenFault) -> Value) throws(RunFault) -> Value {
    try attempt(work) { fault in
      let remedy = fault.remedy.map { "\n" + $0 } ?? ""
      return RunFault(
        exit: ExitStatus(rawValue: fault.exitCode) ?? .unavailable, message: fault.description + remedy)
    }
  }

  /// Does something with lines that are already held.
  package static func line<Value>(_ work: () throws(LineFault) -> Value) throws(RunFault) -> Value {
    try attempt(work) { RunFault(exit: .unavailable, message: "the GPIO lines: \($0)") }
  }

  /// Does something with the box's directory.
  package static func storage<Value>(_ work: () throws(StorageFault) -> Value) throws(RunFault) -> Value {
    try attempt(work) { RunFault($0) }
  }

  /// A refusal by the box's directory.
  package init(_ fault: StorageFault) {
    self.init(exit: fault.reason == .permission ? .permission : .io, message: fault.text)
  }

  /// Takes the box's lock; the message names the holder.
  package static func lock<Value>(_ work: () throws(LockFault) -> Value) throws(RunFault) -> Value {
    try attempt(work) { RunFault(exit: ExitStatus(rawValue: $0.exitCode) ?? .io, message: $0.description) }
  }

  /// Opens the terminal; without one there are no keys.
  package static func terminal<Value>(_ work: () throws(SystemFault) -> Value) throws(RunFault) -> Value {
    try attempt(work) { _ in
      RunFault(exit: .usage, message: "standard input is not a terminal; use --script FILE without one")
    }
  }

  private static func attempt<Value, Fault: Error>(
    _ work: () throws(Fault) -> Value, as runFault: (Fault) -> RunFault
  ) throws(RunFault) -> Value {
    do throws(Fault) {
      return try work()
    } catch {
      throw runFault(error)
    }
  }
}

/// How much a line of the system's journal matters: syslog's numbers.
package enum Priority: Int, Hashable, Sendable {
  case critical = 2
  case error = 3
  case warning = 4
  case notice = 5
}

extension JournalFault {
  /// The fault in words, with the operation and the file.
  package var text: String {
    switch self {
    case .unreadable(let fault): "the log cannot be listed: \(fault.text)"
    case .unwritable(let fault): fault.text
    case .uncertain(let fault): "not certain to survive a power cut: \(fault.text)"
    case .resting:
      "the card kept nothing of \(FailedWrites.hourlyBytes >> 20) MiB; it is tried again when the hour is over"
    case .tooLong(let id): "line \(id.text) is longer than \(StorageLimits.lineBytes) bytes"
    case .behind(let count): "\(count) lines of this box wait for the card"
    case .memoryFull(let capacity): "\(capacity) events are held in memory already"
    }
  }
}

extension StorageFault {
  /// The operation, the file and the reason.
  package var text: String {
    let why =
      switch reason {
      case .full: "no space left"
      case .device: "the medium failed or is read-only"
      case .permission: "no permission"
      case .missing: "no such file"
      case .exists: "it exists already"
      case .other: "errno \(errno)"
      }
    return "\(operation) \(path.isEmpty ? "the directory" : path): \(why)"
  }
}
