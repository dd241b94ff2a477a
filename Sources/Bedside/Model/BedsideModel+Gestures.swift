import CribMotion
import Nursery

/// Gestures: a press acts, and every other gesture corrects it.
extension BedsideModel {
  @discardableResult mutating func perform(_ gestures: [Gesture], at moment: Moment) -> Bool {
    for gesture in gestures { perform(gesture, handledAt: moment) }
    return !gestures.isEmpty
  }

  /// Performs a gesture at its own time. `now` is when it is handled.
  private mutating func perform(_ gesture: Gesture, handledAt now: Moment) {
    rememberActionBeforeStart(at: now)
    screen.leaveMilliseconds = now.boot.milliseconds + Self.pageRestMilliseconds
    if settleSecondPress(gesture) { return }
    let moment = now.moved(toBootMilliseconds: gesture.milliseconds)
    if performQuietly(gesture, at: moment) { return }
    if performInEdit(gesture, at: moment) { return }
    if performOnClock(gesture, at: moment) { return }
    switch gesture {
    case .press(.menu, _): pressMenu(at: moment)
    case .press(let button, _): pressCare(button, at: moment)
    case .backdate(let button, let minutes, _): backdate(button, minutes, at: moment)
    case .doublePress(.menu, _): doublePressMenu(at: moment)
    case .doublePress(let button, _): doublePressCare(button, at: moment)
    case .menuHold: holdMenu(at: moment)
    case .chord(let first, _): undoPress(of: first, at: moment)
    case .chordHold: break  // resets a quiet session; without one there is nothing to reset
    case .release(let button, _): release(button, at: moment)
    case .stuck(let button, _): setStuck(button, at: now)
    case .unstuck(let button, _): clearStuck(button, at: now)
    }
  }

  /// Lights a dark panel. The press counts all the same.
  mutating func wake(at moment: Moment) {
    screen.isDark = false
    motion.unread = nil
    screen.darkDeadline = care.settings.darkAfterMinutes.map { moment.boot.milliseconds + $0 * 60_000 }
  }

  /// Carries out commands, or shows why the rules refuse them.
  mutating func attempt(_ commands: [CareCommand], for baby: BabyID, at moment: Moment) -> Action? {
    do {
      return try carryOut(commands, for: baby, at: moment)
    } catch {
      show(.refused(error), for: Self.noticeMilliseconds, at: moment)
      return nil
    }
  }

  /// Carries out commands; nil if the rules refuse them. Then the press has another meaning, and nothing is shown.
  mutating func granted(_ commands: [CareCommand], for baby: BabyID, at moment: Moment) -> Action? {
    do {
      return try carryOut(commands, for: baby, at: moment)
    } catch {
      return nil
    }
  }

  // MARK: NAP, FEED and the fourth button

  private mutating func pressCare(_ button: Button, at moment: Moment) {
    if button == .extra, care.settings.extra == nil { return }
    if button == .nap, keepsOffered(at: moment) { return }
    buttons.redoable = nil
    buttons.menuPress?.action = nil
    if let answer = shownAnswer(of: button) {
      buttons.second = ButtonModel.SecondPress(button: button, answer: answer, moment: moment)
      return
    }
    logPress(of: button, at: moment)
  }

  /// Logs a second press that waited for its release, or drops it if the gesture shows that it was a hold or a chord: a
  /// hold moves what the first press logged. Returns true if that is all the gesture does.
  private mutating func settleSecondPress(_ gesture: Gesture) -> Bool {
    guard let second = buttons.second else { return false }
    switch gesture {
    case .backdate(second.button, _, _) where buttons.presses[second.button]?.movable != nil:
      buttons.second = nil
      buttons.presses[second.button]?.isHeldLater = true
      buttons.earlierPresses[second.button] = nil
    case .chord(second.button, _):
      buttons.second = nil
      return true
    case .release(let button, _) where button != second.button: break
    case .stuck(let button, _) where button != second.button: break
    case .unstuck(let button, _) where button != second.button: break
    default:
      buttons.second = nil
      log(second)
      if case .release = gesture { return true }
    }
    return false
  }

  private mutating func log(_ second: ButtonModel.SecondPress) {
    if replace(second.answer, byPressOf: second.button, at: second.moment) { return }
    logPress(of: second.button, at: second.moment)
  }

  private mutating func logPress(of button: Button, at moment: Moment) {
    let asked = asked(at: moment)
    if button == .nap, asked == Asked(), let waking = wakingJustNow(at: moment),
      undoWaking(waking, at: moment)
    {
      return
    }
    let written = button == .nap ? unreadEntry(for: shownBaby, at: moment) : nil
    let reverted = button == .nap ? removeRevertible(for: shownBaby, at: moment) : nil
    wake(at: moment)
    var unread: Remark?
    if case .baby = screen.page {
      choosePageBaby()
      // What was drawn last was the day of the baby before.
      screen.lastDay = day(at: moment)
      // The baby's own page, which would ask, has not been seen yet.
      unread = screen.lastDay.flatMap { remark(of: $0, at: moment) }
    }
    let time = EventTime.boot(moment.boot)
    let isRepeated = isRepeated(button, at: moment)
    buttons.earlierPresses[button] = buttons.presses[button]
    buttons.presses[button] = CorrectablePress(milliseconds: moment.boot.milliseconds)
    buttons.presses[button]?.isRepeated = isRepeated
    if let written, agree(with: written, at: moment) { return }
    if let reverted, undo(reverted, byPressOf: button, at: moment) { return }
    let press = Press(
      log: projection(of: care.chosenBaby), time: time, asked: asked, moment: moment, clocks: care.clocks)
    var wish =
      switch button {
      case .nap: napWish(press)
      case .extra: extraWish(press.log, time, at: moment)
      case .feed, .menu: feedWish(press)
      }
    var instead = wishInstead(of: wish, button, press)
    if button == .nap, let unread, let other = answer(to: unread, insteadOf: wish, press) { instead = other }
    var action = granted(wish.commands, for: care.chosenBaby, at: moment)
    if action == nil {
      if let plain = plainWish(button, press) { (wish, instead) = (plain, nil) }
      action = attempt(wish.commands, for: care.chosenBaby, at: moment)
    }
    guard let action else { return }
    let deed = record(action, as: wish, of: button, at: moment)
    if let instead {
      let instant = care.clocks.resolve(action.time ?? wish.time).instant
      offer(instead, insteadOf: action, as: Confirmation(deed: deed, at: instant), button)
    } else if isRepeated {
      offerUndo(of: action)
    }
  }

  /// Confirms what a press did, and keeps it for the gestures that correct it.
  @discardableResult mutating func record(
    _ action: Action, as wish: Wish, of button: Button, at moment: Moment
  ) -> Confirmation.Deed {
    let granted = action.time ?? wish.time
    let deed = confirmedDeed(wish.deed, granted, at: moment)
    reportToWitness(of: deed, for: action.baby, at: moment)
    confirm(action, as: deed, at: granted)
    if deed == .bottle() { confirmBottle(action, bottle: action.events[0].id) }
    buttons.history.record(action)
    buttons.presses[button]?.action = action
    if case .deleted? = action.events.last?.change { return deed }
    buttons.presses[button]?.movable = CorrectablePress.Movable(
      event: wish.event ?? action.events[action.events.count - 1].id, movesEnd: deed.endsCare,
      original: granted, deed: wish.deed.endsCare || wish.deed == .wokeUp ? wish.deed : deed)
    return deed
  }

  /// A press this soon after the last press of its button may be the same wish again, because nothing seemed to happen.
  private static let repeatedMilliseconds = 5_000

  /// The press of NAP that has just ended the sleep of the baby for whom the buttons log, if that was all it did and
  /// nothing runs. A press that may have meant another time or the next sleep has offered that.
  private func wakingJustNow(at moment: Moment) -> CorrectablePress? {
    guard let press = buttons.presses[.nap], let action = press.action, action == buttons.history.done.last,
      action.baby == shownBaby, action.baby == care.chosenBaby, !hasOfferedTime(action),
      [.sleep, .nursing].allSatisfy({ running($0, in: projection(of: action.baby), at: moment) == nil }),
      action.events.count == 1,
      case .sleepEnded? = press.movable?.deed,
      case .boot(let end)? = press.movable?.original, end.milliseconds == press.milliseconds,
      moment.boot.milliseconds - press.milliseconds <= Self.justNowMilliseconds
    else { return nil }
    return press
  }

  private func hasOfferedTime(_ action: Action) -> Bool {
    guard let answer = buttons.answer, answer.action == action else { return false }
    if case .sleptTooShort = answer.instead.deed { return false }
    return true
  }

  /// Takes back a waking: its press was one too many, or meant for the other twin.
  private mutating func undoWaking(_ waking: CorrectablePress, at moment: Moment) -> Bool {
    guard let action = waking.action, let undo = granted(action.inverses, for: action.baby, at: moment) else {
      return false
    }
    wake(at: moment)
    undoForWitness(action, pressedAt: waking.milliseconds)
    buttons.history.record(undo)
    buttons.earlierPresses[.nap] = waking
    buttons.presses[.nap] = CorrectablePress(
      milliseconds: moment.boot.milliseconds, action: undo, movable: waking.movable)
    say(.undone(confirmation(of: action)), whenSaved: undo)
    return true
  }

  /// Whether NAP or FEED has just logged something that this press changes again.
  private func isRepeated(_ button: Button, at moment: Moment) -> Bool {
    guard let last = buttons.presses[button], last.action?.baby == care.chosenBaby else { return false }
    return moment.boot.milliseconds - last.milliseconds <= Self.repeatedMilliseconds
  }

  /// Shows what a press did that may not have been meant, and how to take it back. Only the Now page has room for both.
  mutating func offerUndo(of action: Action) {
    guard case .saved(let confirmation)? = care.pending.last?.noticeWhenSaved else { return }
    (screen.page, screen.last) = (.now, nil)
    say(.savedAgain(confirmation), whenSaved: action)
  }

  /// NAP where no one can read what motion wrote means the same, if the crib still shows it: motion was only the first to
  /// say it. It logs nothing, and after a waking the panel offers the next sleep. Returns false if it means something else.
  private mutating func agree(with written: Action, at moment: Moment) -> Bool {
    guard let about = written.events.last?.about, let sleep = record(about), !sleep.isDeleted,
      let time = written.time, (sleep.care.end == nil) == (motion.spoken.state == .asleep)
    else { return false }
    let deed: Confirmation.Deed =
      sleep.care.end == nil
      ? confirmedDeed(.sleepStarted(isNight: false), time, at: moment) : .sleepEnded(isNight: isNightWaking)
    reportToWitness(of: deed, for: written.baby, at: moment)
    buttons.presses[.nap]?.action = written
    buttons.presses[.nap]?.movable = CorrectablePress.Movable(
      event: about, movesEnd: deed.endsCare, original: time, deed: deed)
    let confirmation = Confirmation(deed: deed, at: care.clocks.resolve(time).instant)
    var notice = Notice.saved(confirmation)
    if sleep.care.end != nil {
      let again: Confirmation.Deed = isNightWaking ? .asleepAgain : .sleepStarted(isNight: false)
      let now = EventTime.boot(moment.boot)
      let instead: Wish = ([.endSleep(at: time), .startSleep(at: now)], now, again, nil)
      notice = offered(instead, insteadOf: written, as: confirmation, .nap)
    }
    say(notice, about: written, at: moment)
    return true
  }

  /// Takes back what motion wrote. A double press brings it back. Returns false if that was changed meanwhile.
  private mutating func undo(_ written: Action, byPressOf button: Button, at moment: Moment) -> Bool {
    guard let undo = granted(written.inverses, for: written.baby, at: moment) else { return false }
    buttons.history.forget(written)
    say(.undone(confirmation(of: written)), whenSaved: undo)
    buttons.history.record(undo)
    buttons.presses[button]?.action = undo
    return true
  }

  var isNight: Bool {
    guard case .nightSleep? = screen.lastDay?.state else { return false }
    return true
  }

  /// Completes a deed that was done at `time`. The day engine decides whether a sleep that starts belongs to the night,
  /// whether one that ended was a nap, and whether a waking began anything.
  func confirmedDeed(
    _ deed: Confirmation.Deed, _ time: EventTime, at moment: Moment
  ) -> Confirmation.Deed {
    let day = day(of: projection(of: care.chosenBaby), at: moment)
    if case .sleepEnded = deed, let short = day?.shortSleeps.last, let end = short.end,
      day?.sleeps.last.map({ $0.span.end.map { $0 <= short.start } ?? false }) ?? true,
      ![short.start, end].contains(where: { isGuessed($0, projection(of: care.chosenBaby)) })
    {
      return .sleptTooShort(minutes: short.start.minutes(until: end))
    }
    let isNight = if case .nightSleep? = day?.state { true } else { false }
    switch deed {
    case .nursingEnded: return isNoFeed(endedAt: time) ? .nursedTooShort : deed
    case .sleepStarted: return .sleepStarted(isNight: isNight)
    case .sleepStartedAfterFeed(let minutes, _):
      return .sleepStartedAfterFeed(minutes: minutes, isNight: isNight)
    case .wokeUp:
      guard let since = day?.wakeReference, since != care.clocks.resolve(time).instant else { return deed }
      return .awakeBefore(since: since)
    default: return deed
    }
  }

  /// Whether the nursing that ended at a time is too short to count, and continues no other one.
  private func isNoFeed(endedAt time: EventTime) -> Bool {
    let log = projection(of: care.chosenBaby)
    let ended = log.allRecords.last { $0.care.kind == .nursing && !$0.isDeleted && $0.care.end == time }
    guard let start = ended.map({ care.clocks.resolve($0.care.start).instant }) else { return false }
    let milliseconds = care.clocks.resolve(time).instant.milliseconds - start.milliseconds
    let earlier = log.feeds(clock: care.clocks, since: start.adding(minutes: -10), now: start)
    return milliseconds < CareLog.leastNursingMilliseconds && !earlier.contains { $0.isNursing }
  }

  private mutating func doublePressCare(_ button: Button, at moment: Moment) {
    wake(at: moment)
    guard let press = buttons.presses[button] else { return pressCare(button, at: moment) }
    guard !press.isSwallowed else { return }
    buttons.presses[button] = CorrectablePress(milliseconds: moment.boot.milliseconds)
    let time = EventTime.boot(BootTime(boot: moment.boot.boot, milliseconds: press.milliseconds))
    let taken = [press.action, button == .extra ? loggedJustBefore(press) : nil].compactMap { $0 }
    let commands =
      button == .feed ? bottle(at: time, insteadOf: press.action) : taken.flatMap { $0.inverses }
    guard !commands.isEmpty,
      var action = attempt(commands, for: press.action?.baby ?? care.chosenBaby, at: moment)
    else { return }
    for action in taken {
      buttons.history.forget(action)
      undoForWitness(action, pressedAt: press.milliseconds)
    }
    guard button == .feed, let bottle = action.events.last?.about else {
      return say(.undone(taken.last.flatMap(confirmation)), whenSaved: action)
    }
    // Undoing the bottle must only delete it, and not bring back the first press.
    action.inverses = Array(action.inverses.prefix(1))
    buttons.history.record(action)
    buttons.presses[button]?.action = action
    buttons.presses[button]?.movable = CorrectablePress.Movable(
      event: bottle, movesEnd: false, original: time, deed: .bottle())
    confirmBottle(action, bottle: bottle)
    if press.isRepeated { offerUndo(of: action) }
  }

  /// What the fourth button logged in the minute before a press, which a double press is then meant for, too.
  private func loggedJustBefore(_ press: CorrectablePress) -> Action? {
    guard let earlier = buttons.earlierPresses[.extra], let action = earlier.action,
      press.milliseconds - earlier.milliseconds <= Self.justNowMilliseconds,
      action.baby == press.action?.baby, buttons.history.done.contains(action),
      action.events.last.flatMap({ record($0.about) })?.isDeleted == false
    else { return nil }
    return action
  }

  /// A chord takes back what its first button did.
  private mutating func undoPress(of button: Button, at moment: Moment) {
    guard let press = buttons.presses.removeValue(forKey: button), let action = press.action,
      let undo = attempt(action.inverses, for: action.baby, at: moment)
    else { return }
    buttons.history.forget(action)
    undoForWitness(action, pressedAt: press.milliseconds)
    say(.undone(confirmation(of: action)), whenSaved: undo)
  }

  // MARK: Holding NAP, FEED or the fourth button

  private mutating func backdate(_ button: Button, _ minutes: Int, at moment: Moment) {
    guard let press = buttons.presses[button], let movable = press.movable, let action = press.action else {
      return
    }
    let earlier = buttons.earlierPresses[button]
    let takesBack = earlier?.movable == movable
    if press.pendingMove == nil,
      button == .extra || takesBack || isAtAnotherTime(earlier) || isOneTime(earlier),
      movesEarlierPress(button, minutes, at: moment)
    {
      return
    }
    let time = movable.original.adding(minutes: -minutes)
    let patch = movable.movesEnd ? CarePatch(end: .some(time)) : CarePatch(start: time)
    let command = CareCommand.amend(movable.event, patch)
    let start = record(movable.event).map { care.clocks.resolve($0.care.start).instant }
    do throws(Refusal) {
      // An event must not end when it begins.
      if movable.movesEnd, let start, care.clocks.resolve(time).instant <= start { throw .endBeforeStart }
      _ = try projection(of: action.baby).decide(
        command, at: moment, id: EventID(high: 0, low: 0), source: .button, clock: care.clocks)
      buttons.presses[button]?.pendingMove = CorrectablePress.PendingMove(command: command, time: time)
      let confirmation = Confirmation(deed: movable.deed, at: care.clocks.resolve(time).instant)
      show(.backdating(confirmation, minutes: minutes), for: nil, at: moment)
    } catch {
      if isOverlap(error) {
        if press.pendingMove == nil, movesEarlierPress(button, minutes, at: moment) { return }
        return showUnmoved(action, movable, since: press.pendingMove?.time ?? movable.original, at: moment)
      }
      if error == .endBeforeStart, press.pendingMove == nil, movesEarlierPress(button, minutes, at: moment) {
        return
      }
      let stop = start.flatMap { movable.movesEnd && error == .endBeforeStart ? Notice.notBefore($0) : nil }
      show(stop ?? .refused(error), for: Self.noticeMilliseconds, at: moment)
    }
  }

  /// Whether what a press logged has another time than the press, since it answered a question or was held. A hold soon
  /// after is then meant for that time.
  private func isAtAnotherTime(_ press: CorrectablePress?) -> Bool {
    guard let press, case .boot(let time)? = press.movable?.original else { return false }
    return time.milliseconds < press.milliseconds
  }

  /// Whether a press logged what has no end, such as a nappy: a hold soon after is meant for it, and not for another one.
  private func isOneTime(_ press: CorrectablePress?) -> Bool {
    switch press?.movable?.deed {
    case .bottle, .nappy, .medicine: true
    default: false
    }
  }

  private func isOverlap(_ refusal: Refusal) -> Bool {
    switch refusal {
    case .overlapsSleep, .overlapsNursing: true
    default: false
    }
  }

  /// For how long after a press a hold of its button may be meant for that press, in milliseconds.
  private static let earlierPressMilliseconds = 180_000

  /// Takes back the hold's own press, and applies the hold to the press of the same button before it. That is meant if
  /// the hold would reach into what the earlier press ended, or would end what the earlier press has just begun.
  /// Returns false if there was no such press.
  private mutating func movesEarlierPress(_ button: Button, _ minutes: Int, at moment: Moment) -> Bool {
    guard let press = buttons.presses[button], let action = press.action,
      let earlier = buttons.earlierPresses[button], let movable = earlier.movable,
      movable.movesEnd || movable.event == press.movable?.event || isOneTime(earlier) || button == .extra,
      press.milliseconds - earlier.milliseconds <= Self.earlierPressMilliseconds,
      let ended = earlier.action, ended.baby == action.baby, buttons.history.done.contains(ended),
      attempt(action.inverses, for: action.baby, at: moment) != nil
    else { return false }
    buttons.history.forget(action)
    undoForWitness(action, pressedAt: press.milliseconds)
    withdrawNotice(of: action)
    (buttons.presses[button], buttons.earlierPresses[button]) = (earlier, nil)
    backdate(button, minutes, at: moment)
    return true
  }

  /// Shows the time of what the press logged, since the hold cannot move it further.
  private mutating func showUnmoved(
    _ action: Action, _ movable: CorrectablePress.Movable, since time: EventTime, at moment: Moment
  ) {
    let confirmation = Confirmation(deed: movable.deed, at: care.clocks.resolve(time).instant)
    show(.noEarlier(confirmation), for: Self.noticeMilliseconds, at: moment)
    screen.notice?.baby = action.baby
  }

  /// Keeps the time that the hold has shown.
  private mutating func release(_ button: Button, at moment: Moment) {
    if button == .menu { return finishAdjusting(at: moment) }
    guard let press = buttons.presses[button], let move = press.pendingMove, let movable = press.movable,
      let baby = press.action?.baby
    else { return }
    buttons.presses[button]?.pendingMove = nil
    if case .backdating? = screen.notice?.notice { screen.notice = nil }
    guard let action = attempt([move.command], for: baby, at: moment) else { return }
    buttons.presses[button]?.movable?.original = move.time
    let deed = baby == care.chosenBaby ? confirmedDeed(movable.deed, move.time, at: moment) : movable.deed
    confirm(action, as: deed, at: move.time)
    if movable.deed == .bottle() { confirmBottle(action, bottle: movable.event) }
  }

  // MARK: MENU

  /// On a dark panel, MENU only lights it.
  private mutating func pressMenu(at moment: Moment) {
    let onlyLights = screen.isDark
    let offered = offeredAction
    wake(at: moment)
    buttons.menuPress = MenuPress(pageBefore: screen.page, lastBefore: screen.last)
    guard !onlyLights else { return }
    if let offered { return undoOffered(offered, at: moment) }
    if beginsAdjusting(at: moment) { return }
    if let redoable = buttons.redoable, moment.boot.milliseconds <= redoable.until {
      return redo(redoable, at: moment)
    }
    buttons.redoable = nil
    let nursing = running(.nursing, in: projection(of: care.chosenBaby), at: moment)
    // If the box asks whether a feed still runs, it may be over, and MENU switches no side.
    if screen.page == .now, let nursing, !asksFeeding { return switchSide(of: nursing, at: moment) }
    if leadsToPlan(at: moment) { turn(by: 1, at: moment) }
    turn(by: 1, at: moment)
  }

  private mutating func doublePressMenu(at moment: Moment) {
    wake(at: moment)
    if care.settings.residents.count == 1, beginsAdjusting(at: moment) { return }
    undoMenuPress(at: moment)
    switch screen.page {
    case .baby: turnToOtherBaby(at: moment)
    case .plan: changeStyle(at: moment)
    case .night: changeRating(at: moment)
    case .today: openLast(at: moment)
    case .now where leadsOnWhileNursing(at: moment): turn(by: 1, at: moment)
    default: turn(by: -1, at: moment)
    }
  }

  /// Whether a double press on the Now page leads to the next page. While nursing, one press switches the side there,
  /// so only a double press can lead on. With several babies it leads to the other baby, as always.
  private func leadsOnWhileNursing(at moment: Moment) -> Bool {
    care.settings.residents.count == 1
      && running(.nursing, in: projection(of: care.chosenBaby), at: moment) != nil
  }

  /// Whether MENU leads from the last baby's page directly to Plan. While nursing, a press on the Now page would switch
  /// the side instead. The page says so.
  func leadsToPlan(at moment: Moment) -> Bool {
    guard screen.page == pages.last, case .baby = screen.page else { return false }
    return running(.nursing, in: projection(of: care.chosenBaby), at: moment) != nil
  }

  /// Takes back the press with which a double press or a hold began.
  private mutating func undoMenuPress(at moment: Moment) {
    guard let press = buttons.menuPress else { return }
    buttons.menuPress = nil
    screen.last = press.lastBefore
    stay(on: press.pageBefore, at: moment)
    guard let action = press.action, attempt(action.inverses, for: action.baby, at: moment) != nil else {
      return
    }
    buttons.history.forget(action)
    withdrawNotice(of: action)
  }

  /// A press this long ago is undone on every baby's page, in milliseconds.
  private static let justNowMilliseconds = 60_000

  /// Undoes the last action. What the hold does is noted in `menuPress`, so that it is taken back if the button turns
  /// out to be stuck.
  private mutating func holdMenu(at moment: Moment) {
    if buttons.menuPress?.isAnswer == true { return }
    let bottle = buttons.menuPress?.bottle
    undoMenuPress(at: moment)
    buttons.menuPress = MenuPress(pageBefore: screen.page, lastBefore: screen.last)
    if let bottle { return adjust(bottle.id, up: false, at: moment) }
    if dismissDreamFeed(at: moment) { return }
    // What was pressed just now is undone whosever page is shown, since the notice names the baby, and whatever a phone or
    // motion logged since; earlier only what the page shows.
    let since = moment.boot.milliseconds - Self.justNowMilliseconds
    guard let action = buttons.history.lastPress(since: since) ?? buttons.history.last(of: shownBaby) else {
      return show(.nothingToUndo, for: Self.noticeMilliseconds, at: moment)
    }
    let undone = confirmation(of: action)
    guard let undo = attempt(action.inverses, for: action.baby, at: moment) else {
      // If another box has taken the action back already, it leaves the history, so that earlier actions can be undone.
      if case .refused(.alreadyDeleted)? = screen.notice?.notice { buttons.history.forget(action) }
      return
    }
    buttons.history.forget(action)
    forgetRevertible(action)
    undoForWitness(action, pressedAt: nil)
    buttons.redoable = Redoable(action: undo, until: moment.boot.milliseconds + Self.noticeMilliseconds)
    buttons.menuPress?.action = undo
    say(.undone(undone), whenSaved: undo)
  }

  /// If MENU turns out to be stuck, no one wanted to undo: what its hold took back is restored, unless another press
  /// came meanwhile.
  private mutating func restoreMenuHold(at moment: Moment) {
    guard let press = buttons.menuPress, let undone = press.action,
      press.isAnswer || buttons.redoable?.action == undone
    else { return undoMenuPress(at: moment) }
    (buttons.menuPress, buttons.redoable) = (nil, nil)
    guard let restored = attempt(undone.inverses, for: undone.baby, at: moment) else { return }
    buttons.history.record(restored)
    withdrawNotice(of: undone)
  }

  /// Takes back what a stuck button logged.
  mutating func undoOffered(_ action: Action, at moment: Moment) {
    (screen.notice, buttons.offered) = (nil, nil)
    guard let undo = attempt(action.inverses, for: action.baby, at: moment) else { return }
    buttons.history.forget(action)
    undoForWitness(action, pressedAt: nil)
    buttons.menuPress?.action = undo
    buttons.menuPress?.isAnswer = true
    say(.undone(confirmation(of: action)), whenSaved: undo)
  }

  private mutating func redo(_ redoable: Redoable, at moment: Moment) {
    buttons.redoable = nil
    guard let action = attempt(redoable.action.inverses, for: redoable.action.baby, at: moment) else {
      return
    }
    buttons.history.record(action)
    buttons.menuPress?.action = action
    var redone = confirmation(of: action)
    // The day that was drawn without this event does not say whether it belongs to the night.
    if let what = redone, action.baby == care.chosenBaby {
      redone?.deed = confirmedDeed(what.deed, .wall(what.at), at: moment)
    }
    say(.redone(redone), whenSaved: action)
  }

  // MARK: Pages

  /// The pages in MENU's order. The last ones are those of the babies that are not chosen, so with two babies the page
  /// before Now is always the other baby.
  var pages: [Page] {
    let babies = care.settings.residents.map { $0.id }.filter { $0 != care.chosenBaby }.map { Page.baby($0) }
    return Page.ofADay + [.box] + babies
  }

  private mutating func turn(by step: Int, at moment: Moment) {
    let all = pages
    let index = all.firstIndex(of: screen.page) ?? 0
    let page = all[(index + step + all.count) % all.count]
    if page == .box { screen.showsBoxDetails = false }
    screen.last = nil
    stay(on: page, at: moment)
  }

  /// Leads from a baby's page to the baby before, and from the first one to the chosen baby.
  private mutating func turnToOtherBaby(at moment: Moment) {
    let all = pages
    let before = all[max(0, (all.firstIndex(of: screen.page) ?? 0) - 1)]
    if case .baby = before { return stay(on: before, at: moment) }
    stay(on: .now, at: moment)
  }

  /// Shows a page. That of another baby is a choice once it has rested.
  private mutating func stay(on page: Page, at moment: Moment) {
    screen.page = page
    screen.choiceDeadline = nil
    if case .baby = page {
      let rest = leadsToPlan(at: moment) ? Self.hintRestMilliseconds : Self.choiceRestMilliseconds
      screen.choiceDeadline = moment.boot.milliseconds + rest
    }
  }

  /// Any other page is replaced by Now after this long without a press.
  static let pageRestMilliseconds = 30_000
  /// A baby's page that is shown for this long chooses that baby. A press of MENU before that chooses none.
  static let choiceRestMilliseconds = 2_000
  /// The same for a baby's page that says what MENU does there.
  private static let hintRestMilliseconds = 6_000

  /// Chooses the baby whose page is shown, as a press of NAP or FEED does at once.
  mutating func choosePageBaby() {
    screen.choiceDeadline = nil
    guard case .baby(let id) = screen.page else { return }
    screen.page = .now
    choose(id)
  }

  /// From now on the buttons are for this baby.
  mutating func choose(_ baby: BabyID) {
    guard care.chosenBaby != baby else { return }
    care.chosenBaby = baby
    // What another press of the button logs instead would be for the baby before.
    if case .answered(let confirmation, _, _)? = screen.notice?.notice {
      screen.notice?.notice = .saved(confirmation)
    }
    effects.append(.keep(.chosen(baby)))
  }

  // MARK: Stuck buttons

  /// A button that stays down keeps the time of its press, since no one is backdating, and is ignored until it is up.
  private mutating func setStuck(_ button: Button, at moment: Moment) {
    buttons.presses[button]?.pendingMove = nil
    if button == .menu { restoreMenuHold(at: moment) }
    buttons.stuck.append(button)
    care.box.stuckButton = button
    show(.stuck(button), for: nil, at: moment)
    effects.append(.announce(.stuck(button)))
  }

  private mutating func clearStuck(_ button: Button, at moment: Moment) {
    guard buttons.stuck.contains(button) else { return }
    buttons.stuck.removeAll { $0 == button }
    care.box.stuckButton = buttons.stuck.last
    if screen.notice?.notice == .stuck(button) { screen.notice = nil }
    if let other = buttons.stuck.last {
      show(.stuck(other), for: nil, at: moment)
    } else {
      let press = buttons.presses[button]
      offer(press?.isHeldLater == true ? nil : press?.action, at: moment)
    }
    effects.append(.announce(.unstuck(button)))
  }
}
