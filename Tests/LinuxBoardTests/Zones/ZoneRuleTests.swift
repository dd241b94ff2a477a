import Testing

@testable import LinuxBoard

/// The changes were computed with the C library, by setting `TZ` to the rule.
@Suite struct ZoneRuleTests {
  typealias Turn = (at: Int, offset: Int)

  private static let turnsOf2027: [String: (first: Turn, second: Turn)] = [
    "CET-1CEST,M3.5.0,M10.5.0/3": ((1_806_195_600, 7200), (1_824_944_400, 3600)),
    "EST5EDT,M3.2.0,M11.1.0": ((1_805_007_600, -14_400), (1_825_567_200, -18_000)),
    // One change on the evening before, and one two days later.
    "<-02>2<-01>,M3.5.0/-1,M10.5.0/0": ((1_806_195_600, -3600), (1_824_944_400, -7200)),
    "EET-2EEST,M3.4.4/50,M10.4.4/50": ((1_806_105_600, 10_800), (1_824_850_800, 7200)),
    // Ireland, where winter time is the exception.
    "IST-1GMT0,M10.5.0,M3.5.0/1": ((1_806_195_600, 3600), (1_824_944_400, 0)),
    // Half an hour, two hours, quarters of an hour.
    "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0": ((1_806_764_400, 37_800), (1_822_491_000, 39_600)),
    "<+00>0<+02>-2,M3.5.0/1,M10.5.0/3": ((1_806_195_600, 7200), (1_824_944_400, 0)),
    "<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45": ((1_806_760_800, 45_900), (1_821_880_800, 49_500)),
    // Days of the year, and seconds.
    "AAA3BBB,J60/0,J300/2:30:15": ((1_803_870_000, -7200), (1_824_611_415, -10_800)),
    "AAA3BBB,59/0,300": ((1_803_870_000, -7200), (1_824_696_000, -10_800)),
  ]

  @Test("A rule has its turns of 2027", arguments: turnsOf2027.keys.sorted())
  func aRuleHasItsTurnsOf2027(rule: String) throws {
    let (first, second) = try #require(Self.turnsOf2027[rule])
    let expected = [first, second].map { ZoneFile.Change(at: $0.at, offsetSeconds: $0.offset) }
    #expect(try #require(ZoneRule(rule)).changes(inYear: 2027) == expected)
  }

  @Test(
    "A rule has its turns of the leap year 2028",
    arguments: [
      // Day 60 without 29 February is always 1 March; day 59 from zero is 29 February in a leap year.
      ("AAA3BBB,J60/0,J300/2:30:15", 1_835_492_400, 1_856_233_815),
      ("AAA3BBB,59/0,300", 1_835_406_000, 1_856_232_000),
      ("CET-1CEST,M3.5.0,M10.5.0/3", 1_837_645_200, 1_856_394_000),
    ])
  func aRuleHasItsTurnsOfTheLeapYear2028(rule: String, first: Int, second: Int) throws {
    #expect(try #require(ZoneRule(rule)).changes(inYear: 2028).map(\.at) == [first, second])
  }

  @Test("A rule without summer has no turns")
  func aRuleWithoutSummerHasNoTurns() throws {
    let rule = try #require(ZoneRule("<+0545>-5:45"))
    #expect(rule.offsetSeconds == 20_700)
    #expect(rule.changes(inYear: 2027) == [])
  }

  @Test(
    "Other texts are no rules",
    arguments: [
      "", "CET", "C-1", "<+3>", "<+03-3", "CET-1CEST", "CET-25", "CET-1CEST,M3.5.0",
      "CET-1CEST,M3.5.0,M10.5.0/3,", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
      "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J300", "CET-1CEST,J366,J300", "CET-1CEST,366,0",
      "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1:60", "CET-1 ", " CET-1", "CET-1CEST,M3.5,M10.5.0",
      "CET-11111111111111111111111",
    ])
  func otherTextsAreNoRules(text: String) {
    #expect(ZoneRule(text) == nil)
  }
}
