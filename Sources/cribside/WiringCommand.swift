import ArgumentParser
import BoxCommands
import BoxRuntime

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
      StandardStreams.write(.failure(.configuration, "\(error)"))
      throw ExitCode(ExitStatus.configuration.rawValue)
    }
  }
}
