import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery

/// The times that a day's plan takes. They depend on the machine, so there is no goal. Compare two programs by the
/// ratio of their times in one run, see `docs/performance.md`.
struct PlanFigures {
  /// The tests' vectors, by their path in the repository.
  static let vectors = "Tests/Fixtures/plan/plan-dev.jsonl"

  private let times: PlanTimes

  /// Figures from measured times.
  init(_ times: PlanTimes) { self.times = times }

  /// Measures the requests in a file.
  init(file: String) throws(RunFault) { self.init(PlanTimes(try PlanTimes.requests(in: file))) }

  /// The figures.
  var all: [Figure] {
    [
      .exact("Plans, requests", Double(times.nanoseconds.count), "requests"),
      figure("median", 0.5), figure("p90", 0.9), figure("p99", 0.99), figure("worst", 1),
    ]
  }

  /// The distribution of the times by powers of two.
  var text: String {
    let heading = "Plans by the time they take (a bar of 40 is all of them):"
    let bars = LogHistogram(times.nanoseconds.map { $0 / 1_000 }, unit: "µs").lines
    return ([heading] + bars).map { $0 + "\n" }.joined()
  }

  private func figure(_ name: String, _ share: Double) -> Figure {
    .measured("Plan of a day, \(name)", times.nanoseconds(within: share) / 1_000, "µs")
  }
}

/// How long the engine takes for each request of a vectors file, after some first runs.
struct PlanTimes {
  /// The median time of each request in nanoseconds, shortest first.
  let nanoseconds: [Double]

  /// How often each request is timed.
  private static let rounds = 31
  /// Each timing repeats its request for about this long, since a single run may be shorter than the clock's step.
  private static let leastNanoseconds = 20_000.0

  /// The measured times.
  init(nanoseconds: [Double]) { self.nanoseconds = nanoseconds.sorted() }

  /// Times every request.
  init(_ requests: [ScheduleRequest]) {
    let clock = LinuxClock()
    for _ in 0..<3 {
      for request in requests { _ = Self.time(request, repeats: 1, clock) }
    }
    self.init(nanoseconds: requests.map { Self.median(of: $0, clock) })
  }

  /// The requests of a vectors file, one a line.
  static func requests(in file: String) throws(RunFault) -> [ScheduleRequest] {
    let lines = try InputFile.read(file).split(separator: UInt8(ascii: "\n"))
    var requests: [ScheduleRequest] = []
    for (index, line) in lines.enumerated() {
      requests.append(try request(Array(line), place: "\(file):\(index + 1)"))
    }
    guard requests.isEmpty else { return requests }
    throw RunFault(exit: .data, message: "\(file): expected one request at least, found nothing")
  }

  /// The time within which a share of all requests (0…1) is answered, in nanoseconds; that of the slowest for 1.
  func nanoseconds(within share: Double) -> Double {
    nanoseconds[Int((Double(nanoseconds.count - 1) * share).rounded())]
  }

  private static func request(_ line: [UInt8], place: String) throws(RunFault) -> ScheduleRequest {
    do {
      var fields = try Fields(try JSONReader.read(line))
      return try ScheduleRequest(fields.required("request", as: .anything))
    } catch let fault as FieldFault {
      throw RunFault(exit: .data, message: "\(place): \(fault.path): \(fault.message)")
    } catch {
      throw RunFault(exit: .data, message: "\(place): expected a request, found \(error)")
    }
  }

  private static func median(of request: ScheduleRequest, _ clock: LinuxClock) -> Double {
    let once = max(time(request, repeats: 1, clock), 1)
    let repeats = max(1, Int(leastNanoseconds / once))
    return (0..<rounds).map { _ in time(request, repeats: repeats, clock) }.sorted()[rounds / 2]
  }

  private static func time(_ request: ScheduleRequest, repeats: Int, _ clock: LinuxClock) -> Double {
    var scenarios = 0
    let begin = clock.monotonicNanoseconds
    for _ in 0..<repeats { scenarios += ScheduleEngine.computeSchedules(request: request).scenarios.count }
    let end = clock.monotonicNanoseconds
    // Reading the sum prevents the compiler from removing calls.
    precondition(scenarios >= 0)
    return Double(end - begin) / Double(repeats)
  }
}
