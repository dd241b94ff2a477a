import SimulatedBoard
import Testing

@testable import cribside_lab

@Suite struct OrdinaryDayTests {
  private static let seeds: [UInt64] = [0, 1, 7, 20_260_211]

  private func days(_ seed: UInt64, _ pace: OrdinaryDay.Pace) -> [OrdinaryDay] {
    var random = SimulatedRandom(seed: seed)
    return (0..<20).map { _ in OrdinaryDay(pace, random: &random) }
  }

  @Test("A seed repeats its days", arguments: seeds)
  func aSeedRepeatsItsDays(seed: UInt64) {
    let (once, again) = (days(seed, .fiveMonths), days(seed, .fiveMonths))
    #expect(once.flatMap { $0.entries.map(\.second) } == again.flatMap { $0.entries.map(\.second) })
    #expect(once.flatMap { $0.entries.map(\.deed) } == again.flatMap { $0.entries.map(\.deed) })
    #expect(once[0].entries.map(\.second) != once[1].entries.map(\.second))
  }

  @Test("Every beginning has an end", arguments: seeds, [OrdinaryDay.Pace.fiveMonths, .newborn])
  func everyBeginningHasAnEnd(seed: UInt64, pace: OrdinaryDay.Pace) {
    var (isAsleep, isNursing) = (true, false)
    for entry in days(seed, pace).flatMap(\.entries) {
      switch entry.deed {
      case .sleepBegins, .sleepEnds:
        #expect(isAsleep == (entry.deed == .sleepEnds))
        isAsleep.toggle()
      case .nursingBegins, .nursingEnds:
        #expect(isNursing == (entry.deed == .nursingEnds))
        isNursing.toggle()
      case .bottle: #expect(!isNursing)
      case .pageTurn: break
      }
    }
    #expect(isAsleep && !isNursing)
  }

  @Test("Entries are at least twenty seconds apart", arguments: seeds)
  func entriesAreAtLeastTwentySecondsApart(seed: UInt64) {
    for day in days(seed, .newborn) {
      let seconds = day.entries.map(\.second)
      #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $1 - $0 >= 20 })
      #expect(seconds.allSatisfy { (0..<86_400).contains($0) })
    }
  }
}
