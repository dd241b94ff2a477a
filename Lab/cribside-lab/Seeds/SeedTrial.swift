import BoxRuntime
import CareJournal
import LinuxBoard
import Rehearsal

/// One script, played and judged.
struct SeedTrial: Hashable, Sendable {
  /// The promises that were not kept; the first one is the reason, the others may follow from it.
  let broken: [BrokenPromise]
  /// Events that were acknowledged.
  let events: Int
  /// Starts of the box.
  let boots: Int

  /// Plays a script to its end. `file` is named where the script is wrong.
  init(script: String, file: String = "the day") throws(RunFault) {
    let play = Play(script: try Self.read(script, file: file), frames: nil) { _ in }
    let witness = Witness(play)
    play.watch = { [unowned witness] in witness.look(before: $0) }
    play.rehearsal.beforeTurn = { [unowned witness] _ in witness.followShield() }
    try play.run()
    witness.lookAtTheEnd()
    broken = witness.broken
    events = play.world.ledger.acknowledged.count
    boots = play.rehearsal.boots
    play.part()
  }

  private static func read(_ script: String, file: String) throws(RunFault) -> SimulationScript {
    do throws(ScriptFault) {
      return try SimulationScript(Array(script.utf8), file: file, zones: Zones.window)
    } catch {
      throw RunFault(exit: .data, message: error.description)
    }
  }
}
