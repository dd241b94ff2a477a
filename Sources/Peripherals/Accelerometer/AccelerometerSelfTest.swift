/// A part's test of itself, in steps: each returns when to call the next, since the caller cannot wait.
///
/// The part must lie still meanwhile. A session that runs on the same part finds it reset afterwards and sets it up
/// again.
public struct AccelerometerSelfTest<Bus: I2CBus> {
  /// What has to happen next.
  public enum Step: Hashable, Sendable {
    /// Call again at that time of the clock passed in, or later.
    case wait(untilMilliseconds: Int)
    /// The test is done; the part is idle now.
    case finished(SelfTestReport)
  }

  private enum Phase {
    case start
    case still
    case forced(still: MeanReading)
  }

  /// The time from emptying the FIFO to reading it: long enough for the force to settle before the newest readings.
  private static var measuringMilliseconds: Int { 600 }
  /// How many readings are averaged: the newest ones.
  private static var readings: Int { 16 }

  private let kind: AccelerometerKind
  private let test: SelfTestPlan
  private let plan: AccelerometerPlan
  private let link: RegisterLink<Bus>
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

  /// Takes the next step. After a fault the test has to be started again.
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
    try AccelerometerProbe(kind: kind, address: address).find(on: bus)
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

/// How a chip tests itself: it pushes its own mass, and the difference is measured.
struct SelfTestPlan: Sendable {
  /// What the difference must be.
  enum Limits: Sendable {
    /// Signed, in milligee.
    case milligee(x: ClosedRange<Double>, y: ClosedRange<Double>, z: ClosedRange<Double>)
    /// The same for all axes, in milligee, either way.
    case magnitude(ClosedRange<Double>)
    /// Within 14 % of what the factory wrote into these registers.
    case trim(RegisterSpan)
    /// Not documented.
    case unknown
  }

  /// Transfers that set the chip up to measure 100 times a second without the force, into an empty FIFO.
  var still: [[UInt8]]
  /// The same with the force.
  var forced: [[UInt8]]
  /// Transfers that leave the chip resting.
  var finish: [[UInt8]]
  /// What the difference must be.
  var limits: Limits
  /// What a count is worth under these settings, in milligee.
  var milligeePerCount: Double
  /// How the status answers begin under these settings.
  var mark: [UInt8]
}

/// The result of a part's test of itself.
public struct SelfTestReport: Hashable, Sendable {
  /// One axis.
  public struct Axis: Hashable, Sendable {
    /// The change of the reading under the test force, in milligee.
    public var changeMilligee: Double
    /// What the datasheet allows, in milligee; nil if neither the datasheet nor the chip's factory gives a figure.
    public var limitsMilligee: ClosedRange<Double>?
    /// Whether the change is allowed; nil if there is no figure.
    public var passes: Bool? { limitsMilligee.map { $0.contains(changeMilligee) } }

    /// An axis with all its figures.
    public init(changeMilligee: Double, limitsMilligee: ClosedRange<Double>?) {
      (self.changeMilligee, self.limitsMilligee) = (changeMilligee, limitsMilligee)
    }
  }

  /// The chip's x axis.
  public var x: Axis
  /// The chip's y axis.
  public var y: Axis
  /// The chip's z axis.
  public var z: Axis

  /// Whether no axis fails.
  public var passes: Bool { x.passes != false && y.passes != false && z.passes != false }
  /// Whether every axis could be judged.
  public var isConclusive: Bool { x.passes != nil && y.passes != nil && z.passes != nil }

  /// A report of its three axes.
  public init(x: Axis, y: Axis, z: Axis) { (self.x, self.y, self.z) = (x, y, z) }
}

/// Readings added up, in counts.
struct MeanReading: Hashable {
  private var sums: [Double] = [0, 0, 0]
  private var readings = 0.0

  /// The mean along an axis 0…2.
  func mean(axis: Int) -> Double { readings == 0 ? 0 : sums[axis] / readings }

  mutating func add(_ layout: ReadingLayout, _ bytes: [UInt8]) {
    readings += 1
    for axis in 0..<3 { sums[axis] += Double(layout.count(bytes, 0, axis: axis)) }
  }

  /// This mean less another.
  func change(since other: MeanReading) -> MeanReading {
    var change = MeanReading()
    change.readings = 1
    change.sums = (0..<3).map { mean(axis: $0) - other.mean(axis: $0) }
    return change
  }
}
