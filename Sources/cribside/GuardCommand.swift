import ArgumentParser
import BoxRuntime

/// `cribside guard`
struct GuardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "guard", abstract: "The second process: ends quiet sessions on time while the box is dead.",
    discussion: """
      It begins and ends quiet sessions on time if the box cannot. The panel of a stopped box then says so, or stays \
      dark during a session, and never shows an old time. The guard needs the box's directory and its panel, sleeps \
      until there is something to do, and does not touch the panel while a box runs.
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
