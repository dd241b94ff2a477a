import ArgumentParser
import BoxRuntime

/// `cribside calibrate`: what another command asks a running box while it measures an empty crib.
struct CalibrateCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Measure the empty crib, or report how far that is.",
    discussion: "Takes 6 minutes with no one at the crib. The answer comes at once; ask again later.",
    shouldDisplay: false)

  @OptionGroup var place: BoxPlace
  @Flag(help: "Begin now; one that already runs continues.") var start = false
  @Flag(help: "One JSON document.") var json = false

  func request() throws(UsageFault) -> BoxRequest { .calibrate(starts: start, json: json) }
}
