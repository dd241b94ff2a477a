/// What a night's sleep was worth, with every reason that took a star.
public struct NightScore: Hashable, Sendable {
  /// The stars of a night that nothing is wrong with.
  public static let best = 5
  /// The stars of a night, however much is wrong with it.
  public static let least = 1

  /// Everything that took stars, in the order of the rules.
  public let deductions: [NightDeduction]

  /// The score that some deductions leave.
  public init(deductions: [NightDeduction]) {
    self.deductions = deductions
  }

  /// 1…5 stars.
  public var stars: Int {
    max(NightScore.least, deductions.reduce(NightScore.best) { $0 - $1.stars })
  }
}

/// A reason for fewer stars.
public enum NightDeduction: Hashable, Sendable {
  /// Less than 80 % of the goal was slept: two stars.
  case farTooShort
  /// Less than the goal was slept, but 80 % of it at least.
  case tooShort
  /// The sleep was in more than one piece.
  case interrupted
  /// The sleep was in more than two pieces: a star of its own, beside the first.
  case interruptedAgain
  /// Bedtimes of the week before lay this many minutes from their mean, on average: more than 60.
  case irregularBedtimes(deviationMinutes: Int)
  /// The night began this many minutes after the target bedtime, or before it when negative: more than 60 either
  /// way.
  case awayFromTarget(minutes: Int)
  /// This many steps: fewer than 3,000.
  case fewSteps(Int)

  /// How many stars it takes.
  public var stars: Int { self == .farTooShort ? 2 : 1 }
}
