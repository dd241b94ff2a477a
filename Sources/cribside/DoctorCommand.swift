import ArgumentParser
import BoxCommands
import BoxRuntime

/// `cribside doctor`
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Look at everything a box needs, and name the fix for each fault.",
    discussion: """
      Pins by label, bus, chips by what they answer, permissions, clock, card, log, configuration, service. It \
      changes nothing and may be asked while the box runs; only then the accelerometer is not tested.

      With --calibrate it measures an empty crib first: noise, and whether a still baby can be told from it. That takes \
      6 minutes with no one at the crib, and helps the box to tell sleep from an empty crib. It is for the log only: \
      the box is not a monitor.

      Exit codes: 0 nothing has to be fixed, 1 something has, or the crib was not left alone, \
      69 no accelerometer answers, 78 the configuration is refused.
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
    let answer: BoxAnswer
    do throws(RunFault) {
      let configuration = try ConfigurationFile.read(config)
      let profile = try ConfigurationFile.profile(configuration)
      answer = try Calibration(
        configuration: configuration, profile: profile, tell: { StandardStreams.errorLine($0) }
      ).run()
    } catch {
      answer = .failure(error.exit, error.message)
    }
    StandardStreams.write(answer)
    guard answer.exit == .ok else { throw ExitCode(answer.exit.rawValue) }
  }
}
