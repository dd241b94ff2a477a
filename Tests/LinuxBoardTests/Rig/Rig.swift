import Glibc

@testable import LinuxBoard

/// The simulated wires and bus of the rig's kernel: gpio-sim's chip, and an I²C adapter whose chips are a program
/// behind /dev/rig-i2c. Without `CRIBSIDE_RIG_CHIP` the tests are skipped.
enum Rig {
  /// The folder of gpio-sim's chip under /sys/devices, with a folder for each wire.
  static let chip = Environment.variable("CRIBSIDE_RIG_CHIP")
  /// The chip's label.
  static let label = "pinctrl-bcm2711"
  /// The reason for skipped tests.
  static let absence = "needs gpio-sim and rig-i2c; see Board/rig"

  /// Sets the pull of a line: `pull-down` is a pressed button.
  static func pull(_ offset: Int, _ pull: String) throws {
    let path = (chip ?? "") + "/sim_gpio\(offset)/pull"
    let file = try Descriptor("open", path) { open(path, O_WRONLY) }
    _ = try SystemCall.complete("write", path) { write(file.number, pull, pull.utf8.count) }
  }

  /// The value of an output: `0` or `1`.
  static func value(_ offset: Int) throws -> String {
    try TextFile.firstLine(at: (chip ?? "") + "/sim_gpio\(offset)/value")
  }
}
