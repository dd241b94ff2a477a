import Testing

@testable import BoxRuntime
@testable import cribside_lab

/// Figures that are computed from the scorers' times. The tests do not measure time.
@Suite struct MotionFiguresTests {
  @Test("Numpy's answer is read")
  func numpysAnswerIsRead() throws {
    let text =
      #"{"coleKripkeMilliseconds":7.9,"coleKripkeAsleep":380115,"sadehMilliseconds":126,"sadehAsleep":373783}"#
    let times = try NumpyTimes(Array(text.utf8))
    #expect(times.coleKripkeMilliseconds == 7.9)
    #expect(times.sadehAsleep == 373_783)
    #expect(throws: RunFault.self) { try NumpyTimes(Array("Traceback".utf8)) }
  }

  @Test("The minutes are a year with all kinds of bouts")
  func theMinutesAreAYearWithAllKindsOfBouts() {
    let counts = MadeUpMinutes.counts
    #expect(counts.count == 525_600)
    #expect(counts.max() == 511)
    #expect(counts.count { $0 == 0 } > 200_000)
  }
}
