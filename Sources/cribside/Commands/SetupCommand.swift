import ArgumentParser
import LinuxBoard

/// `cribside setup`
struct SetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "First-time configuration: asks, writes it, starts the box, looks at everything.",
    discussion: """
      Asks for what the options do not tell; return alone keeps what stands in brackets. Only the values asked for \
      are changed in the file: its comments and everything else stay. On Raspberry Pi OS it enables I2C. It ends \
      with `cribside doctor`, and with its exit code.
      """)

  @Option(help: "The configuration file.") var config = ConfigurationFile.standardPath
  @Option(help: "The baby's name.") var name: String?
  @Option(help: "The day of birth, YYYY-MM-DD.") var birthdate: String?
  @Option(help: "When the baby is put down for the night, HH:MM.") var bedtime: String?
  @Option(help: "The time zone, a name of the tz database.") var zone: String?
  @Option(help: "The board profile.") var board: String?
  @Option(help: "The OLED's controller: ssd1306, sh1106 or ssd1309.") var controller: String?

  func run() throws {
    do throws(RunFault) {
      try setUp()
    } catch {
      StandardStreams.write(.failure(error.exit, error.message))
      throw ExitCode(error.exit.rawValue)
    }
    let answer = Examination(path: config).answer(isJSON: false)
    StandardStreams.write(answer)
    guard answer.exit == .ok else { throw ExitCode(answer.exit.rawValue) }
  }

  private func setUp() throws(RunFault) {
    let setup = Setup(path: config, given: given)
    try setup.configure(ask: terminal)
    StandardStreams.line("Written: \(config)")
    guard config == ConfigurationFile.standardPath else { return }
    if try setup.enableBus() {
      StandardStreams.line("The I2C bus is there after the next start: sudo reboot")
    }
    try setup.startBox()
  }

  private var given: [SetupAnswers.Question: String] {
    let options: [SetupAnswers.Question: String?] = [
      .name: name, .birthdate: birthdate, .bedtime: bedtime, .zone: zone, .board: board,
      .controller: controller,
    ]
    return options.compactMapValues { $0 }
  }

  /// Asks at the terminal; nil where nobody can answer.
  private var terminal: ((_ prompt: String) -> String?)? {
    guard StandardInput.isTerminal else { return nil }
    return { prompt in
      StandardStreams.raw(prompt)
      return StandardInput.line()
    }
  }
}
