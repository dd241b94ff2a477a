import Bedside
import CribMotion
import Nursery
import Testing

@testable import BoxRuntime

/// What the loop gives to a storage thread that does not answer.
struct StorageQueueTests {
  private static func sync(_ number: Int) -> StorageJob {
    let moment = Moment(boot: BootTime(boot: 1, milliseconds: number), wall: nil, trust: .none)
    return .append([.sync(EventID(high: UInt64(number), low: 0), moment)])
  }

  private static func activity(_ number: Int) throws -> StorageJob {
    let moment = Moment(boot: BootTime(boot: 1, milliseconds: number), wall: nil, trust: .none)
    let stretch = try #require(ActivityStretch(startMilliseconds: number, epochs: [.missing]))
    return .keepActivity(stretch, at: moment, on: try #require(CivilDate(year: 2026, month: 2, day: 11)))
  }

  /// This holds as long as a card hangs, even for days.
  @Test("A card that hangs gets few jobs")
  func aCardThatHangsGetsFewJobs() throws {
    let source = try #require(MotionSource(rateHz: 25, milligeePerLSB: 4))
    let calibration = KeptCalibration(source: source, calibration: MotionCalibration(noiseFloorMilligee: 1))
    var queue = StorageQueue()
    var taken: [StorageJob] = []
    func want(_ job: StorageJob) {
      queue.want(job)
      queue.handOver { job in
        taken.append(job)
        return true
      }
    }
    for number in 1...5_000 {
      for job in try [
        Self.sync(number), .retry(atMilliseconds: number), .tend, .readQuiet,
        .save(.ofModel(.quiet(QuietState()))),
        Self.activity(number),
        .save(.ofModel(.nights([:]))), .readNights(token: nil), .save(.ofModel(.calibration(calibration))),
      ] { want(job) }
    }
    #expect(taken.count == 8, "one of each kind; nights are read or kept")
    #expect(queue.isWriting && queue.isTending && queue.isKeepingQuiet)
    var last: [StorageJob] = []
    queue.handOverLast { job in
      last.append(job)
      return true
    }
    #expect(last.count == 1 + 1 + 1 + 1 + 144 + 1)
    guard case .append(let writes) = last[0], case .close = last[last.count - 1] else {
      Issue.record("\(last.count)")
      return
    }
    #expect(writes.count == 4_999, "all of them, in one write")
  }

  @Test("What the thread does not take is handed over later")
  func whatTheThreadDoesNotTakeIsHandedOverLater() {
    var queue = StorageQueue()
    queue.want(Self.sync(1))
    queue.handOver { _ in false }
    #expect(queue.isWriting)
    queue.want(Self.sync(2))
    var sizes: [Int] = []
    for _ in 1...2 {
      queue.handOver { job in
        if case .append(let writes) = job { sizes.append(writes.count) }
        return true
      }
    }
    #expect(sizes == [2])
    queue.note(.stored(StorageReceipt()))
    #expect(!queue.isWriting)
  }

  @Test("Every question for nights is answered")
  func everyQuestionForNightsIsAnswered() {
    var queue = StorageQueue()
    var tokens: [Int?] = []
    for token in [nil, 1, nil, 2, nil, nil] { queue.want(.save(.ofModel(.nights([:])), token: token)) }
    for _ in 1...9 {
      queue.handOver { job in
        if case .save(.ofModel(.nights), let token) = job { tokens.append(token) }
        return true
      }
      queue.note(.kept(.ofModel(.nights([:])), token: nil, .onFlash))
    }
    #expect(tokens == [1, 2, nil])
  }
}
