/// How a chip tests itself: it pushes its own mass, and the difference is measured.
struct SelfTestPlan: Sendable {
  /// What the difference must be.
  enum Limits: Sendable {
    /// Signed, in milligee.
    case milligee(x: ClosedRange<Double>, y: ClosedRange<Double>, z: ClosedRange<Double>)
    /// The same for all axes, in milligee, either way.
    case magnitude(ClosedRange<Double>)
    /// Within 14 % of what the factory wrote into these registers.
    case trim(RegisterSpan)
    /// Nobody wrote it down.
    case unknown
  }

  /// Transfers that set the chip up to measure 100 times a second without the force, into an empty FIFO.
  var still: [[UInt8]]
  /// The same with the force.
  var forced: [[UInt8]]
  /// Transfers that leave the chip resting.
  var finish: [[UInt8]]
  /// What the difference must be.
  var limits: Limits
  /// What a count is worth under these settings, in milligee.
  var milligeePerCount: Double
  /// How the status answers begin under these settings.
  var mark: [UInt8]
}
