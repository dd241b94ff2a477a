import Nursery
import Testing

@testable import cribside_lab

/// Random days of made-up families, as `cribside-lab looks` examines them for what a tired parent would not believe.
@Suite struct LooksTests {
  @Test("A tired parent can believe what the panel shows during a day", arguments: LookFamily.Kind.allCases)
  func believable(kind: LookFamily.Kind) throws {
    for seed in UInt64(1)...8 {
      let day = try DayLooks(at: LookFamily(seed: seed, kind: kind))
      #expect(day.count > 50)
      // A plan may break limits if no plan keeps them, and a late nap moves the ones after it.
      let odd = day.odd.filter { ![.broken, .change, .newLength].contains($0.oddity) }
      #expect(odd.isEmpty, "seed \(seed): \(odd.first.map { "\($0)" } ?? "")")
    }
  }

  @Test("The report has counts by kind, and the worst looks")
  func report() throws {
    var report = LooksReport(kinds: [.missedPresses])
    report.add(try DayLooks(at: LookFamily(seed: 1, kind: .missedPresses)), of: .missedPresses)
    let lines = report.text(worst: 1).split(separator: "\n")
    #expect(lines.count > Oddity.allCases.count)
    #expect(lines[0].contains("missed presses") && lines[1].hasPrefix("looks"))
  }
}
