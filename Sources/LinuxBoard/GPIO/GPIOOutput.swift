import CGPIOD
import Glibc
import Peripherals

/// One output line, for a light or a piezo: active-high, held for as long as the object lives.
public final class GPIOOutput {
  private let handle: OpaquePointer

  /// Requests a line of the chip with a label, inactive at first.
  public convenience init(
    chip label: String, offset: Int, consumer: String = "cribside"
  ) throws(OpenFault) {
    try self.init(path: try GPIOChips.path(labelled: label), offset: offset, consumer: consumer)
  }

  /// Requests a line of the chip at a path, inactive at first.
  public init(path: String, offset: Int, consumer: String = "cribside") throws(OpenFault) {
    var lines: OpaquePointer?
    let number = UInt32(truncatingIfNeeded: offset)
    let status = cgpiod_request_output(path, number, 0, consumer, &lines)
    guard status == 0, let lines else {
      throw OpenFault.lines([offset], at: path, errno: -status)
    }
    handle = lines
  }

  deinit {
    cgpiod_release(handle)
  }

  /// Drives the line.
  public func set(active: Bool) throws(LineFault) {
    let status = cgpiod_set(handle, active ? 1 : 0)
    guard status == 0 else { throw LineFault(errno: -status) }
  }
}
