import Bedside
import CareJournal
import Nursery
import SimulatedBoard
import Testing

@testable import BoxRuntime
@testable import Rehearsal
@testable import cribside_lab

/// For each promise of the seeds, a box that breaks it: the witness must object.
@Suite struct SeedPromiseTests {
  @Test("A box that breaks a promise is caught", arguments: Promise.allCases)
  func caught(promise: Promise) throws {
    // A crashed process reports nothing, so its verdict comes from outside.
    if promise == .neverCrashes { return try crash() }
    let attended = try Attended(Self.lines(promise))
    try #require(attended.finalWord() == [], "a box that is left alone keeps them all")
    let broken = try Attended(Self.lines(promise))
    try Self.breakPromise(promise, of: broken)
    #expect(broken.finalWord().contains(promise))
  }

  /// What happens from 13:00 on, before the promise is broken.
  private static func lines(_ promise: Promise) -> String {
    switch promise {
    case .pressCountsQuietly, .shieldHasSession, .shieldIsDark, .lightReturns:
      #"13:05:00 "command":["quiet","start","--minutes","20"]"#
    case .durationsStay:
      #"""
      13:05:00 "press":"nap"
      13:10:00 "power":"cut"
      13:10:20 "power":"on"
      13:40:00 "press":"nap"
      """#
    default:
      #"""
      13:05:00 "press":"nap"
      13:40:00 "press":"nap"
      """#
    }
  }

  private static func breakPromise(_ promise: Promise, of attended: Attended) throws {
    let (play, world) = (attended.play, attended.play.world)
    switch promise {
    case .lives: play.rehearsal.kill()
    case .neverSpins: attended.wakeAgain(afterMilliseconds: 0)
    case .rests: attended.wakeAgain(afterMilliseconds: 50)
    case .acknowledgedIsRecovered, .replayIsTheState: try removeLog(from: world.storage)
    case .recoveredWasOffered: try addForeignSegment(to: world.storage)
    case .acknowledgedOnce:
      let id = try #require(world.ledger.acknowledged.first)
      world.ledger.note(.stored(StorageReceipt(saved: [id])), at: 0)
    case .nothingWaits:
      world.storage.failure = .device
      Hand.press(.feed, in: world)
      attended.goOn(forSeconds: 60)
    case .logIsWhole: try spoilLine(on: world.storage)
    case .pressCounts, .pressCountsQuietly:
      // A button is pressed, and the box does not notice.
      attended.announce(.press(.nap))
      attended.goOn(forSeconds: 1)
    case .earlyPressCounts:
      // A button is pressed while the card is slow, and the box does not notice.
      play.rehearsal.kill()
      world.stallDisk(forNanoseconds: 5_000_000_000)
      play.rehearsal.start()
      attended.goOn(forSeconds: 4)
      attended.announce(.press(.nap))
      attended.goOn(forSeconds: 4)
    // The second start is mistaken for one in the same boot of the kernel.
    case .durationsStay: attended.witness.kernelBoots[1] = attended.witness.kernelBoots[2]
    case .panelShowsTheFrame: world.oled.reset()
    case .panelReturns:
      world.bus.fault(.nack, at: world.oledAddress)
      attended.goOn(forSeconds: 61)
    case .chipIsContent: _ = world.oled.write([0x00, 0xE0])
    case .notSavedIsSaid: attended.witness.judge(["13:41", "awake"], unsavedEvents: 1)
    case .shieldHasSession: try loseSession(on: world.storage)
    case .shieldIsDark:
      attended.goOn(forSeconds: 50)
      // The command that lights a panel.
      _ = world.oled.write([0x00, 0xAF])
    case .lightReturns:
      world.bus.fault(.nack, at: world.oledAddress)
      attended.goOn(forSeconds: 25 * 60)
    case .neverCrashes: break
    }
  }

  // MARK: The card

  private static func removeLog(from disk: SimulatedDisk) throws {
    for name in try disk.list("log") { try disk.remove("log/" + name) }
    try disk.syncDirectory("log")
  }

  /// Another box's lines, in a segment to which no head leads.
  private static func addForeignSegment(to disk: SimulatedDisk) throws {
    let other = try Attended(#"13:07:00 "press":"feed""#, seed: 4).play.world.storage
    let name = try #require(try other.list("log").min())
    try disk.create("log/seg-000099.jsonl")
    try disk.write(try other.read("log/" + name), to: "log/seg-000099.jsonl", at: 0)
    try disk.sync("log/seg-000099.jsonl")
    try disk.syncDirectory("log")
  }

  private static func spoilLine(on disk: SimulatedDisk) throws {
    let path = "log/" + (try #require(try disk.list("log").min()))
    try disk.write(Array("X".utf8), to: path, at: 40)
    try disk.sync(path)
  }

  private static func loseSession(on disk: SimulatedDisk) throws {
    try disk.remove(SmallFile.quiet.path)
    try disk.syncDirectory("")
  }

  // MARK: The process, and the report

  private func crash() throws {
    let chunk = SeedChunk(from: 10, count: 4, hours: 2, shrinks: false)
    var plays = 0
    let verdicts = try chunk.verdicts { (rest) throws(RunFault) in
      plays += 1
      if plays == 1 { return (played: [SeedVerdict(seed: 10)], exit: 128 + 4) }
      return (played: (0..<rest.count).map { SeedVerdict(seed: rest.from + UInt64($0)) }, exit: 0)
    }
    #expect(verdicts.map(\.seed) == [10, 11, 12, 13])
    #expect(verdicts.map { $0.broken.map(\.promise) } == [[], [.neverCrashes], [], []])
  }

  @Test("A seed that fails is reported with its command and its shortest script")
  func isTold() {
    let broken = BrokenPromise(promise: .pressCounts, detail: "3 events before and after")
    let verdict = SeedVerdict(seed: 12, broken: [broken], script: "{}\n")
    let text = SeedSweep(from: 1, count: 20, hours: 24, jobs: 1).text(verdict)
    for words in [Promise.pressCounts.rawValue, "3 events", "seeds --from 12 --count 1\n", "\n{}\n"] {
      #expect(text.contains(words))
    }
    let short = SeedSweep(from: 1, count: 20, hours: 2, jobs: 1).text(verdict)
    #expect(short.contains("seeds --from 12 --count 1 --hours 2\n"))
  }
}

/// A box with a witness, as in the seeds.
private final class Attended {
  let play: Play
  let witness: Witness
  private var wake: () -> Void = {}

  init(_ lines: String, seed: Int = 3) throws {
    var scenario = Scenario(lines + "\n13:50:00 \"shot\":\"end\"")
    if lines.contains("quiet") { scenario = Scenario(lines + "\n13:06:00 \"shot\":\"end\"") }
    scenario.seed = seed
    let script = try SimulationScript(Array(scenario.script.utf8), file: "test", zones: Zones.window)
    play = Play(script: script, frames: nil) { _ in }
    witness = Witness(play)
    play.watch = { [unowned self] in witness.look(before: $0) }
    play.rehearsal.beforeTurn = { [unowned self] _ in
      witness.followShield()
      wake()
    }
    try play.run()
  }

  /// Reports an action to the witness that does not happen.
  func announce(_ action: SimulationScript.Action) {
    let now = Instant(milliseconds: play.world.clock.worldMilliseconds)
    witness.look(before: SimulationScript.Step(at: now, action: action, line: 0))
  }

  func goOn(forSeconds seconds: Int) {
    play.rehearsal.run(until: play.world.clock.worldNanoseconds + UInt64(seconds) * 1_000_000_000)
  }

  /// From now on each turn is followed by another one, for two minutes.
  func wakeAgain(afterMilliseconds delay: UInt64) {
    wake = { [unowned self] in play.world.plan(.motionWaits, afterNanoseconds: delay * 1_000_000) }
    announce(.shot("before"))
    goOn(forSeconds: 120)
  }

  /// The promises that are broken at the end.
  func finalWord() -> Set<Promise> {
    witness.lookAtTheEnd()
    defer { play.part() }
    return Set(witness.broken.map(\.promise))
  }
}
