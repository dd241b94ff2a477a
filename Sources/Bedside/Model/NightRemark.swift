import Nursery

/// What a person says of a night, or what came from outside about it.
public struct NightRemark: Hashable, Sendable {
  /// What is said.
  public enum Word: Hashable, Sendable {
    /// A rating of 1…5 stars; nil takes it back.
    case rating(Int?)
    /// The steps of the day before it.
    case steps(Int)
  }

  /// The night's evening.
  public var evening: CivilDate
  /// What is said.
  public var word: Word

  /// A word about a night.
  public init(evening: CivilDate, word: Word) {
    self.evening = evening
    self.word = word
  }
}
