import Bedside
import Testing

@Suite struct PixelDriftTests {
  private static let steps = (0...16).map { PixelDrift.offset(atMinute: $0 * PixelDrift.minutesPerStep) }

  @Test func everyStepGoesToANeighbour() {
    for (one, next) in zip(Self.steps, Self.steps.dropFirst()) {
      #expect(abs(one.dx - next.dx) + abs(one.dy - next.dy) == 1)
    }
  }

  @Test func allSixteenPositionsAreVisitedOnce() {
    let places = Self.steps.dropLast().map { $0.dy * 4 + $0.dx }
    #expect(places.sorted() == Array(0..<16))
    #expect(Self.steps[0] == Self.steps[16])
  }

  @Test(arguments: [
    (0, 0), (9, 0), (10, 1), (19, 1), (159, 15), (160, 0), (-1, 15), (-160, 0), (29_000_089, 8),
  ])
  func aPositionHoldsForTenMinutes(minute: Int, step: Int) {
    #expect(PixelDrift.offset(atMinute: minute) == Self.steps[step])
  }
}
