/// What happens because time has passed.
extension QuietCourse {
  mutating func pass(to now: QuietMoment) { pass(to: now, lag: lagMilliseconds) }

  /// Updates the remaining time, ends what is over, and starts what the schedule has due.
  mutating func pass(to now: QuietMoment, lag: Int) {
    state.session?.compute(at: now)
    endWhatIsDue(at: now.milliseconds - lag)
    state.session?.renewMark(olderThan: Self.storeMilliseconds + lag, at: now)
    startWhatIsDue(at: now, lag: lag)
  }

  private mutating func endWhatIsDue(at milliseconds: Int) {
    guard let session = state.session else { return }
    if session.endMilliseconds <= milliseconds { return end(.timeUp) }
    if let due = session.cancelMilliseconds, due <= milliseconds { end(.cancelled) }
  }

  private mutating func startWhatIsDue(at now: QuietMoment, lag: Int) {
    guard let wall = now.wall else { return }
    spareWindow(at: wall)
    guard schedule.isEnabled else { return }
    for window in schedule.windows(around: wall, zone: zone)
    where window.start.milliseconds + lag <= wall.milliseconds && wall < window.end && !isDone(window) {
      state.lastWindow = window.date
      begin(window, wall: wall, at: now)
    }
  }

  private mutating func spareWindow(at wall: Instant) {
    guard state.sparesWindow else { return }
    state.sparesWindow = false
    let windows = schedule.windows(around: wall, zone: zone)
    guard let running = windows.last(where: { $0.start <= wall && wall < $0.end }) else { return }
    state.lastWindow = running.date
  }

  /// Each window starts once, also when the clock is set back over its start, or over midnight. A last window further
  /// ahead was started by a wrong clock.
  private func isDone(_ window: RecurringSchedule.Window) -> Bool {
    guard let last = state.lastWindow else { return false }
    return window.date == last || window.date == last.adding(days: -1)
  }

  /// Of the window's session and one that runs, the one that ends later stays.
  private mutating func begin(_ window: RecurringSchedule.Window, wall: Instant, at now: QuietMoment) {
    let next = QuietSession(window, of: schedule, wall: wall, at: now)
    guard let running = state.session else {
      state.session = next
      return tell(.started(next))
    }
    guard running.id != next.id else { return }
    guard running.remainingMilliseconds(at: now) < next.remainingMilliseconds(at: now) else {
      return tell(.keptLonger(running))
    }
    state.session = next
    tell(.replaced(by: next))
  }

  // MARK: Deadlines

  /// When something is due next, in milliseconds of the boot clock.
  func deadline(at now: QuietMoment) -> Int? {
    let session = state.session
    let own = [
      session?.endMilliseconds, session?.cancelMilliseconds,
      session.map { $0.mark.milliseconds + Self.storeMilliseconds }, nextStart(at: now),
    ]
    return (own.map { $0.map { $0 + lagMilliseconds } } + [retryMilliseconds]).compactMap { $0 }.min()
  }

  private func nextStart(at now: QuietMoment) -> Int? {
    guard schedule.isEnabled, let wall = now.wall else { return nil }
    let windows = schedule.windows(around: wall, zone: zone).filter { $0.end > wall && !isDone($0) }
    return windows.filter { $0.start < $0.end }.map { $0.start.milliseconds }.min().map {
      now.milliseconds + $0 - wall.milliseconds
    }
  }
}
