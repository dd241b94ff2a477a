import Nursery
import Testing

/// Every short sequence of commands from two small sets, with rules that must hold after each step.
@Suite struct CareLogExhaustiveTests {
  /// What the buttons do: start and end each kind, and undo the first two events.
  @Test("Every eight presses keep the rules")
  func everyEightPressesKeepTheRules() throws {
    var walk = Walk { step in
      let now = CareLogScene.minute(step * 10)
      return [
        .startSleep(at: now), .endSleep(at: now), .startNursing(.left, at: now), .endNursing(at: now),
        .delete(CareLogScene.id(1)), .delete(CareLogScene.id(2)),
      ]
    }
    try walk.descend(from: CareLogScene(), depth: 8)
    #expect(walk.steps > 4_000)
    #expect(walk.refusals > 1_000)
    #expect(walk.violations.isEmpty)
  }

  /// Later corrections, sensible or not.
  @Test("Every five corrections keep the rules")
  func everyFiveCorrectionsKeepTheRules() throws {
    var walk = Walk { step in
      let now = CareLogScene.minute(step * 10)
      let back = CareLogScene.minute(step * 10 - 15)
      let (first, second) = (CareLogScene.id(1), CareLogScene.id(2))
      return [
        .startSleep(at: now), .startSleep(at: back), .endSleep(at: now), .startNursing(.left, at: now),
        .endNursing(at: back), .add(sleep(step * 10 - 12, step * 10 - 8)),
        .amend(first, CarePatch(start: back)), .amend(first, CarePatch(kind: .nursing, side: .right)),
        .amend(second, CarePatch(end: .some(nil))), .amend(first, CarePatch(end: now)), .delete(first),
        .delete(second),
      ]
    }
    try walk.descend(from: CareLogScene(), depth: 5)
    #expect(walk.steps > 4_000)
    #expect(walk.refusals > 1_000)
    #expect(walk.violations.isEmpty)
  }
}

/// A depth-first walk over command sequences. Each step takes ten minutes; events are numbered in their order.
private struct Walk {
  /// The commands to try at a step, counted from 1.
  let commands: (Int) -> [CareCommand]
  private(set) var steps = 0
  private(set) var refusals = 0
  private(set) var violations: [String] = []

  init(commands: @escaping (Int) -> [CareCommand]) {
    self.commands = commands
  }

  mutating func descend(from scene: CareLogScene, depth: Int) throws {
    guard depth > 0, violations.isEmpty else { return }
    let step = scene.events.count + 1
    for command in commands(step) {
      steps += 1
      var next = scene
      do {
        let event = try scene.decide(command, now: step * 10)
        let inverse = scene.log.inverse(of: event)
        try next.perform(command, now: step * 10)
        check(next, after: scene, undoneBy: inverse)
        try descend(from: next, depth: depth - 1)
      } catch let refusal as Refusal {
        refusals += 1
        if next.log.allRecords != scene.log.allRecords { violations.append("changed by \(refusal)") }
      }
    }
  }

  private mutating func check(
    _ next: CareLogScene, after scene: CareLogScene, undoneBy inverse: CareCommand?
  ) {
    let path = next.events.map(\.change)
    let sleeps = next.standing.filter { $0.care.kind == .sleep }
    let nursings = next.standing.filter { $0.care.kind == .nursing }
    if sleeps.filter(\.isRunning).count > 1 { violations.append("two sleeps run: \(path)") }
    if nursings.filter(\.isRunning).count > 1 { violations.append("two nursings run: \(path)") }
    if next.log.contradictory(clock: next.clock, now: Instant(milliseconds: .max)).count > 0 {
      violations.append("contradiction: \(path)")
    }
    if !next.log.waitingCorrections.isEmpty { violations.append("odd: \(path)") }
    if replayed(next.events) != next.log.allRecords { violations.append("replay differs: \(path)") }
    if undone(next, by: inverse) != scene.standing { violations.append("undo differs: \(path)") }
  }

  /// Applies every event twice, as when segments are read again after an error.
  private func replayed(_ events: [CareEvent]) -> [CareRecord] {
    var log = CareLog(baby: BabyID(number: 1))
    for event in events + events { log.apply(event) }
    return log.allRecords
  }

  /// The standing records after the inverse command, or nil if it is refused.
  private func undone(_ scene: CareLogScene, by inverse: CareCommand?) -> [CareRecord]? {
    var scene = scene
    guard let inverse else { return nil }
    do {
      try scene.perform(inverse, now: scene.events.count * 10)
      return scene.standing
    } catch { return nil }
  }
}
