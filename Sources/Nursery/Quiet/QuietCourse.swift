/// The life cycle of quiet sessions, as every process that shares the box's directory runs it: a pure state machine
/// with the files' content as its state. `handle` returns what to write and what to report; `nextDeadline` says when to
/// call it next.
///
/// Invariants: a shield is in force exactly while a session runs; what remains is never negative; at most one session.
public struct QuietCourse: Hashable, Sendable {
  /// What the files should hold.
  public internal(set) var state = QuietState()
  /// The settings unless the user chose others.
  public var defaults: QuietDefaults
  /// The zone of the schedule's times.
  public var zone: ZoneWindow
  /// How long after its time a deadline is left to another process, in milliseconds.
  public let lagMilliseconds: Int
  /// When `handle(.tick)` is wanted at the latest, in milliseconds of the boot clock; nil: only when something happens.
  public private(set) var nextDeadline: Int?
  /// What the files hold, as far as is known.
  var filed = QuietState()
  /// When to write again what could not be written.
  var retryMilliseconds: Int?
  var effects: [QuietEffect] = []

  /// A cancel ends a session after this delay, in milliseconds.
  public static let cancelMilliseconds = 30_000
  /// While a session runs, the files are replaced this often, in milliseconds: after a power cut the session continues
  /// from there until the clock is known.
  public static let storeMilliseconds = 600_000

  /// What could not be written is tried again after this long, in milliseconds.
  public static let retryMilliseconds = 10_000

  /// A course that knows nothing yet; `launch` comes first. The box has no lag; the process that stands by has one,
  /// so that both do not write at the same instant.
  public init(defaults: QuietDefaults, zone: ZoneWindow, lagMilliseconds: Int = 0) {
    self.defaults = defaults
    self.zone = zone
    self.lagMilliseconds = lagMilliseconds
  }

  /// The session that runs.
  public var session: QuietSession? { state.session }
  /// The shield in force.
  public var shield: Shield? { state.shield }
  /// The strictness of the next session.
  public var strictness: StrictnessMode { state.strictness ?? defaults.strictness }
  /// What the next shield lets through.
  public var allowed: Set<QuietAction> { state.allowed ?? defaults.allowed }
  /// The schedule in force.
  public var schedule: RecurringSchedule { state.schedule ?? defaults.schedule }

  /// Handles an input at a moment. Returns what to do, in order: the files first.
  public mutating func handle(_ input: QuietInput, at now: QuietMoment) -> [QuietEffect] {
    effects = []
    // Time comes first: a request is judged by what runs now.
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

  /// The shield follows the session: a power cut in the middle of an end can leave a shield without one. The guard
  /// leaves a shield that is up as it is: a box with other defaults would change it back, and so on without end.
  private mutating func raiseOrClear() {
    guard let session = state.session else {
      state.shield = nil
      return
    }
    if lagMilliseconds > 0, state.shield?.session == session.id { return }
    state.shield = Shield(session: session.id, allowed: allowed)
  }

  mutating func tell(_ news: QuietNews) { effects.append(.tell(news)) }

  /// Ends the session.
  mutating func end(_ reason: QuietEnd) {
    guard state.session != nil else { return }
    state.session = nil
    tell(.ended(reason))
  }
}
