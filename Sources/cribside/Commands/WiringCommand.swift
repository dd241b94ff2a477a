import ArgumentParser

/// `cribside wiring`
struct WiringCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wiring", abstract: "The wiring picture of a board, as SVG, made from its profile.")

  @Option(help: "The board profile: pi-zero-2w, pi-3, pi-4 or pi-5.") var board = "pi-zero-2w"

  func run() throws {
    do {
      StandardStreams.raw(try WiringPicture(try BoardProfile.named(board)).svg)
    } catch {
      StandardStreams.write(.failure(.configuration, "\(error)"))
      throw ExitCode(ExitStatus.configuration.rawValue)
    }
  }
}

extension WiringPicture {
  /// The picture of a board's wiring.
  init(_ profile: BoardProfile) throws(Fault) {
    try self.init(
      title: profile.title,
      lines: Lines(
        nap: profile.lines.nap, feed: profile.lines.feed, menu: profile.lines.menu, led: profile.lines.led,
        piezo: profile.lines.piezo, accelerometerInterrupt: profile.lines.accelerometerInterrupt))
  }
}
