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

  /// What the mode means, for the user who chooses it.
  public var explanation: String {
    switch self {
    case .strict: "Cannot cancel until time is up"
    case .flexible: "Cancel with a 30-second delay"
    }
  }
}
