import Nursery

/// The earliest of several times at which something is due.
public struct Deadline: Hashable, Sendable {
  /// In milliseconds of the boot clock; nil if nothing is due.
  public private(set) var milliseconds: Int?

  /// Begins with one time, or with none.
  public init(_ milliseconds: Int?) {
    self.milliseconds = milliseconds
  }

  /// Considers another time.
  public mutating func add(_ other: Int?) {
    guard let other else { return }
    milliseconds = min(milliseconds ?? other, other)
  }
}

/// What is due, and when something is due next. Nothing else acts by time.
extension BedsideModel {
  /// The earliest time at which something is due.
  var earliestDeadline: Int? {
    var due = Deadline(buttons.recognizer.nextDeadline)
    due.add(screen.notice?.until)
    due.add(savingDeadline)
    due.add(screen.choiceDeadline)
    due.add(leaveDeadline)
    due.add(editDeadline)
    due.add(clock.byHand?.until)
    due.add(care.retryDeadline)
    if !screen.isDark, unsavedCount == 0 { due.add(screen.darkDeadline) }
    due.add(minuteDeadline)
    due.add(screen.lamp.nextDeadline)
    due.add(motionDeadline)
    due.add(motion.revertible?.until)
    due.add(quietDeadline)
    due.add(care.box.safeUntilMilliseconds)
    due.add(logCheckDeadline)
    due.add(reminders.sounds.nextDeadline)
    return due.milliseconds
  }

  /// If saving an event takes longer than this, the panel says so.
  static let savingAfterMilliseconds = 100

  mutating func runDeadlines(at moment: Moment) {
    let now = moment.boot.milliseconds
    runMeanings(at: moment)
    if let until = screen.notice?.until, until <= now { screen.notice = nil }
    if let savingDeadline, savingDeadline <= now { show(.saving, for: nil, at: moment) }
    if let due = motionDeadline, due <= now { _ = followCrib(at: moment) }
    if let due = motion.revertible?.until, due <= now { motion.revertible = nil }
    if let due = screen.darkDeadline, due <= now, unsavedCount == 0 { screen.isDark = true }
    if let until = care.box.safeUntilMilliseconds, until <= now { leaveSafeMode() }
    retryStorage(at: now)
    runLogCheck(at: moment)
    for lit in screen.lamp.advance(to: now, code: lampCode) { effects.append(.lamp(lit: lit)) }
    if savingIsOver { screen.notice = nil }
  }

  private mutating func retryStorage(at now: Int) {
    if !care.box.storageWorks, care.retryDeadline == nil {
      care.retryDeadline = now + care.retryAfterMilliseconds
    }
    guard let due = care.retryDeadline, due <= now else { return }
    care.retryAfterMilliseconds = min(2 * care.retryAfterMilliseconds, CareModel.longestRetryMilliseconds)
    care.retryDeadline = now + care.retryAfterMilliseconds
    effects.append(.retryStorage)
  }

  /// When the Now page replaces the page. A baby's page becomes a choice before that, unless MENU came back to it. The
  /// quiet menu closes by itself.
  private var leaveDeadline: Int? {
    if case .baby = screen.page, screen.choiceDeadline != nil { return nil }
    let waitsForPhone = screen.page == .box && care.box.phone != nil
    return screen.page == .now || quiet.menu != nil || screen.last?.edit != nil || clock.byHand != nil
      || waitsForPhone
      ? nil : screen.leaveMilliseconds
  }

  /// Runs the deadlines that change the meaning of a press: those of a quiet session, and of the page that is shown.
  mutating func runMeanings(at moment: Moment) {
    runQuietDeadlines(at: moment)
    if let due = screen.choiceDeadline, due <= moment.boot.milliseconds { choosePageBaby() }
    if let due = editDeadline, due <= moment.boot.milliseconds { dropEdit(at: moment) }
    if let due = clock.byHand?.until, due <= moment.boot.milliseconds { dropClock(at: moment) }
    if let due = leaveDeadline, due <= moment.boot.milliseconds { (screen.page, screen.last) = (.now, nil) }
  }

  /// Shows a notice in place of any other.
  mutating func show(_ notice: Notice, for milliseconds: Int?, at moment: Moment) {
    screen.notice = TimedNotice(notice: notice, until: milliseconds.map { moment.boot.milliseconds + $0 })
  }

  private var savingIsOver: Bool {
    screen.notice?.notice == .saving && (care.pending.isEmpty || unsavedCount > 0)
  }

  private var savingDeadline: Int? {
    // NOT SAVED says more, and the time that a hold shows must stay readable.
    guard unsavedCount == 0, screen.notice?.notice != .saving, let first = care.pending.first else {
      return nil
    }
    if case .backdating? = screen.notice?.notice { return nil }
    return first.since + Self.savingAfterMilliseconds
  }

  /// The next minute of the civil clock, when the picture changes; nil while the panel is dark.
  private var minuteDeadline: Int? {
    if screen.isDark || isShielded { return nil }
    guard let drawnMinute = screen.drawnMinute else { return 0 }
    return (drawnMinute + 1) * 60_000 - screen.minuteOffset
  }

  /// Ends safe mode after an hour without a crash. What was left out starts again with this turn.
  private mutating func leaveSafeMode() {
    care.box.safeUntilMilliseconds = nil
    effects.append(.announce(.safeMode(isOn: false)))
  }

  private var lampCode: LampBlinker.Code {
    if let shield = quiet.course.shield, !shield.allows(.lamp) { return .none }
    if unsavedCount > 0 || !care.box.storageWorks { return .notSaved }
    if care.box.panel == .missing { return .panelMissing }
    return care.box.stuckButton != nil || care.box.buttons == .missing ? .stuckButton : .none
  }
}
