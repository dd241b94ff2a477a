import CareJournal
import LinuxBoard
import Nursery

/// A box's files and sockets in a folder of its own, and their content.
final class Household {
  private let scratch: ScratchFolder
  var folder: String { scratch.path }
  var configuration: String { folder + "/cribside.json5" }
  var socket: String { folder + "/control" }
  var notifications: String { folder + "/notify" }
  /// What the processes have printed.
  var journal: String { folder + "/journal" }
  var state: String { folder + "/state" }

  init() throws {
    scratch = try ScratchFolder()
    let text = """
      {stateDirectory: "\(state)", socket: "\(socket)",
        babies: [{name: "Mia", birthdate: "2025-09-14", bedtime: "18:40"}]}
      """
    try PlainFile.write(Array(text.utf8), to: configuration)
  }

  /// The numbers of the bottles that a reader of the log finds.
  func bottles() throws -> Set<Int> {
    var found: Set<Int> = []
    try Journal.replay(DirectoryStorage(directory: state)) { line in
      guard case .care(let event) = line.entry, case .added(let care) = event.change else { return }
      guard case .wall(let start) = care.start else { return }
      found.insert(Bottle.number(of: start))
    }
    return found
  }
}
