/// Everything that `quiet.json` stores about quiet sessions.
public struct QuietState: Hashable, Sendable {
  /// The chosen strictness; nil: the configured one.
  public var strictness: StrictnessMode?
  /// The chosen allowed actions; nil: the configured ones.
  public var allowed: Set<QuietAction>?
  /// The chosen schedule; nil: the configured one.
  public var schedule: RecurringSchedule?
  /// The date of the last window that was started or skipped. It does not start again.
  public var lastWindow: CivilDate?
  /// Whether to skip the current window once the clock is known: after a damaged file, a session that had ended must
  /// not begin again.
  public var sparesWindow = false
  /// The running session.
  public var session: QuietSession?
  /// The current shield.
  public var shield: Shield?

  /// Nothing chosen and nothing running.
  public init() {}
}

/// The settings that apply unless the user chose others on the box or by command.
public struct QuietDefaults: Hashable, Sendable {
  /// The strictness of sessions.
  public var strictness = StrictnessMode.flexible
  /// The actions that a shield allows.
  public var allowed = QuietAction.usual
  /// The nightly session.
  public var schedule = RecurringSchedule.usual

  /// Flexible; nap and feed allowed; no schedule.
  public init() {}
}

/// What applies while a quiet session runs: panel dark, lamp and sound off, and only the allowed actions. It is
/// stored and applies until it is cleared, in every process.
public struct Shield: Hashable, Sendable {
  /// The session that it belongs to.
  public var session: EventID
  /// The allowed actions, perhaps none.
  public var allowed: Set<QuietAction>

  /// A shield of a session.
  public init(session: EventID, allowed: Set<QuietAction>) {
    (self.session, self.allowed) = (session, allowed)
  }

  /// Whether an action goes through.
  public func allows(_ action: QuietAction) -> Bool { allowed.contains(action) }
}

/// An action that a shield may allow.
public enum QuietAction: Hashable, Sendable, CaseIterable {
  /// NAP, its hold and its double press.
  case nap
  /// FEED, its hold and its double press.
  case feed
  /// The lamp's blink code.
  case lamp
  /// The piezo.
  case sound

  /// The allowed actions unless the user chose others. One press logs at night too.
  public static let usual: Set<QuietAction> = [.nap, .feed]
}

/// Whether a quiet session can be cancelled before its end.
public enum StrictnessMode: Hashable, Sendable, CaseIterable {
  /// Only its end or an emergency reset ends it.
  case strict
  /// A cancel ends it after a delay, within which the session can be kept.
  case flexible
}

/// The configured nightly quiet session, in local wall time.
public struct RecurringSchedule: Hashable, Sendable {
  /// Whether it starts sessions.
  public var isEnabled: Bool
  /// When a session starts.
  public let start: WallTime
  /// When it ends. At or before `start` it is on the next day.
  public let end: WallTime
  /// The strictness of the sessions that it starts.
  public var strictness: StrictnessMode

  /// A schedule; nil if start and end are the same.
  public init?(isEnabled: Bool, start: WallTime, end: WallTime, strictness: StrictnessMode) {
    guard start != end else { return nil }
    self.isEnabled = isEnabled
    self.start = start
    self.end = end
    self.strictness = strictness
  }

  private init() {
    isEnabled = false
    start = WallTime(minutesAfterMidnight: 22 * 60)
    end = WallTime(minutesAfterMidnight: 7 * 60)
    strictness = .flexible
  }

  /// 22:00 to 07:00, disabled, flexible.
  public static let usual = RecurringSchedule()

  /// The mode of its sessions.
  public var mode: SessionMode {
    .recurring(startHour: start.hour, startMinute: start.minute, endHour: end.hour, endMinute: end.minute)
  }

  /// One night's window, as real instants.
  public struct Window: Hashable, Sendable {
    /// The date on which it starts.
    public let date: CivilDate
    /// The first instant.
    public let start: Instant
    /// The first instant after it.
    public let end: Instant
  }

  /// The window that starts on a date. When the clocks change it is longer or shorter, perhaps empty.
  public func window(startingOn date: CivilDate, zone: ZoneWindow) -> Window {
    let endDate = end > start ? date : date.adding(days: 1)
    let from = zone.instant(date, start)
    return Window(date: date, start: from, end: max(from, zone.instant(endDate, end)))
  }

  /// The windows that may contain an instant, and the next ones, in order.
  public func windows(around now: Instant, zone: ZoneWindow) -> [Window] {
    let today = zone.civil(now).date
    return (-1...2).map { window(startingOn: today.adding(days: $0), zone: zone) }
  }
}
