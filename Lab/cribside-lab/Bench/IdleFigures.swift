import BoxRuntime
import LinuxBoard
import Peripherals

/// What the box costs while no one is there: without an accelerometer, and with each kind on the crib.
enum IdleFigures {
  private static let wakeupsAMinute = 2.0
  private static let looksASecond = 4.0
  private static let processorPercent = 0.5

  private static let minutes = 60

  /// All figures; simulates an idle hour each.
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

  /// Simulated parts have no watchdog; the service has one of 15 s, which wants to be answered.
  private static var watchdog: Figure {
    var answer = WatchdogAnswer(intervalMilliseconds: 15_000)
    _ = answer.isWorthTelling(at: 0)
    return .exact(
      "Beside that, for the service's watchdog, wake-ups a minute", 60_000 / Double(answer.dueMilliseconds),
      "wake-ups")
  }

  /// A look is a turn that asks for it and one that takes what came; the other turns of the hour are those of a box
  /// without a sensor. The processor's share has the simulated chip and bus in it, which on a board are the kernel's
  /// and wait most of the time.
  private static func withSensor(
    _ kind: AccelerometerKind, turnsWithout: Int
  ) throws(RunFault) -> [Figure] {
    var configuration = BenchBox.configuration()
    configuration.motion.sensor = kind
    let (turns, nanoseconds) = try cost(try BenchBox(configuration: configuration))
    let seconds = Double(minutes) * 60
    let looks = Double(turns - turnsWithout) / 2
    let name = "Idle hour with \(kind.rawValue.uppercased())"
    return [
      .exact("\(name), looks a second", looks / seconds, "looks", goal: looksASecond),
      .measured(
        "\(name), share of a processor", Double(nanoseconds) / 1e9 / seconds * 100, "%",
        goal: processorPercent),
    ]
  }

  /// What an hour cost, once the box has come to rest.
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
