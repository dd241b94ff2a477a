import Nursery
import Testing

/// Nights last from noon to noon.
@Suite struct NightWindowTests {
  @Test(
    "A night is labelled by its evening",
    arguments: [
      (Zones.berlin, "2026-02-11T23:30:00+01:00", "2026-02-11", 24),
      (Zones.berlin, "2026-02-12T05:00:00+01:00", "2026-02-11", 24),
      (Zones.berlin, "2026-02-12T11:59:59+01:00", "2026-02-11", 24),
      (Zones.berlin, "2026-02-12T12:00:00+01:00", "2026-02-12", 24),
      (Zones.berlin, "2026-03-29T03:30:00+02:00", "2026-03-28", 23),
      (Zones.berlin, "2026-10-25T02:30:00+01:00", "2026-10-24", 25),
      (Zones.newYork, "2026-03-08T04:00:00-04:00", "2026-03-07", 23),
      (Zones.newYork, "2026-11-01T01:30:00-05:00", "2026-10-31", 25),
      (Zones.sydney, "2026-04-05T02:30:00+10:00", "2026-04-04", 25),
      (Zones.sydney, "2026-10-04T03:30:00+11:00", "2026-10-03", 23),
    ])
  func label(zone: ZoneWindow, instant: String, evening: String, hours: Int) {
    let night = NightWindow(containing: at(instant), zone: zone)
    #expect(night.evening == day(evening))
    #expect(night.end.milliseconds - night.start.milliseconds == hours * 3_600_000)
    #expect(night.start <= at(instant) && at(instant) < night.end)
  }
}
