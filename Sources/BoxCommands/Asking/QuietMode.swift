import ArgumentParser
import BoxRuntime

/// `cribside quiet mode`
struct QuietMode: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "mode",
    abstract: "Set whether sessions can be cancelled by default.")

  @OptionGroup var place: BoxPlace
  @Flag(exclusivity: .exclusive, help: "Whether sessions can be cancelled.") var strictness: StrictnessFlag
  @Flag(help: "One JSON document.") var json = false

  func request() throws(UsageFault) -> BoxRequest {
    .quiet(QuietWish(deed: .input(.strictness(strictness.mode)), isJSON: json))
  }
}
