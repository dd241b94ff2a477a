/// An accelerometer for as long as the box runs: present or not, failing, unplugged, reset and back again. Time is
/// passed in, so that the rules are the same in a test.
///
/// After a fault or a reset the part is looked for and set up again. Whatever was lost meanwhile becomes a gap before
/// the next samples, so missing samples never look like stillness.
public struct AccelerometerSession<Bus: I2CBus> {
  /// Milliseconds between two checks of the settings: a minute, less a second, as for the panel.
  public static var settingsMilliseconds: Int { 59_000 }
  /// Milliseconds without a reading after which a part that still answers counts as broken.
  public static var silenceMilliseconds: Int { 2_500 }

  /// How often a part was found without the settings that it had been given.
  public private(set) var resets = 0
  /// How often the FIFO overflowed.
  public private(set) var overruns = 0
  /// How many calls ended in a fault.
  public private(set) var faults = 0
  /// The part that is running; nil while there is none.
  public var part: AccelerometerPart? { driver?.part }
  /// Whether the running part uses the interrupt line that was configured: an MPU-6050 cannot signal a level, and
  /// only the ADXL345 can use either pin.
  public var usesInterrupt: Bool { driver?.plan.usesInterrupt ?? false }

  private let bus: Bus
  private let probe: AccelerometerProbe
  private let setup: AccelerometerSetup
  private var driver: AccelerometerDriver<Bus>?
  private var delay = RetryDelay()
  private var outage: Outage?
  private var dueMilliseconds = 0
  private var settingsAtMilliseconds = 0
  /// When the last reading arrived, or the part was set up.
  private var heardMilliseconds = 0
  /// When the newest sample returned was measured.
  private var newestMilliseconds: Int?
  /// Why samples are missing before the next ones.
  private var gapReason: MotionGap.Reason?
  private var samples: [MotionSample] = []

  private struct Outage {
    var fault: AccelerometerFault
    var retryAtMilliseconds: Int
  }

  /// A session on a bus of which nothing is known yet. Without a configured kind it looks for every kind, without an
  /// address at every address of the kind, each time that a part has to be found.
  public init(
    bus: Bus, kind: AccelerometerKind? = nil, address: I2CAddress? = nil,
    setup: AccelerometerSetup = AccelerometerSetup()
  ) {
    self.bus = bus
    probe = AccelerometerProbe(kind: kind, address: address)
    self.setup = setup
  }

  /// Does what is due: finds a part and sets it up, or empties its FIFO. Call it when the interrupt line becomes
  /// active and when the last outcome asked for it; the clock must not go back.
  public mutating func service(nowMilliseconds: Int) -> AccelerometerOutcome {
    var batch: MotionBatch?
    let result = attempt(nowMilliseconds, &batch)
    return AccelerometerOutcome(
      result: result, batch: batch, nextServiceMilliseconds: outage?.retryAtMilliseconds ?? dueMilliseconds)
  }
}

extension AccelerometerSession {
  private mutating func attempt(_ now: Int, _ batch: inout MotionBatch?) -> AccelerometerOutcome.Result {
    if let outage, now < outage.retryAtMilliseconds { return .waiting(outage.fault) }
    do throws(AccelerometerFault) {
      let result = try bring(now, &batch)
      outage = nil
      return result
    } catch {
      giveUp(error, now)
      return .failed(error)
    }
  }

  private mutating func giveUp(_ fault: AccelerometerFault, _ now: Int) {
    faults += 1
    driver = nil
    gapReason = gapReason ?? .fault(fault)
    outage = Outage(fault: fault, retryAtMilliseconds: now + delay.next())
  }

  private mutating func bring(
    _ now: Int, _ batch: inout MotionBatch?
  ) throws(AccelerometerFault) -> AccelerometerOutcome.Result {
    guard driver != nil else {
      let part = try probe.find(on: bus)
      driver = AccelerometerDriver(part: part, setup: setup, bus: bus)
      return try start(now)
    }
    samples.removeAll(keepingCapacity: true)
    switch try drain(now) {
    case .whole: break
    case .overrun:
      overruns += 1
      gapReason = gapReason ?? .overrun
    case .lost(let reason): return try startAgain(after: reason, now)
    }
    try listen(now)
    batch = newBatch(now)
    dueMilliseconds = now + (driver?.plan.drainMilliseconds ?? 0)
    return .drained
  }

  /// Sets the part up; its FIFO is empty then.
  private mutating func start(_ now: Int) throws(AccelerometerFault) -> AccelerometerOutcome.Result {
    let isSet = try onBus { (driver) throws(BusFault) in try driver.start() }
    guard isSet else { throw .forgetful }
    guard let driver else { throw .bus(.noAcknowledge) }
    heardMilliseconds = now
    dueMilliseconds = now + driver.plan.drainMilliseconds
    settingsAtMilliseconds = now + Self.settingsMilliseconds
    return .started(driver.part)
  }

  private mutating func startAgain(
    after reason: MotionGap.Reason, _ now: Int
  ) throws(AccelerometerFault) -> AccelerometerOutcome.Result {
    if reason == .reset { resets += 1 }
    if reason == .overrun { overruns += 1 }
    gapReason = gapReason ?? reason
    return try start(now)
  }

  private mutating func drain(_ now: Int) throws(AccelerometerFault) -> AccelerometerDriver<Bus>.Drain {
    if now >= settingsAtMilliseconds {
      settingsAtMilliseconds = now + Self.settingsMilliseconds
      let isSet = try onBus { (driver) throws(BusFault) in try driver.hasItsSettings() }
      guard isSet else { return .lost(.reset) }
    }
    var drained = samples
    samples = []
    let result = try onBus { (driver) throws(BusFault) in try driver.drain(into: &drained) }
    samples = drained
    return result
  }

  /// Fails with `silent` if the part has measured nothing for too long.
  private mutating func listen(_ now: Int) throws(AccelerometerFault) {
    if let driver, driver.readingsFetched > 0 {
      heardMilliseconds = now
      delay.reset()
    } else if now - heardMilliseconds > Self.silenceMilliseconds {
      throw .silent
    }
  }

  private mutating func newBatch(_ now: Int) -> MotionBatch? {
    guard let driver, !samples.isEmpty else { return nil }
    let newest = now - driver.sampleLagMilliseconds
    let gap = gapReason.map { MotionGap(reason: $0, missing: missing(until: newest)) }
    gapReason = nil
    newestMilliseconds = newest
    return MotionBatch(
      samples: samples, gapBefore: gap, newestMilliseconds: newest, hertz: driver.plan.hertz,
      milligeePerCount: driver.plan.milligeePerCount)
  }

  /// The number of samples expected since the last ones, less those that came. At least one: a reason for a gap is a
  /// gap, even if a chip's slow clock made up for it.
  private func missing(until newest: Int) -> Int? {
    guard let newestMilliseconds, let driver else { return nil }
    let due = ((newest - newestMilliseconds) * driver.plan.hertz + 500) / 1_000
    return max(1, due - samples.count)
  }

  private mutating func onBus<Value>(
    _ work: (inout AccelerometerDriver<Bus>) throws(BusFault) -> Value
  ) throws(AccelerometerFault) -> Value {
    guard var working = driver else { throw .bus(.noAcknowledge) }
    driver = nil
    do throws(BusFault) {
      let value = try work(&working)
      driver = working
      return value
    } catch {
      driver = working
      throw .bus(error)
    }
  }
}
