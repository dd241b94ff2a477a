import Bedside
import Testing

@testable import BoxRuntime

/// One picture on its way, the newest one waiting.
@Suite struct PanelDeskTests {
  private func picture(_ text: String) -> Picture { Picture(frame: Frame(), texts: [text]) }

  private func shown(_ job: PanelJob, next: Int? = nil) -> PanelReport {
    PanelReport(generation: job.generation, isShown: true, nextServiceMilliseconds: next)
  }

  @Test func onlyTheNewestWaits() throws {
    var desk = PanelDesk()
    #expect(desk.nextJob(at: 0) == nil)
    desk.want(picture("a"), .on)
    let firstJob = desk.nextJob(at: 0)
    let first = try #require(firstJob)
    desk.want(picture("b"), .on)
    desk.want(picture("c"), .dim)
    #expect(desk.nextJob(at: 1) == nil, "the bus thread is busy")
    desk.receive(shown(first))
    #expect(desk.shown?.texts == ["a"])
    let secondJob = desk.nextJob(at: 2)
    let second = try #require(secondJob)
    desk.receive(shown(second))
    #expect(desk.shown?.texts == ["c"])
    #expect(desk.shown?.light == .dim)
    #expect(desk.nextJob(at: 3) == nil, "nothing new")
  }

  @Test("What is shown is what was sent, though something else is wanted by then")
  func lateReport() throws {
    var desk = PanelDesk()
    desk.want(picture("lit"), .on)
    let firstJob = desk.nextJob(at: 0)
    let first = try #require(firstJob)
    desk.want(picture("dark"), .off)
    desk.receive(shown(first))
    #expect(desk.shown?.light == .on)
    #expect(desk.shown?.texts == ["lit"])
  }

  @Test func aFaultIsRetriedWhenItIsTime() throws {
    var desk = PanelDesk()
    desk.want(picture("a"), .on)
    let firstJob = desk.nextJob(at: 0)
    let job = try #require(firstJob)
    desk.receive(PanelReport(generation: job.generation, isShown: false, nextServiceMilliseconds: 250))
    #expect(desk.isFailing)
    #expect(desk.shown == nil)
    #expect(desk.nextDeadline == 250)
    desk.want(picture("b"), .on)
    #expect(desk.nextJob(at: 249) == nil)
    let againJob = desk.nextJob(at: 250)
    let again = try #require(againJob)
    #expect(desk.nextDeadline == nil, "in flight")
    desk.receive(shown(again, next: 60_250))
    #expect(!desk.isFailing)
    #expect(desk.shown?.texts == ["b"])
    #expect(desk.nextDeadline == nil, "the refresh goes with the minute's picture")
    #expect(desk.nextJob(at: 60_249) == nil)
    #expect(desk.nextJob(at: 60_250) != nil, "the refresh")
  }
}
