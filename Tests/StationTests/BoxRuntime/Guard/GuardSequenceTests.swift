import Bedside
import Nursery
import Testing

@testable import BoxRuntime

/// Every short sequence of events for the two processes, during and after a session of half an hour.
@Suite struct GuardSequenceTests {
  private enum Deed: CaseIterable {
    case killBox, startBox, killGuard, startGuard, powerCut, clockBack, clockAhead, wait

    func perform(on bench: inout GuardBench) {
      switch self {
      case .killBox: bench.killBox()
      case .startBox: bench.startBox()
      case .killGuard: bench.killGuard()
      case .startGuard: bench.startGuard()
      case .powerCut: bench.cutPower(offMilliseconds: 40_000)
      case .clockBack: bench.step(milliseconds: -3_600_000)
      case .clockAhead: bench.step(milliseconds: 3_600_000)
      case .wait: bench.pass(milliseconds: 660_000)
      }
    }
  }

  private static let length = 4
  private static let sessionMilliseconds = 1_800_000
  /// The time after each event, enough for both grace periods.
  private static let betweenMilliseconds = 11_000

  /// The sequence of events with a number.
  private static func deeds(_ number: Int) -> [Deed] {
    var rest = number
    return (0..<length).map { _ in
      defer { rest /= Deed.allCases.count }
      return Deed.allCases[rest % Deed.allCases.count]
    }
  }

  @Test("Every sequence keeps the promises")
  func everySequenceKeepsThePromises() throws {
    var count = 1
    for _ in 0..<Self.length { count *= Deed.allCases.count }
    for number in 0..<count { try Self.play(Self.deeds(number)) }
  }

  private static func play(_ deeds: [Deed]) throws {
    var bench = GuardBench()
    bench.pass(milliseconds: 60_000)
    let end = bench.age + sessionMilliseconds
    bench.wish(.start(minutes: sessionMilliseconds / 60_000, .strict))
    var told: [Deed] = []
    for deed in deeds {
      told.append(deed)
      deed.perform(on: &bench)
      bench.pass(milliseconds: betweenMilliseconds)
      try check(bench, end: end, told)
    }
    // If the clock was set meanwhile, a power cut may cost the time since the files were last written.
    bench.startGuard()
    bench.pass(milliseconds: 2 * sessionMilliseconds)
    try #require(bench.files.session == nil && bench.files.shield == nil, "never past its end: \(told)")
    try checkPanel(bench, told)
  }

  private static func check(_ bench: GuardBench, end: Int, _ told: [Deed]) throws {
    let isTold = !told.contains(.clockBack) && !told.contains(.clockAhead) || !told.contains(.powerCut)
    if bench.someoneLives, isTold, abs(bench.age - end) > Guardian.lagMilliseconds {
      try #require((bench.files.shield != nil) == (bench.age < end), "its end is kept: \(told)")
    }
    try #require((bench.files.shield != nil) == (bench.files.session != nil), "\(told)")
    try checkPanel(bench, told)
  }

  private static func checkPanel(_ bench: GuardBench, _ told: [Deed]) throws {
    if bench.boxRuns { return try #require(bench.panel == .box, "the box has its panel: \(told)") }
    let grace = Guardian.startGraceMilliseconds
    guard let since = bench.guardAloneSince, bench.age - since > grace else { return }
    let isDark = bench.panel == .display(.dark)
    try #require(bench.panel != .box && bench.panel != .unlit, "no stale picture: \(told)")
    try #require(isDark == (bench.files.shield != nil), "the panel tells the truth: \(told)")
  }
}
