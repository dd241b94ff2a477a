import Testing

@testable import HouseholdLink

/// When the program looks up the broker, connects, and tries again.
@Suite struct BrokerCourseTests {
  @Test("After an address that does not answer the next is tried at once")
  func afterAnAddressThatDoesNotAnswerTheNextIsTriedAtOnce() {
    var course = BrokerCourse(seed: 1)
    let steps = [course.step(at: 0), course.step(at: 0)]
    #expect(steps == [.look, nil])
    course.found(["a", "b"], at: 5)
    let first = [
      course.step(at: 5), course.step(at: 10_004), course.step(at: 10_005), course.step(at: 10_005),
    ]
    #expect(first == [.connect("a"), nil, .drop, .connect("b")])
    course.accepted(at: 10_100)
    #expect(course.isUp && course.nextDeadline == nil)
  }

  @Test("The waits grow to a minute and differ")
  func theWaitsGrowToAMinuteAndDiffer() throws {
    var waits: [[Int]] = []
    for seed in 1...2 {
      var course = BrokerCourse(seed: UInt64(seed))
      var (now, mine) = (0, [Int]())
      for _ in 0..<12 {
        let step = course.step(at: now)
        #expect(step == .look)
        course.found([], at: now)
        let next = try #require(course.nextDeadline)
        mine.append(next - now)
        now = next
      }
      waits.append(mine)
    }
    for mine in waits {
      #expect((250...500).contains(mine[0]) && (30_000...60_000).contains(mine[11]))
    }
    #expect(waits[0] != waits[1])
  }

  @Test("A good connection is tried again soon")
  func aGoodConnectionIsTriedAgainSoon() throws {
    var course = BrokerCourse(seed: 1)
    var now = 0
    for _ in 0..<8 {
      _ = course.step(at: now)
      course.found([], at: now)
      now = try #require(course.nextDeadline)
    }
    _ = course.step(at: now)
    course.found(["a"], at: now)
    _ = course.step(at: now)
    course.accepted(at: now)
    course.fail(at: now + 60_000)
    let next = try #require(course.nextDeadline)
    #expect(next - (now + 60_000) <= 500)
  }
}
