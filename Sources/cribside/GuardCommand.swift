import ArgumentParser
import BoxRuntime

/// `cribside guard`
struct GuardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "guard", abstract: "The second process: ends quiet sessions on time while the box is dead.",
    discussion: """
      It begins and ends quiet sessions at their times when the box cannot, and when the box has stopped its panel \
      says so, or stays dark during a session: never an old time. It needs the box's directory and its panel, sleeps \
      until there is something to do, and keeps away from the panel while a box runs.
      """)

  @Option(help: "The configuration file.") var config = ConfigurationFile.standardPath

  func run() throws {
    do throws(RunFault) {
      try RealGuard(configurationFile: config).run()
    } catch {
      StandardStreams.write(.failure(error.exit, error.message))
      throw ExitCode(error.exit.rawValue)
    }
  }
}
