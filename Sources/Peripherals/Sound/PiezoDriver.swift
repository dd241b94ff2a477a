/// One channel of the kernel's PWM, accessed by its files (Documentation/ABI/testing/sysfs-class-pwm).
public protocol PWMChannel {
  /// Whether its files exist.
  var isExported: Bool { get }
  /// Asks the kernel for its files. A little later, udev decides who may write them.
  func export() throws(PWMFault)
  /// The content of a file.
  func read(_ attribute: PWMAttribute) throws(PWMFault) -> Int
  /// Writes a file.
  func write(_ value: Int, to attribute: PWMAttribute) throws(PWMFault)
}

/// The files of an exported channel, by their names. Times are in nanoseconds.
public enum PWMAttribute: String, Hashable, Sendable, CaseIterable {
  /// How long a wave is.
  case period
  /// How much of it is high; never more than the period.
  case dutyCycle = "duty_cycle"
  /// Whether the wave is on: 1 or 0.
  case enable
}

/// Why a channel cannot be used.
public enum PWMFault: Error, Hashable, Sendable {
  /// The kernel has no such chip.
  case noChip(device: String)
  /// A file that does not behave as documented.
  case file(path: String, errno: Int32)
}

/// Makes tones with a piezo on a PWM channel.
public struct PiezoDriver<Channel: PWMChannel> {
  private let channel: Channel

  /// A driver that has done nothing yet.
  public init(_ channel: Channel) { self.channel = channel }

  /// Makes the channel ready, and silent: a process that was killed may have left a tone on.
  public func prepare() throws(PWMFault) {
    guard channel.isExported else { return try channel.export() }
    try silence()
  }

  /// Begins a tone, as a square wave. The kernel refuses a period that is shorter than the duty cycle, and any duty
  /// cycle before there is a period.
  public func play(hertz: Int) throws(PWMFault) {
    let period = 1_000_000_000 / max(1, hertz)
    if try channel.read(.dutyCycle) > 0 { try channel.write(0, to: .dutyCycle) }
    try channel.write(period, to: .period)
    try channel.write(period / 2, to: .dutyCycle)
    try channel.write(1, to: .enable)
  }

  /// Ends a tone, if there is one. A channel without a period refuses even to be switched off.
  public func silence() throws(PWMFault) {
    if try channel.read(.enable) != 0 { try channel.write(0, to: .enable) }
  }
}
