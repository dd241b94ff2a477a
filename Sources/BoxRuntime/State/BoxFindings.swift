import Bedside
import CareJournal
import Nursery

/// What the box itself finds wrong, or could be better, with the command that helps: for the page. Wires, card and service are
/// looked at by `cribside doctor` alone, which is not confined as the box is.
struct BoxFindings {
  let view: BoxView
  let condition: BoxCondition

  private struct Finding {
    var what: String
    var fix: String
  }

  /// The gravest first.
  var json: JSONValue {
    .array((saving + parts + settings + care).map { ["what": .string($0.what), "fix": .string($0.fix)] })
  }

  private static let doctor = "sudo cribside doctor"

  private var saving: [Finding] {
    var found: [Finding] = []
    let why = view.storageFault.map { " (\($0))" } ?? ""
    let unsaved = view.model.unsavedEvents
    if unsaved > 0 {
      found.append(Finding(what: "Not saved yet: \(unsaved)\(why)", fix: Self.doctor))
    } else if !condition.storageWorks {
      found.append(Finding(what: "Nothing can be saved now\(why)", fix: Self.doctor))
    }
    if condition.damagedLines > 0 {
      found.append(
        Finding(
          what: "Damaged lines of the log, kept aside: \(condition.damagedLines)", fix: "cribside log verify")
      )
    }
    if condition.rottenEntries > 0 {
      found.append(
        Finding(
          what: "Entries that can no longer be read: \(condition.rottenEntries)", fix: "cribside log verify"))
    }
    return found
  }

  private var parts: [Finding] {
    let names = [
      ("the buttons", condition.buttons), ("the panel", condition.panel),
      ("the accelerometer", condition.accelerometer),
    ]
    var found = names.filter { $0.1 == .missing }.map {
      Finding(what: "No answer from \($0.0)", fix: Self.doctor)
    }
    if let button = condition.stuckButton {
      found.append(Finding(what: "The \(button.name) button is held down or stuck", fix: ""))
    }
    return found
  }

  private var settings: [Finding] {
    var found: [Finding] = []
    if let line = condition.settingsRefusedAtLine {
      let place = line > 0 ? " at line \(line)" : ""
      found.append(
        Finding(
          what: "The configuration is refused\(place); older settings are in force",
          fix: "sudo cribside reload"))
    }
    if condition.isSafe {
      found.append(Finding(what: "Safe mode after crashes", fix: "journalctl -u cribside"))
    }
    if !condition.clock.isKnown {
      found.append(Finding(what: "The time of day is not known", fix: "cribside clock set 15:40"))
    }
    return found
  }

  /// Less room than this is little, in bytes.
  private static let leastBytes = 64 << 20

  private var care: [Finding] {
    guard let free = view.storage.freeBytes, free < Self.leastBytes else { return [] }
    return [Finding(what: "Little room on the card: \(free >> 20) MiB", fix: Self.doctor)]
  }
}
