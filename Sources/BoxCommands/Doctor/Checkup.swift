import BoxRuntime
import CareJournal

/// All that was found, for people and for machines.
struct Checkup: Hashable, Sendable {
  /// In the order of the parts.
  var findings: [Finding]
  /// Whether the configuration was refused, which has an exit code of its own.
  var isConfigurationRefused = false

  /// 0 nothing has to be fixed, 1 something has, 78 the configuration to begin with.
  var exit: ExitStatus {
    if isConfigurationRefused { return .configuration }
    return faults == 0 ? .ok : .no
  }

  private var faults: Int { findings.count { $0.verdict == .fault } }

  /// The report; `isJSON` gives one document on one line.
  func answer(isJSON: Bool) -> BoxAnswer {
    BoxAnswer(output: isJSON ? JSONWriter.text(document) + "\n" : text, exit: exit)
  }

  private var document: JSONValue {
    ["ok": .bool(exit == .ok), "findings": .array(findings.map(\.document))]
  }

  private var text: String {
    let lines = findings.flatMap(\.lines)
    return (lines + ["", summary]).joined(separator: "\n") + "\n"
  }

  private var summary: String {
    switch faults {
    case 0: "Nothing has to be fixed."
    case 1: "One fault has to be fixed."
    default: "\(faults) faults have to be fixed: begin with the first."
    }
  }
}

extension Finding {
  fileprivate var document: JSONValue {
    [
      "part": .string(part.rawValue), "verdict": .string(verdict.rawValue), "what": .string(what),
      "why": .string(why), "fix": .array(fix.map(\.document)),
    ]
  }

  /// The mark, the part, what was found; below it why, and what to type.
  fileprivate var lines: [String] {
    let head = Self.padded(mark, 7) + Self.padded(part.rawValue, 15) + what
    let rest = (why.isEmpty ? [] : [why]) + fix.map(\.line)
    return [head] + rest.map { Self.padded("", 22) + $0 }
  }

  private static func padded(_ word: String, _ width: Int) -> String {
    word + String(repeating: " ", count: max(0, width - word.count))
  }

  private var mark: String {
    switch verdict {
    case .good: "ok"
    case .note: "note"
    case .fault: "FAULT"
    }
  }
}

extension Remedy {
  fileprivate var document: JSONValue {
    switch self {
    case .command(let text): ["command": .string(text)]
    case .advice(let text): ["advice": .string(text)]
    }
  }

  fileprivate var line: String {
    switch self {
    case .command(let text): "$ " + text
    case .advice(let text): "- " + text
    }
  }
}
