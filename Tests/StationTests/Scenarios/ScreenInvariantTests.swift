import LinuxBoard
import Testing

/// What the screen says at every moment of random days is so: one outlook, texts that keep apart, labels, the time of
/// day, Now after half a minute, and notices that are true of the log.
///
/// A failure prints the day's script, which `cribside simulate --script` plays again. `CRIBSIDE_FULL=1` plays more days.
@Suite struct ScreenInvariantTests {
  private static let days = (0..<(Environment.variable("CRIBSIDE_FULL") == "1" ? 120 : 6)).map(
    FamilyDay.init(seed:))

  @Test("Whatever the screen says is so", arguments: days)
  func day(_ day: FamilyDay) throws {
    let witness = try ScreenWitness(day)
    #expect(witness.faults == [], "\(day.scenario.script)")
    // A day on which nothing was said would prove nothing.
    #expect(witness.looks > 20 && witness.timesSaid.count > 2, "\(witness.looks) \(witness.timesSaid)")
  }
}
