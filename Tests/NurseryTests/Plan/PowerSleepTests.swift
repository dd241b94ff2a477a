import Testing

@testable import Nursery

/// Naps that are lengthened to a total, and how often rounding misses it.
@Suite struct PowerSleepTests {
  @Test(
    "Naps are lengthened to the total",
    arguments: [
      ([40, 40, 40], 200, [67, 67, 67]), ([30, 30, 30], 100, [33, 33, 33]), ([90, 30], 150, [113, 38]),
      ([15, 35], 95, [29, 66]), ([30, 60, 30], 120, [30, 60, 30]), ([30, 60, 30], 90, [30, 60, 30]),
      ([100, 50], 0, [120, 60]), ([60], 90, [90]), ([30, 60, 30], -5, [30, 60, 30]),
    ])
  func napsAreLengthenedToTheTotal(lengths: [Int], target: Int, expected: [Int]) {
    #expect(boosted(lengths, target) == expected)
  }

  @Test("Power sleep that is off changes nothing")
  func powerSleepThatIsOffChangesNothing() {
    let off = PowerSleep(isEnabled: false, targetMinutes: 400)
    #expect(off.boosted(row([30, 60, 30]), count: 3).array(3) == [30, 60, 30])
  }

  /// Three naps in steps of 5 minutes, lengthened: seven days of ten meet the total, the others miss it by one minute.
  @Test("The total is met or missed by one")
  func theTotalIsMetOrMissedByOne() {
    var misses = [0: 0, 1: 0, -1: 0]
    for first in stride(from: 20, through: 100, by: 10) {
      for second in stride(from: 20, through: 100, by: 10) {
        for third in stride(from: 20, through: 100, by: 10) {
          for target in stride(from: 100, through: 300, by: 20) where target > first + second + third {
            misses[boosted([first, second, third], target).reduce(0, +) - target, default: 0] += 1
          }
        }
      }
    }
    // The same grid, computed independently with the same doubles.
    #expect(misses == [0: 3389, 1: 696, -1: 467])
  }

  private func boosted(_ lengths: [Int], _ target: Int) -> [Int] {
    PowerSleep(isEnabled: true, targetMinutes: target).boosted(row(lengths), count: lengths.count)
      .array(lengths.count)
  }

  private func row(_ lengths: [Int]) -> MinuteRow {
    var row = MinuteRow()
    for (index, length) in lengths.enumerated() { row[index] = length }
    return row
  }
}
