import BoxRuntime
import CareJournal
import LinuxBoard
import Rehearsal

/// Makes a failing day as short as possible while it still fails. It leaves out lines, shortens pauses and faults,
/// and drops settings until nothing more can go (delta debugging; A. Zeller, R. Hildebrandt, "Simplifying and
/// Isolating Failure-Inducing Input", IEEE TSE 28(2), 2002). The same day always shrinks to the same script.
struct ScriptShrinker {
  private(set) var day: RandomDay
  /// How many more shorter days may be tried.
  private var triesLeft: Int
  private let fails: (RandomDay) -> Bool

  /// Shrinks a day that fails. `fails` returns whether a shorter day still fails for the same reason.
  static func shrunk(_ day: RandomDay, tries: Int = 600, fails: @escaping (RandomDay) -> Bool) -> RandomDay {
    var shrinker = ScriptShrinker(day: day, triesLeft: tries, fails: fails)
    repeat {} while shrinker.shrinkOnce()
    return shrinker.day
  }

  /// Takes all steps once. Returns false if nothing became shorter or no try is left.
  private mutating func shrinkOnce() -> Bool {
    let before = day
    cutTail()
    dropLines()
    dropSettings()
    shortenPauses()
    shortenDurations()
    return day != before && triesLeft > 0
  }

  /// Replaces the day by a shorter one if that still fails.
  @discardableResult
  private mutating func accept(_ shorter: RandomDay) -> Bool {
    guard triesLeft > 0, shorter != day else { return false }
    triesLeft -= 1
    guard fails(shorter) else { return false }
    day = shorter
    return true
  }

  /// Removes the lines after the failure, by halves.
  private mutating func cutTail() {
    var (enough, tooFew) = (day.lines.count, 0)
    while enough - tooFew > 1 {
      let middle = (enough + tooFew) / 2
      var shorter = day
      shorter.lines = Array(day.lines.prefix(middle))
      if accept(shorter) { enough = middle } else { tooFew = middle }
    }
  }

  /// Removes ever smaller groups of lines.
  private mutating func dropLines() {
    var length = max(day.lines.count / 2, 1)
    while length >= 1 {
      var start = day.lines.count - length
      while start >= 0 {
        var shorter = day
        shorter.lines.removeSubrange(start..<min(start + length, shorter.lines.count))
        accept(shorter)
        start = min(start, day.lines.count) - length
      }
      length /= 2
    }
  }

  private mutating func dropSettings() {
    var plain = day
    plain.config = RandomDay.plainConfig
    accept(plain)
  }

  private mutating func shortenPauses() {
    for index in day.lines.indices.dropFirst() {
      let pause = day.lines[index].at - day.lines[index - 1].at
      for shorter in [0, 1_000, 10_000, 60_000, 600_000] where shorter < pause {
        if accept(day.moved(from: index, by: shorter - pause)) { break }
      }
    }
  }

  private mutating func shortenDurations() {
    for index in day.lines.indices {
      guard let duration = day.lines[index].milliseconds else { continue }
      for shorter in [100, 1_000, 5_000, 30_000] where shorter < duration {
        var other = day
        other.lines[index].milliseconds = shorter
        if accept(other) { break }
      }
    }
  }
}

extension RandomDay {
  /// The day with a line and all later ones moved in time.
  fileprivate func moved(from index: Int, by milliseconds: Int) -> RandomDay {
    var day = self
    for later in index..<lines.count { day.lines[later].at += milliseconds }
    return day
  }
}

/// One script, played and judged.
struct SeedTrial: Hashable, Sendable {
  /// The broken promises. The first one is the reason, and the others may follow from it.
  let broken: [BrokenPromise]
  /// How many events were acknowledged.
  let events: Int
  /// How often the box was started.
  let boots: Int

  /// Plays a script to its end. Faults in the script name `file`.
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
