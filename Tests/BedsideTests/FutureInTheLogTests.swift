import Nursery
import Testing

@testable import Bedside

/// A log that tells of the future, as one copied from a box whose clock was ahead does: presses go on meaning what
/// they mean.
@Suite struct FutureInTheLogTests {
  private static let hour = 3_600

  /// A box whose log has one nap, or one nursing, at seconds of this boot.
  private static func box(_ kind: CareKind, from begin: Int, to end: Int) -> MiasBox {
    var log = CareLog(baby: MiasBox.mia)
    let care = Care(
      kind: kind, start: .wall(MiasBox.instant(begin)), end: .wall(MiasBox.instant(end)),
      side: kind == .nursing ? .left : nil)
    log.apply(
      CareEvent(
        id: EventID(high: 1, low: 1), baby: MiasBox.mia, moment: MiasBox.moment(0), source: .command,
        change: .added(care)))
    return MiasBox(log: log)
  }

  private func asleepSince(_ box: MiasBox, at second: Int) -> Instant? {
    box.model.day(of: box.model.projection(of: MiasBox.mia), at: MiasBox.moment(second))?.runningSleep?.start
  }

  @Test("A nap that begins before one of the future is shown, and ends", arguments: [11, 13, 15])
  func anEarlierNap(endHour: Int) {
    var box = Self.box(.sleep, from: 12 * Self.hour, to: 14 * Self.hour)
    box.press(.nap, at: 10 * Self.hour)
    box.save(at: 10 * Self.hour)
    #expect(asleepSince(box, at: 11 * Self.hour) == MiasBox.instant(10 * Self.hour))
    box.press(.nap, at: endHour * Self.hour)
    box.save(at: endHour * Self.hour)
    let ends = box.model.projection(of: MiasBox.mia).allRecords.map(\.care.end)
    #expect(ends[1...] == [.boot(MiasBox.moment(endHour * Self.hour).boot)])
    #expect(asleepSince(box, at: endHour * Self.hour + 60) == nil)
  }

  /// `log add` may tell of an end a little ahead of the box's clock.
  @Test("What begins while the last one ends ahead of the clock begins there", arguments: [1, 60, 120])
  func theEndIsAhead(seconds: Int) {
    let now = 10 * Self.hour
    for (kind, button) in [(CareKind.sleep, Button.nap), (.nursing, .feed)] {
      var box = Self.box(kind, from: 9 * Self.hour, to: now + seconds)
      box.press(button, at: now)
      let records = box.model.projection(of: MiasBox.mia).allRecords
      #expect(records.count == 2, "\(kind): \(String(describing: box.model.shownNotice))")
      #expect(records.last?.care.start == records.first?.care.end)
      box.press(button, at: now + seconds + 600)
      let ended = box.model.projection(of: MiasBox.mia)
      #expect(ended.allRecords.last?.care.end == .boot(MiasBox.moment(now + seconds + 600).boot))
      #expect(ended.skippedCount(clock: box.model.clockHistory) == 0)
    }
  }

  @Test func aMorningOfTheFutureHidesNoOther() {
    var log = CareLog(baby: MiasBox.mia)
    for (number, hour) in [(1, 7), (2, 20)] {
      log.apply(
        CareEvent(
          id: EventID(high: 1, low: UInt64(number)), baby: MiasBox.mia, moment: MiasBox.moment(0),
          source: .command,
          change: .added(Care(kind: .wake, start: .wall(MiasBox.instant(hour * Self.hour))))))
    }
    let box = MiasBox(log: log)
    let day = box.model.day(of: log, at: MiasBox.moment(8 * Self.hour))
    #expect(day?.wakeReference == MiasBox.instant(7 * Self.hour))
  }
}
