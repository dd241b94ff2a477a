import ArgumentParser
import BoxRuntime

/// `cribside status`
struct StatusCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "The running box: state, screen as text, parts, clock, storage.")

  @OptionGroup var place: BoxPlace
  @Flag(help: "One JSON document.") var json = false

  func request() throws(UsageFault) -> BoxRequest { .status(json: json) }
}

/// `cribside explain`
struct ExplainCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Why the Now page says what it says, with the numbers.")

  @OptionGroup var place: BoxPlace
  @Flag(help: "One JSON document.") var json = false

  func request() throws(UsageFault) -> BoxRequest { .explain(json: json) }
}
