import Nursery

/// Time: what falls due, and when the next thing does. There is no tick but this.
extension BedsideModel {
  /// The earliest time at which something is due by itself.
  var earliestDeadline: Int? {
    var due = Deadline(recognizer.nextDeadline)
    due.add(notice?.until)
    due.add(savingDeadline)
    due.add(choiceDeadline)
    due.add(leaveDeadline)
    due.add(editDeadline)
    due.add(clockByHand?.until)
    due.add(retryDeadline)
    if !isDark, unsavedCount == 0 { due.add(darkDeadline) }
    due.add(minuteDeadline)
    due.add(lamp.nextDeadline)
    due.add(motionDeadline)
    due.add(crib.revertible?.until)
    due.add(quietDeadline)
    due.add(box.safeUntilMilliseconds)
    due.add(logCheckDeadline)
    due.add(sounds.nextDeadline)
    return due.milliseconds
  }

  /// An event that takes longer than this to save is said to be saving.
  static let savingAfterMilliseconds = 100
  /// While the card refuses, it is tried again after this time, and then after twice the time before, up to the longest.
  static let leastRetryMilliseconds = 10_000
  static let longestRetryMilliseconds = 600_000

  mutating func runDeadlines(at moment: Moment) {
    let now = moment.boot.milliseconds
    runMeanings(at: moment)
    if let until = notice?.until, until <= now { notice = nil }
    if let savingDeadline, savingDeadline <= now { show(.saving, for: nil, at: moment) }
    if let due = motionDeadline, due <= now { _ = followCrib(at: moment) }
    if let due = crib.revertible?.until, due <= now { crib.revertible = nil }
    if let due = darkDeadline, due <= now, unsavedCount == 0 { isDark = true }
    if let until = box.safeUntilMilliseconds, until <= now { leaveSafeMode() }
    retryStorage(at: now)
    runLogCheck(at: moment)
    for lit in lamp.advance(to: now, code: lampCode) { effects.append(.lamp(lit: lit)) }
    if savingIsOver { notice = nil }
  }

  private mutating func retryStorage(at now: Int) {
    if !box.storageWorks, retryDeadline == nil { retryDeadline = now + retryAfterMilliseconds }
    guard let due = retryDeadline, due <= now else { return }
    retryAfterMilliseconds = min(2 * retryAfterMilliseconds, Self.longestRetryMilliseconds)
    retryDeadline = now + retryAfterMilliseconds
    effects.append(.retryStorage)
  }

  /// When the page gives way to Now. A baby's page is a choice before that, but for one that MENU came back to, and the
  /// quiet menu closes by itself.
  private var leaveDeadline: Int? {
    if case .baby = page, choiceDeadline != nil { return nil }
    let waitsForPhone = page == .box && box.phone != nil
    return page == .now || quiet.menu != nil || last?.edit != nil || clockByHand != nil || waitsForPhone
      ? nil : leaveMilliseconds
  }

  /// Of what falls due, what changes the meaning of a press: a quiet session's course, and which page has rested.
  mutating func runMeanings(at moment: Moment) {
    runQuietDeadlines(at: moment)
    if let due = choiceDeadline, due <= moment.boot.milliseconds { choosePageBaby() }
    if let due = editDeadline, due <= moment.boot.milliseconds { dropEdit(at: moment) }
    if let due = clockByHand?.until, due <= moment.boot.milliseconds { dropClock(at: moment) }
    if let due = leaveDeadline, due <= moment.boot.milliseconds { (page, last) = (.now, nil) }
  }

  /// Puts a notice up, in place of any other.
  mutating func show(_ notice: Notice, for milliseconds: Int?, at moment: Moment) {
    self.notice = TimedNotice(notice: notice, until: milliseconds.map { moment.boot.milliseconds + $0 })
  }

  private var savingIsOver: Bool {
    notice?.notice == .saving && (pending.isEmpty || unsavedCount > 0)
  }

  private var savingDeadline: Int? {
    // NOT SAVED says more, and what a hold shows live must stay readable.
    guard unsavedCount == 0, notice?.notice != .saving, let first = pending.first else { return nil }
    if case .backdating? = notice?.notice { return nil }
    return first.since + Self.savingAfterMilliseconds
  }

  /// The next minute of the civil clock, since the picture changes with it; a dark panel needs none.
  private var minuteDeadline: Int? {
    if isDark || isShielded { return nil }
    guard let drawnMinute else { return 0 }
    return (drawnMinute + 1) * 60_000 - minuteOffset
  }

  /// An hour without a crash: what was left out starts again with this turn.
  private mutating func leaveSafeMode() {
    box.safeUntilMilliseconds = nil
    effects.append(.announce(.safeMode(isOn: false)))
  }

  private var lampCode: LampBlinker.Code {
    if let shield = quiet.course.shield, !shield.allows(.lamp) { return .none }
    if unsavedCount > 0 || !box.storageWorks { return .notSaved }
    if box.panel == .missing { return .panelMissing }
    return box.stuckButton != nil || box.buttons == .missing ? .stuckButton : .none
  }
}
