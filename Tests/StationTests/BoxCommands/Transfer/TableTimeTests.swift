import Nursery
import Testing

@testable import BoxCommands

/// Times in tables, as other programs write them.
@Suite struct TableTimeTests {
  /// 11 February 2026, 07:05 in UTC.
  private static let morning = 1_770_793_500_000

  @Test(
    "A time without an offset is a wall time",
    arguments: [
      ("2026-02-11 07:05:00", 0), ("2026-02-11T07:05:00", 0), ("2026-02-11 07:05", 0),
      ("2026-02-11 07:05:09", 9_000),
      ("2026-02-11 07:05:00.5", 500), ("2026-02-11 07:05:00.12", 120), ("2026-02-11T07:05:00.123456", 123),
      ("2026-02-11 07:05:00.123456789", 123),
    ])
  func aTimeWithoutAnOffsetIsAWallTime(text: String, milliseconds: Int) {
    #expect(TableTime(text) == .civil(Instant(milliseconds: Self.morning + milliseconds)), "\(text)")
  }

  @Test(
    "A time with an offset is an instant",
    arguments: [
      ("2026-02-11T07:05:00Z", 0), ("2026-02-11 07:05:00 Z", 0), ("2026-02-11 07:05:00+00:00", 0),
      ("2026-02-11 07:05:00.5+00:00", 500), ("2026-02-11 07:05:00.123456 +0000", 123),
      ("2026-02-11 07:05:00.123456789-0500", 18_000_123), ("2026-02-11 02:05-05:00", 0),
      ("2026-02-11 12:50:00 +0545", 0), ("2026-02-11 07:05:00 -01:00", 3_600_000),
    ])
  func aTimeWithAnOffsetIsAnInstant(text: String, milliseconds: Int) {
    #expect(TableTime(text) == .exact(Instant(milliseconds: Self.morning + milliseconds)), "\(text)")
  }

  @Test(
    "Any other text is no time",
    arguments: [
      "", "2026-02-11", "2026-02-11 ", "2026-02-11 07", "2026-02-11 07:05:00 ", "2026-02-11  07:05:00",
      "2026-02-11_07:05:00", "2026-02-11 07:05:00.", "2026-02-11 07:05:00.Z", "2026-02-11 07:05:00.garbage",
      "2026-02-11 07:05:00.1234567890", "2026-02-11 07:05:00.5.5", "2026-02-11 07:05.5",
      "2026-02-11 07:05:00,5",
      "2026-02-11 07:05:00.5 UTC", "2026-02-11 07:05:00+00", "2026-02-11 07:05:00+000",
      "2026-02-11 07:05:00+00000",
      "2026-02-11 07:05:00+2400", "2026-02-11 07:05:00+0060", "2026-02-11 07:05:00  +0000",
      "2026-02-11 07:05:00+00 00", "2026-02-11 07:05:00 0000", "2026-02-11 07:05:00z", "2026-02-30 07:05:00",
      "2026-02-11 24:05:00", "2026-02-11 07:05:60", "2026-02-11 7:05:00", "02/11/2026 07:05",
      "2026-02-11 07:05:00 PM",
    ])
  func anyOtherTextIsNoTime(text: String) {
    #expect(TableTime(text) == nil)
  }
}
