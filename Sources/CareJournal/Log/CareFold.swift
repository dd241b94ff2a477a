import Nursery

/// What the lines of a log come to: every baby's events, whoever is configured now, and every boot's clock.
public struct CareFold: Sendable {
  /// How far back a start holds events, so that they can be corrected, in days. Older ones stay on the disk.
  public static let heldDays = LogState.heldDays

  /// The events, by baby.
  public internal(set) var logs: [BabyID: CareLog] = [:]
  /// What is known of the boots' wall clocks.
  public internal(set) var clocks: ClockHistory
  var starts = KernelStarts()

  /// Nothing read yet. No line was written before `floor`: see `ClockHistory`.
  public init(floor: Instant = Instant(milliseconds: 0)) {
    clocks = ClockHistory(floor: floor)
  }

  /// Takes the next line.
  public mutating func apply(_ line: JournalLine) {
    starts.note(line, in: &clocks)
    if case .care(let event) = line.entry {
      logs[event.baby, default: CareLog(baby: event.baby)].apply(event)
    }
  }

  /// Takes the start of a boot whose line may not be on the flash yet. A second time it changes nothing.
  public mutating func noteStart(_ start: JournalStart, boot: Int) {
    starts.noteStart(start.moment(boot: boot), start.kernelBootID, in: &clocks)
  }

  /// The latest moment known of the kernel's boot before the one of that name; nil when there was none.
  public func lastAlive(before kernelBoot: String) -> KernelTime? {
    let earlier = starts.starts.filter { $0.key != kernelBoot }.max { $0.value < $1.value }
    guard let earlier, let last = clocks.lastMilliseconds(ofBoot: earlier.value) else { return nil }
    return KernelTime(kernelBoot: earlier.key, milliseconds: last)
  }
}

extension JournalStart {
  /// The start as a moment of a boot.
  func moment(boot: Int) -> Moment {
    Moment(boot: BootTime(boot: boot, milliseconds: bootMilliseconds), wall: wall, trust: trust)
  }
}
