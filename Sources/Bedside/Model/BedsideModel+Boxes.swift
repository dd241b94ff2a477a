import Nursery

/// An event, or a correction of one, that a line of another box brought.
public struct ReceivedEvent: Hashable, Sendable {
  /// What the line says; its times by boot clocks name the box that wrote it.
  public var event: CareEvent
  /// Where the line stands in the order of the household.
  public var stamp: LineStamp

  /// A line's event, and its place.
  public init(event: CareEvent, stamp: LineStamp) {
    self.event = event
    self.stamp = stamp
  }
}

extension BedsideModel {
  /// How far back events are held while the box runs, in days: as many as a start reads.
  static let heldDays = 62

  /// What another box logged so long ago at most, in minutes, is news.
  static let newsMinutes = 5

  /// Takes in what other boxes wrote: the pages show what came of it, and the foot says the last of it that is news.
  mutating func receive(_ events: [ReceivedEvent], _ clocks: ClockHistory, at moment: Moment) {
    care.clocks.learn(from: clocks)
    for received in events {
      care.logs[received.event.baby]?.apply(received.event, stamp: received.stamp)
      care.box.logLines += 1
    }
    let limit = care.clocks.instant(at: moment.boot).adding(minutes: -Self.heldDays * 1440)
    for baby in Set(events.map { $0.event.baby }) {
      care.logs[baby]?.prune(before: limit, clock: care.clocks)
    }
    if let last = events.last { sayNews(last, at: moment) }
  }

  /// Says what another box has logged just now, unless the panel says something of this one.
  private mutating func sayNews(_ received: ReceivedEvent, at moment: Moment) {
    let event = received.event
    guard var confirmation = confirmation(of: event.change) else { return }
    let age = confirmation.at.minutes(until: care.clocks.instant(at: moment.boot))
    guard abs(age) <= Self.newsMinutes else { return }
    switch screen.notice?.notice {
    case nil, .elsewhere: break
    default: return
    }
    if event.baby == care.chosenBaby { confirmation.deed = confirmedDeed(confirmation.deed, at: moment) }
    let place = care.settings.places.first { $0.box == received.stamp.box }
    show(.elsewhere(confirmation, place: place?.name), for: Self.newsMilliseconds, at: moment)
    screen.notice?.baby = event.baby
  }

  /// How long it is said: who is in the room did not press, and may look up late.
  private static let newsMilliseconds = 10_000
}
