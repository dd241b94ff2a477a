import CareJournal
import Testing

@testable import cribside_lab

/// The whole box with random presses, faults, power cuts, kills and clock steps: here a few seeds of some hours.
/// `.ci/run` plays 200 days, `.ci/packages` 500 of the release build. A failure names the seed, and `cribside-lab seeds
/// --from SEED --count 1 --hours 2` replays it.
@Suite struct SeedScenarioTests {
  @Test("A box keeps its promises", arguments: 1...16)
  func seed(_ seed: Int) throws {
    let day = RandomDay(seed: UInt64(seed), hours: 2)
    let trial = try SeedTrial(script: day.script)
    #expect(trial.broken == [], "seed \(seed):\n\(day.script)")
  }

  @Test("A seed is the same day each time, and differs from another seed's")
  func repeats() {
    for seed in UInt64(1)...50 {
      #expect(RandomDay(seed: seed).script == RandomDay(seed: seed).script)
      #expect(RandomDay(seed: seed).script != RandomDay(seed: seed + 1).script)
    }
  }

  @Test("Every kind of deed is in some days and not in others, and lines are in order")
  func swarm() {
    let words = [
      #""press":"#, #""doublePress":"#, #""hold":"#, #""chord":"#, "oled-nack", "oled-stuck", "oled-reset",
      "oled-glitch", "disk-full", "disk-error", "disk-sync-error", "disk-stall", #""power":"cut""#,
      #""process":"kill""#,
      #""which":"guard""#, #""which":"box""#, #""clock":"unsynced""#,
      #""clock":"step""#, #""command":["log""#, #""command":["quiet""#, #""crib":"#, "accel-nack",
      "accel-reset",
    ]
    let days = (UInt64(1)...400).map { RandomDay(seed: $0) }
    for word in words {
      let count = days.count { day in day.lines.contains { $0.deed.contains(word) } }
      #expect(count > 0, "\(word)")
      #expect(word.contains("ress\":") || count < days.count, "\(word)")
    }
    for day in days {
      #expect(zip(day.lines, day.lines.dropFirst()).allSatisfy { $0.at <= $1.at })
    }
  }

  @Test("A chip that was reset just before the light changes is repaired")
  func resetBeforeTheLightChanges() throws {
    let day = Self.day([(0, #""fault":"oled-reset""#), (10, #""doublePress":"nap""#)])
    #expect(try SeedTrial(script: day.script).broken == [])
  }

  /// Lines of an evening, in milliseconds after the first one.
  private static func day(_ lines: [(Int, String)]) -> RandomDay {
    var day = RandomDay(seed: 1)
    day.config = RandomDay.plainConfig
    day.household =
      #""baby":{"name":"Mia","birthdate":"2025-09-14","bedtime":"18:40"},"timeZone":"America/New_York""#
    day.lines = lines.map { RandomDay.Line(at: 1_770_853_500_000 + $0.0, deed: $0.1) }
    return day
  }

  @Test("The shortest day keeps the two lines that it needs, close together, with plain settings")
  func shrinks() {
    let day = RandomDay(seed: 7)
    var tries = 0
    let shrunk = ScriptShrinker.shrunk(day) { other in
      tries += 1
      let presses = other.lines.filter { $0.deed.contains("ress") }
      return presses.count >= 2 && (presses.last?.at ?? 0) - (presses.first?.at ?? 0) >= 2_000
    }
    #expect(shrunk.lines.count == 2 && shrunk.config == RandomDay.plainConfig)
    #expect((2_000...10_000).contains(shrunk.lines[1].at - shrunk.lines[0].at))
    #expect(tries <= 600)
    #expect(
      shrunk
        == ScriptShrinker.shrunk(day) {
          $0.lines.count { $0.deed.contains("ress") } >= 2
            && ($0.lines.last { $0.deed.contains("ress") }?.at ?? 0)
              - ($0.lines.first { $0.deed.contains("ress") }?.at ?? 0) >= 2_000
        })
  }

  @Test("A long fault becomes a short one")
  func shortens() {
    var day = Self.day([(0, #""press":"nap""#), (1, #""fault":"disk-stall""#)])
    day.lines[1].milliseconds = 900_000
    let shrunk = ScriptShrinker.shrunk(day) { $0.lines.contains { ($0.milliseconds ?? 0) >= 700 } }
    #expect(shrunk.lines.map(\.milliseconds) == [1_000])
  }

  @Test("A verdict is read back as it was written")
  func verdicts() throws {
    let broken = BrokenPromise(promise: .panelShowsTheFrame, detail: "12 bytes \"differ\"")
    let verdict = SeedVerdict(seed: 12, events: 3, boots: 4, broken: [broken], script: "{}\n{}\n")
    #expect(SeedVerdict(line: Array(verdict.line.utf8)) == verdict)
    #expect(SeedVerdict(line: Array("12".utf8)) == nil)
  }
}
