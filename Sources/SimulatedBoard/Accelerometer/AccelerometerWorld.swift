/// What a simulated accelerometer has of the world around it.
public struct AccelerometerWorld {
  /// Simulated time, in nanoseconds. Within a transfer it should go on with the bus.
  public var clock: () -> UInt64
  /// What the part feels at a time.
  public var motion: (UInt64) -> Acceleration
  /// The noise of each reading, one standard deviation for each axis; nil for what the data sheet gives.
  public var noiseMilligee: Acceleration?
  /// By how much the part's own clock is fast, in millionths; negative when it is slow.
  public var clockErrorMillionths: Int
  /// Decides the noise.
  public var seed: UInt64

  /// A world of all its parts.
  public init(
    clock: @escaping () -> UInt64, motion: @escaping (UInt64) -> Acceleration,
    noiseMilligee: Acceleration? = nil, clockErrorMillionths: Int = 0, seed: UInt64 = 1
  ) {
    self.clock = clock
    self.motion = motion
    self.noiseMilligee = noiseMilligee
    self.clockErrorMillionths = clockErrorMillionths
    self.seed = seed
  }

  /// A nominal period as this part's clock makes it.
  func period(nanoseconds: UInt64) -> UInt64 {
    nanoseconds * 1_000_000 / UInt64(1_000_000 + clockErrorMillionths)
  }
}
