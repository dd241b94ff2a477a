import Bedside
import BoxRuntime
import LinuxBoard
import Nursery
import Peripherals
import SimulatedBoard

/// The cost of pictures on the display's bus, with address and control bytes.
enum WireFigures {
  /// The goals: the addressing and data of one window, and one frame by pages with its addressing.
  private static let clockChangeBytes = 186.0
  private static let fullFrameBytes = 1_048.0

  /// The figures of every controller. The goals are for the SSD1306.
  static func all() throws(RunFault) -> [Figure] {
    var figures: [Figure] = []
    for kind in PanelKind.allCases { figures += try figuresOf(kind) }
    return figures
  }

  private static func figuresOf(_ kind: PanelKind) throws(RunFault) -> [Figure] {
    let name = kind.rawValue.uppercased()
    let changes = try drifts.map { drift throws(RunFault) in try clockChange(kind, driftStep: drift) }
    let (atRest, worst) = (changes[0], changes.max { $0.wireBytes < $1.wireBytes } ?? changes[0])
    let same = try cost(kind, from: Frame().bytes, to: Frame().bytes)
    let full = try cost(kind, from: Frame().bytes, to: Frame().bytes.map { ~$0 })
    let isGoal = kind == .ssd1306
    return [
      .exact("\(name) a minute of a nap, picture at rest", Double(atRest.wireBytes), "bytes"),
      .exact(
        "\(name) a minute of a nap, worst drift", Double(worst.wireBytes), "bytes",
        goal: isGoal ? clockChangeBytes : nil),
      .exact(
        "\(name) a minute of a nap, worst drift", Double(worst.transactions), "transactions"),
      .exact("\(name) unchanged frame", Double(same.wireBytes), "bytes", goal: 0),
      .exact("\(name) full frame", Double(full.wireBytes), "bytes", goal: isGoal ? fullFrameBytes : nil),
      .exact("\(name) full frame", Double(full.transactions), "transactions"),
    ]
  }

  /// Steps of the drift, ten minutes each, through two full rounds.
  private static let drifts = 0..<30

  /// The cost of a minute in a nap: the time of day, the duration, the countdown and the bar change, as in the
  /// running box.
  private static func clockChange(_ kind: PanelKind, driftStep: Int) throws(RunFault) -> PanelTraffic {
    let minute = driftStep * PixelDrift.minutesPerStep
    return try cost(kind, from: try frame(minute: minute), to: try frame(minute: minute + 1))
  }

  /// The Now page of a nap that began 34 minutes before the first frame of a drift step.
  private static func frame(minute: Int) throws(RunFault) -> [UInt8] {
    let date = CivilDate(daysSinceEpoch: 20_454)
    let zone = ZoneWindow.utc
    func time(_ hour: Int) -> Instant { zone.instant(date, WallTime(minutesAfterMidnight: hour * 60)) }
    // A round of the drift takes 300 minutes. The last round that begins before noon begins without an offset.
    let begin = Instant(milliseconds: time(12).milliseconds / 18_000_000 * 18_000_000)
    let baby = Baby(birthdate: date.adding(days: -150), bedtime: WallTime(minutesAfterMidnight: 19 * 60))
    let fallingAsleep = begin.adding(
      minutes: minute / PixelDrift.minutesPerStep * PixelDrift.minutesPerStep - 34)
    do throws(DayRefusal) {
      let now = begin.adding(minutes: minute)
      let day = try DayEngine.snapshot(
        baby: baby, feeds: [], sleeps: [SleepSpan(start: fallingAsleep, end: nil)], wokeAt: time(7), now: now,
        zone: zone)
      return Picture(of: Scene(page: .now, babyName: "Mia", day: day, now: now, zone: zone)).frame.bytes
    } catch {
      throw RunFault(exit: .software, message: "the benchmark's own day is refused")
    }
  }

  /// The cost of replacing one frame by another, both sent by the driver to a simulated chip.
  private static func cost(
    _ kind: PanelKind, from frame: [UInt8], to next: [UInt8]
  ) throws(RunFault) -> PanelTraffic {
    var display = Configuration.Display()
    display.controller = kind
    let bus = SimulatedI2CBus()
    bus.attach(SimulatedOLED(controller: display.simulatedController, seed: 1), at: display.simulatedAddress)
    var driver = PanelDriver(controller: kind, bus: bus, address: display.simulatedAddress)
    do throws(BusFault) {
      _ = try driver.show(frame, at: .on)
      let before = driver.traffic
      _ = try driver.show(next, at: .on)
      return driver.traffic.since(before)
    } catch {
      throw RunFault(exit: .software, message: "the simulated panel does not answer")
    }
  }
}

extension PanelTraffic {
  /// The difference from an earlier reading.
  fileprivate func since(_ earlier: PanelTraffic) -> PanelTraffic {
    var difference = PanelTraffic()
    difference.transactions = transactions - earlier.transactions
    difference.wireBytes = wireBytes - earlier.wireBytes
    difference.fullRedraws = fullRedraws - earlier.fullRedraws
    difference.partialRedraws = partialRedraws - earlier.partialRedraws
    return difference
  }
}

/// The cost of an idle box, without an accelerometer and with each kind on the crib.
enum IdleFigures {
  private static let wakeupsAMinute = 2.0
  private static let looksASecond = 4.0
  private static let processorPercent = 0.5

  private static let minutes = 60

  /// All figures, each from a simulated idle hour.
  static func all() throws(RunFault) -> [Figure] {
    var off = BenchBox.configuration()
    off.motion.mode = .off
    let turnsOff = try cost(try BenchBox(configuration: off)).turns
    let turns = try cost(try BenchBox(configuration: BenchBox.configuration(), hasAccelerometer: false)).turns
    var figures = [
      wakeups("Idle hour, motion off", turnsOff, goal: wakeupsAMinute),
      wakeups("Idle hour, looking for an accelerometer that is not there", turns), watchdog,
    ]
    for kind in AccelerometerKind.allCases { figures += try withSensor(kind, turnsWithout: turns) }
    return figures
  }

  private static func wakeups(_ name: String, _ turns: Int, goal: Double? = nil) -> Figure {
    .exact("\(name), wake-ups a minute", Double(turns) / Double(minutes), "wake-ups", goal: goal)
  }

  /// Simulated parts have no watchdog. The service has one of 15 s, which needs regular answers.
  private static var watchdog: Figure {
    var answer = WatchdogAnswer(intervalMilliseconds: 15_000)
    _ = answer.isWorthReporting(at: 0)
    return .exact(
      "Beside that, for the service's watchdog, wake-ups a minute", 60_000 / Double(answer.dueMilliseconds),
      "wake-ups")
  }

  /// A look is a turn, which also receives the last one's readings. The other turns of the hour are those of a box
  /// without an accelerometer. The processor's share includes the simulated chip and bus; on a board the kernel does
  /// their work and mostly waits.
  private static func withSensor(
    _ kind: AccelerometerKind, turnsWithout: Int
  ) throws(RunFault) -> [Figure] {
    var configuration = BenchBox.configuration()
    configuration.motion.sensor = kind
    let (turns, nanoseconds) = try cost(try BenchBox(configuration: configuration))
    let seconds = Double(minutes) * 60
    let looks = Double(turns - turnsWithout)
    let name = "Idle hour with \(kind.rawValue.uppercased())"
    return [
      .exact("\(name), looks a second", looks / seconds, "looks", goal: looksASecond),
      .measured(
        "\(name), share of a processor", Double(nanoseconds) / 1e9 / seconds * 100, "%",
        goal: processorPercent),
    ]
  }

  /// The cost of an hour of an idle box.
  private static func cost(_ box: BenchBox) throws(RunFault) -> (turns: Int, nanoseconds: UInt64) {
    box.idle(minutes: 10)
    let (turns, begin) = (box.rehearsal.turns, try processorNanoseconds())
    box.idle(minutes: minutes)
    return (box.rehearsal.turns - turns, try processorNanoseconds() - begin)
  }

  private static func processorNanoseconds() throws(RunFault) -> UInt64 {
    try RunFault.system { () throws(SystemFault) in try ProcessUsage.now() }.processorNanoseconds
  }
}

/// The cost of ordinary days: bus, memory, and the time from a press to the card and to the last pixel.
enum DayFigures {
  /// The goal for the bytes in an hour on the display's bus.
  private static let bytesAnHour = 9_000.0
  private static let weekSeconds = 10.0
  private static let residentMebibytes = 16.0

  private static let days = 7

  /// All figures, from a simulated week on each kind of bus. The memory is that of the process in the first week, so
  /// these figures come before those that need more.
  static func all() throws(RunFault) -> [Figure] {
    let begin = LinuxClock().monotonicNanoseconds
    let fast = try busAndPresses(busHertz: 400_000, goalMilliseconds: 100)
    let seconds = Double(LinuxClock().monotonicNanoseconds - begin) / 1e9
    let memory = try memory()
    let slow = try busAndPresses(busHertz: 100_000, goalMilliseconds: 150)
    let week = Figure.measured("A simulated week of ordinary days", seconds, "s", goal: weekSeconds)
    return fast + slow + [week] + memory
  }

  /// The memory includes the simulated parts and their card, which a real box does not have.
  private static func memory() throws(RunFault) -> [Figure] {
    let usage = try RunFault.system { () throws(SystemFault) in try ProcessUsage.now() }
    return [
      .measured(
        "Memory after the week, in RAM", Double(usage.residentKibibytes) / 1_024, "MiB",
        goal: residentMebibytes),
      .measured("Memory after the week, heap and stacks", Double(usage.anonymousKibibytes) / 1_024, "MiB"),
    ]
  }

  private static func busAndPresses(
    busHertz: Int, goalMilliseconds: Double
  ) throws(RunFault) -> [Figure] {
    let box = try BenchBox(configuration: BenchBox.configuration(busHertz: busHertz))
    let before = box.world.bus.traffic(of: box.world.oledAddress).bytes
    box.live(days: days)
    let bytes = box.world.bus.traffic(of: box.world.oledAddress).bytes - before
    let ledger = box.world.ledger
    let bus = "\(busHertz / 1_000) kHz"
    return [
      .exact(
        "Ordinary days, display's bus at \(bus), each hour", Double(bytes) / Double(days * 24), "bytes",
        goal: bytesAnHour),
      .exact("Ordinary days, presses that were saved, \(bus)", Double(ledger.pressToSaved.count), "presses"),
    ] + spread("Press to durable, \(bus)", ledger.pressToSaved, goalMilliseconds)
      + spread("Press to last pixel, \(bus)", ledger.pressToPixel, goalMilliseconds)
  }

  /// Median, 99th percentile and maximum of simulated times. The goal applies to all of them.
  private static func spread(
    _ name: String, _ nanoseconds: [UInt64], _ goalMilliseconds: Double
  ) -> [Figure] {
    let sorted = nanoseconds.sorted().map { Double($0) / 1e6 }
    guard !sorted.isEmpty else { return [] }
    return [("median", 0.5), ("p99", 0.99), ("max", 1)].map { word, share in
      let place = Int((Double(sorted.count - 1) * share).rounded())
      return .exact("\(name), \(word)", sorted[place], "ms", goal: goalMilliseconds)
    }
  }
}
