import Nursery

/// An event, or a correction of one, that a line of another box brought.
public struct ReceivedEvent: Hashable, Sendable {
  /// The event. Its times by boot clocks name the box that wrote the line.
  public var event: CareEvent
  /// The line's place in the order of the household's lines.
  public var stamp: LineStamp

  /// The event of a line with its place.
  public init(event: CareEvent, stamp: LineStamp) {
    self.event = event
    self.stamp = stamp
  }
}

extension BedsideModel {
  /// For how many days events are held in memory: as many as a start reads.
  static let heldDays = 62

  /// The oldest event of another box that counts as news, in minutes.
  static let newsMinutes = 5

  /// Receives events of other boxes. The pages show the result, and the foot shows the newest event that counts as
  /// news.
  mutating func receive(_ events: [ReceivedEvent], _ clocks: ClockHistory, at moment: Moment) {
    care.clocks.learn(from: clocks)
    for received in events {
      // Events of a baby that only other boxes have are kept too: a reload may add that baby here.
      let baby = received.event.baby
      care.logs[baby, default: CareLog(baby: baby)].collect(received.event, stamp: received.stamp)
      care.box.logLines += 1
    }
    for baby in Set(events.map { $0.event.baby }) { care.logs[baby]?.settle() }
    boundClock(at: moment)
    // A time that a person entered, or that another box's line implies, may be wrong by months, so no event is removed
    // because of it.
    if clockIsSetByMachine(at: moment) { forgetOld(events, at: moment) }
    if let last = events.last { sayNews(last, at: moment) }
  }

  /// If nothing has set the clock, notes that it is no earlier than the times on the lines of other boxes whose clocks were
  /// set. What they logged has happened, although this box came back with an older clock. A line of the log says so, since
  /// all boxes read these times alike.
  mutating func boundClock(at moment: Moment) {
    let now = care.clocks.instant(at: moment.boot).milliseconds
    guard !care.clocks.isSynced(boot: moment.boot.boot), let told = care.clocks.latestElsewhere else {
      return
    }
    let isLate = told.milliseconds > now + ClockJudge.toleranceMilliseconds
    // The clock from which it was taken was ahead.
    let isCorrected =
      clock.heard.map { told.milliseconds + ClockJudge.toleranceMilliseconds < $0.milliseconds } ?? false
    guard isLate || isCorrected else { return }
    clock.heard = told
    care.clocks.noteSync(at: moment.boot, wall: told, by: .saved)
    let bound = Moment(boot: moment.boot, wall: told, trust: .saved)
    effects.append(.append([.sync(care.ids.next(milliseconds: told.milliseconds), bound)]))
    logCheck.dueMilliseconds = 0
    screen.drawnMinute = nil
  }

  private mutating func forgetOld(_ events: [ReceivedEvent], at moment: Moment) {
    let limit = care.clocks.instant(at: moment.boot).adding(minutes: -Self.heldDays * 1440)
    for baby in Set(events.map { $0.event.baby }) {
      care.logs[baby]?.prune(before: limit, clock: care.clocks)
    }
  }

  /// Shows what another box has just logged, unless the panel shows a notice of this box.
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

  /// How long it is shown. Anyone in the room did not press, and may look up late.
  private static let newsMilliseconds = 10_000
}
