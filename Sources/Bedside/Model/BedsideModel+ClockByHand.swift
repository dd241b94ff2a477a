import Nursery

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
