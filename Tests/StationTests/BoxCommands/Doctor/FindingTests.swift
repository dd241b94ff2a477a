import Bedside
import CareJournal
import LinuxBoard
import Nursery
import Peripherals
import Testing

@testable import BoxCommands
@testable import BoxRuntime

/// What the doctor reports: the verdict, and the command that fixes it.
@Suite struct FindingTests {
  typealias Row = (finding: Finding, verdict: Finding.Verdict, says: String, fixedBy: String?)

  private static let closed = OpenFault.noPermission(path: "/dev/i2c-1", group: "i2c", user: "cribside")
  private static let part = AccelerometerPart(
    kind: .adxl345, address: I2CAddress(0x53), identity: 0xE5, name: "ADXL345")

  private static let buttons: [Row] = [
    (.buttons(.free(down: []), chip: "pinctrl-rp1"), .good, "three lines of pinctrl-rp1, none held", nil),
    (.buttons(.free(down: []), chip: "x", count: 4), .good, "four lines of x, none held", nil),
    (.buttons(.heldByBox, chip: "x"), .good, "held by the running box", nil),
    (
      .buttons(.free(down: [.nap, .menu]), chip: "x"), .fault, "NAP and MENU reads as pressed",
      "short to ground"
    ),
    (
      .buttons(.fault(.noChip(label: "pinctrl-rp1", present: ["gpio-sim"])), chip: "x"), .fault,
      #"no GPIO chip is labelled "pinctrl-rp1"; found: gpio-sim"#, "sudo cribside setup"
    ),
    (
      .buttons(.fault(.busy(path: "/dev/gpiochip0", offset: 17, holder: "fan")), chip: "x"), .fault,
      "line 17 is held by \"fan\"", "Stop `fan`"
    ),
  ]

  @Test("A birth date in the future is reported if today's date is known")
  func unborn() throws {
    let days = try ["2026-02-11", "2026-02-12", "2035-06-01"].map { try #require(ISO8601.date($0)) }
    let residents = days.enumerated().map { index, day in
      BedsideSettings.Resident(
        id: BabyID(number: index + 1), name: "Baby \(index)",
        baby: Baby(birthdate: day, bedtime: WallTime(minutesAfterMidnight: 1140)))
    }
    let findings = Finding.birthdates(residents, today: days[0], path: "/etc/c.json5")
    #expect(findings.map(\.verdict) == [.fault, .fault])
    #expect(findings.last?.what == "/etc/c.json5: Baby 2's birthdate 2035-06-01 lies in the future")
  }

  @Test("A name that the panel cannot show is reported with the command that sets the proposal")
  func unshownNames() throws {
    let day = try #require(ISO8601.date("2026-02-11"))
    let residents = ["Mia", "小明", "О'Мила"].enumerated().map { index, name in
      BedsideSettings.Resident(
        id: BabyID(number: index + 1), name: name,
        baby: Baby(birthdate: day, bedtime: WallTime(minutesAfterMidnight: 1140)))
    }
    let findings = Finding.names(residents, path: ConfigurationFile.standardPath)
    #expect(findings.map(\.verdict) == [.fault, .fault])
    #expect(findings.first?.why == "It shows Baby 2 instead.")
    #expect(
      findings.map(\.fix) == [
        [.command("sudo cribside set name 'Baby 2' --baby 2")],
        [.command("sudo cribside set name 'O'\\''Mila' --baby 3")],
      ])
    let elsewhere = Finding.names(residents, path: "/etc/c.json5")
    #expect(
      elsewhere.first?.fix == [.command("sudo cribside set --config /etc/c.json5 name 'Baby 2' --baby 2")])
  }

  private static let bus: [Row] = [
    (.bus(nil, path: "/dev/i2c-1", hasRaspiConfig: true), .good, "/dev/i2c-1", nil),
    (
      .bus(.noBus(path: "/dev/i2c-1"), path: "/dev/i2c-1", hasRaspiConfig: true), .fault, "no such I2C bus",
      "sudo raspi-config nonint do_i2c 0"
    ),
    (
      .bus(.noBus(path: "/dev/i2c-1"), path: "/dev/i2c-1", hasRaspiConfig: false), .fault, "no such I2C bus",
      "dtparam=i2c_arm=on"
    ),
    (
      .bus(closed, path: "/dev/i2c-1", hasRaspiConfig: true), .fault, "no permission",
      "usermod -aG i2c cribside"
    ),
    (
      .panel(.found(I2CAddress(0x3C)), kind: .sh1106, wanted: nil), .good,
      "answers at 0x3C; driven as SH1106, which cannot be asked", nil
    ),
    (
      .panel(.silent, kind: .ssd1306, wanted: nil), .fault, "no chip answers at 0x3C or 0x3D",
      "Check its four wires"
    ),
    (
      .panel(.silent, kind: .ssd1306, wanted: I2CAddress(0x3D)), .fault, "no chip answers at 0x3D",
      "i2cdetect"
    ),
    (
      .panel(.failed(.timedOut), kind: .ssd1306, wanted: nil), .fault, "a wire is held down",
      "Unplug one module"
    ),
  ]

  private static func report(_ change: Double, _ limits: ClosedRange<Double>?) -> SelfTestReport {
    let axis = SelfTestReport.Axis(changeMilligee: change, limitsMilligee: limits)
    return SelfTestReport(x: axis, y: axis, z: axis)
  }

  private static let accelerometer: [Row] = [
    (.accelerometer(.found(part, nil), isWanted: false), .good, "ADXL345 at 0x53; not tested", nil),
    (
      .accelerometer(.found(part, report(300, 50...540)), isWanted: false), .good,
      "ADXL345 at 0x53 passes its self-test", nil
    ),
    (
      .accelerometer(.found(part, report(300, nil)), isWanted: false), .good, "its maker gives no limits", nil
    ),
    (
      .accelerometer(.found(part, report(12.4, 50...540)), isWanted: false), .fault,
      "x changes by 12 mg, 50 to 540 are allowed", "replace the module"
    ),
    (
      .accelerometer(.fault(.bus(.noAcknowledge)), isWanted: false), .note, "none is there", "Board/README.md"
    ),
    (.accelerometer(.fault(.bus(.noAcknowledge)), isWanted: true), .fault, "does not answer", "CS to 3.3 V"),
    (.accelerometer(.fault(.silent), isWanted: false), .fault, "measures nothing", "Disconnect the power"),
    (
      .accelerometer(
        .fault(
          .refused(
            AccelerometerRefusal(address: I2CAddress(0x68), expected: .mpu6050, identity: 0x47, name: nil))),
        isWanted: true), .fault, "at 0x68 is another chip, which says 0x47, not MPU6050", "motion.sensor"
    ),
  ]

  private static func service(
    _ isInstalled: Bool, _ isEnabled: Bool, _ presence: ServiceFact.Presence
  ) -> Finding {
    .service(ServiceFact(isInstalled: isInstalled, isEnabled: isEnabled, presence: presence))
  }

  private static func guardService(_ isEnabled: Bool, _ presence: ServiceFact.Presence) -> Finding? {
    .guardService(ServiceFact(isInstalled: true, isEnabled: isEnabled, presence: presence))
  }

  private static func verified(_ exit: BoxRuntime.ExitStatus) -> Finding {
    .log(BoxAnswer(output: "…\n12 good lines in 2 segments\n", error: "no", exit: exit))
  }

  private static let system: [Row] = [
    (service(true, true, .running), .good, "runs, and starts with the system", nil),
    (service(true, true, .stopped), .fault, "does not run", "sudo systemctl restart cribside"),
    (service(true, true, .silent), .fault, "does not answer", "sudo systemctl restart cribside"),
    (service(true, true, .hidden), .note, "cannot be seen", "sudo cribside doctor"),
    (
      service(true, false, .running), .fault, "does not start with the system",
      "sudo systemctl enable --now cribside"
    ),
    (service(false, false, .running), .note, "started by hand", nil),
    (service(false, false, .stopped), .note, "not installed", nil),
    (service(false, false, .hidden), .note, "cannot be seen", "sudo cribside doctor"),
    (.clock(.synced, zone: "Europe/Berlin"), .good, "zone Europe/Berlin", nil),
    (.clock(.saved, zone: "UTC"), .note, "not confirmed", "timedatectl set-ntp true"),
    (.clock(.none, zone: "UTC"), .note, "not set", "timedatectl set-ntp true"),
    (.card(.missing, path: "/s", user: "u"), .note, "/s is not there yet", nil),
    (verified(.ok), .good, "12 good lines in 2 segments", nil),
    (verified(.no), .note, "is missing; 12 good lines", "cribside log verify"),
    (verified(.io), .fault, "cannot be read: no", "cribside log verify"),
  ]

  private static let piezo: [Row] = [
    (.piezo(.ready(chip: "/sys/x/pwmchip0"), line: 18, user: "u"), .good, "/sys/x/pwmchip0, on GPIO 18", nil),
    (
      .piezo(.closed(path: "/sys/x/export", group: "root"), line: 18, user: "u"), .fault,
      "u may not write /sys/x/export, which belongs to root", "udevadm trigger --action=change"
    ),
    (
      .piezo(.fault(.noChip(device: "fe20c000.pwm")), line: 18, user: "u"), .fault,
      "the kernel has no PWM chip fe20c000.pwm", "dtoverlay=pwm,pin=18,func=2"
    ),
    (
      .piezo(.fault(.file(path: "/sys/class/pwm", errno: 5)), line: 18, user: "u"), .fault,
      "/sys/class/pwm: ",
      "ls -l"
    ),
  ]

  private static let tables: [String: [Row]] = [
    "buttons": buttons, "bus": bus, "accelerometer": accelerometer, "piezo": piezo, "system": system,
  ]

  @Test("Every finding has its verdict and its fix", arguments: tables.keys.sorted())
  func everyFindingHasItsVerdictAndItsFix(part: String) throws {
    for row in try #require(Self.tables[part]) {
      #expect(row.finding.verdict == row.verdict, "\(row.says)")
      #expect(row.finding.what.contains(row.says), "\(row.finding.what)")
      #expect(row.finding.fix.isEmpty == (row.fixedBy == nil), "\(row.says)")
      if let fix = row.fixedBy { #expect("\(row.finding.fix)".contains(fix), "\(row.finding.fix)") }
      if row.verdict == .fault { #expect(!row.finding.why.isEmpty, "\(row.says)") }
    }
  }

  /// The guard must run because it ends quiet sessions of a dead box.
  @Test("A guard that is not there is a fault")
  func aGuardThatIsNotThereIsAFault() {
    #expect(Self.guardService(true, .running)?.verdict == .good)
    #expect(Self.guardService(true, .stopped)?.what == "the guard does not run")
    #expect(Self.guardService(false, .running)?.what == "the guard does not start with the system")
    #expect(Self.guardService(true, .stopped)?.verdict == .fault)
    let absent = ServiceFact(isInstalled: false, isEnabled: false, presence: .stopped)
    #expect(Finding.guardService(absent) == nil)
  }

  /// Both rules may be needed, and neither may replace the other one or the package's.
  @Test("Rules for two devices are two files")
  func rulesForTwoDevicesAreTwoFiles() {
    let devices = ["/dev/gpiochip0", "/dev/i2c-1"].map {
      DeviceFact(path: $0, access: .closed(group: "root"))
    }
    let fixes = Finding.permissions(devices, user: "cribside").map { "\($0.fix)" }
    #expect(fixes[0].contains("61-gpio.rules") && fixes[1].contains("61-i2c.rules"))
  }

  @Test("A closed device names its group")
  func aClosedDeviceNamesItsGroup() {
    let devices = [
      DeviceFact(path: "/dev/gpiochip0", access: .open),
      DeviceFact(path: "/dev/i2c-1", access: .closed(group: "i2c")),
      DeviceFact(path: "/dev/i2c-2", access: .missing),
      DeviceFact(path: "/dev/gpiochip1", access: .closed(group: "root")),
    ]
    let findings = Finding.permissions(devices, user: "cribside")
    #expect(findings.map(\.verdict) == [.fault, .fault])
    #expect(findings[0].fix.first == .command("sudo usermod -aG i2c cribside"))
    #expect("\(findings[1].fix)".contains("udev"))
    #expect(Finding.permissions(Array(devices.prefix(1)), user: "cribside").map(\.verdict) == [.good])
  }

  @Test("A card without problems is not mentioned")
  func aCardWithoutProblemsIsNotMentioned() {
    #expect(Finding.cardCare(repairs: true, keepsJournal: false).isEmpty)
    let findings = Finding.cardCare(repairs: false, keepsJournal: true)
    #expect(findings.map(\.verdict) == [.note, .note])
    #expect("\(findings[0].fix)".contains("fsck.repair=yes"))
    #expect("\(findings[1].fix)".contains("Storage=volatile"))
  }

  @Test(
    "Verdicts decide the exit code",
    arguments: [
      ([Finding.Verdict.good, .note], false, BoxRuntime.ExitStatus.ok), ([.good, .fault], false, .no),
      ([.fault], true, .configuration),
    ])
  func exit(verdicts: [Finding.Verdict], isRefused: Bool, exit: BoxRuntime.ExitStatus) throws {
    let findings = verdicts.map { Finding(part: .bus, verdict: $0, what: "so") }
    let checkup = Checkup(findings: findings, isConfigurationRefused: isRefused)
    #expect(checkup.answer(isJSON: false).exit == exit)
    var fields = try Fields(try JSONReader.read(checkup.answer(isJSON: true).output))
    #expect(try fields.required("ok", as: .bool) == (exit == .ok))
    #expect(try fields.objects("findings").count == verdicts.count)
  }
}
