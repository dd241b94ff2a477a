/// How much an epoch moved, in steps that mean the same on every mount. The lower ones are measured by the part's
/// noise, the upper ones by what this mount shows of an awake baby.
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

  /// From these counts on, the part's own noise no longer explains an epoch.
  private static let tremblingCount: Float = 14
  private static let twitchingCount: Float = 28
  /// Shares of the mount's gain, to which the noise is added.
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

/// How much of an awake baby's motion this mount passes on: the upper quartile of the counts of epochs in which
/// something moved. A weak mount shows a third of what a firm one does, and is judged by that.
struct ActivityGain: Hashable, Sendable {
  /// Larger counts are motion and not noise.
  private static let leastCount: Float = 40
  /// Counts below this may come from a humming appliance, when the median is raised too.
  private static let humCount: Float = 100
  private static let share: Float = 0.75
  /// With fewer epochs of motion nothing is known.
  private static let enough: UInt32 = 20
  /// A stored gain is worth this many epochs; a night has some 200.
  private static let storedWeight = 200
  private static let fullWeight: UInt32 = 2000
  private static let assumed: Float = 1000
  private static let lowest: Float = 150
  /// The gain of a firm mount, for which the threshold of a handling edge was chosen.
  private static let firm: Float = 3000
  private static let lowestFirmness: Float = 0.25

  private var counts = MagnitudeHistogram()

  init(stored: Float? = nil) {
    guard let stored else { return }
    for _ in 0..<ActivityGain.storedWeight { counts.add(stored) }
  }

  /// The gain as measured; nil until enough has moved.
  var measured: Float? {
    guard counts.total >= ActivityGain.enough else { return nil }
    return counts.quantile(ActivityGain.share).map { max($0, ActivityGain.lowest) }
  }

  /// The gain to judge by.
  var value: Float { measured ?? ActivityGain.assumed }

  /// 1 for a firm mount, less for one that passes on less; 1 while nothing is known.
  var firmness: Float {
    guard let measured else { return 1 }
    return min(1, max(ActivityGain.lowestFirmness, measured / ActivityGain.firm))
  }

  mutating func learn(_ epoch: Epoch, isHumming: Bool) {
    guard epoch.count > ActivityGain.leastCount, !(isHumming && epoch.count < ActivityGain.humCount) else {
      return
    }
    counts.add(epoch.count)
    if counts.total > ActivityGain.fullWeight { counts.halve() }
  }
}
