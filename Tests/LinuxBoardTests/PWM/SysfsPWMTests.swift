import Peripherals
import Testing

@testable import LinuxBoard

/// The channel's files in a folder that looks like the kernel's.
@Suite struct SysfsPWMTests {
  private let folder = TemporaryFolder()
  private var channel: SysfsPWM {
    SysfsPWM(device: "1f00098000.pwm", channel: 2, folder: folder.file("class"))
  }

  private func makeChips() throws {
    try PlainFile.createFolders(folder.file("class"))
    for (number, device) in [(0, "107d517a80.pwm"), (2, "1f00098000.pwm")] {
      try PlainFile.createFolders(folder.file("devices/\(device)/pwm/pwmchip\(number)"))
      folder.write("", to: "devices/\(device)/pwm/pwmchip\(number)/export")
      folder.link("class/pwmchip\(number)", to: "devices/\(device)/pwm/pwmchip\(number)")
    }
  }

  private func text(_ name: String) throws -> String {
    String(
      decoding: try PlainFile.read(folder.file("devices/1f00098000.pwm/pwm/pwmchip2/" + name)), as: UTF8.self)
  }

  @Test("A kernel without PWM, and one without the chip, have no channel")
  func missing() throws {
    #expect(throws: PWMFault.noChip(device: "1f00098000.pwm")) { try channel.chip() }
    try PlainFile.createFolders(folder.file("class"))
    #expect(throws: PWMFault.noChip(device: "1f00098000.pwm")) { try channel.export() }
    #expect(!channel.isExported)
  }

  @Test("The chip is found by its device, and the channel exported there")
  func export() throws {
    try makeChips()
    #expect(try channel.chip().hasSuffix("devices/1f00098000.pwm/pwm/pwmchip2"))
    #expect(try channel.files().count == 1)
    try channel.export()
    #expect(try text("export") == "2")
    #expect(!channel.isExported)
  }

  @Test("An exported channel is read and written by the kernel's names")
  func files() throws {
    try makeChips()
    try PlainFile.createFolders(folder.file("devices/1f00098000.pwm/pwm/pwmchip2/pwm2"))
    for name in ["period", "duty_cycle", "enable"] {
      folder.write("0\n", to: "devices/1f00098000.pwm/pwm/pwmchip2/pwm2/" + name)
    }
    #expect(channel.isExported)
    #expect(try channel.read(.enable) == 0)
    try PiezoDriver(channel).play(hertz: 2_000)
    #expect(try text("pwm2/period") == "500000")
    #expect(try text("pwm2/duty_cycle") == "250000")
    #expect(try channel.read(.enable) == 1)
    #expect(try channel.files().count == 4)
  }
}
