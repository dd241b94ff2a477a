import ArgumentParser
import CareJournal

/// `cribside bench`
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "What the box costs: bus, wake-ups, memory and time, against its goals.",
    discussion: """
      Counts and simulated times are the same on every machine. Times and sizes are this machine's, and mean \
      something for a release build only.
      """,
    subcommands: [BenchStartCommand.self])

  @Flag(help: "One JSON document per line.") var json = false

  func run() throws {
    do throws(RunFault) {
      StandardStreams.raw(text(of: try Self.figures()))
    } catch {
      StandardStreams.write(.failure(error.exit, error.message))
      throw ExitCode(error.exit.rawValue)
    }
  }

  private static func figures() throws(RunFault) -> [Figure] {
    try WireFigures.all() + DayFigures.all() + StartFigures.all()
  }

  private func text(of figures: [Figure]) -> String {
    guard json else { return FigureTable(figures).text }
    return figures.map { JSONWriter.text($0.document) + "\n" }.joined()
  }
}

/// `cribside bench start DIRECTORY`: what the benchmark starts as a fresh process.
struct BenchStartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "One start on a directory with a log; for the benchmark itself.",
    shouldDisplay: false)

  @Argument(help: "The directory.") var directory: String

  func run() throws {
    do throws(RunFault) {
      StandardStreams.line(try BoxStart(directory: directory).line)
    } catch {
      StandardStreams.write(.failure(error.exit, error.message))
      throw ExitCode(error.exit.rawValue)
    }
  }
}
