/// A part's test of itself, step by step, since nobody here can wait: it says until when.
///
/// It must lie still meanwhile. A session that runs on the same part takes it for reset afterwards and sets it up
/// again.
public struct AccelerometerSelfTest<Bus: I2CBus> {
  /// What has to happen next.
  public enum Step: Hashable, Sendable {
    /// Call again at that time of the clock handed in, or later.
    case wait(untilMilliseconds: Int)
    /// That was it; the part rests now.
    case finished(SelfTestReport)
  }

  private enum Phase {
    case start
    case still
    case forced(still: MeanReading)
  }

  /// The FIFO is emptied at once and holds the newest then: enough for the force to have settled before them.
  private static var measuringMilliseconds: Int { 600 }
  /// Readings averaged, the newest of those that there are.
  private static var readings: Int { 16 }

  private let kind: AccelerometerKind
  private let test: SelfTestPlan
  private let plan: AccelerometerPlan
  private var link: RegisterLink<Bus>
  private var phase = Phase.start

  /// A test of a part that was found; see `AccelerometerSession.part` and `find(on:)`.
  public init(part: AccelerometerPart, bus: Bus) {
    kind = part.kind
    test = part.kind.selfTest(identity: part.identity)
    var plan = part.kind.plan(for: AccelerometerSetup(), identity: part.identity)
    plan.mark = test.mark
    self.plan = plan
    link = RegisterLink(bus: bus, address: part.address)
  }

  /// Does the next step. After a fault the test is to be begun anew.
  public mutating func step(nowMilliseconds: Int) throws(AccelerometerFault) -> Step {
    switch phase {
    case .start:
      try send(test.still)
      phase = .still
    case .still:
      phase = .forced(still: try measure())
      try send(test.forced)
    case .forced(let still):
      let change = try measure().change(since: still)
      let report = try judge(change)
      try send(test.finish)
      phase = .start
      return .finished(report)
    }
    return .wait(untilMilliseconds: nowMilliseconds + Self.measuringMilliseconds)
  }
}

extension AccelerometerSelfTest {
  private mutating func send(_ transfers: [[UInt8]]) throws(AccelerometerFault) {
    do throws(BusFault) {
      for transfer in transfers { try link.write(transfer) }
    } catch {
      throw .bus(error)
    }
  }

  private mutating func read(_ span: RegisterSpan) throws(AccelerometerFault) -> [UInt8] {
    do throws(BusFault) {
      return try link.read(span)
    } catch {
      throw .bus(error)
    }
  }

  /// The mean of the newest readings in the FIFO.
  private mutating func measure() throws(AccelerometerFault) -> MeanReading {
    var answer: [UInt8] = []
    for span in plan.status { answer += try read(span) }
    let waiting = kind.backlog(answer, plan).count
    guard waiting >= Self.readings else { throw .silent }
    var mean = MeanReading()
    for reading in 0..<waiting {
      let bytes = try read(plan.data)
      guard reading >= waiting - Self.readings else { continue }
      mean.add(plan.layout, bytes)
    }
    return mean
  }

  private mutating func judge(_ change: MeanReading) throws(AccelerometerFault) -> SelfTestReport {
    let milligee = (0..<3).map { change.mean(axis: $0) * test.milligeePerCount }
    let limits = try limits(for: milligee)
    return SelfTestReport(
      x: SelfTestReport.Axis(changeMilligee: milligee[0], limitsMilligee: limits[0]),
      y: SelfTestReport.Axis(changeMilligee: milligee[1], limitsMilligee: limits[1]),
      z: SelfTestReport.Axis(changeMilligee: milligee[2], limitsMilligee: limits[2]))
  }

  private mutating func limits(
    for milligee: [Double]
  ) throws(AccelerometerFault) -> [ClosedRange<Double>?] {
    switch test.limits {
    case .milligee(let x, let y, let z): return [x, y, z]
    case .magnitude(let range):
      return milligee.map { $0 < 0 ? -range.upperBound...(-range.lowerBound) : range }
    case .trim(let span):
      let registers = try read(span)
      return (0..<3).map { axis in
        MPU6050.trimMilligee(registers, axis: axis).map { 0.86 * $0...1.14 * $0 }
      }
    case .unknown: return [nil, nil, nil]
    }
  }
}

extension AccelerometerSelfTest {
  /// Looks for a part to test, as a session does.
  public static func find(
    on bus: Bus, kind: AccelerometerKind? = nil, address: I2CAddress? = nil
  ) throws(AccelerometerFault) -> AccelerometerPart {
    var traffic = AccelerometerTraffic()
    return try AccelerometerProbe(kind: kind, address: address).find(on: bus, &traffic)
  }
}

extension FIFOBacklog {
  /// How many readings there are.
  fileprivate var count: Int {
    switch self {
    case .readings(let count), .overrun(let count): count
    case .unusable: 0
    }
  }
}
