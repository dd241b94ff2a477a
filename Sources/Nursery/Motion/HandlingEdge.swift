/// Somebody put a baby down or lifted one out: a jolt, and a mattress that lies differently from then on. Only
/// such an edge, or a button close by, lets an empty crib become occupied or the other way round.
struct HandlingEdge: Hashable, Sendable {
  /// On a firm mount; a weaker one passes on less of the jolt, while the mattress tilts all the same.
  private static let leastPeakMilligee: Float = 80
  private static let leastPeakFloors: Float = 10
  private static let leastChangeMilligee: Float = 2
  /// A larger tilt than a baby leaves by turning over asks for less of a jolt.
  private static let plainChangeMilligee: Float = 6

  /// How far the mean vector moved for good.
  let changeMilligee: Float

  /// Nil when the epoch holds no edge.
  init?(_ epoch: Epoch, floorMilligee: Float, firmness: Float) {
    guard let change = epoch.changeMilligee, change > HandlingEdge.leastChangeMilligee else { return nil }
    let tilt = min(1, HandlingEdge.plainChangeMilligee / change)
    let leastPeak = max(
      HandlingEdge.leastPeakMilligee * firmness * tilt, HandlingEdge.leastPeakFloors * floorMilligee)
    guard epoch.peakMilligee > leastPeak else { return nil }
    changeMilligee = change
  }
}
