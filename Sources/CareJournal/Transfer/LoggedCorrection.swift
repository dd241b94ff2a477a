import Nursery

/// A correction as a line tells it, with what says which of two is the newer one.
public struct LoggedCorrection: Hashable, Sendable {
  /// The correction's own line.
  public let line: EventID
  /// Whose event it corrects.
  public let baby: BabyID
  /// The event it corrects.
  public let target: EventID
  /// What it does.
  public let correction: Correction

  private let box: String
  private let sequence: Int
  /// When it was logged, by the wall clock of then; nil where nothing tells.
  private let logged: Instant?

  /// The correction that a line is; nil for any other line.
  public init?(_ line: JournalLine) {
    guard case .care(let event) = line.entry else { return nil }
    switch event.change {
    case .added: return nil
    case .amended(let id, let patch): (target, correction) = (id, .amend(patch))
    case .deleted(let id): (target, correction) = (id, .delete)
    }
    (self.line, baby) = (line.id, event.baby)
    (box, sequence) = (line.box, line.sequence)
    logged = Self.logged(line)
  }

  /// An id is made when its line is logged, and stays through every copy. A line that was taken in tells besides when
  /// that was, which is later.
  private static func logged(_ line: JournalLine) -> Instant? {
    let made = Instant(milliseconds: Int(line.id.high >> 16))
    return made.milliseconds > 0 ? min(made, line.moment.wall ?? made) : nil
  }

  /// Whether it was logged after another one: by the wall clock, else by the numbers of the box of both. Nil where
  /// neither tells.
  func isNewer(than other: LoggedCorrection) -> Bool? {
    if let logged, let earlier = other.logged, logged != earlier { return logged > earlier }
    return box == other.box && sequence != other.sequence ? sequence > other.sequence : nil
  }
}
