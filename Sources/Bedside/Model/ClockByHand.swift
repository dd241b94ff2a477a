import Nursery

/// The time of day by hand, and what the system's reports of the clock come to.
struct ClockModel: Sendable {
  var judge = ClockJudge()
  /// The clock page, while a person sets the time.
  var byHand: ClockByHand?
  /// Lines of a person's time on their way to the flash, oldest first.
  var waiting: [WaitingClock] = []
}

/// The clock page while a person sets the time: MENU walks through the values, NAP takes away, FEED adds.
public struct ClockByHand: Hashable, Sendable {
  /// What MENU walks through.
  public enum Field: Hashable, Sendable, CaseIterable {
    case hours, minutes, date, done
  }

  /// The date that is being set.
  public var date: CivilDate
  /// The time of day that is being set.
  public var time: WallTime
  /// What NAP and FEED change.
  public var field = Field.hours
  /// When it is dropped, on the boot clock.
  var until: Int
  /// How many steps the press that lasts has made.
  var heldSteps = 0

  /// How long it waits for a press.
  static let openMilliseconds = 20_000

  /// Begins at a date and a time, to the minute.
  init(date: CivilDate, time: WallTime, until: Int) {
    self.date = date
    self.time = time
    self.until = until
  }

  /// MENU: the next value.
  mutating func walk() {
    let all = Field.allCases
    field = all[((all.firstIndex(of: field) ?? 0) + 1) % all.count]
  }

  /// Moves the value by so many steps; hours and minutes go round within the day.
  mutating func step(by steps: Int) {
    switch field {
    case .hours:
      time = WallTime(minutesAfterMidnight: (time.minutesAfterMidnight + steps * 60 + 144_000) % 1440)
    case .minutes:
      let minute = (time.minute + steps + 600) % 60
      time = WallTime(minutesAfterMidnight: time.hour * 60 + minute)
    case .date: date = date.adding(days: steps)
    case .done: break
    }
  }

  /// The instant that a time of day means where the last known one is `base`. A clock that was saved is hardly ever ahead
  /// and often far behind: it is the first such time from three hours before on. One that a person has set is corrected:
  /// the nearest is meant.
  public static func instant(
    _ time: WallTime, after base: Instant, in zone: ZoneWindow, corrects: Bool = false
  ) -> Instant {
    let earliest = base.adding(minutes: corrects ? -720 : -180)
    let date = zone.civil(earliest).date
    let sameDay = zone.instant(date, time)
    return sameDay >= earliest ? sameDay : zone.instant(date.adding(days: 1), time)
  }
}

/// The time of day by hand, for a box that has neither a network nor a battery clock. It becomes a line of the log, and
/// nothing of the system is changed.
extension BedsideModel {
  /// Whether a machine vouches for the clock, so that no hand may move it.
  public func clockIsSetByMachine(at moment: Moment) -> Bool {
    care.clocks.trust(ofBoot: moment.boot.boot)?.isSet == true
  }

  /// Opens the clock page, unless the clock is known.
  mutating func openClock(at moment: Moment) {
    guard !clockIsSetByMachine(at: moment) else {
      return show(.clockIsSet, for: Self.noticeMilliseconds, at: moment)
    }
    quiet.menu = nil
    let (date, time) = care.settings.zone.civil(care.clocks.instant(at: moment.boot))
    clock.byHand = ClockByHand(
      date: date, time: time, until: moment.boot.milliseconds + ClockByHand.openMilliseconds)
  }

  /// Applies a gesture to the clock page; false when it is not open, or the gesture means what it always does.
  mutating func performOnClock(_ gesture: Gesture, at moment: Moment) -> Bool {
    guard let open = clock.byHand else { return false }
    clock.byHand?.until = moment.boot.milliseconds + ClockByHand.openMilliseconds
    switch gesture {
    case .press(.extra, _), .doublePress(.extra, _), .backdate(.extra, _, _): return false  // it logs
    case .press(.menu, _), .doublePress(.menu, _):
      wake(at: moment)
      buttons.menuPress = nil
      clock.byHand?.walk()
    case .menuHold: dropClock(at: moment)
    case .press(let button, _), .doublePress(let button, _):
      wake(at: moment)
      swallow(button, at: moment)
      clock.byHand?.heldSteps = 0
      guard open.field != .done else { return finishClock(open, keeps: button == .feed, at: moment) }
      clock.byHand?.step(by: button == .feed ? 1 : -1)
    case .backdate(let button, let minutes, _):
      let steps = minutes / GestureTiming.backdateStepMinutes
      clock.byHand?.step(by: (steps - open.heldSteps) * (button == .feed ? 1 : -1))
      clock.byHand?.heldSteps = steps
    case .chord, .chordHold: break
    case .release, .stuck, .unstuck: return false
    }
    return true
  }

  private mutating func finishClock(_ open: ClockByHand, keeps: Bool, at moment: Moment) -> Bool {
    guard keeps else {
      dropClock(at: moment)
      return true
    }
    clock.byHand = nil
    setClock(to: care.settings.zone.instant(open.date, open.time), token: nil, at: moment)
    return true
  }

  /// What is being edited is not seen any more, so that no press may change it.
  mutating func closeEdits() {
    screen.last = nil
    clock.byHand = nil
  }

  /// Nothing is set by a page that is left.
  mutating func dropClock(at moment: Moment) {
    clock.byHand = nil
    show(.editDropped, for: Self.noticeMilliseconds, at: moment)
  }

  /// Believes a person until the network or a battery clock says more. The line is answered once it is on the flash.
  mutating func setClock(to wanted: Instant, token: Int?, by trust: ClockTrust = .hand, at moment: Moment) {
    guard !clockIsSetByMachine(at: moment) else {
      if let token { effects.append(.answer(token: token, .clockIsSet)) }
      return show(.clockIsSet, for: Self.noticeMilliseconds, at: moment)
    }
    // A person gives whole minutes: what is a little before the last known time is that time.
    let known = care.clocks.instant(at: moment.boot)
    let wall = wanted < known && wanted.adding(minutes: 2) > known ? known : wanted
    let told = Moment(boot: moment.boot, wall: wall, trust: trust)
    let id = care.ids.next(milliseconds: wall.milliseconds)
    care.clocks.noteSync(at: moment.boot, wall: wall, by: trust)
    logCheck.dueMilliseconds = 0
    screen.drawnMinute = nil
    clock.waiting.append(WaitingClock(id: id, token: token, wall: wall))
    effects.append(.append([.sync(id, told)]))
    effects.append(.announce(.clockSet(stepSeconds: 0)))
  }

  /// What became of the lines that a person's times are in, each to who asked for it.
  mutating func answerClock(_ saved: [EventID], isHolding: Bool, at moment: Moment) {
    for waiting in clock.waiting where isHolding || saved.contains(waiting.id) {
      let isSaved = saved.contains(waiting.id)
      if let token = waiting.token {
        effects.append(.answer(token: token, .clock(waiting.wall, isSaved: isSaved)))
      }
      if isSaved { show(.clockSetByHand(waiting.wall), for: Self.noticeMilliseconds, at: moment) }
    }
    clock.waiting.removeAll { isHolding || saved.contains($0.id) }
  }
}

/// The line of a person's time on its way to the flash.
struct WaitingClock: Hashable, Sendable {
  var id: EventID
  /// Which request to answer.
  var token: Int?
  var wall: Instant
}
