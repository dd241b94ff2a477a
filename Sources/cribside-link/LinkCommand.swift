import ArgumentParser
import HouseholdLink
import LinuxBoard

/// `cribside-link`: a box in its household, over MQTT.
@main
struct LinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cribside-link",
    abstract: "Connects a cribside box to Home Assistant and to the other boxes of its household, over MQTT.",
    discussion: """
      `household` in the box's configuration file says what it connects to. It reaches the box through the box's \
      control socket, and keeps no diary: while the broker is away, the box's log is the queue. It keeps only a file \
      that says which entry of the diary is which in Baby Buddy.

      Exit codes: 0 ok; 64 usage; 74 input or output failed; 75 the box has another id now; 78 the configuration \
      cannot be used.
      """)

  @Option(help: "The box's control socket.") var socket = "/run/cribside/control"
  @Option(
    help:
      "The box's configuration file (default: /etc/cribside/cribside.json5, unless --broker and --household are given)."
  )
  var config: String?
  @Option(help: "The broker, mqtt://HOST[:PORT] or mqtts://HOST[:PORT]; overrides the file's.") var broker:
    String?
  @Option(help: "The household's name; overrides the file's.") var household: String?

  @Option(help: "The folder for the file about Baby Buddy (default: the service's own).") var state: String?

  func run() throws {
    do {
      try connect(try settings())
    } catch let fault as LinkFault {
      Self.complain("\(fault)")
      throw ExitCode(fault.exit)
    } catch let fault as SystemFault {
      Self.complain("\(fault)")
      throw ExitCode(74)
    }
  }

  private func settings() throws(LinkFault) -> LinkSettings {
    if config == nil, let broker, let household {
      return try HouseholdConfiguration.settings(broker: broker, name: household)
    }
    return try HouseholdConfiguration.read(
      config ?? "/etc/cribside/cribside.json5", broker: broker, name: household)
  }

  private func connect(_ settings: LinkSettings) throws {
    let loop = try EventLoop(syncSign: .always)
    let server = try LinkServer(
      settings, box: socket, loop: loop, state: state ?? Environment.variable("STATE_DIRECTORY"),
      complain: Self.complain)
    ProgramPages.release()
    while true {
      try server.turn()
      for wake in try loop.wait(untilBootMilliseconds: server.nextDeadline) {
        if case .signal = wake { return }
      }
    }
  }

  /// Writes a line to the service's log.
  private static func complain(_ text: String) {
    OutputStream(2, named: "standard error").write("cribside-link: \(text)\n")
  }
}

extension LinkFault {
  /// From sysexits.h.
  fileprivate var exit: Int32 {
    switch self {
    case .configuration: 78
    case .library, .system: 74
    case .otherBox: 75
    }
  }
}
