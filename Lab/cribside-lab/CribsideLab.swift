import ArgumentParser

/// What measures the box and tries it on days at random. It is built and tested with the box, and never packaged.
@main
struct CribsideLab: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cribside-lab",
    abstract: "Measures the box, and checks what it promises on days at random.",
    subcommands: [BenchCommand.self, SeedsCommand.self])
}
