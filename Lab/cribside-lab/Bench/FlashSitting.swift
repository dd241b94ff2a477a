import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery
import Rehearsal
import SimulatedBoard

/// The whole box on simulated parts and a real directory, whose card another program measures. It does as it is told,
/// one word a time, and says when it is done.
final class FlashSitting {
  private let world: SimulatedWorld<DirectoryStorage>
  private let rehearsal: SimulatedBox<DirectoryStorage>

  /// Starts a box on a directory, and lets it come to rest.
  init(directory: String) throws(RunFault) {
    let configuration = BenchLog.configuration
    let storage = try RunFault.storage { () throws(StorageFault) in
      try DirectoryStorage(directory: directory)
    }
    world = SimulatedWorld(
      configuration: configuration, profile: try ConfigurationFile.profile(configuration), storage: storage,
      startMilliseconds: BenchLog.end.milliseconds, seed: 1, cost: { _ in 8_000_000 })
    rehearsal = SimulatedBox(
      world: world, configuration: configuration, settings: BedsideSettings(configuration, zone: .utc),
      seed: 2)
    world.clock.synchronize()
    rehearsal.start()
    live(seconds: 60)
  }

  /// Does what a word says: `press` is a press of NAP and the minute after it, `hour` an hour with no one there.
  /// False for anything else.
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
