/// The life cycle of quiet sessions, the same in every process that shares the box's directory. Its state is the
/// content of the files. `handle` returns what to write and report, and `nextDeadline` says when to call it next.
///
/// Invariants: a shield exists only while a session runs; the remaining time is never negative; there is at most one
/// session.
public struct QuietCourse: Hashable, Sendable {
  /// What the files should hold.
  public internal(set) var state = QuietState()
  /// The configured settings, which apply unless the user chose others.
  public var defaults: QuietDefaults
  /// The zone of the schedule's times.
  public var zone: ZoneWindow
  /// How long this process waits after a deadline, in milliseconds, so that another process can act first.
  public let lagMilliseconds: Int
  /// When to call `handle(.tick)` at the latest, in milliseconds of the boot clock; nil: only when something happens.
  public private(set) var nextDeadline: Int?
  /// The last known content of the files.
  var filed = QuietState()
  /// When to try a failed write again.
  var retryMilliseconds: Int?
  var effects: [QuietEffect] = []

  /// A cancel ends a session after this delay, in milliseconds.
  public static let cancelMilliseconds = 30_000
  /// How often the files are written while a session runs, in milliseconds. After a power cut the session continues
  /// from the last mark until the clock is known.
  public static let storeMilliseconds = 600_000

  /// A failed write is tried again after this time, in milliseconds.
  public static let retryMilliseconds = 10_000

  /// A course that knows nothing until `launch`. The box has no lag. The guard has one, so that the two do not write
  /// at once.
  public init(defaults: QuietDefaults, zone: ZoneWindow, lagMilliseconds: Int = 0) {
    (self.defaults, self.zone, self.lagMilliseconds) = (defaults, zone, lagMilliseconds)
  }

  /// The running session.
  public var session: QuietSession? { state.session }
  /// The current shield.
  public var shield: Shield? { state.shield }
  /// The strictness of the next session.
  public var strictness: StrictnessMode { state.strictness ?? defaults.strictness }
  /// The actions that the next shield allows.
  public var allowed: Set<QuietAction> { state.allowed ?? defaults.allowed }
  /// The current schedule.
  public var schedule: RecurringSchedule { state.schedule ?? defaults.schedule }

  /// Handles an input at a moment. Returns the effects in order, the writing of the files first.
  public mutating func handle(_ input: QuietInput, at now: QuietMoment) -> [QuietEffect] {
    effects = []
    // Time passes first: a request depends on what runs now.
    if !input.bringsFiles { pass(to: now) }
    apply(input, at: now)
    raiseOrClear()
    storeIfChanged(at: now)
    nextDeadline = deadline(at: now)
    return effects
  }

  private mutating func storeIfChanged(at now: QuietMoment) {
    let isDue = retryMilliseconds.map { $0 <= now.milliseconds } ?? false
    guard state != filed || isDue else { return }
    filed = state
    retryMilliseconds = nil
    effects.insert(.store(state), at: 0)
  }

  /// Keeps the shield in step with the session, also after a power cut between the two. The guard changes no shield
  /// of the running session: a box with other defaults would change it back, endlessly.
  private mutating func raiseOrClear() {
    guard let session = state.session else {
      state.shield = nil
      return
    }
    if lagMilliseconds > 0, state.shield?.session == session.id { return }
    state.shield = Shield(session: session.id, allowed: allowed)
  }

  mutating func report(_ news: QuietNews) { effects.append(.report(news)) }

  mutating func end(_ reason: QuietEnd) {
    guard state.session != nil else { return }
    state.session = nil
    report(.ended(reason))
  }
}

/// What happens when time has passed.
extension QuietCourse {
  mutating func pass(to now: QuietMoment) { pass(to: now, lag: lagMilliseconds) }

  /// Updates the remaining time, ends what is over, and starts what is due.
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

  /// Whether a window has started. Each starts once, even if the clock is set back over its start or over midnight. A
  /// last window further ahead was started by a wrong clock and does not count.
  private func isDone(_ window: RecurringSchedule.Window) -> Bool {
    guard let last = state.lastWindow else { return false }
    return window.date == last || window.date == last.adding(days: -1)
  }

  /// Starts a window's session, unless a session runs that ends later.
  private mutating func begin(_ window: RecurringSchedule.Window, wall: Instant, at now: QuietMoment) {
    let next = QuietSession(window, of: schedule, wall: wall, at: now)
    guard let running = state.session else {
      state.session = next
      return report(.started(next))
    }
    guard running.id != next.id else { return }
    guard running.remainingMilliseconds(at: now) < next.remainingMilliseconds(at: now) else {
      return report(.keptLonger(running))
    }
    state.session = next
    report(.replaced(by: next))
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

/// Requests of the user, and the content of the files.
extension QuietCourse {
  mutating func apply(_ input: QuietInput, at now: QuietMoment) {
    switch input {
    case .launch(let finding, let lastAlive): launch(finding, lastAlive: lastAlive, at: now)
    case .found(let finding): find(finding, at: now)
    case .notStored: retryMilliseconds = now.milliseconds + Self.retryMilliseconds
    case .tick: break
    case .schedule(let schedule): change(schedule, at: now)
    case .allow(let actions): state.allowed = actions
    case .strictness(let strictness): state.strictness = strictness
    case .reset: end(.reset)
    case .start, .cancel, .keep:
      if let refusal = wish(input, at: now) { effects.append(.refuse(refusal)) }
    }
  }

  private mutating func wish(_ input: QuietInput, at now: QuietMoment) -> QuietRefusal? {
    switch input {
    case .start(let minutes, let strictness): start(minutes, strictness ?? self.strictness, at: now)
    case .cancel: beginCancel(at: now)
    case .keep: keep()
    default: nil
    }
  }

  private mutating func start(
    _ minutes: Int, _ strictness: StrictnessMode, at now: QuietMoment
  ) -> QuietRefusal? {
    guard SessionMode.allowedMinutes.contains(minutes) else { return .duration(minutes: minutes) }
    guard state.session == nil else { return .running }
    let session = QuietSession(manualMinutes: minutes, strictness, at: now)
    state.session = session
    report(.started(session))
    return nil
  }

  /// A cancel in progress continues and does not start again.
  private mutating func beginCancel(at now: QuietMoment) -> QuietRefusal? {
    guard let session = state.session else { return .notRunning }
    guard session.strictness == .flexible else { return .strict }
    guard session.cancelMilliseconds == nil else { return nil }
    state.session?.cancelMilliseconds = now.milliseconds + Self.cancelMilliseconds
    report(.cancelling)
    return nil
  }

  private mutating func keep() -> QuietRefusal? {
    guard let session = state.session else { return .notRunning }
    guard session.cancelMilliseconds != nil else { return .notCancelling }
    state.session?.cancelMilliseconds = nil
    report(.kept)
    return nil
  }

  private mutating func change(_ schedule: RecurringSchedule, at now: QuietMoment) {
    guard schedule != self.schedule else { return }
    state.schedule = schedule
    state.lastWindow = nil
    state.sparesWindow = false
    pass(to: now)
  }

  // MARK: Files

  private mutating func launch(_ finding: QuietFinding, lastAlive: KernelTime?, at now: QuietMoment) {
    adopt(finding)
    if let lastAlive { state.session?.noteAlive(lastAlive, at: now) }
    guard !finding.isUnreadable else {
      // What is stored is unknown, so the files must be read again. Until then the panel stays lit.
      state.sparesWindow = true
      return
    }
    // At the start this process must not wait for another one, which may not run.
    pass(to: now, lag: 0)
    guard let session = state.session, session.id == finding.state.session?.id else { return }
    report(.restored(session))
  }

  private mutating func find(_ finding: QuietFinding, at now: QuietMoment) {
    guard !finding.isUnreadable else { return retryMilliseconds = now.milliseconds + Self.retryMilliseconds }
    let before = state.session
    adopt(finding)
    if !finding.isDamaged { reportDifference(from: before) }
    pass(to: now)
  }

  /// Replaces the known state by the content of the files. A damaged file ends the session, and prevents that the
  /// schedule starts one at once: a panel that is wrongly lit is an annoyance, but one that stays dark looks broken.
  /// Known settings are kept.
  private mutating func adopt(_ finding: QuietFinding) {
    let known = state
    filed = finding.state
    state = finding.state
    retryMilliseconds = nil
    guard finding.isDamaged else { return }
    state.strictness = state.strictness ?? known.strictness
    state.allowed = state.allowed ?? known.allowed
    state.schedule = state.schedule ?? known.schedule
    state.lastWindow = state.lastWindow ?? known.lastWindow
    state.session = nil
    state.sparesWindow = true
    report(.ended(.damaged))
  }

  private mutating func reportDifference(from before: QuietSession?) {
    switch (before, state.session) {
    case (nil, let session?): report(.started(session))
    case (_?, nil): report(.ended(.elsewhere))
    case (let old?, let new?) where old.id != new.id: report(.replaced(by: new))
    case (let old?, let new?) where (old.cancelMilliseconds == nil) != (new.cancelMilliseconds == nil):
      report(new.cancelMilliseconds == nil ? .kept : .cancelling)
    default: break
    }
  }
}
