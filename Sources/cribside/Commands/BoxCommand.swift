import ArgumentParser
import CareJournal
import LinuxBoard
import Nursery

/// A command that a box answers: the running one over its socket, else the directory's own log.
protocol BoxCommand: ParsableCommand {
  /// Where the box is.
  var place: BoxPlace { get }
  /// What is asked.
  func request() throws(UsageFault) -> BoxRequest
}

extension BoxCommand {
  /// Refuses words that make no request, and tells this command's usage.
  func validate() throws {
    try UsageFault.validating { () throws(UsageFault) in _ = try request() }
  }

  /// Asks and prints; the exit code is the answer's.
  func run() throws { try askBox() }

  /// Asks the box and prints its answer.
  func askBox() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let answer = BoxClient(place: place).ask(try request(), arguments: arguments)
    StandardStreams.write(answer)
    guard answer.exit == .ok else { throw ExitCode(answer.exit.rawValue) }
  }
}

/// An option's value that cannot be used.
struct UsageFault: Error, Hashable, Sendable {
  var message: String

  init(_ option: String, expected: String, found: String) {
    message = "\(option): expected \(expected)" + (found.isEmpty ? "" : ", found \"\(found.printable)\"")
  }

  /// Makes of the fault what a command's `validate` throws, so that the usage which follows it is the command's own.
  static func validating(_ work: () throws(UsageFault) -> Void) throws {
    do throws(UsageFault) {
      try work()
    } catch {
      throw ValidationError(error.message)
    }
  }
}

/// Where a box is, by options that every command about a box takes.
struct BoxPlace: ParsableArguments {
  @Option(help: "The configuration file (default: /etc/cribside/cribside.json5, if it is there).")
  var config: String?

  @Option(help: "The box's directory, in place of the configuration's; the socket is then control in it.")
  var state: String?
}

/// Requests in the form that crosses the socket: the command line's own words.
enum RequestParser {
  /// Words of a request. The longest sensible one has about 20.
  static let wordLimit = 64
  /// Bytes of a word. A path may be longer, but no request that crosses the socket needs one.
  static let wordBytes = 256

  /// Parses `["log", "list"]` as the command line would; nil when it is no question for a box.
  static func request(_ arguments: [String]) throws(RequestFault) -> BoxRequest {
    do {
      guard let command = try Cribside.parseAsRoot(arguments) as? any BoxCommand else {
        throw RequestFault(
          message: "not a command for a box: \(arguments.joined(separator: " ").printable)", exit: .usage)
      }
      return try command.request()
    } catch let fault as RequestFault {
      throw fault
    } catch let fault as UsageFault {
      throw RequestFault(message: fault.message, exit: .usage)
    } catch {
      throw RequestFault(message: Cribside.message(for: error), exit: .usage)
    }
  }

  /// The line that crosses the socket.
  static func line(_ arguments: [String]) -> String {
    JSONWriter.text(["command": .array(arguments.map { .string($0) })])
  }

  /// Reads a line that crossed the socket: a command, with who asks, or a question that only programs ask.
  static func request(line: String) throws(RequestFault) -> (BoxRequest, Asker) {
    let (arguments, asker): ([String], Asker)
    do {
      var fields = try Fields(try JSONReader.read(line))
      if let question = try question(&fields) {
        try fields.finish()
        return (question, Asker())
      }
      arguments = try fields.array("command", of: .string)
      asker = Asker(
        by: try fields.optional("by", as: .phoneName), id: try fields.optional("id", as: .eventID))
      try fields.finish()
    } catch let fault as FieldFault {
      throw RequestFault(message: "\(fault.path): \(fault.message)", exit: .data)
    } catch let fault as JSONFault {
      throw RequestFault(message: fault.message, exit: .data)
    } catch {
      throw RequestFault(message: "\(error)", exit: .data)
    }
    try check(arguments)
    return (try request(arguments), asker)
  }

  /// What is no command of the command line; nil where the line is one.
  private static func question(_ fields: inout Fields) throws(FieldFault) -> BoxRequest? {
    if let watch = try fields.optionalObject("watch") {
      try watch.finish()
      return .watch
    }
    if var lines = try fields.optionalObject("lines") {
      let wish = try LinesWish(from: &lines)
      try lines.finish()
      return .lines(wish)
    }
    guard var phone = try fields.optionalObject("phone") else { return nil }
    let wish = try PhoneWish(from: &phone)
    try phone.finish()
    return .phone(wish)
  }

  /// Refuses what the parser of the command line would take seconds for: its time grows with the square of the words.
  private static func check(_ arguments: [String]) throws(RequestFault) {
    guard arguments.count <= wordLimit else {
      throw RequestFault(
        message: "command: expected at most \(wordLimit) words, found \(arguments.count)", exit: .usage)
    }
    guard let long = arguments.first(where: { $0.utf8.count > wordBytes }) else { return }
    throw RequestFault(
      message: "command: expected words of at most \(wordBytes) bytes, found one of \(long.utf8.count)",
      exit: .usage)
  }
}

/// A request that no box can answer.
struct RequestFault: Error, Hashable, Sendable {
  var message: String
  var exit: ExitStatus
}
