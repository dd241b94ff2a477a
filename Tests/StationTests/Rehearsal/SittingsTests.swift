import Bedside
import CareJournal
import LinuxBoard
import Nursery
import SimulatedBoard
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal

/// One directory on one simulated machine after another, as when `cribside simulate` is run again.
@Suite struct SittingsTests {
  private static let start = 1_770_811_200_000
  private let disk = SimulatedDisk()

  @Test("A later sitting changes no earlier times")
  func aLaterSittingChangesNoEarlierTimes() throws {
    let first = try rehearsal(atMilliseconds: Self.start, seed: 1)
    first.run(until: 1_000_000_000)
    Hand.press(.nap, in: first.world)
    first.run(until: 2_000_000_000)
    let before = try sleepStart()
    let second = try rehearsal(atMilliseconds: Self.start + 3_600_000, seed: 2)
    second.run(until: 2_000_000_000)
    #expect(try sleepStart() == before)
    #expect(abs(before.milliseconds - Self.start - 1_000) < 100)
  }

  @Test("Events that the card refused until the end are counted", arguments: [(true, 2), (false, 0)])
  func lost(refuses: Bool, events: Int) throws {
    let sitting = try rehearsal(atMilliseconds: Self.start, seed: 1)
    sitting.run(until: 1_000_000_000)
    if refuses { disk.failure = .device }
    Hand.press(.nap, in: sitting.world)
    sitting.run(until: 3_000_000_000)
    Hand.press(.feed, in: sitting.world)
    sitting.run(until: 5_000_000_000)
    sitting.world.plan(.stop)
    sitting.run(until: 9_000_000_000)
    #expect(sitting.station == nil)
    #expect(sitting.lostEvents == events)
  }

  @Test("If the disk refuses the configuration, that is reported and the box starts all the same")
  func configurationThatIsNotKept() throws {
    let folder = try ScratchFolder()
    #expect(TerminalRun.leave([0x7B, 0x7D], in: folder.path).isEmpty)
    #expect(PlainFile.exists("\(folder.path)/\(SimulationFile.name)"))
    #expect(TerminalRun.leave([0x7B, 0x7D], in: folder.path + "/none").contains("No such file"))
  }

  @Test("The last message says which part of the log is kept")
  func farewell() throws {
    let folder = try ScratchFolder()
    let gone = TerminalRun.farewell(lost: 0, directory: folder.path)
    #expect(gone.exit == .io && gone.output.isEmpty && gone.error.hasSuffix("this log is lost"))
    try PlainFile.createFolders(folder.path + "/log")
    let stays = "The log stays in \(folder.path)/log; run it again to continue.\n"
    #expect(TerminalRun.farewell(lost: 0, directory: folder.path) == BoxAnswer(output: stays))
    let lost = TerminalRun.farewell(lost: 2, directory: folder.path)
    #expect(lost.exit == .io && lost.output == stays)
    #expect(lost.error == "stopped with 2 events that were never saved: lost")
  }

  /// A box on a new machine with the same disk.
  private func rehearsal(atMilliseconds start: Int, seed: UInt64) throws -> SimulatedBox<SimulatedDisk> {
    let configuration = DemonstrationBaby.configuration
    let world = SimulatedWorld(
      configuration: configuration, profile: try .named(configuration.board), storage: disk,
      startMilliseconds: start, seed: seed,
      cost: { UInt64($0.drainElapsedNanoseconds()) })
    world.clock.synchronize()
    let rehearsal = SimulatedBox(
      world: world, configuration: configuration, settings: BedsideSettings(configuration, zone: .utc),
      seed: seed)
    rehearsal.start()
    return rehearsal
  }

  private func sleepStart() throws -> Instant {
    let fold = try LogFold(of: disk)
    let log = try #require(fold.logs[BabyID(number: 1)])
    let sleep = try #require(log.allRecords.first)
    return fold.clocks.resolve(sleep.care.start).instant
  }
}
