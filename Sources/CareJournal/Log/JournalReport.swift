/// What checking every line of the log found. Nothing was changed for it.
public struct JournalReport: Hashable, Sendable {
  /// One thing worth telling.
  public struct Finding: Hashable, Sendable {
    /// What it is.
    public enum Kind: Hashable, Sendable {
      /// The checksum does not hold, and good lines follow: something that had been written was lost.
      case damaged
      /// The end of a segment, which the power did not let finish: nothing that was shown as saved.
      case torn
      /// The file ends within a line, with room that no power cut takes: it was cut, and what followed is lost.
      case cutShort
      /// The checksum holds, but it is the shape of no line.
      case odd
      /// A line of an unknown version, op or kind.
      case foreign(op: String)
      /// A line that stands in the log already.
      case repeated
    }

    /// The file, within the box's directory.
    public let path: String
    /// The line of the file, from 1.
    public let line: Int
    /// The bytes of the file, from 0.
    public let bytes: Range<Int>
    /// What it is.
    public let kind: Kind

    /// What is done about it, as a sentence without its full stop.
    public var remedy: String {
      switch kind {
      case .damaged: "passed over, with a copy in quarantine; the numbers around it tell what is missing"
      case .torn: "passed over, with a copy in quarantine; nothing that was saved is lost"
      case .cutShort:
        "the file was cut short within a line, which no power cut does: what followed is lost; a copy of the rest is "
          + "in quarantine"
      case .odd: "kept as it stands, and not used"
      case .foreign: "kept for a newer version, and not used by this one"
      case .repeated: "read once; the second copy does nothing"
      }
    }
  }

  /// What became of one snapshot's file.
  public struct Snapshot: Hashable, Sendable {
    /// What it is worth to a start.
    public enum Worth: Hashable, Sendable {
      /// A start may begin with it.
      case good
      /// The checksum does not hold, or it does not say what a snapshot says.
      case damaged
      /// It is of a format that this version does not know.
      case foreign
      /// It is of an older format, and knows of lines that the segments have lost. No start takes them from it.
      case tellsMoreInOldFormat(Recovered.OnlyInSnapshot)
      /// It is of other segments than those that are there.
      case ofOtherSegments
      /// It knows of lines that the segments have lost, and a start takes from it what it holds.
      case tellsMore(Recovered.OnlyInSnapshot)
      /// It knows of lines that the segments do not have, and these went on with the same numbers: no start can take
      /// both.
      case contradicts(Recovered.OnlyInSnapshot)
    }

    /// The file, within the box's directory.
    public let path: String
    /// What it is worth.
    public let worth: Worth

    /// What is done about it, as a sentence without its full stop.
    public var remedy: String {
      switch worth {
      case .good: "a start reads it, and the segments after it"
      case .damaged: "passed over, and removed with the next snapshots; the segments say what they hold"
      case .foreign:
        "passed over; the segments say what they hold. One of an older version is removed with the next snapshots, one "
          + "of a later version stays for it"
      case .tellsMoreInOldFormat(let only):
        "counts \(only.words) that the segments do not have; kept, and nothing of it is given out again, but this "
          + "version takes no events from it. `cribside log import` of a copy brings them back, unless that was done"
      case .ofOtherSegments: "passed over; the segments say all that it could say"
      case .tellsMore(let only):
        "counts up to what the segments have lost, \(only.words); a start goes on from it, and does not lose them. "
          + "`cribside log import` of a copy brings them back to list and export, unless that was done"
      case .contradicts(let only):
        "counts \(only.words) that the segments do not have, but these went on with the same numbers; kept, not used"
      }
    }

    /// Whether it is the only one to tell of some lines.
    var isMissed: Bool {
      switch worth {
      case .good, .damaged, .foreign, .ofOtherSegments: false
      case .tellsMore, .tellsMoreInOldFormat, .contradicts: true
      }
    }
  }

  /// How many segments there are.
  public internal(set) var segments = 0
  /// How many good lines, repeated ones not counted.
  public internal(set) var lines = 0
  /// The snapshots, newest first. The segments are the record: nothing is missing when one is not good, but what one
  /// tells beyond them is missing there.
  public internal(set) var snapshots: [Snapshot] = []
  /// What was found, in the order of the log: the first 1,000.
  public private(set) var findings: [Finding] = []
  /// How many more there are.
  public private(set) var moreFindings = 0
  /// Whether one of all the findings, kept or not, tells of something that was lost.
  public private(set) var hasLosses = false
  /// Line numbers that are missing. Only another copy of the log can bring them back.
  public internal(set) var gaps: [Recovered.Gap] = []
  /// Segments that the medium did not give back.
  public internal(set) var unreadable: [StorageFault] = []

  /// The most findings that are kept.
  static let findingLimit = 1_000

  /// Notes a finding.
  mutating func note(_ finding: Finding) {
    if finding.kind == .damaged || finding.kind == .cutShort { hasLosses = true }
    guard findings.count < Self.findingLimit else { return moreFindings += 1 }
    findings.append(finding)
  }

  /// Notes findings that are only counted, of one kind.
  mutating func note(_ kind: Finding.Kind, count: Int) {
    guard count > 0 else { return }
    if kind == .damaged || kind == .cutShort { hasLosses = true }
    moreFindings += count
  }

  /// Whether nothing that was once written is missing: no damage, no cut, no gap, no unreadable segment, no snapshot
  /// that knows of more.
  public var isWhole: Bool {
    gaps.isEmpty && unreadable.isEmpty && !hasLosses && !snapshots.contains { $0.isMissed }
  }
}

extension Recovered.OnlyInSnapshot {
  /// The lines in words: `276 lines (279–554 of box 7c1e9a04b2d1)`.
  fileprivate var words: String {
    let ranges = lines.map { "\($0.missing.lowerBound)–\($0.missing.upperBound) of box \($0.box)" }
    return "\(count) lines (\(ranges.joined(separator: ", ")))"
  }
}
