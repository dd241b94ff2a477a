import BoxRuntime
import CareJournal

/// The result of checking one part of a box: its state, why that matters, and the exact command that fixes it.
struct Finding: Hashable, Sendable {
  /// What is checked, in the order of the report.
  enum Part: String, Hashable, Sendable, CaseIterable {
    case configuration, service, permissions, buttons, bus, panel, accelerometer, piezo, calibration, clock,
      card, log
  }

  /// The verdict.
  enum Verdict: String, Hashable, Sendable {
    /// Everything is in order.
    case good
    /// Nothing is broken; it could be better, or could not be checked.
    case note
    /// It has to be fixed.
    case fault
  }

  var part: Part
  var verdict: Verdict
  /// What was found, in one sentence without its full stop.
  var what: String
  /// What it means for the box; empty if that is obvious.
  var why = ""
  /// What to type or to do, in order; empty if there is nothing.
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
  /// A step to do by hand.
  case advice(String)
}

/// All findings, for people and for programs.
struct Checkup: Hashable, Sendable {
  /// In the order of the parts.
  var findings: [Finding]
  /// Whether the configuration was refused, which has an exit code of its own.
  var isConfigurationRefused = false

  /// The exit code: 0 if nothing has to be fixed, 1 if something has to be, 78 if the configuration has to be fixed
  /// first.
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

  /// The lines of the report: the mark, the part and what was found; below them why it matters, and what to type.
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
