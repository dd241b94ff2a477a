import Bedside
import Testing

@testable import BoxRuntime

/// One picture is being sent, and the newest one waits.
@Suite struct PanelQueueTests {
  private func picture(_ text: String) -> Picture { Picture(frame: Frame(), texts: [text]) }

  private func shown(_ job: PanelJob, next: Int? = nil) -> PanelReport {
    PanelReport(generation: job.generation, isShown: true, nextServiceMilliseconds: next)
  }

  @Test("Only the newest waits")
  func onlyTheNewestWaits() throws {
    var queue = PanelQueue()
    #expect(queue.nextJob(at: 0) == nil)
    queue.want(picture("a"), .on)
    let firstJob = queue.nextJob(at: 0)
    let first = try #require(firstJob)
    queue.want(picture("b"), .on)
    queue.want(picture("c"), .dim)
    #expect(queue.nextJob(at: 1) == nil, "the bus thread is busy")
    queue.receive(shown(first))
    #expect(queue.shown?.texts == ["a"])
    let secondJob = queue.nextJob(at: 2)
    let second = try #require(secondJob)
    queue.receive(shown(second))
    #expect(queue.shown?.texts == ["c"])
    #expect(queue.shown?.light == .dim)
    #expect(queue.nextJob(at: 3) == nil, "nothing new")
  }

  @Test("The shown picture is the one that was sent, even if another one is wanted by then")
  func lateReport() throws {
    var queue = PanelQueue()
    queue.want(picture("lit"), .on)
    let firstJob = queue.nextJob(at: 0)
    let first = try #require(firstJob)
    queue.want(picture("dark"), .off)
    queue.receive(shown(first))
    #expect(queue.shown?.light == .on)
    #expect(queue.shown?.texts == ["lit"])
  }

  @Test("A fault is retried when it is time")
  func aFaultIsRetriedWhenItIsTime() throws {
    var queue = PanelQueue()
    queue.want(picture("a"), .on)
    let firstJob = queue.nextJob(at: 0)
    let job = try #require(firstJob)
    queue.receive(PanelReport(generation: job.generation, isShown: false, nextServiceMilliseconds: 250))
    #expect(queue.isFailing)
    #expect(queue.shown == nil)
    #expect(queue.nextDeadline == 250)
    queue.want(picture("b"), .on)
    #expect(queue.nextJob(at: 249) == nil)
    let againJob = queue.nextJob(at: 250)
    let again = try #require(againJob)
    #expect(queue.nextDeadline == nil, "in flight")
    queue.receive(shown(again, next: 60_250))
    #expect(!queue.isFailing)
    #expect(queue.shown?.texts == ["b"])
    #expect(queue.nextDeadline == nil, "the refresh goes with the minute's picture")
    #expect(queue.nextJob(at: 60_249) == nil)
    #expect(queue.nextJob(at: 60_250) != nil, "the refresh")
  }
}
