/// What can happen to quiet sessions. Each comes with the moment it is handled at.
public enum QuietInput: Hashable, Sendable {
  /// The process starts, with what the files hold. `lastAlive` is the latest moment that the log knows of, for a
  /// session that ran when the power went.
  case launch(QuietFinding, lastAlive: KernelTime?)
  /// The files were replaced, by any process.
  case found(QuietFinding)
  /// The files could not be replaced.
  case notStored
  /// Time has passed, or a clock or the zone has changed.
  case tick
  /// Start a session; nil: the strictness that is set.
  case start(minutes: Int, StrictnessMode?)
  /// Cancel the session, after the delay.
  case cancel
  /// Keep the session that is being cancelled.
  case keep
  /// End whatever runs at once, strict or not.
  case reset
  /// The schedule from now on. It counts from now: within its window it starts at once.
  case schedule(RecurringSchedule)
  /// The actions to let through from now on, by a session that runs too.
  case allow(Set<QuietAction>)
  /// The strictness of sessions from now on.
  case strictness(StrictnessMode)

  var bringsFiles: Bool {
    switch self {
    case .launch, .found: true
    default: false
    }
  }
}

/// What the files hold.
public struct QuietFinding: Hashable, Sendable {
  /// What could be read.
  public var state: QuietState
  /// A file was damaged and has been set aside: nothing may stay dark for it.
  public var isDamaged: Bool
  /// A file is there, but the card cannot read it now. Its content is unknown, and it must not be overwritten.
  public var isUnreadable = false

  /// What was read.
  public init(_ state: QuietState = QuietState(), isDamaged: Bool = false) {
    self.state = state
    self.isDamaged = isDamaged
  }

  /// Nothing could be read.
  public static let unreadable: QuietFinding = {
    var finding = QuietFinding()
    finding.isUnreadable = true
    return finding
  }()
}

/// A reading of the clock that never jumps, in a boot by the kernel's name.
public struct KernelTime: Hashable, Sendable {
  /// The kernel's name for its boot.
  public var kernelBoot: String
  /// `CLOCK_BOOTTIME` in milliseconds.
  public var milliseconds: Int

  /// A reading.
  public init(kernelBoot: String, milliseconds: Int) {
    self.kernelBoot = kernelBoot
    self.milliseconds = milliseconds
  }
}

/// Now, as quiet sessions see it: the same for every process on the board.
public struct QuietMoment: Hashable, Sendable {
  /// The kernel's name for its boot, as every process of that boot reads it.
  public var kernelBoot: String
  /// `CLOCK_BOOTTIME` in milliseconds.
  public var milliseconds: Int
  /// The wall clock; nil until it is known in this boot.
  public var wall: Instant?

  /// A reading of both clocks; `wall` only if it was synchronised.
  public init(kernelBoot: String, milliseconds: Int, wall: Instant?) {
    self.kernelBoot = kernelBoot
    self.milliseconds = milliseconds
    self.wall = wall
  }

  /// The moment of a machine's own clocks, of which the wall clock is believed when it is synchronised.
  public init(kernelBoot: String, _ moment: Moment) {
    self.init(
      kernelBoot: kernelBoot, milliseconds: moment.boot.milliseconds,
      wall: moment.trust.isSet ? moment.wall : nil)
  }
}

/// What an input leads to: values, performed by the owner of the files and the panel.
public enum QuietEffect: Hashable, Sendable {
  /// Replace the files with this.
  case store(QuietState)
  /// Report it, on the panel and in the system's journal.
  case tell(QuietNews)
  /// The request is refused; nothing changes.
  case refuse(QuietRefusal)
}

/// What happened to a quiet session.
public enum QuietNews: Hashable, Sendable {
  /// It began.
  case started(QuietSession)
  /// It ran on over a restart, or another process began it.
  case restored(QuietSession)
  /// It will end after the delay.
  case cancelling
  /// Its cancel was called off.
  case kept
  /// It is over.
  case ended(QuietEnd)
  /// The schedule's time came while a session ran that ends later: that one continues.
  case keptLonger(QuietSession)
  /// The schedule's session ends later than the one that ran, and took its place.
  case replaced(by: QuietSession)
}

/// Why a session is over.
public enum QuietEnd: Hashable, Sendable {
  /// Its time is up.
  case timeUp
  /// It was cancelled.
  case cancelled
  /// The emergency reset.
  case reset
  /// A file was damaged.
  case damaged
  /// Another process ended it.
  case elsewhere
}

/// Why a request about quiet sessions is refused. Nothing changes then.
public enum QuietRefusal: Error, Hashable, Sendable {
  /// A duration of 0 or over 24 hours.
  case duration(minutes: Int)
  /// A session runs already.
  case running
  /// No session runs.
  case notRunning
  /// The session that runs is strict.
  case strict
  /// No cancel is under way.
  case notCancelling

  /// The refusal in words for a command line.
  public var text: String {
    switch self {
    case .duration(let minutes):
      "a quiet session lasts 1 to 1440 minutes, not \(minutes)"
    case .running: "a quiet session is running already"
    case .notRunning: "no quiet session is running"
    case .strict: "this quiet session is strict: cannot be cancelled"
    case .notCancelling: "no cancel is under way"
    }
  }
}
