import LinuxBoard
import Peripherals

/// How the piezo's PWM channel was found.
enum PiezoFact: Hashable, Sendable {
  /// The box may use it; the chip's folder.
  case ready(chip: String)
  /// The box may not write a file of it, which belongs to this group.
  case closed(path: String, group: String)
  case fault(PWMFault)
}

extension Finding {
  /// The piezo of a box that is to sound. `line` is the GPIO line that it is on.
  static func piezo(_ fact: PiezoFact, line: Int, user: String) -> Finding {
    let why = "No tune is heard; everything else works."
    switch fact {
    case .ready(let chip): return .good(.piezo, "\(chip), on GPIO \(line)")
    case .closed(let path, let group):
      return .fault(
        .piezo, "\(user) may not write \(path), which belongs to \(group)", why: why,
        fix: .command("sudo udevadm trigger --action=change --subsystem-match=pwm"),
        .command("sudo systemctl restart cribside"))
    case .fault(.noChip(let device)):
      return .fault(
        .piezo, "\(PWMFault.noChip(device: device))", why: why,
        fix: .command(
          "echo dtoverlay=pwm,pin=\(line),func=2 | sudo tee -a /boot/firmware/config.txt"),
        .command("sudo reboot"))
    case .fault(let fault):
      return .fault(.piezo, "\(fault)", why: why, fix: .command("ls -l /sys/class/pwm/"))
    }
  }
}
