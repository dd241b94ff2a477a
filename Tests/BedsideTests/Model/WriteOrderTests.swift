import Nursery
import Testing

@testable import Bedside

/// The order in which the lines of one press are written. A power cut between two of them loses nothing that was saved.
@Suite struct WriteOrderTests {
  private static let id = EventID(high: 1, low: 1)

  private static func event(_ number: UInt64, _ change: CareEvent.Change) -> CareEvent {
    CareEvent(
      id: EventID(high: 2, low: number), baby: MiasBox.mia, moment: MiasBox.moment(60), source: .button,
      change: change)
  }

  private static func action(_ changes: [CareEvent.Change]) -> Action {
    let events = changes.enumerated().map { event(UInt64($0.offset), $0.element) }
    return Action(baby: MiasBox.mia, events: events, inverses: [])
  }

  @Test("What an action deletes is written last, and not at all if it restores the same event afterwards")
  func deletions() {
    let bottle = CareEvent.Change.added(Care(kind: .bottle, start: .wall(MiasBox.instant(60))))
    let other = EventID(high: 1, low: 2)
    let restored = CareEvent.Change.amended(other, CarePatch(kind: .sleep))
    #expect(Self.action([.deleted(Self.id), bottle]).written.map(\.change) == [bottle, .deleted(Self.id)])
    let changes = [.deleted(other), .deleted(Self.id), restored, bottle]
    #expect(Self.action(changes).written.map(\.change) == [restored, bottle, .deleted(Self.id)])
  }

  @Test("All corrections of one event are one line")
  func corrections() {
    let runs = CareEvent.Change.amended(Self.id, CarePatch(end: .some(nil)))
    let ends = CareEvent.Change.amended(Self.id, CarePatch(end: .wall(MiasBox.instant(60))))
    let begins = CareEvent.Change.amended(Self.id, CarePatch(start: .wall(MiasBox.instant(0))))
    #expect(Self.action([runs, ends]).written.map(\.change) == [ends])
    let both = CarePatch(start: .wall(MiasBox.instant(0)), end: .some(nil))
    #expect(Self.action([runs, begins]).written.map(\.change) == [.amended(Self.id, both)])
    #expect(Self.action([runs, .deleted(Self.id)]).written.map(\.change) == [.deleted(Self.id)])
  }
}
