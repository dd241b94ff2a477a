/// An accelerometer on the simulated bus, moved by its owner.
public protocol SimulatedAccelerometer: SimulatedChip {
  /// What the part feels at a time, in simulated nanoseconds. Asked once for each reading that is read, and for no
  /// other, so that a week that no one reads costs nothing.
  var motion: (UInt64) -> Acceleration { get set }

  /// What the driver did that the data sheet forbids, with the transfer, from 1.
  var violations: [String] { get }

  /// Whether the voltage on an interrupt pin, 1 or 2, is high now.
  func isInterruptHigh(pin: Int) -> Bool

  /// When an interrupt pin changes next by time passing alone, in simulated nanoseconds; nil when none will.
  var nextInterruptNanoseconds: UInt64? { get }
}

/// An acceleration along a part's axes, gravity included, in milligee.
public struct Acceleration: Hashable, Sendable {
  /// Along x.
  public var x: Double
  /// Along y.
  public var y: Double
  /// Along z.
  public var z: Double

  /// An acceleration of its three axes.
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// Nothing, as in free fall.
  public static let none = Acceleration(x: 0, y: 0, z: 0)

  /// Two accelerations at once.
  public static func + (one: Acceleration, other: Acceleration) -> Acceleration {
    Acceleration(x: one.x + other.x, y: one.y + other.y, z: one.z + other.z)
  }
}

/// The nearest whole number of counts. Written out, since the library's own needs the C library's mathematics.
func nearest(_ counts: Double) -> Int {
  Int(counts < 0 ? counts - 0.5 : counts + 0.5)
}

/// What a simulated accelerometer has of the world around it.
public struct AccelerometerWorld {
  /// Simulated time, in nanoseconds. Within a transfer it should advance with the bus.
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
