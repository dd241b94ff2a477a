import ArgumentParser
import BoxCommands
import BoxRuntime
import LinuxBoard
import Nursery

/// `cribside setup`
struct SetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "First-time configuration: asks questions, writes the file, starts the box, checks everything.",
    discussion: """
      Asks for the values that no option gives; return alone keeps the value in brackets. It changes only these \
      values in the file, and adds the `id` of each baby that has none: comments and everything else stay. On \
      Raspberry Pi OS it enables I2C. Once the file is written, it ends with `cribside doctor` and its exit code, or \
      with 69 if only a step before that failed.
      """)

  @Option(help: "The configuration file.") var config = ConfigurationFile.standardPath
  @Option(help: "The baby's name, in Latin letters, which the panel has.") var name: String?
  @Option(help: "The day of birth, YYYY-MM-DD.") var birthdate: String?
  @Option(help: "When the baby is put down for the night, HH:MM.") var bedtime: String?
  @Option(help: "The time zone, a name of the tz database.") var zone: String?
  @Option(help: "The board profile.") var board: String?
  @Option(help: "The OLED's controller: ssd1306, sh1106 or ssd1309.") var controller: String?

  func run() throws {
    let setup = Setup(path: config, given: given, today: Self.today)
    do throws(RunFault) {
      try setup.configure(ask: terminal)
    } catch {
      StandardStreams.write(.failure(error.exit, error.message))
      throw ExitCode(error.exit.rawValue)
    }
    StandardStreams.line("Written: \(config)")
    let complaints = config == ConfigurationFile.standardPath ? setup.bringUp() : []
    for complaint in complaints { StandardStreams.errorLine(complaint) }
    let answer = Examination(path: config).answer(isJSON: false)
    StandardStreams.write(answer)
    let exit = answer.exit == .ok && !complaints.isEmpty ? .unavailable : answer.exit
    guard exit == .ok else { throw ExitCode(exit.rawValue) }
  }

  /// The latest date that it can be in any zone, which is the day after the one in UTC; nil if the clock was never
  /// set.
  private static var today: CivilDate? {
    let clock = LinuxClock()
    guard clock.trust != .none else { return nil }
    return ZoneWindow.utc.civil(Instant(milliseconds: clock.wallMilliseconds)).date.adding(days: 1)
  }

  private var given: [SetupAnswers.Question: String] {
    let options: [SetupAnswers.Question: String?] = [
      .name: name, .birthdate: birthdate, .bedtime: bedtime, .zone: zone, .board: board,
      .controller: controller,
    ]
    return options.compactMapValues { $0 }
  }

  /// Asks at the terminal; nil if no one can answer.
  private var terminal: ((_ prompt: String) -> String?)? {
    guard StandardInput.isTerminal else { return nil }
    return { prompt in
      StandardStreams.raw(prompt)
      return StandardInput.line()
    }
  }
}

/// `cribside doctor`
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check everything the box needs, and print the command that fixes each problem.",
    discussion: """
      It checks the pins by their chip's label, the bus, the chips by their answers, permissions, clock, card, log, \
      configuration and services. It changes nothing. While the box runs, it does not test the accelerometer.

      With --calibrate it measures an empty crib first: the noise, and whether a still baby can be distinguished from \
      it. That takes 6 minutes with no one at the crib, and helps the box to distinguish sleep from an empty crib. It \
      is for the log only: the box is not a monitor.

      Exit codes: 0 nothing has to be fixed; 1 something has to be fixed, or the crib was not left alone; \
      69 no accelerometer answers, or motion is off; 78 the configuration is refused.
      """)

  @Option(help: "The configuration file.") var config = ConfigurationFile.standardPath
  @Flag(help: "Measure the empty crib first.") var calibrate = false
  @Flag(help: "One JSON document.") var json = false

  func run() throws {
    if calibrate { try measureCrib() }
    let answer = Examination(path: config).answer(isJSON: json)
    StandardStreams.write(answer, colours: ["ok": "32", "note": "33", "FAULT": "1;31"])
    guard answer.exit == .ok else { throw ExitCode(answer.exit.rawValue) }
  }

  private func measureCrib() throws {
    try BoxAnswer.end { () throws(RunFault) in
      let configuration = try ConfigurationFile.read(config)
      let profile = try ConfigurationFile.profile(configuration)
      return try Calibration(
        configuration: configuration, profile: profile, say: { StandardStreams.errorLine($0) }
      ).run()
    }
  }
}

/// `cribside wiring`
struct WiringCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wiring", abstract: "The wires of a board, from its profile: a picture (SVG), or a list.")

  @Option(help: "The board profile: pi-zero-2w, pi-3, pi-4 or pi-5.") var board = "pi-zero-2w"

  @Flag(help: "Print a list of the wires instead of the picture.") var list = false

  func run() throws {
    do {
      let profile = try BoardProfile.named(board)
      StandardStreams.raw(
        list
          ? WiringList(profile.header).text
          : try WiringPicture(title: profile.title, wires: profile.header).svg)
    } catch {
      try BoxAnswer.failure(.configuration, "\(error)").end()
    }
  }
}
