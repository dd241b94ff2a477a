/// An input to quiet sessions.
public enum QuietInput: Hashable, Sendable {
  /// The process starts and finds this content of the files. `lastAlive` is the latest moment in the log, for a
  /// session that ran when the power went off.
  case launch(QuietFinding, lastAlive: KernelTime?)
  /// Another process replaced the files.
  case found(QuietFinding)
  /// The files could not be replaced.
  case notStored
  /// Time has passed, or a clock or the zone has changed.
  case tick
  /// Start a session; nil: with the set strictness.
  case start(minutes: Int, StrictnessMode?)
  /// Cancel the session after the delay.
  case cancel
  /// Keep the session that is being cancelled.
  case keep
  /// End any session at once, strict or not.
  case reset
  /// Use this schedule from now on. Within its window, a session starts at once.
  case schedule(RecurringSchedule)
  /// Allow these actions from now on, also in a running session.
  case allow(Set<QuietAction>)
  /// Use this strictness for new sessions.
  case strictness(StrictnessMode)

  var bringsFiles: Bool {
    switch self {
    case .launch, .found: true
    default: false
    }
  }
}

/// The content of the files.
public struct QuietFinding: Hashable, Sendable {
  /// The readable content.
  public var state: QuietState
  /// Whether a file was damaged and set aside. Nothing may stay dark because of it.
  public var isDamaged: Bool
  /// Whether a file exists that the card cannot read now. It must not be overwritten.
  public var isUnreadable = false

  /// Readable content.
  public init(_ state: QuietState = QuietState(), isDamaged: Bool = false) {
    (self.state, self.isDamaged) = (state, isDamaged)
  }

  /// A finding of a file that cannot be read.
  public static let unreadable: QuietFinding = {
    var finding = QuietFinding()
    finding.isUnreadable = true
    return finding
  }()
}

/// A reading of the clock that never jumps, in a named kernel boot.
public struct KernelTime: Hashable, Sendable {
  /// The kernel's name for its boot.
  public var kernelBoot: String
  /// `CLOCK_BOOTTIME` in milliseconds.
  public var milliseconds: Int

  /// A reading.
  public init(kernelBoot: String, milliseconds: Int) {
    (self.kernelBoot, self.milliseconds) = (kernelBoot, milliseconds)
  }
}

/// The present moment for quiet sessions, the same for every process on the board.
public struct QuietMoment: Hashable, Sendable {
  /// The kernel's name for its boot.
  public var kernelBoot: String
  /// `CLOCK_BOOTTIME` in milliseconds.
  public var milliseconds: Int
  /// The wall clock; nil until it is known in this boot.
  public var wall: Instant?

  /// A reading of both clocks; pass `wall` only if it was synchronised.
  public init(kernelBoot: String, milliseconds: Int, wall: Instant?) {
    (self.kernelBoot, self.milliseconds, self.wall) = (kernelBoot, milliseconds, wall)
  }

  /// The moment on a machine's own clocks; the wall clock counts only if it is synchronised.
  public init(kernelBoot: String, _ moment: Moment) {
    self.init(
      kernelBoot: kernelBoot, milliseconds: moment.boot.milliseconds,
      wall: moment.trust.isSet ? moment.wall : nil)
  }
}

/// What an input leads to. The owner of the files and the panel performs it.
public enum QuietEffect: Hashable, Sendable {
  /// Replace the files with this state.
  case store(QuietState)
  /// Report this on the panel and in the system's journal.
  case report(QuietNews)
  /// The request is refused; nothing changes.
  case refuse(QuietRefusal)
}

/// What happened to a quiet session.
public enum QuietNews: Hashable, Sendable {
  /// It began.
  case started(QuietSession)
  /// It continued over a restart, or another process began it.
  case restored(QuietSession)
  /// It will end after the delay.
  case cancelling
  /// Its cancel was withdrawn.
  case kept
  /// It ended.
  case ended(QuietEnd)
  /// The schedule's time came, but the running session ends later and continues.
  case keptLonger(QuietSession)
  /// The schedule's session ends later than the running one and replaced it.
  case replaced(by: QuietSession)
}

/// Why a session ended.
public enum QuietEnd: Hashable, Sendable {
  /// Its time is up.
  case timeUp
  /// It was cancelled.
  case cancelled
  /// The emergency reset ended it.
  case reset
  /// A file was damaged.
  case damaged
  /// Another process ended it.
  case elsewhere
}

/// Why a request about quiet sessions is refused. Nothing changes.
public enum QuietRefusal: Error, Hashable, Sendable {
  /// A duration of 0 or over 24 hours.
  case duration(minutes: Int)
  /// A session already runs.
  case running
  /// No session runs.
  case notRunning
  /// The running session is strict.
  case strict
  /// No cancel is in progress.
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
