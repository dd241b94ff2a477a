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
