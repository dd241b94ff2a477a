import Bedside
import Testing

@Suite struct PixelDriftTests {
  private static let steps = (0...30).map { PixelDrift.offset(atMinute: $0 * PixelDrift.minutesPerStep) }

  @Test("Every step goes to a neighbour")
  func everyStepGoesToANeighbour() {
    for (one, next) in zip(Self.steps, Self.steps.dropFirst()) {
      #expect(abs(one.dx - next.dx) + abs(one.dy - next.dy) == 1)
    }
  }

  @Test("All sixteen positions are visited once on the way there and once on the way back")
  func allSixteenPositionsAreVisitedOnceOnTheWayThereAndOnceOnTheWayBack() {
    let places = Self.steps.map { $0.dy * 4 + $0.dx }
    #expect(places.prefix(16).sorted() == Array(0..<16))
    #expect(places.suffix(16) == places.prefix(16).reversed())
  }

  @Test("One step of five goes aside")
  func oneStepOfFiveGoesAside() {
    #expect(zip(Self.steps, Self.steps.dropFirst()).count { $0.dx != $1.dx } == 6)
  }

  @Test(
    "A position holds for ten minutes",
    arguments: [
      (0, 0), (9, 0), (10, 1), (19, 1), (159, 15), (160, 16), (299, 29), (300, 0), (-1, 29), (-300, 0),
    ])
  func aPositionHoldsForTenMinutes(minute: Int, step: Int) {
    #expect(PixelDrift.offset(atMinute: minute) == Self.steps[step])
  }
}
