import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard

/// Changes single settings of a configuration file that the user may write, as `setup` does, and applies them at
/// once.
struct SettingsFile {
  let path: String
  let place: BoxPlace

  /// Changes settings, and has a running box read the file again. The new text replaces the old one only after it was
  /// read as the box will read it.
  func set(_ changes: [SettingChange], of baby: String?) -> BoxAnswer {
    do throws(RunFault) {
      let bytes = try RunFault.system { () throws(SystemFault) in try PlainFile.read(path) }
      let before = try understood(bytes)
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
          let steps = try steps(change.key, baby, before)
          try refuseUndrawable(change, at: steps, in: before)
          try text.set(steps, literal: JSONWriter.text(change.value ?? .null))
        }
      } catch {
        throw RunFault(exit: .data, message: error.inFile(path).description + Self.unchanged)
      }
      let after = try read(Array(text.text.utf8))
      if changes.contains(where: { $0.key == "name" }), let fault = after.sharedName {
        throw RunFault(exit: .data, message: fault.inFile(path).description + Self.unchanged)
      }
      try RunFault.system { () throws(SystemFault) in try PlainFile.replace(Array(text.text.utf8), at: path) }
      return reloaded(changes, of: baby)
    } catch {
      return .failure(error.exit, error.message)
    }
  }

  /// With a new value for one of these, the box would look for its diary elsewhere, and begin a new one.
  private static let placesOfTheBox: Set = ["stateDirectory", "socket"]
  private static let unchanged = "\nNothing is changed."

  /// The configuration in a file's bytes. The zone is not looked up, since it may be the setting to be fixed.
  private func understood(_ bytes: [UInt8]) throws(RunFault) -> Configuration {
    do throws(ConfigurationFault) {
      return try Configuration(bytes, file: path)
    } catch {
      throw RunFault(exit: .data, message: error.description + Self.unchanged)
    }
  }

  /// Reads a text as the box will read it.
  private func read(_ bytes: [UInt8]) throws(RunFault) -> Configuration {
    do throws(ConfigurationFault) {
      return try ConfigurationFile.configuration(bytes, path)
    } catch {
      throw RunFault(exit: .data, message: error.description + Self.unchanged)
    }
  }

  /// The path of a key: within a baby, or from the top.
  private func steps(
    _ key: String, _ baby: String?, _ configuration: Configuration
  ) throws(ConfigurationFault) -> [ConfigurationText.Step] {
    let keys = key.split(separator: ".").map { ConfigurationText.Step.key(String($0)) }
    guard Configuration.isOfBaby(key) else {
      guard let nearest = key.nearest(in: Configuration.keysOfBaby) else { return keys }
      throw ConfigurationFault(field: key, expected: "a setting; did you mean \(nearest)?", found: key)
    }
    let babies = configuration.babies
    let named = babies.indices.filter { baby == nil || babies[$0].name.lowercased() == baby?.lowercased() }
    let numbered = babies.firstIndex { "\($0.id.number)" == baby }
    guard let place = numbered ?? named.first, numbered != nil || named.count == 1 else {
      let names = babies.map { "\($0.name) (\($0.id.number))" }.joined(separator: ", ")
      throw ConfigurationFault(field: "--baby", expected: "one of \(names)", found: baby ?? "none")
    }
    return [.key("babies"), .place(place)] + keys
  }

  /// Refuses a name with letters that the panel lacks, and proposes a spelling, as `setup` does.
  private func refuseUndrawable(
    _ change: SettingChange, at steps: [ConfigurationText.Step], in configuration: Configuration
  ) throws(ConfigurationFault) {
    guard change.key == "name", case .string(let name)? = change.value?.kind, !PanelName.isDrawable(name),
      case .place(let place)? = steps.dropFirst().first
    else { return }
    let spelled = PanelName.spelled(name, ofBaby: configuration.babies[place].id.number)
    throw ConfigurationFault(
      field: change.key, expected: "a name in the panel's letters, such as \(spelled)",
      found: "\"\(name.printable)\"")
  }

  /// The box's answer. The box drops a value that a phone had set, even if the file already had the new value.
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
      // Exit code 65: the box cannot drop a name or a birth date, since only the file has them.
      if back.exit != .ok, back.exit != .data { return back }
    }
    return BoxAnswer(output: "Written: \(path)\n" + reload.output)
  }
}

extension Configuration {
  /// Whether a key belongs to a baby.
  fileprivate static func isOfBaby(_ key: String) -> Bool {
    keysOfBaby.contains(key) || key.hasPrefix("plan.")
  }

  fileprivate static let keysOfBaby = [
    "name", "birthdate", "bedtime", "feedIntervalMinutes", "dreamFeed", "dayStart",
  ]
}

/// A configuration file's text, for changing single values. Comments, order and everything else stay as they are.
package struct ConfigurationText {
  private var lines: [Substring]

  /// The text of a file.
  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The text as it is now.
  var text: String { lines.joined(separator: "\n") }

  /// Replaces the value at `path` by a string; the numbers in a path are positions in arrays. A missing key is added at
  /// the start of its object. Throws if the text is not JSON5, or if its layout does not allow the change.
  mutating func set(_ path: [Step], to value: String) throws(ConfigurationFault) {
    try set(path[...], literal: JSONWriter.text(.string(value)))
  }

  /// The same for any value, as JSON.
  mutating func set(_ path: [Step], literal: String) throws(ConfigurationFault) {
    let before = lines
    try set(path[...], literal: literal)
    // If another object begins on the same line, its value was changed instead. This is undone.
    guard let value = try value(at: path[...]), JSONWriter.text(value) == literal else {
      lines = before
      throw fault(path[...], "to stand in an object that begins on a line of its own", line: 0)
    }
  }

  /// Sets a value as JSON. An object that is missing is added whole.
  private mutating func set(_ path: ArraySlice<Step>, literal: String) throws(ConfigurationFault) {
    let above = path.dropLast()
    guard let holder = try value(at: above) else {
      guard case .key(let name) = path.last, !above.isEmpty else { throw fault(path, "to be there", line: 0) }
      return try set(above, literal: "{ \(name): \(literal) }")
    }
    guard let member = path.last.flatMap({ holder[$0] }) else {
      return try insert(path, literal, line: holder.line)
    }
    try replace(member, by: literal, path)
  }

  /// Writes the number of each baby that has none, so that it stays when another baby is put before it.
  mutating func number(_ babies: [Configuration.Resident]) throws(ConfigurationFault) {
    for (place, baby) in babies.enumerated() {
      let path: [Step] = [.key("babies"), .place(place), .key("id")]
      guard try value(at: path[...])?.kind ?? .null == .null else { continue }
      try set(path, literal: "\(baby.id.number)")
    }
  }

  /// One step of a path.
  enum Step: Hashable {
    case key(String)
    case place(Int)
  }
}

extension ConfigurationText {
  /// The value at a path; nil where it is not there.
  private func value(at path: ArraySlice<Step>) throws(ConfigurationFault) -> JSONValue? {
    var value: JSONValue? = try document()
    for step in path { value = value?[step] }
    return value
  }

  private func document() throws(ConfigurationFault) -> JSONValue {
    do throws(JSONFault) {
      return try JSONReader.read(text, dialect: .json5)
    } catch {
      throw ConfigurationFault(error)
    }
  }

  /// Replaces a value that is on the same line as its key; throws for any other layout.
  private mutating func replace(
    _ value: JSONValue, by literal: String, _ path: ArraySlice<Step>
  ) throws(ConfigurationFault) {
    let index = value.line - 1
    guard lines.indices.contains(index), let key = path.last?.name,
      let range = valueRange(of: key, in: lines[index]),
      lines[index][range.upperBound...].firstPlace(of: key) == nil
    else {
      throw fault(path, "to stand behind its key, on a line without another such key", line: value.line)
    }
    lines[index].replaceSubrange(range, with: literal)
  }

  /// The place of a key's value: from after the colon to the comma, the brace or the line's end; for a string, to its
  /// closing quote; for an array, to its bracket.
  private func valueRange(of key: String, in line: Substring) -> Range<Substring.Index>? {
    guard let name = line.firstPlace(of: key), let colon = line[name.upperBound...].firstIndex(of: ":")
    else { return nil }
    let rest = line[line.index(after: colon)...]
    guard let start = rest.firstIndex(where: { $0 != " " && $0 != "\t" }) else { return nil }
    if line[start] == "[" {
      return line[start...].firstIndex(of: "]").map { start..<line.index(after: $0) }
    }
    let quote = line[start]
    guard quote == "\"" || quote == "'" else {
      let end = line[start...].firstIndex { ",}] \t/".contains($0) }
      return start..<(end ?? line.endIndex)
    }
    guard let end = line[line.index(after: start)...].firstIndex(of: quote) else { return nil }
    return start..<line.index(after: end)
  }

  /// Adds a key directly after the brace that opens its object: on a line of its own if the brace ends its line.
  private mutating func insert(
    _ path: ArraySlice<Step>, _ literal: String, line: Int
  ) throws(ConfigurationFault) {
    guard let key = path.last?.name, lines.indices.contains(line - 1),
      let brace = brace(of: path.dropLast().compactMap(\.name).last, in: lines[line - 1])
    else { throw fault(path, "to have an object for its key", line: line) }
    let after = lines[line - 1].index(after: brace)
    guard after == lines[line - 1].endIndex else {
      return lines[line - 1].insert(contentsOf: " \(key): \(literal),", at: after)
    }
    let indent = lines[line - 1].prefix { $0 == " " }
    lines.insert("\(indent)  \(key): \(literal),", at: line)
  }

  /// The brace that opens the object of a key; the first one of the line if the key is above it.
  private func brace(of key: String?, in line: Substring) -> Substring.Index? {
    let colons = [":", "\":", "':"]
    let place = key.flatMap { key in colons.lazy.compactMap { line.firstPlace(of: key + $0) }.first }
    let start = place?.upperBound ?? line.startIndex
    return line[start...].firstIndex(of: "{")
  }

  private func fault(_ path: ArraySlice<Step>, _ expected: String, line: Int) -> ConfigurationFault {
    ConfigurationFault(
      line: line, field: path.compactMap(\.name).joined(separator: "."), expected: expected,
      found: "another layout")
  }
}

extension ConfigurationText.Step {
  fileprivate var name: String? {
    if case .key(let name) = self { name } else { nil }
  }
}

extension JSONValue {
  /// The value one step further, if there is one.
  fileprivate subscript(_ step: ConfigurationText.Step) -> JSONValue? {
    switch (step, kind) {
    case (.key(let name), .object(let members)): members.first { $0.key == name }?.value
    case (.place(let index), .array(let elements)) where elements.indices.contains(index): elements[index]
    default: nil
    }
  }
}
