import Nursery

/// What the log takes on the card.
public struct JournalFigures: Hashable, Sendable {
  /// The snapshot that the next start would begin with.
  public struct Snapshot: Hashable, Sendable {
    /// The last segment that it stands for.
    public let segment: Int
    /// How many lines those hold.
    public let lines: Int
    /// When the last of them was written, by the boot clock; nil when no line told.
    public let time: BootTime?

    init(segment: Int, state: LogState) {
      self.segment = segment
      lines = state.tally.lines
      time = state.fold.clocks.latest
    }
  }

  /// How many segments there are.
  public internal(set) var segments: Int
  /// The newest snapshot that is known to be good; nil when there is none.
  public internal(set) var snapshot: Snapshot?
}
