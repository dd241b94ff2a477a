import Testing

@testable import Nursery

@Suite struct InstantReaderTests {
  /// Boots 1 and 3 are synced, 2 is not. Boot 4 is a later start within 3, and 9 is unknown.
  private var clock: ClockHistory {
    var clock = ClockHistory(floor: at("2026-01-01T00:00:00Z"))
    clock.noteSync(at: BootTime(boot: 1, milliseconds: 5_000), wall: at("2026-02-11T12:00:00Z"))
    clock.noteAlive(at: BootTime(boot: 2, milliseconds: 60_000))
    clock.noteSync(at: BootTime(boot: 3, milliseconds: 0), wall: at("2026-02-12T12:00:00Z"))
    clock.noteSameBoot(4, as: 3)
    return clock
  }

  @Test("It reads what the history resolves")
  func itReadsWhatTheHistoryResolves() {
    var reader = InstantReader(clock)
    for boot in [1, 1, 2, 1, 3, 4, 4, 9, 2, 3] {
      let time = EventTime.boot(BootTime(boot: boot, milliseconds: boot * 1_000))
      #expect(reader.instant(time) == clock.resolve(time).instant)
    }
    let noon = at("2026-02-11T12:00:00Z")
    for time in [EventTime.wall(noon), .about(noon)] {
      #expect(reader.instant(time) == noon)
      #expect(clock.resolve(time).isExact == (time == .wall(noon)))
      #expect(clock.latestInstant(of: time.adding(minutes: 5)) == noon.adding(minutes: 5))
    }
  }
}
