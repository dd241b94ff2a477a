/// What the user asks for, and what the files say.
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
    tell(.started(session))
    return nil
  }

  /// A cancel in progress continues; it does not begin again.
  private mutating func beginCancel(at now: QuietMoment) -> QuietRefusal? {
    guard let session = state.session else { return .notRunning }
    guard session.strictness == .flexible else { return .strict }
    guard session.cancelMilliseconds == nil else { return nil }
    state.session?.cancelMilliseconds = now.milliseconds + Self.cancelMilliseconds
    tell(.cancelling)
    return nil
  }

  private mutating func keep() -> QuietRefusal? {
    guard let session = state.session else { return .notRunning }
    guard session.cancelMilliseconds != nil else { return .notCancelling }
    state.session?.cancelMilliseconds = nil
    tell(.kept)
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
      // What is to be stored is not, and makes them be read again. Until then the panel stays lit.
      state.sparesWindow = true
      return
    }
    // At the start no other process is known to act on it.
    pass(to: now, lag: 0)
    guard let session = state.session, session.id == finding.state.session?.id else { return }
    tell(.restored(session))
  }

  private mutating func find(_ finding: QuietFinding, at now: QuietMoment) {
    guard !finding.isUnreadable else { return retryMilliseconds = now.milliseconds + Self.retryMilliseconds }
    let before = state.session
    adopt(finding)
    if !finding.isDamaged { tellDifference(from: before) }
    pass(to: now)
  }

  /// The files replace what was known. A damaged one ends the session, and skips one that the schedule would start at
  /// once: a panel that is lit in error is an annoyance, one that stays dark looks broken. Settings are kept as far as
  /// they are known.
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
    tell(.ended(.damaged))
  }

  private mutating func tellDifference(from before: QuietSession?) {
    switch (before, state.session) {
    case (nil, let session?): tell(.started(session))
    case (_?, nil): tell(.ended(.elsewhere))
    case (let old?, let new?) where old.id != new.id: tell(.replaced(by: new))
    case (let old?, let new?) where (old.cancelMilliseconds == nil) != (new.cancelMilliseconds == nil):
      tell(new.cancelMilliseconds == nil ? .kept : .cancelling)
    default: break
    }
  }
}
