import Bedside
import CareJournal
import Nursery

/// The configuration file, read again while the box runs.
extension Station {
  /// Has the file read; what came of it is a happening.
  mutating func reload(token: Int) {
    guard !board.readConfiguration(token: token) else { return }
    board.answer(token, .failure(.again, "the configuration cannot be read now; ask again later"))
  }

  /// Goes by a file that can be used, and by what it went by before where it is refused. The asker hears which.
  mutating func reload(_ reading: ConfigurationReading, token: Int) {
    switch reading {
    case .refused(let fault):
      board.announce("the configuration is refused, and nothing is changed: \(fault.message)", .error)
      decide(.settingsRefused(atLine: fault.line ?? 0))
      board.answer(token, .failure(fault.exit, fault.message + "\nNothing is changed."))
    case .read(let configuration, let settings, let waiting):
      follow(configuration, settings)
      let text = Self.text(waiting)
      board.announce(text, waiting.isEmpty ? .notice : .warning)
      board.answer(token, BoxAnswer(output: text + "\n"))
    }
  }

  private mutating func follow(_ configuration: Configuration, _ settings: BedsideSettings) {
    if household != configuration.household {
      household = configuration.household
      peerFiles = PeerFiles(boxes: household.boxes)
      readPeers()
    }
    change(to: settings)
    change(to: configuration)
  }

  private static func text(_ waiting: [String]) -> String {
    guard !waiting.isEmpty else { return "the configuration was read again and is in force" }
    let keys = waiting.joined(separator: ", ")
    return "the configuration was read again and is in force, but for \(keys): "
      + "\(waiting.count == 1 ? "this waits" : "these wait") for the next start of the box"
  }
}
