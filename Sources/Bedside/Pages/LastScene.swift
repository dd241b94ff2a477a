import Nursery

/// What the Last page shows: the last entries, newest first, or one of them while it is edited.
public struct LastScene: Hashable, Sendable {
  /// One entry as it stands, or as it will once the edit is done.
  public struct Entry: Hashable, Sendable {
    /// What it is.
    public var kind: CareKind
    /// When it began.
    public var start: Instant
    /// When it ended; nil while it runs, and for what has no end.
    public var end: Instant?
    /// The side of a nursing.
    public var side: NursingSide?
    /// How much a bottle held; nil where it is not known.
    public var amount: BottleAmount?
    /// The name of a medicine; nil where it is not known.
    public var medicine: String?
    /// True when the edit deletes it.
    public var isDeleted = false

    /// An entry of a kind from a start.
    public init(
      kind: CareKind, start: Instant, end: Instant? = nil, side: NursingSide? = nil,
      amount: BottleAmount? = nil, medicine: String? = nil
    ) {
      self.medicine = medicine
      self.kind = kind
      self.start = start
      self.end = end
      self.side = side
      self.amount = amount
    }
  }

  /// What MENU walks through while an entry is edited.
  public enum Field: Hashable, Sendable, CaseIterable {
    case entry, kind, start, end, side, amount, delete, done
  }

  /// The entries, newest first.
  public var entries: [Entry]
  /// What NAP and FEED change of the first entry; nil while the page is only read.
  public var field: Field?

  /// The entries of a page that is read, or whose first one is edited.
  public init(entries: [Entry], field: Field? = nil) {
    self.entries = entries
    self.field = field
  }
}
