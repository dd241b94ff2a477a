import CareJournal

/// `cribside log verify`
struct VerifyAnswer {
  var report: JournalReport

  /// What was found; exit 1 if something that was once written is missing.
  func answer(_ isJSON: Bool) -> BoxAnswer {
    let output = isJSON ? JSONWriter.text(document) + "\n" : text
    return BoxAnswer(output: output, exit: report.isWhole ? .ok : .no)
  }

  private var text: String {
    var lines = runs.map(text)
    if report.moreFindings > 0 { lines.append("and \(report.moreFindings) more findings") }
    lines += report.unreadable.map(\.text.printable)
    let hasTornEnd = report.findings.contains { $0.kind == .torn }
    lines += report.gaps.map { gap in
      // If no line and no head is left, nothing names the box.
      (gap.box.isEmpty ? "a box without a name" : "box \(gap.box.printable)")
        + ": \(gap.missing.text("line")) missing"
        + (hasTornEnd ? " at most, since a damaged end counts for as many as it may have held" : "")
    }
    if let vanished = report.vanished {
      lines.append("\(vanished.text("segment")) gone from the end of the log")
    }
    let isHarmless = !report.hasOpenHole && report.gaps.isEmpty
    lines += report.holes.map {
      $0.text("segment") + " gone from the log" + (isHarmless ? ", and no number of a line is missing" : "")
    }
    lines += report.strays.map { "\($0): does not belong to this log; the next start moves it to quarantine" }
    if report.lacksMark {
      lines.append(
        "box.json is missing or damaged: whether segments are gone from the end of the log is not known")
    }
    lines += report.doubtful.map {
      "segment \($0): whether others were gone before it was not known when it was begun, since box.json was missing"
    }
    if report.segmentsBeyondMark > 0 {
      lines.append(
        "the mark in box.json is behind by \(report.segmentsBeyondMark.counted("segment")): whether others are gone "
          + "from the end of the log is not known")
    }
    lines.append(verdict)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The last line.
  private var verdict: String {
    // An empty directory has lost nothing, but it may be the wrong one.
    guard report.segments > 0 || !report.isWhole else { return "there is no log yet" }
    let verdict = report.isWhole ? "no loss was found" : "something is lost, or may be: see above"
    return "\(report.lines.counted("good line")) in \(report.segments.counted("segment")): \(verdict)"
  }

  /// The findings. Repeated lines in a row become one finding, since there are many after a crash.
  private var runs: [(first: JournalReport.Finding, last: JournalReport.Finding)] {
    var runs: [(first: JournalReport.Finding, last: JournalReport.Finding)] = []
    for finding in report.findings {
      if let run = runs.last, finding.follows(run.last) {
        runs[runs.count - 1].last = finding
      } else {
        runs.append((finding, finding))
      }
    }
    return runs
  }

  private func text(_ first: JournalReport.Finding, _ last: JournalReport.Finding) -> String {
    let isOne = first.line == last.line
    let place = isOne ? "\(first.path):\(first.line)" : "\(first.path): lines \(first.line)–\(last.line)"
    let bytes = first.bytes.lowerBound..<last.bytes.upperBound
    let extent = bytes.isEmpty ? "" : ", bytes \(bytes.lowerBound)–\(bytes.upperBound - 1)"
    return "\(place): \(first.kind.name)\(extent): "
      + (isOne ? first.remedy : "nothing is lost: each stands twice and counts once")
  }

  private var document: JSONValue {
    [
      "segments": .integer(report.segments), "lines": .integer(report.lines),
      "whole": .bool(report.isWhole),
      "findings": .array(report.findings.map(document)), "moreFindings": .integer(report.moreFindings),
      "gaps": .array(
        report.gaps.map { gap in
          [
            "box": .string(gap.box), "first": .integer(gap.missing.lowerBound),
            "last": .integer(gap.missing.upperBound),
          ]
        }),
      "vanished": report.vanished.map { [.integer($0.lowerBound), .integer($0.upperBound)] } ?? .null,
      "gone": .array(report.holes.map { [.integer($0.lowerBound), .integer($0.upperBound)] }),
      "doubtful": .array(report.doubtful.map { .integer($0) }),
      "segmentsBeyondMark": .integer(report.segmentsBeyondMark),
      "strays": .array(report.strays.map { .string($0) }),
      "unreadable": .array(report.unreadable.map { .string($0.text) }),
    ]
  }

  private func document(_ finding: JournalReport.Finding) -> JSONValue {
    [
      "file": .string(finding.path), "line": .integer(finding.line), "kind": .string(finding.kind.name),
      "offset": .integer(finding.bytes.lowerBound), "length": .integer(finding.bytes.count),
      "remedy": .string(finding.remedy),
    ]
  }
}

extension ClosedRange<Int> {
  /// `segment 5 is` or `segments 5–7 are`.
  fileprivate func text(_ noun: String) -> String {
    lowerBound == upperBound ? "\(noun) \(lowerBound) is" : "\(noun)s \(lowerBound)–\(upperBound) are"
  }
}

extension JournalReport.Finding {
  /// Whether it is a repeated line directly after another one.
  fileprivate func follows(_ other: JournalReport.Finding) -> Bool {
    kind == .repeated && other.kind == .repeated && path == other.path && line == other.line + 1
  }
}

extension JournalReport.Finding.Kind {
  /// The word for it.
  package var name: String {
    switch self {
    case .damaged: "damaged"
    case .torn: "torn"
    case .unconfirmed: "not confirmed"
    case .copied: "damaged copy"
    case .cutShort: "cut short"
    case .headless: "unreadable"
    case .odd: "odd"
    case .foreign(let op): "unknown \(op.printable)"
    case .repeated: "repeated"
    }
  }
}
