import Bedside
import CribMotion
import LinuxBoard
import Nursery
import Peripherals

/// The state of the buttons' lines.
enum LinesFact: Hashable, Sendable {
  /// No process holds them; these buttons read as pressed.
  case free(down: [Button])
  /// The running box holds them, as it should.
  case heldByBox
  /// They could not be opened.
  case fault(OpenFault)
}

/// The state of a part on the bus.
enum BusPartFact<Part: Hashable & Sendable>: Hashable, Sendable {
  case found(Part)
  /// The bus works, and no chip answers.
  case silent
  /// The bus itself failed.
  case failed(BusFault)
}

/// The state of the accelerometer.
enum AccelerometerFact: Hashable, Sendable {
  /// It is there; with a report if it could be tested.
  case found(AccelerometerPart, SelfTestReport?)
  case fault(AccelerometerFault)
}

extension Finding {
  /// The three buttons, or four.
  package static func buttons(_ fact: LinesFact, chip: String, count: Int = 3) -> Finding {
    switch fact {
    case .free(down: []): .good(.buttons, "\(count == 3 ? "three" : "four") lines of \(chip), none held down")
    case .heldByBox: .good(.buttons, "held by the running box")
    case .free(let down):
      .fault(
        .buttons, "\(names(down)) reads as pressed", why: "Its presses cannot be recognised.",
        fix: .advice(
          "Release it; if it still reads as pressed, look for a short to ground between its wire and its neighbours"
        ))
    case .fault(let fault) where fault.isOfAnotherBoard:
      .fault(
        .buttons, "\(fault)", why: "Without them the box does not start. Setup knows the board by its name.",
        fix: .command("sudo cribside setup"))
    case .fault(let fault):
      .fault(
        .buttons, "\(fault)", why: "Without them the box does not start.",
        fix: fault.remedy.map(Remedy.advice) ?? .command("cribside wiring > wiring.svg"))
    }
  }

  private static func names(_ buttons: [Button]) -> String {
    buttons.map(\.name).joined(separator: " and ")
  }

  /// The I²C bus.
  package static func bus(_ fault: OpenFault?, path: String, hasRaspiConfig: Bool) -> Finding {
    guard let fault else { return .good(.bus, path) }
    let why =
      "Without it the panel stays dark and the crib's motion is not measured; presses are still logged."
    if case .noBus = fault {
      let enable =
        hasRaspiConfig
        ? "sudo raspi-config nonint do_i2c 0"
        : "echo dtparam=i2c_arm=on | sudo tee -a /boot/firmware/config.txt"
      return .fault(.bus, "\(fault)", why: why, fix: .command(enable), .command("sudo reboot"))
    }
    return .fault(
      .bus, "\(fault)", why: why, fix: fault.remedy.map(Remedy.advice) ?? .command("sudo i2cdetect -l"))
  }

  /// The OLED, whose controller cannot be asked for its name.
  package static func panel(_ fact: BusPartFact<I2CAddress>, kind: PanelKind, wanted: I2CAddress?) -> Finding
  {
    let place = wanted.map { "at \($0.text)" } ?? "at 0x3C or 0x3D"
    let why = "Without it nothing is shown; presses are still logged."
    switch fact {
    case .found(let address):
      return .good(.panel, "answers at \(address.text); driven as \(kind.title), which cannot be asked")
    case .silent:
      return .fault(
        .panel, "no chip answers \(place)", why: why,
        fix: .advice("Check its four wires: VCC to 3.3 V, GND, SDA to pin 3, SCL to pin 5"),
        .command("sudo i2cdetect -y 1"))
    case .failed(let fault):
      return .fault(.panel, "the bus fails: \(fault.title)", why: why, fix: busRemedy)
    }
  }

  private static let busRemedy = Remedy.advice(
    "Unplug one module after the other; the one without which the bus works holds it down")
}

extension Finding {
  /// The accelerometer; `isWanted` if the configuration names it or its address.
  package static func accelerometer(_ fact: AccelerometerFact, isWanted: Bool) -> Finding {
    switch fact {
    case .found(let part, let report): accelerometer(part, report)
    case .fault(let fault): accelerometer(fault, isWanted)
    }
  }

  private static func accelerometer(_ part: AccelerometerPart, _ report: SelfTestReport?) -> Finding {
    let name = "\(part.name) at \(part.address.text)"
    guard let report else { return .good(.accelerometer, name + "; not tested while the box uses it") }
    guard report.passes else {
      return .fault(
        .accelerometer, "\(name) fails its self-test: \(report.failure)",
        why: "Its readings of the crib cannot be trusted.",
        fix: .advice("Let it lie still and ask again; if it fails again, replace the module"))
    }
    let verdict =
      report.isConclusive ? "passes its self-test" : "answers its self-test; its maker gives no limits"
    return .good(.accelerometer, "\(name) \(verdict)")
  }

  private static func accelerometer(_ fault: AccelerometerFault, _ isWanted: Bool) -> Finding {
    let why = "Without it the box suggests no sleep; everything else works."
    switch fault {
    case .bus(.noAcknowledge) where !isWanted:
      return .note(
        .accelerometer, "none is there", why: why,
        fix: .advice(
          "The board guide explains how to wire and place it: Board/README.md of the project"))
    case .bus(.noAcknowledge):
      return .fault(
        .accelerometer, "it does not answer", why: why,
        fix: .advice(
          "Check its wires: VCC to 3.3 V, GND, SDA to pin 3, SCL to pin 5; on an ADXL345 also CS to 3.3 V"))
    case .bus(let fault):
      return .fault(.accelerometer, "the bus fails: \(fault.title)", why: why, fix: busRemedy)
    case .refused(let refusal):
      return .fault(
        .accelerometer, refusal.text, why: why,
        fix: .advice("Name the part that is there as motion.sensor in the configuration, or replace it"))
    case .silent:
      return .fault(.accelerometer, "it answers and measures nothing", why: why, fix: powerCycle)
    case .forgetful:
      return .fault(
        .accelerometer, "it does not keep its settings", why: why, fix: powerCycle)
    }
  }

  /// The kept calibration of an empty crib.
  static func calibration(_ kept: KeptCalibration?) -> Finding {
    guard let kept else {
      return .note(
        .calibration, "the empty crib was never measured",
        why: "Sleep is still recognised from motion, a little less well.",
        fix: .command("sudo cribside doctor --calibrate"))
    }
    let floor = (Double(kept.calibration.noiseFloorMilligee) * 100).rounded() / 100
    return .good(.calibration, "noise floor \(floor) mg")
  }

  private static let powerCycle = Remedy.advice(
    "Disconnect the power for ten seconds; if that does not help, replace the module")
}

extension AccelerometerRefusal {
  /// Which chip was found, and which was expected.
  fileprivate var text: String {
    let who = name ?? "another chip, which says 0x" + [identity].hexadecimal
    return "at \(address.text) is \(who), not \(expected.rawValue.uppercased())"
  }
}

extension SelfTestReport {
  /// The first axis that fails, with its figures.
  fileprivate var failure: String {
    let axes = [("x", x), ("y", y), ("z", z)]
    guard let (name, axis) = axes.first(where: { $0.1.passes == false }), let limits = axis.limitsMilligee
    else { return "" }
    let change = Int(axis.changeMilligee.rounded())
    return "\(name) changes by \(change) mg, "
      + "\(Int(limits.lowerBound.rounded())) to \(Int(limits.upperBound.rounded())) are allowed"
  }
}

extension OpenFault {
  /// Whether there are GPIO chips, but not the profile's.
  fileprivate var isOfAnotherBoard: Bool {
    if case .noChip(_, let present) = self { !present.isEmpty } else { false }
  }
}

extension BusFault {
  /// The fault in a few words.
  fileprivate var title: String {
    switch self {
    case .noAcknowledge: "no chip acknowledges"
    case .timedOut: "it does not move in time, a wire is held down"
    case .arbitrationLost: "another master wins it"
    case .other(let errno): "error \(errno)"
    }
  }
}

extension PanelKind {
  /// The name under which it is sold.
  fileprivate var title: String {
    switch self {
    case .ssd1306: "SSD1306"
    case .sh1106: "SH1106"
    case .ssd1309: "SSD1309"
    }
  }
}

/// The state of the piezo's PWM channel.
enum PiezoFact: Hashable, Sendable {
  /// The box may use it. The value is the chip's folder.
  case ready(chip: String)
  /// The box may not write this file of the channel, which belongs to this group.
  case closed(path: String, group: String)
  case fault(PWMFault)
}

extension Finding {
  /// The piezo of a box with sound. `line` is its GPIO line.
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
