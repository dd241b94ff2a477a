import ArgumentParser
import BoxRuntime

/// The commands that a box answers: as subcommands of the program, and as the words of a request.
package struct BoxCommandSet: ParsableCommand {
  /// The commands, in the order of the help.
  package static let commands: [any ParsableCommand.Type] = [
    NightsCommand.self, QuietCommand.self, StatusCommand.self, LogCommand.self, PhonesCommand.self,
    ExplainCommand.self, TodayCommand.self, LearnCommand.self, ClockCommand.self, CalibrateCommand.self,
    SetCommand.self, ReloadCommand.self,
  ]
  /// The commands as subcommands of the program.
  package static let configuration = CommandConfiguration(commandName: "cribside", subcommands: commands)

  /// For the parser.
  package init() {}
}

/// `cribside log`
struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "The log: list, add, end, edit, delete, verify, export, import, backup.",
    discussion: """
      While a box runs, it answers. Otherwise `list` and `verify` read its directory, and `add`, `end`, `edit` and \
      `delete` write it. `export` and `backup` read the directory either way; `import` needs the box to be stopped.
      """,
    subcommands: [
      LogListCommand.self, LogAddCommand.self, LogEndCommand.self, LogEditCommand.self, LogDeleteCommand.self,
      LogVerifyCommand.self, LogExportCommand.self, LogImportCommand.self, LogBackupCommand.self,
    ],
    defaultSubcommand: LogListCommand.self)
}

/// Words of the command line as a request.
package enum RequestParser {
  /// Parses `["log", "list"]` as the command line would. Throws for words that are not a command for a box.
  package static func request(_ words: [String]) throws(RequestFault) -> BoxRequest {
    let stranger = RequestFault(
      message: "not a command for a box: \(words.joined(separator: " ").printable)", exit: .usage)
    guard BoxCommandSet.commands.contains(where: { $0.configuration.commandName == words.first }) else {
      throw stranger
    }
    do {
      guard let command = try BoxCommandSet.parseAsRoot(words) as? any BoxCommand else { throw stranger }
      return try command.request()
    } catch let fault as RequestFault {
      throw fault
    } catch let fault as UsageFault {
      throw RequestFault(message: fault.message, exit: .usage)
    } catch {
      throw RequestFault(message: BoxCommandSet.message(for: error), exit: .usage)
    }
  }
}
