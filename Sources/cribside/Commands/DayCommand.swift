import ArgumentParser
import CareJournal
import Nursery

/// `cribside day`
struct DayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "day",
    abstract: "Day state from JSON requests, one per line: {\"id\":…,\"request\":{…}}.",
    discussion: "Prints {\"id\":…,\"result\":{…}} per line. A malformed line prints an error instead, the "
      + "others are answered, and the exit code is 65.")

  @Option(name: .customLong("in"), help: "Read from a file in place of the standard input.")
  var input = "-"

  func run() throws {
    do throws(RunFault) {
      let isClean = answer(try InputFile.read(input))
      guard !isClean else { return }
    } catch {
      StandardStreams.write(.failure(error.exit, error.message))
      throw ExitCode(error.exit.rawValue)
    }
    throw ExitCode(ExitStatus.data.rawValue)
  }

  /// Answers every line; false when one of them was malformed.
  private func answer(_ bytes: [UInt8]) -> Bool {
    var isClean = true
    let zones = ZoneCache()
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 <= 0x20 }) {
      let (answer, complaint) = DayAnswer.line(Array(line), number: index + 1, zone: zones.window)
      StandardStreams.line(JSONWriter.text(answer))
      guard let complaint else { continue }
      isClean = false
      StandardStreams.errorLine("cribside: \(input == "-" ? "standard input" : input):\(complaint)")
    }
    return isClean
  }
}

/// Zones by name, each read once.
final class ZoneCache {
  private var known: [String: ZoneWindow] = [:]

  /// The zone around an instant; nil for a name that the tz database does not have.
  func window(_ name: String, around instant: Instant) -> ZoneWindow? {
    // Windows reach some years around; requests of other decades get their own.
    let key = "\(name) \(ZoneWindow.utc.civil(instant).date.year)"
    if let zone = known[key] { return zone }
    let zone = Zones.window(name, around: instant)
    known[key] = zone
    return zone
  }
}
