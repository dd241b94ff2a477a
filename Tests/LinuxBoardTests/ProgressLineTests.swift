import Testing

@testable import LinuxBoard

@Suite struct ProgressLineTests {
  @Test func aQuickCommandShowsNoProgress() {
    var progress = Progress(what: "seeds", total: 100, startNanoseconds: 5)
    #expect(progress.advance(by: 25, at: 2_000_000_004) == nil)
    #expect(!progress.isWritten && progress.done == 25)
  }

  @Test func aLongCommandShowsItsProgressFourTimesASecond() {
    var progress = Progress(what: "seeds", total: 100, startNanoseconds: 0)
    #expect(progress.advance(by: 25, at: 2_000_000_000) == "\r25 of 100 seeds\u{1B}[K")
    #expect(progress.advance(by: 25, at: 2_249_999_999) == nil)
    #expect(progress.advance(by: 25, at: 2_250_000_000) == "\r75 of 100 seeds\u{1B}[K")
  }
}
