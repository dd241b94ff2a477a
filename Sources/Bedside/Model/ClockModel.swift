import Nursery

/// The time of day set by hand, and the system's reports about the clock.
struct ClockModel: Sendable {
  var judge = ClockJudge()
  /// The clock page, while a person sets the time.
  var byHand: ClockByHand?
  /// The time on other boxes' lines that bounds this box's clock, if nothing has set it.
  var heard: Instant?
  /// Lines with a time that a person set, on their way to the card, oldest first.
  var waiting: [WaitingClock] = []
}

/// The time of day set by hand, for a box without a network and a battery clock. It becomes a line of the log. The
/// system's clock is not changed.
extension BedsideModel {
  /// Whether the network or a battery clock has set the clock, so that no person may change it.
  public func clockIsSetByMachine(at moment: Moment) -> Bool {
    care.clocks.trust(ofBoot: moment.boot.boot)?.isSet == true
  }

  /// The earliest time that it can be, by this box's clock and the network's time on the lines of other boxes.
  public func earliestNow(at moment: Moment) -> Instant {
    let now = care.clocks.instant(at: moment.boot)
    return care.clocks.latestByNetwork.map { max($0, now) } ?? now
  }

  /// Opens the clock page, unless the clock is known.
  mutating func openClock(at moment: Moment) {
    guard !clockIsSetByMachine(at: moment) else {
      return show(.clockIsSet, for: Self.noticeMilliseconds, at: moment)
    }
    quiet.menu = nil
    let (date, time) = care.settings.zone.civil(earliestNow(at: moment))
    clock.byHand = ClockByHand(
      date: date, time: time, until: moment.boot.milliseconds + ClockByHand.openMilliseconds)
  }

  /// Applies a gesture to the clock page. Returns false if it is not open, or if the gesture has its usual meaning.
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

  /// Closes open edits: they are no longer visible, so no press may change them.
  mutating func closeEdits() {
    screen.last = nil
    clock.byHand = nil
  }

  /// Leaves the page without setting anything.
  mutating func dropClock(at moment: Moment) {
    clock.byHand = nil
    show(.editDropped, for: Self.noticeMilliseconds, at: moment)
  }

  /// Uses a time from a person until the network or a battery clock gives one. The request is answered once the line is
  /// on the card.
  mutating func setClock(to wanted: Instant, token: Int?, by trust: ClockTrust = .hand, at moment: Moment) {
    guard !clockIsSetByMachine(at: moment) else {
      if let token { effects.append(.answer(token: token, .clockIsSet)) }
      return show(.clockIsSet, for: Self.noticeMilliseconds, at: moment)
    }
    // A person gives whole minutes, so a time slightly before the last known one is that one.
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

  /// Answers the requests whose times were saved, or are in memory only.
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

/// A line with a time that a person set, on its way to the card.
struct WaitingClock: Hashable, Sendable {
  var id: EventID
  /// The request to answer, if any.
  var token: Int?
  var wall: Instant
}
