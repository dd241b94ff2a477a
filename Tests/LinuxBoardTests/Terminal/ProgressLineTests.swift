import Testing

@testable import LinuxBoard

@Suite struct ProgressLineTests {
  @Test("A quick command shows no progress")
  func aQuickCommandShowsNoProgress() {
    var progress = Progress(what: "seeds", total: 100, startNanoseconds: 5)
    #expect(progress.advance(by: 25, at: 2_000_000_004) == nil)
    #expect(!progress.isWritten && progress.done == 25)
  }

  @Test("A long command shows its progress four times a second")
  func aLongCommandShowsItsProgressFourTimesASecond() {
    var progress = Progress(what: "seeds", total: 100, startNanoseconds: 0)
    #expect(progress.advance(by: 25, at: 2_000_000_000) == "\r25 of 100 seeds\u{1B}[K")
    #expect(progress.advance(by: 25, at: 2_249_999_999) == nil)
    #expect(progress.advance(by: 25, at: 2_250_000_000) == "\r75 of 100 seeds\u{1B}[K")
  }

  @Test("A step that begins is shown at once")
  func aStepThatBeginsIsShownAtOnce() {
    var progress = Progress(what: "groups", total: 6, startNanoseconds: 0)
    #expect(progress.begin("the bus", at: 1) == "\r0 of 6 groups: the bus\u{1B}[K")
    #expect(progress.isWritten)
    #expect(progress.advance(by: 1, at: 2) == nil)
    #expect(progress.begin("", at: 3) == "\r1 of 6 groups\u{1B}[K")
  }

  @Test("No more than the total is shown")
  func noMoreThanTheTotalIsShown() {
    var progress = Progress(what: "bytes", total: 100, startNanoseconds: 0)
    #expect(progress.advance(by: 164, at: 2_000_000_000) == "\r100 of 100 bytes\u{1B}[K")
  }
}
