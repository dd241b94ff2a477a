import CareJournal
import Nursery
import Testing

@testable import Household

/// New lines of the log as events of a diary.
@Suite struct CareNewsTests {
  private let nap = EventID(high: 1, low: 2)

  private func line(
    _ change: CareEvent.Change, id: EventID, source: Source = .button, box: String = "7c1e9a04b2d1"
  )
    throws -> String
  {
    let moment = Moment(boot: BootTime(boot: 1, milliseconds: 5), wall: nil, trust: .none)
    let event = CareEvent(
      id: id, baby: BabyID(number: 1), moment: moment, source: source, change: change, by: nil)
    let line = JournalLine(id: id, box: box, sequence: 1, moment: moment, entry: .care(event))
    return String(decoding: try #require(JournalLineCodec.encode(line)).dropLast(), as: UTF8.self)
  }

  private func added(_ kind: CareKind, source: Source = .button, box: String = "7c1e9a04b2d1") throws
    -> String
  {
    try line(
      .added(Care(kind: kind, start: .wall(Instant(milliseconds: 0)))), id: nap, source: source, box: box)
  }

  @Test("A press is an event and a trigger")
  func aPressIsAnEventAndATrigger() throws {
    var news = CareNews()
    let messages = news.messages(for: [try added(.sleep)], Document.topics)
    #expect(messages.map(\.topic) == ["event", "press"].map { "cribside/home/7c1e9a04b2d1/baby/1/" + $0 })
    #expect(
      messages[0].payload
        == #"{"event_type":"sleep","id":"00000000-0000-0001-0000-000000000002","box":"7c1e9a04b2d1","source":"button","by":null}"#
    )
    #expect(messages[1].payload == "nap")
    #expect(messages.allSatisfy { !$0.isRetained })
  }

  @Test("The end of a nap is known by its start")
  func theEndOfANapIsKnownByItsStart() throws {
    var news = CareNews()
    _ = news.messages(for: [try added(.nursing)], Document.topics)
    let end = try line(
      .amended(nap, CarePatch(end: .some(.wall(Instant(milliseconds: 9))))), id: EventID(high: 1, low: 3))
    let messages = news.messages(for: [end], Document.topics)
    #expect(messages.first?.payload.contains("nursing_ended") == true)
    #expect(messages.last?.payload == "feed")
    var newcomer = CareNews()
    let messages1 = newcomer.messages(for: [end], Document.topics)
    #expect(messages1.first?.payload.contains("corrected") == true)
  }

  @Test("An event that ran before is known from the document")
  func anEventThatRanBeforeIsKnownFromTheDocument() throws {
    var news = CareNews()
    news.note(try HomeDocument(Document.text(running: Document.sleeping)))
    let id = try #require(EventID(text: "019c4bc0-ea20-772d-a992-e91752bb132a"))
    let end = try line(
      .amended(id, CarePatch(end: .some(.wall(Instant(milliseconds: 9))))), id: EventID(high: 1, low: 3))
    let messages2 = news.messages(for: [end], Document.topics)
    #expect(messages2.first?.payload.contains("sleep_ended") == true)
  }

  @Test("Another box or another source is no press")
  func anotherBoxOrAnotherSourceIsNoPress() throws {
    var news = CareNews()
    let messages3 = try news.messages(for: [added(.bottle, source: .command)], Document.topics)
    #expect(messages3.count == 1)
    let messages4 = try news.messages(for: [added(.sleep, box: "aaaaaaaaaaaa")], Document.topics)
    #expect(messages4.count == 1)
  }

  @Test("Other text is no news")
  func otherTextIsNoNews() {
    var news = CareNews()
    let messages5 = news.messages(for: ["", "{}", "nonsense"], Document.topics)
    #expect(messages5.isEmpty)
  }
}
