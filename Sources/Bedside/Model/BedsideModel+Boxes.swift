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

  /// Receives what other boxes wrote: the pages show what came of it, and the foot says the last of it that is news.
  mutating func receive(_ events: [ReceivedEvent], _ clocks: ClockHistory, at moment: Moment) {
    care.clocks.learn(from: clocks)
    for received in events {
      // Also of a baby that is configured elsewhere so far: this box may get it with a reload.
      let baby = received.event.baby
      care.logs[baby, default: CareLog(baby: baby)].apply(received.event, stamp: received.stamp)
      care.box.logLines += 1
    }
    // A time that a person entered may be wrong by months: no event is forgotten by it.
    if care.clocks.trust(ofBoot: moment.boot.boot)?.isTold != true { forgetOld(events, at: moment) }
    if let last = events.last { sayNews(last, at: moment) }
  }

  private mutating func forgetOld(_ events: [ReceivedEvent], at moment: Moment) {
    let limit = care.clocks.instant(at: moment.boot).adding(minutes: -Self.heldDays * 1440)
    for baby in Set(events.map { $0.event.baby }) {
      care.logs[baby]?.prune(before: limit, clock: care.clocks)
    }
  }

  /// Says what another box has logged just now, unless the panel says something of this one.
  private mutating func sayNews(_ received: ReceivedEvent, at moment: Moment) {
    let event = received.event
    guard babies.contains(event.baby), var confirmation = confirmation(of: event.change) else { return }
    let age = confirmation.at.minutes(until: care.clocks.instant(at: moment.boot))
    guard abs(age) <= Self.newsMinutes else { return }
    switch screen.notice?.notice {
    case nil, .elsewhere: break
    default: return
    }
    if event.baby == care.chosenBaby {
      confirmation.deed = confirmedDeed(confirmation.deed, .wall(confirmation.at), at: moment)
    }
    let place = care.settings.places.first { $0.box == received.stamp.box }
    show(.elsewhere(confirmation, place: place?.name), for: Self.newsMilliseconds, at: moment)
    screen.notice?.baby = event.baby
  }

  /// How long it is said: who is in the room did not press, and may look up late.
  private static let newsMilliseconds = 10_000
}

/// What the program beside the box says of the household: whether its broker is connected, and how far the other boxes are.
public struct LinkNews: Hashable, Sendable {
  /// Another box.
  public struct Other: Hashable, Sendable {
    /// Its id.
    public var box: String
    /// What it is called, where it has a name.
    public var name: String?
    /// How many lines it lacks of those that this box has, as far as it has said.
    public var behind: Int

    /// A box, and how many lines it lacks.
    public init(box: String, name: String? = nil, behind: Int) {
      (self.box, self.name, self.behind) = (box, name, behind)
    }
  }

  /// When it said so.
  public var heard: BootTime
  /// Since when the broker is connected; nil: it is not.
  public var since: BootTime?
  /// The other boxes that have said what they have.
  public var others: [Other]

  /// What was said at a time of the box.
  public init(heard: BootTime, since: BootTime?, others: [Other]) {
    (self.heard, self.since, self.others) = (heard, since, others)
  }

  /// The program says it at least every half minute. One that was not heard for so long is away.
  public static let heldMilliseconds = 90_000

  /// How many lines the other boxes lack together.
  public var behind: Int { others.reduce(0) { $0 + $1.behind } }
}
