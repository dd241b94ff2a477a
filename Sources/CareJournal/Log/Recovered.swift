/// What opening the log found, lines themselves apart.
public struct Recovered: Hashable, Sendable {
  /// Lines that were expected, going by the numbers around them, and are not there.
  public struct Gap: Hashable, Sendable {
    /// Whose lines.
    public let box: String
    /// Their numbers.
    public let missing: ClosedRange<Int>

    /// A gap in a box's numbers.
    public init(box: String, missing: ClosedRange<Int>) {
      self.box = box
      self.missing = missing
    }
  }

  /// What only a snapshot tells, because the segments have lost it.
  public struct OnlyInSnapshot: Hashable, Sendable {
    /// The snapshot's file, within the box's directory.
    public let path: String
    /// The numbers of the lines.
    public let lines: [Gap]

    /// How many lines it stands for.
    public var count: Int {
      // A forged file may name any ranges; their sum must not overflow.
      lines.reduce(0) { min($0 + $1.missing.count, LineLimits.sequence.upperBound) }
    }
  }

  /// Lines delivered, foreign ones included, repeated ones not.
  public internal(set) var lines = 0
  /// Of these, lines of an unknown version, op or kind.
  public internal(set) var foreign = 0
  /// Texts with a good checksum that are no line at all; they stay where they are.
  public internal(set) var odd = 0
  /// Lines met again after they were delivered, as after a write that was given up.
  public internal(set) var repeated = 0
  /// Damaged pieces with a good line, which is no copy, after them in their segment: something was lost that had been
  /// written.
  public internal(set) var damaged = 0
  /// Damaged pieces after the last such line of a segment: a write that the power did not let finish.
  public internal(set) var torn = 0
  /// Missing lines, by box; at most 256 gaps are told apart.
  public internal(set) var gaps: [Gap] = []
  /// Segments that the medium did not give back. Reading went on without them, and left out the ordinals and numbers
  /// that those at the end may hold.
  public internal(set) var unreadable: [StorageFault] = []
  /// Whether the log before this start was closed in order, or is empty.
  public internal(set) var endedCleanly = true
  /// This box's name.
  public internal(set) var box = ""
  /// This boot's ordinal in the log, from 1.
  public internal(set) var boot = 0
  /// The last line number that this box has used, the boot line of this start included.
  public internal(set) var lastSequence = 0
  /// The segment up to which a snapshot was believed, so that only later ones were read; nil: all were.
  public internal(set) var snapshot: Int?
  /// What this start holds only because a snapshot tells it: the segments that are there tell less. Then all of them
  /// were read, and nothing of what they say beside it is left out. Nil where the segments tell everything.
  public internal(set) var onlyInSnapshot: OnlyInSnapshot?
  /// Why lines are held in memory only; nil when the card takes them.
  public internal(set) var fault: JournalFault?
  /// Faults that cost nothing but a copy or a second look: identity file, quarantine, a late sync.
  public internal(set) var minorFaults: [StorageFault] = []
}
