import Nursery

/// A log that is changed by commands at minutes of one boot. The boot is not synced unless a test syncs it.
struct CareLogScene {
  var log = CareLog(baby: BabyID(number: 1))
  var clock = ClockHistory()
  private(set) var events: [CareEvent] = []

  init() {
    clock.noteAlive(at: BootTime(boot: 1, milliseconds: 0))
  }

  /// A reading of the boot clock.
  static func minute(_ minute: Int) -> EventTime {
    .boot(BootTime(boot: 1, milliseconds: minute * 60_000))
  }

  static func moment(_ minute: Int) -> Moment {
    Moment(boot: BootTime(boot: 1, milliseconds: minute * 60_000), wall: nil, trust: .none)
  }

  /// The id of the n-th event, from 1.
  static func id(_ ordinal: Int) -> EventID { EventID(high: 7, low: UInt64(ordinal)) }

  /// Decides and applies a command, as the box does. The event gets the next id.
  mutating func perform(
    _ command: CareCommand, now: Int = 10_000, stamp: LineStamp = .none
  ) throws(Refusal) {
    let event = try decide(command, now: now)
    log.apply(event, stamp: stamp)
    events.append(event)
  }

  func decide(_ command: CareCommand, now: Int = 10_000) throws(Refusal) -> CareEvent {
    try log.decide(
      command, at: CareLogScene.moment(now), id: CareLogScene.id(events.count + 1), source: .button,
      clock: clock)
  }

  /// The refusal of a command, or nil if it would be granted.
  func refusal(_ command: CareCommand, now: Int = 10_000) -> Refusal? {
    do {
      _ = try decide(command, now: now)
      return nil
    } catch { return error }
  }

  /// The records that were not deleted.
  var standing: [CareRecord] { log.allRecords.filter { !$0.isDeleted } }
}

/// A sleep between two minutes.
func sleep(_ start: Int, _ end: Int?) -> Care {
  Care(kind: .sleep, start: CareLogScene.minute(start), end: end.map(CareLogScene.minute))
}

/// A nursing between two minutes.
func nursing(_ start: Int, _ end: Int?, _ side: NursingSide = .left) -> Care {
  Care(kind: .nursing, start: CareLogScene.minute(start), end: end.map(CareLogScene.minute), side: side)
}

extension CareLog {
  /// The sleep without an end, or the last added of several.
  var runningSleep: CareRecord? { unended(.sleep) }

  /// The nursing without an end, or the last added of several.
  var runningNursing: CareRecord? { unended(.nursing) }

  private func unended(_ kind: CareKind) -> CareRecord? {
    allRecords.last { $0.care.kind == kind && $0.isRunning }
  }
}
