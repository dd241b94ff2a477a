import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery
import Rehearsal
import SimulatedBoard

/// The whole box on the simulated board, for any number of simulated days.
final class BenchBox {
  /// Midnight before the first day, in UTC, when the baby is five months old.
  private static let firstDay = CivilDate(daysSinceEpoch: 20_454)
  /// How long before the first day the process starts.
  private static let leadNanoseconds: UInt64 = 60_000_000_000
  private static let dayNanoseconds: UInt64 = 86_400_000_000_000
  /// The seed of all figures.
  private static let seed: UInt64 = 20_260_211

  let world: SimulatedWorld<SimulatedDisk>
  let rehearsal: SimulatedBox<SimulatedDisk>
  private var random = SimulatedRandom(seed: BenchBox.seed)
  private var day = 0

  /// A box after its start, with a synced clock and an empty log.
  init(configuration: Configuration, hasAccelerometer: Bool = true) throws(RunFault) {
    let start = ZoneWindow.utc.instant(Self.firstDay, WallTime(minutesAfterMidnight: 0))
    world = SimulatedWorld(
      configuration: configuration, profile: try ConfigurationFile.profile(configuration),
      startMilliseconds: start.milliseconds - Int(Self.leadNanoseconds / 1_000_000), seed: Self.seed)
    rehearsal = SimulatedBox(
      world: world, configuration: configuration, settings: BedsideSettings(configuration, zone: .utc),
      seed: Self.seed)
    world.clock.synchronize()
    // Before the start, since a part that was found and is gone is looked for repeatedly.
    if !hasAccelerometer { world.detachAccelerometer() }
    rehearsal.start()
    rehearsal.run(until: Self.leadNanoseconds)
  }

  /// A configuration with a baby of five months.
  static func configuration(busHertz: Int = 400_000) -> Configuration {
    let baby = Baby(
      birthdate: firstDay.adding(days: -150), bedtime: WallTime(minutesAfterMidnight: 19 * 60))
    let resident = Configuration.Resident(id: BabyID(number: 1), name: "Mia", baby: baby)
    var configuration = Configuration(babies: [resident])
    configuration.simulation.busHertz = busHertz
    return configuration
  }

  /// Simulates ordinary days.
  func live(days: Int) {
    for _ in 0..<days {
      let begin = Self.leadNanoseconds + UInt64(day) * Self.dayNanoseconds
      if day == 0 { putToBed() }
      for entry in OrdinaryDay(.fiveMonths, random: &random).entries {
        rehearsal.run(until: begin + UInt64(entry.second) * 1_000_000_000)
        perform(entry.deed)
      }
      day += 1
      rehearsal.run(until: begin + Self.dayNanoseconds)
    }
  }

  /// Every day begins during the night's sleep, and before the first day the baby is awake.
  private func putToBed() {
    rehearsal.run(until: Self.leadNanoseconds + 20_000_000_000)
    Hand.press(.nap, in: world)
  }

  /// Lets time pass without presses.
  func idle(minutes: Int) {
    rehearsal.run(until: world.clock.worldNanoseconds + UInt64(minutes) * 60_000_000_000)
  }

  private func perform(_ deed: OrdinaryDay.Deed) {
    switch deed {
    case .sleepBegins, .sleepEnds: Hand.press(.nap, in: world)
    case .nursingBegins, .nursingEnds: Hand.press(.feed, in: world)
    case .bottle: Hand.doublePress(.feed, in: world)
    case .pageTurn: Hand.press(.menu, in: world)
    }
  }
}

/// The whole box on simulated parts and a real directory, while another program measures the card.
final class FlashSitting {
  private let world: SimulatedWorld<DirectoryStorage>
  private let rehearsal: SimulatedBox<DirectoryStorage>

  /// Starts a box on a directory and waits until it is idle.
  init(directory: String) throws(RunFault) {
    (world, rehearsal) = try BenchLog.startedBox(directory: directory)
    live(seconds: 60)
  }

  /// Performs a command and returns true: `press` is a press of NAP and the minute after it, and `hour` an hour
  /// without presses. Returns false for anything else.
  func perform(_ word: String) -> Bool {
    switch word {
    case "press":
      Hand.press(.nap, in: world)
      live(seconds: 60)
    case "hour": live(seconds: 3_600)
    default: return false
    }
    return true
  }

  private func live(seconds: UInt64) {
    rehearsal.run(until: world.clock.worldNanoseconds + seconds * 1_000_000_000)
  }
}
