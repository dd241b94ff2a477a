import Testing

@testable import Nursery

/// The distribution of awake time, compared with its definition: minute by minute, on arrays.
@Suite struct WakeWindowWalkTests {
  @Test("Every small day agrees with the definition", arguments: 1...5)
  func everySmallDayAgreesWithTheDefinition(count: Int) {
    for room in [0, 1, 2, 11, 12, 13, 24, 25, 26, 40, 75] {
      let walk = WakeWindowWalk(count: count, minimum: 135, room: room, firstRoom: room)
      for excess in 0...(count * room) {
        for style in [ScheduleStyle.buildLater, .gentle, .balanced] {
          let windows = walk.windows(style, excess: excess).array(count)
          #expect(windows == definition(style, count, room, excess), "\(style) \(count) \(room) \(excess)")
        }
      }
    }
  }

  @Test("The default day has its windows")
  func theDefaultDayHasItsWindows() {
    let walk = WakeWindowWalk(count: 3, minimum: 135, room: 75, firstRoom: 75)
    #expect(walk.windows(.buildLater, excess: 75).array(3) == [135, 160, 185])
    #expect(walk.windows(.gentle, excess: 75).array(3) == [135, 147, 198])
    #expect(walk.windows(.balanced, excess: 75).array(3) == [160, 160, 160])
  }

  @Test("A bounded first window keeps the sum", arguments: 1...5)
  func aBoundedFirstWindowKeepsTheSum(count: Int) {
    for firstRoom in [0, 5, 30] {
      let walk = WakeWindowWalk(count: count, minimum: 100, room: 40, firstRoom: firstRoom)
      for excess in 0...(firstRoom + (count - 1) * 40) {
        for style in [ScheduleStyle.buildLater, .gentle, .balanced] {
          let windows = walk.windows(style, excess: excess).array(count)
          let allowed = [100 + firstRoom] + Array(repeating: 140, count: count - 1)
          #expect(windows.reduce(0, +) == count * 100 + excess, "\(style) \(excess)")
          #expect(
            zip(windows, allowed).allSatisfy { $0 >= 100 && $0 <= $1 }, "\(style) \(excess): \(windows)")
          #expect(windows.sorted() == windows, "\(style) \(excess): \(windows)")
        }
      }
    }
  }

  private func definition(_ style: ScheduleStyle, _ count: Int, _ room: Int, _ excess: Int) -> [Int] {
    var extra = Array(repeating: 0, count: count)
    var rest = excess
    func give(_ index: Int, _ limit: Int) {
      var given = 0
      while rest > 0 && extra[index] < room && given < limit {
        extra[index] += 1
        rest -= 1
        given += 1
      }
    }
    if style == .balanced {
      let share = excess / count
      for index in 0..<count { give(index, share) }
      for index in (0..<count).reversed() { give(index, 1) }
    } else {
      let step = style == .buildLater ? 25 : 12
      for index in (0..<count).reversed() where index > 0 { give(index, step) }
      for index in (0..<count).reversed() { give(index, room) }
    }
    return extra.map { 135 + $0 }
  }
}
