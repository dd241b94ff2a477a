import Glibc
import Peripherals
import Testing

@testable import LinuxBoard

@Suite struct OpenFaultTests {
  let folder = TemporaryFolder()

  @Test("A missing bus says how to enable it")
  func aMissingBusSaysHowToEnableIt() {
    let fault = OpenFault.noBus(path: "/dev/i2c-99")
    #expect(throws: fault) { try LinuxI2CBus(number: 99) }
    #expect(fault.description == "/dev/i2c-99: there is no such I2C bus")
    #expect(fault.remedy?.contains("sudo raspi-config nonint do_i2c 0") == true)
    #expect(fault.exitCode == 69)
  }

  @Test("A file that is no bus is refused")
  func aFileThatIsNoBusIsRefused() {
    #expect(throws: OpenFault.failed(operation: "open I2C bus", path: "/dev/null", errno: ENOTTY)) {
      try LinuxI2CBus(path: "/dev/null")
    }
  }

  @Test("A missing label is reported with the existing ones")
  func aMissingLabelIsReportedWithTheExistingOnes() {
    folder.write("", to: "gpiochip0")  // no chip, so it has no label
    let fault = OpenFault.noChip(label: "pinctrl-rp1", present: [])
    #expect(throws: fault) { try GPIOChips.path(labelled: "pinctrl-rp1", in: folder.path) }
    #expect(fault.description == "no GPIO chip is labelled \"pinctrl-rp1\"; found: none")
    let other = OpenFault.noChip(label: "pinctrl-rp1", present: ["pinctrl-bcm2835", "brcmvirt-gpio"])
    #expect(other.description.hasSuffix("found: pinctrl-bcm2835, brcmvirt-gpio"))
    #expect(other.exitCode == 69)
  }

  @Test(
    "Lines of a missing chip are refused",
    .enabled(if: access("/dev/gpiochip0", F_OK) != 0, "this machine has GPIO lines of its own"))
  func linesOfAMissingChipAreRefused() {
    let fault = OpenFault.failed(operation: "request lines", path: "/dev/gpiochip0", errno: ENOENT)
    #expect(throws: fault) { try GPIOLines(path: "/dev/gpiochip0", offsets: [17, 27, 22]) }
    #expect(throws: fault) { try GPIOOutput(path: "/dev/gpiochip0", offset: 24) }
    #expect(throws: OpenFault.noChip(label: "pinctrl-bcm2835", present: [])) {
      try GPIOLines(chip: "pinctrl-bcm2835", offsets: [17])
    }
  }

  @Test("No permission names group, user and command")
  func noPermissionNamesGroupUserAndCommand() {
    let fault = OpenFault.noPermission(path: "/dev/gpiochip0", group: "gpio", user: "cribside")
    #expect(fault.remedy?.contains("sudo usermod -aG gpio cribside") == true)
    #expect(
      fault.description
        == "/dev/gpiochip0: no permission for user cribside; the device belongs to group gpio")
    #expect(fault.exitCode == 77)
    let root = OpenFault.noPermission(path: "/dev/gpiochip0", group: "root", user: "cribside")
    #expect(root.remedy?.contains("usermod") == false)
  }

  @Test("The group is read from the device")
  func theGroupIsReadFromTheDevice() {
    folder.write("", to: "device")
    chown(folder.file("device"), geteuid(), getegid())
    let expected = OpenFault.noPermission(
      path: folder.file("device"), group: Environment.groupName(getegid()),
      user: Environment.userName)
    #expect(OpenFault.lines([1], at: folder.file("device"), errno: EACCES) == expected)
  }

  @Test("Lines in use name their holder")
  func linesInUseNameTheirHolder() {
    let named = OpenFault.busy(path: "/dev/gpiochip0", offset: 17, holder: "gpiomon")
    #expect(named.description == "/dev/gpiochip0: line 17 is held by \"gpiomon\"")
    #expect(named.remedy?.contains("`gpiomon`") == true)
    let nameless = OpenFault.lines([17, 27], at: "/nowhere", errno: EBUSY)
    #expect(nameless == .busy(path: "/nowhere", offset: 17, holder: nil))
    #expect(nameless.remedy?.contains("gpioinfo") == true)
  }

  @Test("A line that the chip does not have is refused")
  func aLineThatTheChipDoesNotHaveIsRefused() {
    #expect(
      OpenFault.lines([17, 99], at: "/dev/gpiochip0", errno: EINVAL)
        == .noLine(path: "/dev/gpiochip0", offset: 99))
  }
}
