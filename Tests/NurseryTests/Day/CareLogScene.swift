import Nursery

/// A log driven by commands at minutes of one boot that is not synced yet, unless told.
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

  /// Decides and applies, as the box does. The id is the next one.
  mutating func perform(_ command: CareCommand, now: Int = 10_000) throws(Refusal) {
    let event = try decide(command, now: now)
    log.apply(event)
    events.append(event)
  }

  func decide(_ command: CareCommand, now: Int = 10_000) throws(Refusal) -> CareEvent {
    try log.decide(
      command, at: CareLogScene.moment(now), id: CareLogScene.id(events.count + 1), source: .button,
      clock: clock)
  }

  /// The refusal of a command, or nil when it would be granted.
  func refusal(_ command: CareCommand, now: Int = 10_000) -> Refusal? {
    do {
      _ = try decide(command, now: now)
      return nil
    } catch { return error }
  }

  /// The records that were not taken back.
  var standing: [CareRecord] { log.allRecords.filter { !$0.isDeleted } }
}

/// A sleep from minute to minute.
func sleep(_ start: Int, _ end: Int?) -> Care {
  Care(kind: .sleep, start: CareLogScene.minute(start), end: end.map(CareLogScene.minute))
}

/// A nursing from minute to minute.
func nursing(_ start: Int, _ end: Int?, _ side: NursingSide = .left) -> Care {
  Care(kind: .nursing, start: CareLogScene.minute(start), end: end.map(CareLogScene.minute), side: side)
}

extension CareLog {
  /// The sleep without an end, the one added last should there be several.
  var runningSleep: CareRecord? { unended(.sleep) }

  /// The nursing without an end, the one added last should there be several.
  var runningNursing: CareRecord? { unended(.nursing) }

  private func unended(_ kind: CareKind) -> CareRecord? {
    allRecords.last { $0.care.kind == kind && $0.isRunning }
  }
}
