/// How much an epoch moved, in steps that mean the same on every mount: the lower ones by the part's noise, the
/// upper ones by what this mount shows of an awake baby.
enum ActivityLevel: Int, CaseIterable, Sendable {
  /// As quiet as the part itself nearly always is.
  case still
  /// As the part itself sometimes is.
  case trembling
  /// A twitch.
  case twitching
  /// A few of them, or a startle.
  case stirring
  /// A change of position, or moderate wakefulness.
  case moving
  /// What an awake baby does most of the time.
  case lively

  /// The counts at which the part's own noise ends to explain an epoch.
  private static let tremblingCount: Float = 14
  private static let twitchingCount: Float = 28
  /// Shares of the mount's gain; the noise comes on top.
  private static let stirringShare: Float = 0.05
  private static let movingShare: Float = 0.2
  private static let livelyShare: Float = 0.7
  private static let noise: Float = 20

  init(count: Float, gain: Float) {
    self =
      if count < ActivityLevel.tremblingCount {
        .still
      } else if count < ActivityLevel.twitchingCount {
        .trembling
      } else if count < ActivityLevel.stirringShare * gain + ActivityLevel.noise {
        .twitching
      } else if count < ActivityLevel.movingShare * gain + ActivityLevel.noise {
        .stirring
      } else {
        count < ActivityLevel.livelyShare * gain ? .moving : .lively
      }
  }
}
