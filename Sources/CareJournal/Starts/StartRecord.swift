/// What is known of the program's starts since the machine started: enough to tell a crash from an end in order.
public struct StartRecord: Hashable, Sendable {
  /// The kernel's name for its boot: what another boot left behind says nothing, since its end may be a power cut.
  public var kernelBootID: String
  /// When a start found that the one before it had not ended in order, in milliseconds of the boot clock, oldest
  /// first; 16 at most are kept.
  public var crashes: [Int]
  /// Until when safe mode lasts, on the boot clock; nil: it is off.
  public var safeUntilMilliseconds: Int?
  /// True from a start to its end in order.
  public var isRunning: Bool

  /// A record of all its parts.
  public init(
    kernelBootID: String, crashes: [Int] = [], safeUntilMilliseconds: Int? = nil, isRunning: Bool = false
  ) {
    self.kernelBootID = kernelBootID
    self.crashes = crashes
    self.safeUntilMilliseconds = safeUntilMilliseconds
    self.isRunning = isRunning
  }
}
