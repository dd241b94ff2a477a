import Peripherals

/// A PWM channel in memory with a piezo. It refuses what the kernel refuses (drivers/pwm/sysfs.c, core.c), and
/// records the tones.
public final class SimulatedPWM: PWMChannel {
  /// A recorded tone.
  public struct Tone: Hashable, Sendable {
    /// When it began, in nanoseconds since the simulation began.
    public var startNanoseconds: UInt64
    /// How long it lasted; nil while it sounds.
    public var nanoseconds: UInt64?
    /// Its frequency.
    public var hertz: Int
  }

  /// EINVAL, EACCES, ENOENT.
  private static let (invalid, denied, missing): (Int32, Int32, Int32) = (22, 13, 2)
  /// How long udev takes to give a new channel's files to the group.
  private static let udevNanoseconds: UInt64 = 40_000_000

  /// The tones, oldest first.
  public private(set) var tones: [Tone] = []
  /// Whether the board has no such channel, since its overlay is not loaded.
  public var isMissing = false

  private let clock: SimulatedClock
  private var openNanoseconds: UInt64?
  private var values: [PWMAttribute: Int] = [.period: 0, .dutyCycle: 0, .enable: 0]

  /// A channel that is not exported yet.
  public init(clock: SimulatedClock) { self.clock = clock }

  /// The power fails: the channel is silent and no longer exported.
  public func losePower() {
    values = [.period: 0, .dutyCycle: 0, .enable: 0]
    openNanoseconds = nil
    listen()
  }

  /// Whether the channel's files exist.
  public var isExported: Bool { openNanoseconds != nil && !isMissing }

  /// Makes the kernel create the channel's files.
  public func export() throws(PWMFault) {
    guard !isMissing else { throw .noChip(device: "simulated") }
    guard openNanoseconds == nil else { throw .file(path: "export", errno: 16) }
    openNanoseconds = clock.worldNanoseconds + Self.udevNanoseconds
  }

  /// The content of a file of the channel.
  public func read(_ attribute: PWMAttribute) throws(PWMFault) -> Int {
    guard isExported else { throw .file(path: attribute.rawValue, errno: Self.missing) }
    return values[attribute] ?? 0
  }

  /// Writes a file of the channel.
  public func write(_ value: Int, to attribute: PWMAttribute) throws(PWMFault) {
    guard let openNanoseconds, !isMissing else {
      throw .file(path: attribute.rawValue, errno: Self.missing)
    }
    guard clock.worldNanoseconds >= openNanoseconds else {
      throw .file(path: attribute.rawValue, errno: Self.denied)
    }
    var next = values
    next[attribute] = value
    guard let period = next[.period], period > 0, let duty = next[.dutyCycle], duty <= period else {
      throw .file(path: attribute.rawValue, errno: Self.invalid)
    }
    values = next
    listen()
  }

  private func listen() {
    let now = clock.worldNanoseconds
    let (period, duty) = (values[.period] ?? 0, values[.dutyCycle] ?? 0)
    let hertz = values[.enable] == 1 && duty > 0 && duty < period ? 1_000_000_000 / period : nil
    if let last = tones.indices.last, tones[last].nanoseconds == nil {
      guard tones[last].hertz != hertz else { return }
      tones[last].nanoseconds = now - tones[last].startNanoseconds
    }
    if let hertz { tones.append(Tone(startNanoseconds: now, hertz: hertz)) }
  }
}
