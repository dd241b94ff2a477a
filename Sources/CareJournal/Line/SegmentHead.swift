import Nursery

/// The line that begins a segment. It makes the segment and all later ones readable by themselves, so that a start need
/// not read a log of years. It has what a reader of all earlier lines would know, as far as it matters for later lines.
public struct SegmentHead: Hashable, Sendable {
  /// An event that lasts beyond the beginning of the segment.
  struct Event: Hashable, Sendable {
    var baby: BabyID
    var record: CareRecord
    /// The place of the line that added it in the household's order.
    var stamp = LineStamp.none
    /// The place of its newest correction; `none` without corrections.
    var newest = LineStamp.none
  }

  /// The clocks of another box.
  struct Other: Hashable, Sendable {
    /// Its latest start, and the kernel's name for that boot.
    var lastStart: Int
    var kernelBootID: String
    /// Its clocks from the last synced one on, and those that its events need.
    var clocks: [BootClock]
    /// Its starts that share one of these clocks.
    var sharedBoots: [Pair]
  }

  /// The state before the segment.
  struct Past: Hashable, Sendable {
    /// Each box's numbers.
    var accounts: [String: SequenceLedger.Account] = [:]
    /// The clocks of the boots from the last synced one to the running one, and those that `events` need.
    var clocks: [BootClock] = []
    /// Starts of the program that share one of these clocks, by ordinal.
    var sharedBoots: [Pair] = []
    /// The clocks of other boxes, by name.
    var others: [String: Other] = [:]
    /// Everything that runs or ends after the segment begins, and what was deleted lately; nil if that is unknown or
    /// too long for a line.
    var events: [Event]?
  }

  /// A later start and the earlier start whose clock it shares.
  struct Pair: Hashable, Sendable {
    var boot: Int
    var earlier: Int
  }

  var segment: Int
  /// The box that writes it.
  var box: String
  /// When it was written, on both clocks.
  var moment: Moment
  /// The kernel's name for the running boot.
  var kernelBootID: String
  /// The civil instant of `moment`, as far as it was known then; the true one is not earlier.
  var instant: Instant
  /// The length of the file until it is closed, in bytes; 0 for a segment that was written whole.
  var roomBytes: Int
  /// The state before the segment. Nil if the segment begins with lines from earlier segments that are not known to be
  /// durable there, if the start could not read some segments, or if the head would be too long.
  var past: Past?
  /// The greatest count of any line before it: see `LineStamp`.
  var count = 0
  /// Whether its start could not read some segments. Then this segment does not show whether the lines in them are
  /// durable.
  var isBlind = false
  /// Numbers of the box that were left out since the head before, although no line is known to have had them.
  var skipped: [ClosedRange<Int>] = []
  /// The first and the last instant of its events; nil unless the segment holds imported events and the times of all
  /// are known.
  var span: ClosedRange<Instant>?

  /// Whether a start may begin here, because nothing before it is needed.
  var isComplete: Bool { past?.events != nil }
}

/// The last line of a segment that was closed in order.
public struct SegmentStop: Hashable, Sendable {
  /// The box that writes it.
  var box: String
  /// When it was written, on both clocks.
  var moment: Moment
  /// The last number that the box used.
  var lastSequence: Int
}
