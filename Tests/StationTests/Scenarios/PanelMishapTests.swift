import Foundation
import SimulatedBoard
import Testing

/// Any transfer of the whole box goes wrong in any way: presses are on the card in time, and the panel is right again
/// within ten seconds once the bus works.
///
/// `CRIBSIDE_FULL=1` tries every transfer with every mishap, instead of a sample by seed.
@Suite struct PanelMishapTests {
  private static let isFull = ProcessInfo.processInfo.environment["CRIBSIDE_FULL"] == "1"

  /// The length of each kind of mishap, in seconds; 0 for one transfer.
  private static let lengths: [(trouble: BusTrouble, seconds: Int)] = [
    (.nack, 0), (.nack, 20), (.stuck, 0), (.stuck, 60), (.short, 0), (.short, 20), (.garbage, 0),
    (.garbage, 20), (.blocked, 0), (.blocked, 20), (.absent, 5), (.absent, 60),
  ]
  /// After the last press there is time for every mishap that began before it, and ten seconds.
  private static let script = #"""
    13:00:00 "press":"nap"
    13:00:02 "press":"menu"
    13:00:04 "press":"feed"
    13:00:06 "hold":"feed","seconds":2
    13:01:05 "doublePress":"menu"
    13:01:10 "press":"nap"
    13:01:12 "shot":"end"
    """#

  @Test(
    "Whichever transfer goes wrong, presses are saved and the panel recovers",
    arguments: ["ssd1306", "sh1106"])
  func mishaps(controller: String) throws {
    var scenario = Scenario(Self.script)
    scenario.config = #"{"display":{"controller":"\#(controller)"}}"#
    let base = try scenario.play()
    let transfers = base.play.world.bus.transactions
    let events = try base.events()
    try #require(transfers > 30 && events.count == 2)
    for mishap in Self.mishaps(transfers: transfers, seed: controller == "sh1106" ? 1 : 2) {
      let run = try play(scenario, mishap)
      let place = "\(controller): \(mishap)"
      // From the end of the mishap, or of the script if that was later.
      run.goOn(forSeconds: 10)
      let world = run.play.world
      try #require(try run.events() == events, "\(place)")
      try #require(world.ledger.pressToSaved.count == base.play.world.ledger.pressToSaved.count, "\(place)")
      try #require(world.ledger.pressToSaved.allSatisfy { $0 <= 100_000_000 }, "\(place)")
      try #require(world.oled.isVisible && world.oled.pixels == run.wanted, "\(place)")
      try #require(world.oled.violations == [], "\(place): \(world.oled.violations)")
    }
  }

  /// Plays until the mishap is over, if that is after the script.
  private func play(_ scenario: Scenario, _ mishap: BusMishap) throws -> Recording {
    var isOver = mishap.nanoseconds == 0
    let run = try scenario.play { play in
      let world = play.world
      world.bus.mishapBegan = { _ in
        world.plan(afterNanoseconds: mishap.nanoseconds) { world in
          world.bus.endMishap()
          isOver = true
        }
      }
      world.bus.plan(mishap, at: world.oledAddress)
    }
    for _ in 0..<700 where !isOver { run.goOn(forSeconds: 0.1) }
    try #require(isOver, "\(mishap) never came")
    return run
  }

  private static func mishaps(transfers: Int, seed: UInt64) -> [BusMishap] {
    let all = (1...transfers).flatMap { transfer in
      lengths.map { trouble, seconds in
        BusMishap(transfer: transfer, trouble: trouble, nanoseconds: UInt64(seconds) * 1_000_000_000)
      }
    }
    guard !isFull else { return all }
    var random = SimulatedRandom(seed: seed)
    // The panel is absent at boot; then some other mishaps.
    let atBoot = BusMishap(transfer: 1, trouble: .absent, nanoseconds: 45_000_000_000)
    return [atBoot] + (0..<5).compactMap { _ in all.randomElement(using: &random) }
  }
}
