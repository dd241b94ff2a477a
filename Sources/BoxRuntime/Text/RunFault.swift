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
    self.exit = exit
    self.message = message
    self.line = line
  }

  /// A configuration that is refused.
  package init(_ fault: ConfigurationFault) {
    self.init(exit: .configuration, message: fault.description, line: fault.line > 0 ? fault.line : nil)
  }

  /// Does something that the operating system may refuse.
  package static func system<Value>(_ work: () throws(SystemFault) -> Value) throws(RunFault) -> Value {
    do throws(SystemFault) {
      return try work()
    } catch {
      throw RunFault(error)
    }
  }

  /// A refusal by the system.
  package init(_ fault: SystemFault) {
    self.init(exit: .io, message: fault.description)
  }

  /// Opens a device; the message names what fixes it.
  package static func open<Value>(_ work: () throws(OpenFault) -> Value) throws(RunFault) -> Value {
    do throws(OpenFault) {
      return try work()
    } catch {
      let remedy = error.remedy.map { "\n" + $0 } ?? ""
      throw RunFault(
        exit: ExitStatus(rawValue: error.exitCode) ?? .unavailable, message: error.description + remedy)
    }
  }

  /// Does something with lines that are already held.
  package static func line<Value>(_ work: () throws(LineFault) -> Value) throws(RunFault) -> Value {
    do throws(LineFault) {
      return try work()
    } catch {
      throw RunFault(exit: .unavailable, message: "the GPIO lines: \(error)")
    }
  }

  /// Does something with the box's directory.
  package static func storage<Value>(_ work: () throws(StorageFault) -> Value) throws(RunFault) -> Value {
    do throws(StorageFault) {
      return try work()
    } catch {
      throw RunFault(error)
    }
  }

  /// A refusal by the box's directory.
  package init(_ fault: StorageFault) {
    self.init(exit: fault.reason == .permission ? .permission : .io, message: fault.text)
  }

  /// Takes the box's lock; the message names the holder.
  package static func lock<Value>(_ work: () throws(LockFault) -> Value) throws(RunFault) -> Value {
    do throws(LockFault) {
      return try work()
    } catch {
      throw RunFault(exit: ExitStatus(rawValue: error.exitCode) ?? .io, message: error.description)
    }
  }
}

extension RunFault {
  /// Opens the terminal; without one there are no keys.
  package static func terminal<Value>(_ work: () throws(SystemFault) -> Value) throws(RunFault) -> Value {
    do throws(SystemFault) {
      return try work()
    } catch {
      throw RunFault(
        exit: .usage, message: "standard input is not a terminal; use --script FILE without one")
    }
  }
}
