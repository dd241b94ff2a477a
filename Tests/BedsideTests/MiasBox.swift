import Nursery

@testable import Bedside

/// A box for one baby, on its model alone, with a correct clock. The test plays the card.
struct MiasBox {
  static let mia = BabyID(number: 1)
  var model: BedsideModel

  /// Seconds after the boot, which was at midnight.
  static func moment(_ seconds: Int) -> Moment { moment(milliseconds: seconds * 1_000) }

  private static func moment(milliseconds: Int) -> Moment {
    let wall = Instant(milliseconds: instant(0).milliseconds + milliseconds)
    return Moment(boot: BootTime(boot: 1, milliseconds: milliseconds), wall: wall, trust: .synced)
  }

  static func instant(_ seconds: Int) -> Instant {
    Instant(milliseconds: 20_495 * 86_400_000 + seconds * 1_000)
  }

  /// A box that has just started, with the content of its log.
  init(log: CareLog? = nil) {
    let baby = Baby(
      birthdate: CivilDate(daysSinceEpoch: 20_495 - 150), bedtime: WallTime(minutesAfterMidnight: 19 * 60))
    let resident = BedsideSettings.Resident(id: Self.mia, name: "Mia", baby: baby)
    model = BedsideModel(
      settings: BedsideSettings(residents: [resident], zone: .utc), logs: log.map { [Self.mia: $0] } ?? [:],
      clocks: ClockHistory(), idSeed: 1, box: BoxCondition())
    handle(.clockReport, at: 0)
  }

  @discardableResult
  mutating func handle(_ input: Input, at second: Int) -> [Effect] {
    model.handle(input, at: Self.moment(second))
  }

  /// Presses of a tenth of a second, 0.3 s apart.
  mutating func press(_ button: Button, at second: Int, times: Int = 1) {
    for time in 0..<times { push(button, at: second * 1_000 + time * 300, forMilliseconds: 100) }
  }

  private mutating func push(_ button: Button, at milliseconds: Int, forMilliseconds duration: Int) {
    // The box does what is due before a press.
    if let due = model.nextDeadline, due < milliseconds {
      _ = model.handle(.tick, at: Self.moment(milliseconds: milliseconds - 1))
    }
    for (isPressed, time) in [(true, milliseconds), (false, milliseconds + duration)] {
      let edge = ButtonEdge(button: button, isPressed: isPressed, milliseconds: time)
      _ = model.handle(.edge(edge), at: Self.moment(milliseconds: time))
    }
  }

  /// The card saves every waiting event.
  mutating func save(at second: Int) {
    handle(.saved(model.waitingEvents.map(\.id)), at: second)
  }

  /// A request to log that something begins now.
  @discardableResult
  mutating func ask(for kind: CareKind, at second: Int) -> [Effect] {
    let care = Care(kind: kind, start: .boot(Self.moment(second).boot))
    return handle(.request(CareRequest(token: second, baby: Self.mia, command: .add(care))), at: second)
  }
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
