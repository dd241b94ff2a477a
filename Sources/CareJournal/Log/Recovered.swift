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

  /// Lines of the whole log, foreign ones included, repeated ones not.
  public internal(set) var lines = 0
  /// Of those read, lines of an unknown version, op or kind.
  public internal(set) var foreign = 0
  /// Texts with a good checksum that are no line at all; they stay where they are.
  public internal(set) var odd = 0
  /// Lines met again after they were delivered, as after a write that was given up.
  public internal(set) var repeated = 0
  /// Damaged pieces of which something shows that they were written and confirmed.
  public internal(set) var damaged = 0
  /// Damaged pieces of which nothing does: entries that were not confirmed, or the last confirmed one.
  public internal(set) var torn = 0
  /// Missing lines, by box; at most 256 gaps are told apart. Those before what a start reads are not looked for.
  public internal(set) var gaps: [Gap] = []
  /// Segments that the medium did not give back. Reading continued without them, and left out the ordinals and numbers
  /// that those at the end may hold.
  public internal(set) var unreadable: [StorageFault] = []
  /// Segments that were begun, and are gone from the end of the log.
  public internal(set) var vanished: ClosedRange<Int>?
  /// Files named like segments that do not belong to the log, and were moved to quarantine.
  public internal(set) var strays: [String] = []
  /// Whether the log before this start was closed in order, or is empty.
  public internal(set) var endedCleanly = true
  /// This box's name.
  public internal(set) var box = ""
  /// This boot's ordinal in the log, from 1.
  public internal(set) var boot = 0
  /// The last line number that this box has used, the boot line of this start included.
  public internal(set) var lastSequence = 0
  /// Why lines are held in memory only; nil when the card takes them.
  public internal(set) var fault: JournalFault?
  /// Faults that cost nothing but a copy or a second look: identity file, quarantine, a late sync.
  public internal(set) var minorFaults: [StorageFault] = []

  init() {}
}
