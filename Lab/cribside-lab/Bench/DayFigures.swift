import BoxRuntime
import LinuxBoard
import SimulatedBoard

/// What ordinary days cost: bus, memory, the time from a press to the flash and to the last pixel.
enum DayFigures {
  /// Bytes an hour on the display's bus.
  private static let bytesAnHour = 9_000.0
  private static let weekSeconds = 10.0
  private static let residentMebibytes = 16.0

  private static let days = 7

  /// All figures; simulates a week on each kind of bus. The first one's memory is the process's, so these figures
  /// come before all that take more.
  static func all() throws(RunFault) -> [Figure] {
    let begin = LinuxClock().monotonicNanoseconds
    let fast = try busAndPresses(busHertz: 400_000, goalMilliseconds: 100)
    let seconds = Double(LinuxClock().monotonicNanoseconds - begin) / 1e9
    let memory = try memory()
    let slow = try busAndPresses(busHertz: 100_000, goalMilliseconds: 150)
    let week = Figure.measured("A simulated week of ordinary days", seconds, "s", goal: weekSeconds)
    return fast + slow + [week] + memory
  }

  /// The simulated parts and their card are in it, which a box does without.
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

  /// Median, 99th percentile and maximum of simulated times; all of them have the goal.
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
