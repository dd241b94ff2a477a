import ArgumentParser
import BoxRuntime
import CareJournal
import Nursery

/// `cribside phones`
struct PhonesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "phones", abstract: "The phones that may use the page.",
    discussion:
      "The page is served by cribside-page, of the package cribside-household. Phones are of no use without it.",
    subcommands: [PhonesListCommand.self, PhonesPairCommand.self, PhonesRemoveCommand.self],
    defaultSubcommand: PhonesListCommand.self)
}

/// `cribside phones list`
struct PhonesListCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "The phones that are paired.")

  @OptionGroup var place: BoxPlace
  @Flag(help: "One JSON document per line.") var json = false

  func request() throws(UsageFault) -> BoxRequest { .phone(.list(json: json)) }
}

/// `cribside phones pair`
struct PhonesPairCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "pair",
    abstract: "Show a pairing code on the panel, and print it.",
    discussion:
      "The code is valid for two minutes and for one phone. Five wrong codes close the pairing for ten minutes."
  )

  @OptionGroup var place: BoxPlace
  @Flag(help: "One JSON document.") var json = false

  func request() throws(UsageFault) -> BoxRequest { .phone(.pair(json: json)) }
}

/// `cribside phones remove`
struct PhonesRemoveCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a phone's access.")

  @OptionGroup var place: BoxPlace
  @Argument(help: "The phone's name.") var name: String

  func request() throws(UsageFault) -> BoxRequest { .phone(.remove(name)) }
}
