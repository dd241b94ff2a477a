import BoxRuntime
import CareJournal

/// What was found about one part of a box: what it is like, why that matters, and the exact command that fixes it.
struct Finding: Hashable, Sendable {
  /// What is looked at, in the order of the report.
  enum Part: String, Hashable, Sendable, CaseIterable {
    case configuration, service, permissions, buttons, bus, panel, accelerometer, piezo, calibration, clock,
      card, log
  }

  /// How it stands.
  enum Verdict: String, Hashable, Sendable {
    /// As it should be.
    case good
    /// Nothing is broken; it could be better, or could not be looked at.
    case note
    /// It has to be fixed.
    case fault
  }

  var part: Part
  var verdict: Verdict
  /// One sentence without its full stop: what was found.
  var what: String
  /// What it means for the box; empty where that is plain.
  var why = ""
  /// What to type or to do, in order; empty where there is nothing.
  var fix: [Remedy] = []

  static func good(_ part: Part, _ what: String) -> Finding {
    Finding(part: part, verdict: .good, what: what)
  }

  static func note(_ part: Part, _ what: String, why: String = "", fix: Remedy...) -> Finding {
    Finding(part: part, verdict: .note, what: what, why: why, fix: fix)
  }

  static func fault(_ part: Part, _ what: String, why: String, fix: Remedy...) -> Finding {
    Finding(part: part, verdict: .fault, what: what, why: why, fix: fix)
  }
}

/// One step towards fixing a fault.
enum Remedy: Hashable, Sendable {
  /// A line to type as it stands.
  case command(String)
  /// What hands have to do.
  case advice(String)
}

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
