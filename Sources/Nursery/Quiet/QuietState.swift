/// All that is stored about quiet sessions: what `quiet.json` says.
public struct QuietState: Hashable, Sendable {
  /// The strictness that was chosen for sessions; nil: the configured one.
  public var strictness: StrictnessMode?
  /// The actions that were chosen to be let through; nil: the configured ones.
  public var allowed: Set<QuietAction>?
  /// The schedule that was chosen; nil: the configured one.
  public var schedule: RecurringSchedule?
  /// The date of the last window that was started, or left to a longer session: it does not start again.
  public var lastWindow: CivilDate?
  /// Whether to skip the window that is running once the clock is known: a file was damaged, and a session that was
  /// over must not begin again.
  public var sparesWindow = false
  /// The session that runs.
  public var session: QuietSession?
  /// The shield in force.
  public var shield: Shield?

  /// Nothing chosen, nothing running.
  public init() {}
}

/// The settings unless the user chose others on the box or by command.
public struct QuietDefaults: Hashable, Sendable {
  /// Of sessions.
  public var strictness = StrictnessMode.flexible
  /// What a shield lets through.
  public var allowed = QuietAction.usual
  /// The nightly session.
  public var schedule = RecurringSchedule.usual

  /// Flexible; nap and feed; no schedule.
  public init() {}
}

/// What is in force while a quiet session runs: panel dark, lamp and sound off, and no action but the allowed ones. It
/// is stored, and stays in force until it is cleared, whichever process lives.
public struct Shield: Hashable, Sendable {
  /// The session that it belongs to.
  public var session: EventID
  /// What goes through; never missing, perhaps empty.
  public var allowed: Set<QuietAction>

  /// A shield of a session.
  public init(session: EventID, allowed: Set<QuietAction>) {
    self.session = session
    self.allowed = allowed
  }

  /// Whether an action goes through.
  public func allows(_ action: QuietAction) -> Bool { allowed.contains(action) }
}

/// What a shield may let through.
public enum QuietAction: Hashable, Sendable, CaseIterable {
  /// NAP, its hold and its double press.
  case nap
  /// FEED, its hold and its double press.
  case feed
  /// The lamp's blink code.
  case lamp
  /// The piezo and chimes over the network.
  case sound

  /// What is let through unless the user chose otherwise: one press logs at night too.
  public static let usual: Set<QuietAction> = [.nap, .feed]
}

/// Whether a quiet session can be cancelled before its end.
public enum StrictnessMode: Hashable, Sendable, CaseIterable {
  /// Only the end, or an emergency reset, ends it.
  case strict
  /// A cancel ends it after a delay, within which it can be kept.
  case flexible
}

/// The nightly quiet session as configured: local wall time, apart from the session that runs.
public struct RecurringSchedule: Hashable, Sendable {
  /// Whether it starts sessions.
  public var isEnabled: Bool
  /// When a session starts.
  public let start: WallTime
  /// When it ends; on the next day unless it is after the start.
  public let end: WallTime
  /// Of the sessions that it starts.
  public var strictness: StrictnessMode

  /// A schedule; nil when it ends as it starts.
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

  /// How its sessions came about.
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

  /// The window that starts on a date. On a day of 23 or 25 hours it is as long as the clocks make it; empty where
  /// they leave none of it.
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
