import Bedside
import CribMotion
import Nursery
import Testing

@testable import BoxRuntime

/// What the loop hands to a storage thread that does not answer.
struct StorageDeskTests {
  private static func sync(_ number: Int) -> StorageJob {
    let moment = Moment(boot: BootTime(boot: 1, milliseconds: number), wall: nil, trust: .none)
    return .append([.sync(EventID(high: UInt64(number), low: 0), moment)])
  }

  private static func activity(_ number: Int) throws -> StorageJob {
    let moment = Moment(boot: BootTime(boot: 1, milliseconds: number), wall: nil, trust: .none)
    let hour = try #require(
      ActivityHour(startMilliseconds: number, marks: Array(repeating: nil, count: ActivityHour.epochs)))
    return .keepActivity(hour, at: moment, on: try #require(CivilDate(year: 2026, month: 2, day: 11)))
  }

  /// As long as a card hangs, days if need be.
  @Test func whateverIsWantedOfACardThatHangsLittleIsUnderWay() throws {
    let source = try #require(MotionSource(rateHz: 25, milligeePerLSB: 4))
    let calibration = KeptCalibration(source: source, calibration: MotionCalibration(noiseFloorMilligee: 1))
    var desk = StorageDesk()
    var taken: [StorageJob] = []
    func want(_ job: StorageJob) {
      desk.want(job)
      desk.handOver { job in
        taken.append(job)
        return true
      }
    }
    for number in 1...5_000 {
      for job in try [
        Self.sync(number), .retry(atMilliseconds: number), .tend, .readQuiet, .keepQuiet(QuietState()),
        Self.activity(number),
        .keepNights([:], token: nil), .readNights(token: nil), .keepCalibration(calibration),
      ] { want(job) }
    }
    #expect(taken.count == 8, "one of each kind; nights are read or kept")
    #expect(desk.isWriting && desk.isTending && desk.isKeepingQuiet)
    var last: [StorageJob] = []
    desk.handOverLast { job in
      last.append(job)
      return true
    }
    #expect(last.count == 1 + 1 + 1 + 1 + 48 + 1)
    guard case .append(let writes) = last[0], case .close = last[last.count - 1] else {
      Issue.record("\(last.count)")
      return
    }
    #expect(writes.count == 4_999, "all of them, in one write")
  }

  @Test func whatTheThreadDoesNotTakeIsHandedOverLater() {
    var desk = StorageDesk()
    desk.want(Self.sync(1))
    desk.handOver { _ in false }
    #expect(desk.isWriting)
    desk.want(Self.sync(2))
    var sizes: [Int] = []
    for _ in 1...2 {
      desk.handOver { job in
        if case .append(let writes) = job { sizes.append(writes.count) }
        return true
      }
    }
    #expect(sizes == [2])
    desk.note(.stored(StorageReceipt()))
    #expect(!desk.isWriting)
  }

  @Test func whoAsksForNightsIsAnsweredEach() {
    var desk = StorageDesk()
    var tokens: [Int?] = []
    for token in [nil, 1, nil, 2, nil, nil] { desk.want(.keepNights([:], token: token)) }
    for _ in 1...9 {
      desk.handOver { job in
        if case .keepNights(_, let token) = job { tokens.append(token) }
        return true
      }
      desk.note(.nightsKept(token: nil, isOnFlash: true))
    }
    #expect(tokens == [1, 2, nil])
  }
}
