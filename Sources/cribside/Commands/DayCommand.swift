import ArgumentParser
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
    try DayAnswer.lines(zone: ZoneCache().window).run(on: input)
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
