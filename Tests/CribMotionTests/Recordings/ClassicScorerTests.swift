import CareJournal
import CribMotion
import Nursery
import Testing

/// The scorers of wrist actigraphy, compared with pyActigraphy's answers and with ones computed by hand.
@Suite struct ClassicScorerTests {
  private static let scorers: [(name: String, scorer: ClassicScorer)] = [
    ("cole-kripke", .coleKripke(isRescored: false)), ("cole-kripke --rescore", .coleKripke(isRescored: true)),
    ("sadeh", .sadeh), ("scripps", .scripps), ("oakley --threshold 20", .oakley(threshold: 20)),
    ("oakley --threshold 40", .oakley(threshold: 40)), ("oakley --threshold 80", .oakley(threshold: 80)),
  ]

  private func letters(_ counts: [Int], _ scorer: ClassicScorer) -> String {
    String(decoding: scorer.asleep(counts).map { UInt8(ascii: $0 ? "s" : "a") }, as: UTF8.self)
  }

  @Test("Every vector is scored")
  func everyVectorIsScored() throws {
    let vectors = try MotionFixture.objects("actigraphy.jsonl")
    #expect(vectors.count == 8)
    for vector in vectors {
      let counts = try vector.array("counts").map { try $0.asInteger() }
      let results = try vector.member("result")
      for (name, scorer) in Self.scorers {
        let id = try vector.text("id")
        #expect(try letters(counts, scorer) == results.text(name), "\(id) \(name)")
      }
    }
  }

  @Test("Short recordings are awake", arguments: scorers.map { $0.scorer })
  func shortRecordingsAreAwake(scorer: ClassicScorer) {
    #expect(scorer.asleep([]) == [])
    #expect(scorer.asleep([0, 0, 0, 0]) == [false, false, false, false])
  }

  @Test("A sum at the limit is awake")
  func aSumAtTheLimitIsAwake() {
    // 230 · count = 30,000 · 23 / 23: only the minute itself counts.
    let below = [0, 0, 0, 0, 130, 0, 0, 0, 0]
    let above = [0, 0, 0, 0, 131, 0, 0, 0, 0]
    #expect(letters(below, .coleKripke(isRescored: false)) == "aaaasaaaa")
    #expect(letters(above, .coleKripke(isRescored: false)) == "aaaaaaaaa")
    #expect(letters([0, 0, 39, 0, 0], .oakley(threshold: 40)) == "aasaa")
    #expect(letters([0, 0, 40, 0, 0], .oakley(threshold: 40)) == "aaaaa")
  }

  @Test("Moderate activity is between fifty and a hundred without the limits")
  func moderateActivityIsBetweenFiftyAndAHundredWithoutTheLimits() {
    // With five such minutes of eleven, the index is 3.4 at 50, -2.1 at 51 and 1.4 at 100: their number decides.
    func isAsleep(_ count: Int) -> Bool {
      ClassicScorer.sadeh.asleep([0, 0, 0, 0, 0, 0] + [Int](repeating: count, count: 5))[5]
    }
    #expect([50, 51, 99, 100].map(isAsleep) == [true, false, false, true])
  }

  @Test("Large counts do not overflow")
  func largeCountsDoNotOverflow() {
    let counts = [Int](repeating: ClassicScorer.countLimit, count: 40)
    for (_, scorer) in Self.scorers { #expect(!scorer.asleep(counts).contains(true)) }
  }

  @Test(
    "Webster's rules turn sleep after long wakings into waking",
    arguments: [
      // After 4 minutes awake, the first minute asleep turns. The four at the start are the edge.
      (String(repeating: "a", count: 4) + String(repeating: "s", count: 20), 1),
      // After 10 minutes awake three turn; after 15, four.
      (String(repeating: "a", count: 10) + String(repeating: "s", count: 20), 3),
      (String(repeating: "a", count: 15) + String(repeating: "s", count: 20), 4),
    ])
  func rescoring(shape: String, turned: Int) throws {
    // Counts that Cole-Kripke scores in that shape, as its plain scores show.
    let counts = shape.map { $0 == "a" ? 2000 : 0 } + [Int](repeating: 0, count: 10)
    let plain = ClassicScorer.coleKripke(isRescored: false).asleep(counts)
    let rescored = ClassicScorer.coleKripke(isRescored: true).asleep(counts)
    let start = try #require(plain.firstIndex(of: true))
    let after = try #require(rescored.firstIndex(of: true))
    #expect(after - start == turned)
  }

  @Test("A short sleep between long wakings is waking")
  func aShortSleepBetweenLongWakingsIsWaking() {
    let busy = [Int](repeating: 2000, count: 12)
    let counts = busy + [Int](repeating: 0, count: 12) + busy
    let plain = ClassicScorer.coleKripke(isRescored: false).asleep(counts).filter { $0 }.count
    #expect((1...6).contains(plain))
    #expect(ClassicScorer.coleKripke(isRescored: true).asleep(counts).allSatisfy { !$0 })
  }
}
