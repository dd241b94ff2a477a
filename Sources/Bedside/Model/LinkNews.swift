import Nursery

/// What the program beside the box says of the household: whether its broker is connected, and how far the other boxes are.
public struct LinkNews: Hashable, Sendable {
  /// Another box.
  public struct Other: Hashable, Sendable {
    /// Its id.
    public var box: String
    /// What it is called, where it has a name.
    public var name: String?
    /// How many lines it lacks of those that this box has, as far as it has said.
    public var behind: Int

    /// A box, and how many lines it lacks.
    public init(box: String, name: String? = nil, behind: Int) {
      (self.box, self.name, self.behind) = (box, name, behind)
    }
  }

  /// When it said so.
  public var heard: BootTime
  /// Since when the broker is connected; nil: it is not.
  public var since: BootTime?
  /// The other boxes that have said what they have.
  public var others: [Other]

  /// What was said at a time of the box.
  public init(heard: BootTime, since: BootTime?, others: [Other]) {
    (self.heard, self.since, self.others) = (heard, since, others)
  }

  /// The program says it at least every half minute. One that was not heard for so long is away.
  public static let heldMilliseconds = 90_000

  /// How many lines the other boxes lack together.
  public var behind: Int { others.reduce(0) { $0 + $1.behind } }
}
