import CribMotion
import Nursery

/// What motion says about the crib at a moment; times on the boot clock, dated back to where they began.
public struct CribReading: Hashable, Sendable {
  /// The state.
  public var state = CribState.unknown
  /// Since when it has been still with someone in it; nil while it is not.
  public var settledSince: Int?
  /// Since when someone has been moving in it; nil while no one is.
  public var awakeSince: Int?

  /// Nothing is known.
  public init() {}

  init(_ witness: MotionWitness?, at milliseconds: Int) {
    guard let witness else { return }
    state = witness.state(at: milliseconds)
    settledSince = state == .asleep ? witness.settledSince : nil
    awakeSince = state == .awake ? witness.awakeSince : nil
  }
}
