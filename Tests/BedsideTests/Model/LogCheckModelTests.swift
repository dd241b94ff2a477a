import Nursery
import Testing

@testable import Bedside

/// When the log is read again: once a month, in a quiet night, with pauses, and never while it would delay anything
/// else.
@Suite struct LogCheckModelTests {
  private static let hour = 3_600
  private static let day = 86_400

  /// A box whose panel is dark, so that no minute is drawn.
  private static func darkBox() -> MiasBox {
    var box = MiasBox()
    box.model.care.settings.darkAfterMinutes = 1
    box.press(.menu, at: 1)
    box.model.logCheck.pressMilliseconds = 0
    return box
  }

  /// Lets time pass, and returns the seconds after the boot at which segments were to be read. Each is reported as
  /// read.
  private static func reads(
    _ box: inout MiasBox, until end: Int, finding: SegmentCheck = .read
  ) -> [Int] {
    var reads: [Int] = []
    while let due = box.model.nextDeadline, due <= end * 1_000 {
      let second = (due + 999) / 1_000
      let effects = box.handle(.tick, at: second)
      if effects.contains(.readLevels) { box.handle(.levels([:]), at: second) }
      if isCheck(effects) {
        reads.append(second)
        box.handle(.segmentChecked(finding), at: second)
      }
    }
    return reads
  }

  private static func isCheck(_ effects: [Effect]) -> Bool {
    effects.contains { if case .checkSegment = $0 { true } else { false } }
  }

  @Test("A segment is read every ten seconds from an hour after the start to five in the morning")
  func aSegmentIsReadEveryTenSecondsFromAnHourAfterTheStartToFiveInTheMorning() {
    var box = Self.darkBox()
    let reads = Self.reads(&box, until: 23 * Self.hour)
    #expect(reads.first == Self.hour)
    #expect(zip(reads, reads.dropFirst()).allSatisfy { $1 - $0 == 10 })
    #expect(reads.last == 5 * Self.hour - 10)
    #expect(Self.reads(&box, until: Self.day + 60).first == Self.day, "it continues the next night")
  }

  @Test("A press pauses it for an hour")
  func aPressPausesItForAnHour() {
    var box = Self.darkBox()
    _ = Self.reads(&box, until: 2 * Self.hour)
    box.press(.menu, at: 2 * Self.hour + 5)
    let next = Self.reads(&box, until: 4 * Self.hour)
    #expect(next.first == 3 * Self.hour + 6, "\(next.prefix(2))")
  }

  @Test("It waits for a feed to end and not for a night's sleep")
  func itWaitsForAFeedToEndAndNotForANightsSleep() {
    var box = Self.darkBox()
    box.ask(for: .nursing, at: 10)
    box.save(at: 11)
    #expect(Self.reads(&box, until: 5 * Self.hour).isEmpty)
    var asleep = Self.darkBox()
    asleep.ask(for: .sleep, at: 10)
    asleep.save(at: 11)
    #expect(!Self.reads(&asleep, until: 5 * Self.hour).isEmpty)
  }

  @Test("It comes once a month and is announced only where more has rotted")
  func itComesOnceAMonthAndIsAnnouncedOnlyWhereMoreHasRotted() {
    var box = Self.darkBox()
    #expect(Self.isCheck(box.handle(.tick, at: Self.hour)))
    let first = box.handle(.segmentChecked(.finished(damaged: 2)), at: Self.hour)
    #expect(first.contains(.announce(.rotten(count: 2))))
    #expect(first.contains(.keep(.checked(at: MiasBox.instant(Self.hour), damaged: 2))))
    #expect(Self.reads(&box, until: 30 * Self.day).isEmpty)
    let second = Self.reads(&box, until: 31 * Self.day, finding: .finished(damaged: 2))
    #expect(second == [31 * Self.day], "the first midnight after a month")
    #expect(box.model.care.box.rottenEntries == 2)
    #expect(Self.reads(&box, until: 61 * Self.day - 1).isEmpty)
    for (damaged, isNews) in [(2, false), (3, true)] {
      let effects = box.handle(.segmentChecked(.finished(damaged: damaged)), at: 61 * Self.day)
      #expect(effects.contains(.announce(.rotten(count: damaged))) == isNews)
    }
  }

  @Test("Without a segment nothing is kept")
  func withoutASegmentNothingIsKept() {
    var box = Self.darkBox()
    box.handle(.tick, at: Self.hour)
    let effects = box.handle(.segmentChecked(.finished(damaged: nil)), at: Self.hour)
    #expect(!effects.contains { if case .keep(.checked, _) = $0 { true } else { false } })
    #expect(Self.reads(&box, until: 30 * Self.day).isEmpty)
  }

  @Test("While the log is being read the check waits ten minutes")
  func whileTheLogIsBeingReadTheCheckWaitsTenMinutes() {
    var box = Self.darkBox()
    let reads = Self.reads(&box, until: 2 * Self.hour, finding: .refused)
    #expect(reads == (0...6).map { Self.hour + $0 * 600 })
  }

  @Test("One segment is read at a time")
  func oneSegmentIsReadAtATime() {
    var box = Self.darkBox()
    #expect(Self.isCheck(box.handle(.tick, at: Self.hour)))
    for second in stride(from: Self.hour + 60, to: 2 * Self.hour, by: 60) {
      #expect(!Self.isCheck(box.handle(.tick, at: second)))
    }
  }

  @Test("Without a clock it never begins")
  func withoutAClockItNeverBegins() {
    var model = MiasBox().model
    model.care.clocks = ClockHistory()
    model.logCheck = LogCheckModel()
    for hour in 0..<48 {
      let boot = BootTime(boot: 1, milliseconds: hour * 3_600_000)
      #expect(!Self.isCheck(model.handle(.tick, at: Moment(boot: boot, wall: nil, trust: .none))))
    }
    #expect(model.logCheckDeadline == nil)
  }

  @Test("A last check in the future is ignored")
  func aLastCheckInTheFutureIsIgnored() {
    var box = Self.darkBox()
    box.model.care.box.checked = MiasBox.instant(400 * Self.day)
    #expect(Self.reads(&box, until: 2 * Self.hour).first == Self.hour)
  }

  /// Older events are put before those that the box holds, so that the last event stays the last.
  @Test("A correction brings the events around it along")
  func aCorrectionBringsTheEventsAroundItAlong() throws {
    var box = Self.darkBox()
    box.ask(for: .nursing, at: 10)
    box.save(at: 11)
    let old = CareRecord(
      id: EventID(high: 1, low: 1),
      care: Care(
        kind: .sleep, start: .wall(MiasBox.instant(-90 * Self.day)),
        end: .wall(MiasBox.instant(-90 * Self.day + 3_600))),
      source: .button)
    let patch = CarePatch(end: .some(.wall(MiasBox.instant(-90 * Self.day + 1_800))))
    func ask(_ around: [CareRecord]) -> [Effect] {
      box.handle(
        .request(
          CareRequest(token: 7, baby: MiasBox.mia, command: .amend(old.id, patch), around: around)), at: 20)
    }
    #expect(ask([]).contains(.answer(token: 7, .refused(.unknownEvent(old.id)))))
    #expect(ask([old]).contains { if case .append = $0 { true } else { false } })
    box.save(at: 21)
    let log = try #require(box.model.log(of: MiasBox.mia))
    #expect(log.record(old.id)?.care.end == .wall(MiasBox.instant(-90 * Self.day + 1_800)))
    #expect(log.allRecords.map(\.care.kind) == [.sleep, .nursing])
  }
}
