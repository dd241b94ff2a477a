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
  package static let configuration = CommandConfiguration(commandName: "cribside", subcommands: commands)

  package init() {}
}

/// Words of the command line as a request.
package enum RequestParser {
  /// Parses `["log", "list"]` as the command line would. It throws for what is no question for a box.
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

  /// Reads a line that crossed the socket.
  package static func request(line: String) throws(RequestFault) -> (BoxRequest, Asker) {
    try ControlLine.request(line: line, parse: request)
  }
}
