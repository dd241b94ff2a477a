/// Now, as quiet sessions see it: the same for every process on the board.
public struct QuietMoment: Hashable, Sendable {
  /// The kernel's name for its boot, as every process of that boot reads it.
  public var kernelBoot: String
  /// `CLOCK_BOOTTIME` in milliseconds.
  public var milliseconds: Int
  /// The wall clock; nil until it is known in this boot.
  public var wall: Instant?

  /// A reading of both clocks; `wall` only if it was synchronised.
  public init(kernelBoot: String, milliseconds: Int, wall: Instant?) {
    self.kernelBoot = kernelBoot
    self.milliseconds = milliseconds
    self.wall = wall
  }

  /// The moment of a machine's own clocks, of which the wall clock is believed when it is synchronised.
  public init(kernelBoot: String, _ moment: Moment) {
    self.init(
      kernelBoot: kernelBoot, milliseconds: moment.boot.milliseconds,
      wall: moment.trust == .synced ? moment.wall : nil)
  }
}
