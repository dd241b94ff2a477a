/// Why the Now page says what it says: the rules that spoke, with their numbers, in the order they were asked.
public struct DayExplanation: Hashable, Sendable {
  /// The reasons; the last of the day's own is the one that decided.
  public let reasons: [DayReason]

  /// An explanation of these reasons.
  public init(reasons: [DayReason]) {
    self.reasons = reasons
  }
}
