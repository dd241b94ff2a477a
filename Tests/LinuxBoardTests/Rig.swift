import Glibc

@testable import LinuxBoard

/// The simulated wires and bus of a kernel that has them: gpio-sim's chip, and an I²C adapter whose chips are a
/// program behind /dev/rig-i2c. Without `CRIBSIDE_RIG_CHIP` there is no such kernel, and the tests are skipped.
enum Rig {
  /// The folder of gpio-sim's chip under /sys/devices, which holds a folder for each wire.
  static let chip = Environment.variable("CRIBSIDE_RIG_CHIP")
  /// The chip's label.
  static let label = "pinctrl-bcm2711"
  /// What a skipped test says.
  static let absence = "needs gpio-sim and rig-i2c; see Board/rig"

  /// What pulls a line: `pull-down` is a button that is pressed.
  static func pull(_ offset: Int, _ pull: String) throws {
    let path = (chip ?? "") + "/sim_gpio\(offset)/pull"
    let file = try Descriptor("open", path) { open(path, O_WRONLY) }
    _ = try SystemCall.complete("write", path) { write(file.number, pull, pull.utf8.count) }
  }

  /// What an output drives: `0` or `1`.
  static func value(_ offset: Int) throws -> String {
    try TextFile.firstLine(at: (chip ?? "") + "/sim_gpio\(offset)/value")
  }
}
