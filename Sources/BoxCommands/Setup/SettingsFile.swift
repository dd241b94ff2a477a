import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard

/// Single settings of a configuration file that a person may write: changed as `setup` changes them, and in force at once.
struct SettingsFile {
  let path: String
  let place: BoxPlace

  /// Changes settings, and has a running box read the file again. The new text is read as the box will read it before it
  /// replaces the old one.
  func set(_ changes: [SettingChange], of baby: String?) -> BoxAnswer {
    do throws(RunFault) {
      let bytes = try RunFault.system { () throws(SystemFault) in try PlainFile.read(path) }
      let before = try read(bytes)
      if let key = changes.map(\.key).first(where: { Self.placesOfTheBox.contains($0) }) {
        throw RunFault(
          exit: .data,
          message:
            "\(key): where the box and its diary are is changed in \(path) itself, and the diary moved by hand"
            + Self.unchanged)
      }
      var text = ConfigurationText(String(decoding: bytes, as: UTF8.self))
      do throws(ConfigurationFault) {
        for change in changes {
          try text.set(try steps(change.key, baby, before), literal: JSONWriter.text(change.value ?? .null))
        }
      } catch {
        throw RunFault(exit: .data, message: error.inFile(path).description + Self.unchanged)
      }
      _ = try read(Array(text.text.utf8))
      try RunFault.system { () throws(SystemFault) in try PlainFile.replace(Array(text.text.utf8), at: path) }
      return reloaded(changes, of: baby)
    } catch {
      return .failure(error.exit, error.message)
    }
  }

  /// With another one of these, the box would look for its diary elsewhere, and begin a new one.
  private static let placesOfTheBox: Set = ["stateDirectory", "socket"]
  private static let unchanged = "\nNothing is changed."

  /// Reads a text as the box will.
  private func read(_ bytes: [UInt8]) throws(RunFault) -> Configuration {
    do throws(ConfigurationFault) {
      return try ConfigurationFile.configuration(bytes, path)
    } catch {
      throw RunFault(exit: .data, message: error.description + Self.unchanged)
    }
  }

  /// Where a key stands: within a baby, or from the top.
  private func steps(
    _ key: String, _ baby: String?, _ configuration: Configuration
  ) throws(ConfigurationFault) -> [ConfigurationText.Step] {
    let keys = key.split(separator: ".").map { ConfigurationText.Step.key(String($0)) }
    guard Configuration.isOfBaby(key) else { return keys }
    let babies = configuration.babies
    let named = babies.indices.filter { baby == nil || babies[$0].name == baby }
    let numbered = babies.firstIndex { "\($0.id.number)" == baby }
    guard let place = numbered ?? named.first, numbered != nil || named.count == 1 else {
      let names = babies.map { "\($0.name) (\($0.id.number))" }.joined(separator: ", ")
      throw ConfigurationFault(field: "--baby", expected: "one of \(names)", found: baby ?? "none")
    }
    return [.key("babies"), .place(place)] + keys
  }

  /// What the box says to it. A value that a phone had set before gives way, also where the file had this one already.
  private func reloaded(_ changes: [SettingChange], of baby: String?) -> BoxAnswer {
    let client = BoxClient(place: place)
    let reload = client.ask(.reload, arguments: ["reload"])
    guard reload.exit != .unavailable else {
      return BoxAnswer(output: "Written: \(path). No box runs; its next start reads it.\n")
    }
    guard reload.exit == .ok else { return reload }
    for change in changes where Configuration.isOfBaby(change.key) {
      let words = ["set", change.key, "configured"] + (baby.map { ["--baby", $0] } ?? [])
      let back = client.ask(
        .set(.settings([SettingChange(key: change.key, value: .none)]), baby: baby), arguments: words)
      // A name or a birth date is in the file alone.
      if back.exit != .ok, back.exit != .data { return back }
    }
    return BoxAnswer(output: "Written: \(path)\n" + reload.output)
  }
}

extension Configuration {
  /// Whether a key is one of a baby's.
  fileprivate static func isOfBaby(_ key: String) -> Bool {
    ["name", "birthdate", "bedtime", "feedIntervalMinutes", "dreamFeed", "dayStart"].contains(key)
      || key.hasPrefix("plan.")
  }
}
