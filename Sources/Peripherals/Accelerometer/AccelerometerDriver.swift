/// Runs one part that was found: sets it up, empties its FIFO, and notices when its readings cannot be trusted.
struct AccelerometerDriver<Bus: I2CBus> {
  /// The result of reading the FIFO.
  enum Drain: Hashable {
    /// Everything that waited; the samples follow those of the last time.
    case whole
    /// Everything that waited, and older readings are lost.
    case overrun
    /// Nothing: the part has to be set up again.
    case lost(MotionGap.Reason)
  }

  let part: AccelerometerPart
  let plan: AccelerometerPlan
  /// Readings taken out of the FIFO by the last drain, used or not.
  private(set) var readingsFetched = 0

  /// The wires to the part, and their traffic so far.
  private let link: RegisterLink<Bus>
  private var sum: MotionSum
  private var settlingReadings: Int
  private var buffer: [UInt8] = []

  init(part: AccelerometerPart, setup: AccelerometerSetup, bus: Bus) {
    self.part = part
    plan = part.kind.plan(for: setup, identity: part.identity)
    link = RegisterLink(bus: bus, address: part.address)
    sum = MotionSum(readingsPerSample: plan.readingsPerSample)
    settlingReadings = plan.settlingReadings
    buffer.reserveCapacity(6 * plan.readingsPerTransfer)
  }

  /// Milliseconds by which the newest sample is older than the newest reading.
  var sampleLagMilliseconds: Int { sum.readings * 1_000 / plan.readingHertz }

  /// Brings the part from any state to measuring into an empty FIFO. Returns whether it has kept its settings. A part
  /// that is reset meanwhile keeps only some of them, so they are sent a second time.
  mutating func start() throws(BusFault) -> Bool {
    sum.reset()
    settlingReadings = plan.settlingReadings
    for _ in 0..<2 {
      for transfer in plan.start { try link.write(transfer) }
      if try hasItsSettings() { return true }
    }
    return false
  }

  /// Whether every setting is as it was sent.
  mutating func hasItsSettings() throws(BusFault) -> Bool {
    for setting in plan.settings {
      let answer = try link.read(RegisterSpan(setting[0], count: setting.count - 1))
      if answer[...] != setting.dropFirst() { return false }
    }
    return true
  }

  /// Appends what waits in the FIFO to `samples`. The readings count only after the part has shown that it still has
  /// its settings, since one that is reset meanwhile yields zeros. After a fault nothing was appended.
  mutating func drain(into samples: inout [MotionSample]) throws(BusFault) -> Drain {
    readingsFetched = 0
    let waiting = try backlog()
    let before = samples.count
    do throws(BusFault) {
      let drain = try fetch(waiting, into: &samples)
      if readingsFetched > 0, case .unusable(let reason) = try backlog() {
        samples.removeLast(samples.count - before)
        return .lost(reason)
      }
      return drain
    } catch {
      samples.removeLast(samples.count - before)
      throw error
    }
  }
}

extension AccelerometerDriver {
  /// Read a second time if the bytes are no whole readings: the part may have been writing one.
  private mutating func backlog() throws(BusFault) -> FIFOBacklog {
    let first = try backlogNow()
    return first == .unusable(.misaligned) ? try backlogNow() : first
  }

  private mutating func backlogNow() throws(BusFault) -> FIFOBacklog {
    var answer: [UInt8] = []
    for span in plan.status { answer += try link.read(span) }
    return part.kind.backlog(answer, plan)
  }

  private mutating func fetch(
    _ waiting: FIFOBacklog, into samples: inout [MotionSample]
  ) throws(BusFault) -> Drain {
    switch waiting {
    case .readings(let count):
      try fetch(count, into: &samples)
      return .whole
    case .overrun(let count):
      sum.reset()
      try fetch(count, into: &samples)
      return .overrun
    case .unusable(let reason): return .lost(reason)
    }
  }

  private mutating func fetch(_ count: Int, into samples: inout [MotionSample]) throws(BusFault) {
    var left = count
    while left > 0 {
      let readings = min(left, plan.readingsPerTransfer)
      resizeBuffer(to: 6 * readings)
      try link.read(plan.data, into: &buffer)
      for reading in 0..<readings { append(6 * reading, to: &samples) }
      left -= readings
    }
    readingsFetched = count
  }

  private mutating func resizeBuffer(to count: Int) {
    if buffer.count > count { buffer.removeLast(buffer.count - count) }
    while buffer.count < count { buffer.append(0) }
  }

  private mutating func append(_ start: Int, to samples: inout [MotionSample]) {
    guard settlingReadings == 0 else {
      settlingReadings -= 1
      return
    }
    let sample = sum.add(
      x: plan.layout.count(buffer, start, axis: 0), y: plan.layout.count(buffer, start, axis: 1),
      z: plan.layout.count(buffer, start, axis: 2))
    if let sample { samples.append(sample) }
  }
}

/// Adds readings up to samples. Readings of one sample may come from two drains.
struct MotionSum {
  let readingsPerSample: Int
  /// Readings that wait for the rest of their sample.
  private(set) var readings = 0
  private var x = 0
  private var y = 0
  private var z = 0

  init(readingsPerSample: Int) { self.readingsPerSample = readingsPerSample }

  /// Adds a reading. Returns a sample once it is complete.
  mutating func add(x: Int, y: Int, z: Int) -> MotionSample? {
    self.x += x
    self.y += y
    self.z += z
    readings += 1
    guard readings == readingsPerSample else { return nil }
    let sample = MotionSample(
      x: Int16(clamping: self.x), y: Int16(clamping: self.y), z: Int16(clamping: self.z))
    reset()
    return sample
  }

  /// Forgets readings whose sample will not become complete.
  mutating func reset() {
    readings = 0
    x = 0
    y = 0
    z = 0
  }
}

/// The wires to one chip with registers.
struct RegisterLink<Bus: I2CBus> {
  let bus: Bus
  let address: I2CAddress

  /// A register, and the bytes from there on.
  func write(_ bytes: [UInt8]) throws(BusFault) { try bus.write(bytes, to: address) }

  /// The bytes of a span.
  func read(_ span: RegisterSpan) throws(BusFault) -> [UInt8] {
    try bus.writeThenRead(span.pointer, reading: span.count, at: address)
  }

  /// Reads `buffer.count` bytes from a span's register on into the buffer.
  func read(_ span: RegisterSpan, into buffer: inout [UInt8]) throws(BusFault) {
    try bus.writeThenRead(span.pointer, into: &buffer, at: address)
  }
}

/// The result of one call of `AccelerometerSession.service`.
public struct AccelerometerOutcome: Hashable, Sendable {
  /// The state of the part.
  public enum Result: Hashable, Sendable {
    /// A part was found and set up, or one that had lost its settings was set up again. It has measured nothing
    /// yet.
    case started(AccelerometerPart)
    /// The FIFO was read; `batch` holds what was new.
    case drained
    /// Something failed now; the content of the FIFO is lost.
    case failed(AccelerometerFault)
    /// Something failed earlier and it is too soon to try again; nothing was sent.
    case waiting(AccelerometerFault)
  }

  /// The state of the part.
  public var result: Result
  /// New samples, oldest first; nil when there are none.
  public var batch: MotionBatch?
  /// When to call again at the latest, on the clock that was passed in: to empty the FIFO before it overflows, or to
  /// try again after a fault. If the interrupt line is in use, this is some time after the expected interrupt.
  public var nextServiceMilliseconds: Int

  /// An outcome with all its parts.
  public init(result: Result, batch: MotionBatch?, nextServiceMilliseconds: Int) {
    (self.result, self.batch, self.nextServiceMilliseconds) = (result, batch, nextServiceMilliseconds)
  }
}

/// Why no acceleration can be measured.
public enum AccelerometerFault: Error, Hashable, Sendable {
  /// A transfer failed; `noAcknowledge` when no part was found at all.
  case bus(BusFault)
  /// A chip answered that is not a supported part.
  case refused(AccelerometerRefusal)
  /// The part answers, but measures nothing.
  case silent
  /// The part answers, but does not keep its settings.
  case forgetful
}

/// Another chip at the address of an accelerometer.
public struct AccelerometerRefusal: Hashable, Sendable {
  /// The address at which it answered.
  public var address: I2CAddress
  /// The kind that was expected there.
  public var expected: AccelerometerKind
  /// The byte that it gave in place of the expected identity.
  public var identity: UInt8
  /// The name of the part with that byte; nil for an unknown one.
  public var name: String?

  /// A refusal with all its parts.
  public init(address: I2CAddress, expected: AccelerometerKind, identity: UInt8, name: String?) {
    (self.address, self.expected, self.identity, self.name) = (address, expected, identity, name)
  }
}
