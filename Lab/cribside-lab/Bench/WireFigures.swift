import Bedside
import BoxRuntime
import Nursery
import Peripherals
import SimulatedBoard

/// What pictures cost on the display's bus, address and control bytes included.
enum WireFigures {
  /// The goals: one window's addressing and data, and one frame page by page with its addressing.
  private static let clockChangeBytes = 186.0
  private static let fullFrameBytes = 1_048.0

  /// The figures of every controller; the goals are the SSD1306's.
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

  /// The sixteen places that the picture drifts through, ten minutes each.
  private static let drifts = 0..<16

  /// A minute of a nap: the time of day, the nap's duration, the countdown and the bar change, as in the running box.
  private static func clockChange(_ kind: PanelKind, driftStep: Int) throws(RunFault) -> PanelTraffic {
    let minute = driftStep * PixelDrift.minutesPerStep
    return try cost(kind, from: try frame(minute: minute), to: try frame(minute: minute + 1))
  }

  /// The Now page of a nap that began 34 minutes before the first frame of a drift step.
  private static func frame(minute: Int) throws(RunFault) -> [UInt8] {
    let date = CivilDate(daysSinceEpoch: 20_454)
    let zone = ZoneWindow.utc
    func time(_ hour: Int) -> Instant { zone.instant(date, WallTime(minutesAfterMidnight: hour * 60)) }
    // A round of the drift takes 160 minutes; the last one that begins before noon begins at rest.
    let begin = Instant(milliseconds: time(12).milliseconds / 9_600_000 * 9_600_000)
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

  /// What it takes to go from one frame to another, both sent by the driver to a simulated chip.
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
  /// What was added since an earlier reading.
  fileprivate func since(_ earlier: PanelTraffic) -> PanelTraffic {
    var difference = PanelTraffic()
    difference.transactions = transactions - earlier.transactions
    difference.wireBytes = wireBytes - earlier.wireBytes
    difference.fullRedraws = fullRedraws - earlier.fullRedraws
    difference.partialRedraws = partialRedraws - earlier.partialRedraws
    return difference
  }
}
