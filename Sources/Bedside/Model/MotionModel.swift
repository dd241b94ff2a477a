import CribMotion
import Nursery

/// Motion beside the buttons: the witness, and which of its statements have been used or rejected.
struct MotionModel: Sendable {
  /// The witness; nil until the first readings tell which part it is.
  var witness: MotionWitness?
  /// The last statement. Only a change of it is worth a redraw.
  var spoken = CribReading()
  /// When motion last saw the baby at rest, on the boot clock.
  var restSeenMilliseconds: Int?
  /// Since when the crib has been empty or the baby awake in it, on the boot clock; nil while the baby rests or nothing
  /// is known.
  var upSince: Int?
  /// The begins of the rest and of the waking that a person took back, or that are in the log. They are reported only
  /// once.
  var spentSettledSince: Int?
  var spentAwakeSince: Int?
  /// What motion wrote last, and until when one press of NAP takes it back, which the panel then says.
  var revertible: Revertible?
  /// What motion wrote last if no one has lit the panel since, and until when NAP on a panel that no one can read agrees
  /// with it.
  var unread: Revertible?
  /// The running measurement of the empty crib, or the last one.
  var measurement: Measurement?
  /// Whether the witness has got what the card has of the hours before it, or that is on its way.
  var hasAskedForKept = false
  /// The last night if only motion knows of it, and when to look for it next, on the boot clock.
  var night: FoundNight?
  var nightDueMilliseconds = 0
  /// When what was learned was last handed over to be kept, or when the first reading came.
  var keptMilliseconds: Int?

  struct Revertible: Sendable {
    var action: Action
    var until: Int
  }

  /// A measurement, and whether its result is on the card.
  struct Measurement: Sendable {
    var crib: EmptyCribMeasurement
    /// When it began or the last reading came.
    var heardMilliseconds: Int
    /// Whether the result is on the card; nil until the card has answered.
    var isOnFlash: Bool?
  }
}

/// Readings of the accelerometer that followed each other without a gap.
public struct MotionReading: Hashable, Sendable {
  /// Readings per second.
  public var rateHz: Double
  /// Thousandths of standard gravity for one count.
  public var milligeePerLSB: Double
  /// The readings, oldest first.
  public var samples: [MotionSample]
  /// Whether readings before these were lost.
  public var followsGap: Bool
  /// When the newest reading was taken, in milliseconds of the boot clock.
  public var newestMilliseconds: Int

  /// When the readings begin: the time of one reading before the oldest one was taken.
  public var oldestMilliseconds: Int { newestMilliseconds - Int(Double(samples.count) * 1000 / rateHz) }

  /// Readings with all their properties.
  public init(
    rateHz: Double, milligeePerLSB: Double, samples: [MotionSample], followsGap: Bool, newestMilliseconds: Int
  ) {
    self.rateHz = rateHz
    self.milligeePerLSB = milligeePerLSB
    self.samples = samples
    self.followsGap = followsGap
    self.newestMilliseconds = newestMilliseconds
  }
}

/// What motion says about the crib at a moment. Its times are on the boot clock, and are those at which a state began.
public struct CribReading: Hashable, Sendable {
  /// The state.
  public var state = CribState.unknown
  /// Since when the baby has been still in it; nil while that is not so.
  public var settledSince: Int?
  /// Since when the baby has been moving in it; nil while that is not so.
  public var awakeSince: Int?

  /// Nothing is known.
  public init() {}

  init(_ witness: MotionWitness?, at milliseconds: Int) {
    guard let witness else { return }
    state = witness.state(at: milliseconds)
    settledSince = state == .asleep ? witness.settledSince : nil
    awakeSince = state == .awake ? witness.awakeSince : nil
  }
}

/// How the box uses motion.
public struct MotionSettings: Hashable, Sendable {
  /// What motion may do.
  public enum Mode: Hashable, Sendable {
    /// It asks: the Now page shows a question, and one press of NAP logs a sleep from the time at which it began.
    case suggest
    /// It writes marked sleeps into the log, and one press takes one back.
    case log
    /// It is not used.
    case off
  }

  /// What motion may do.
  public var mode = Mode.off
  /// Whose crib the accelerometer is on; nil: the first baby's.
  public var baby: BabyID?
  /// Whether the configuration names the part. If so, the box reports it as missing when it does not answer.
  public var isPartNamed = false
  /// What was learned about the part and its mount.
  public var calibration: KeptCalibration?

  /// Motion that is not used.
  public init() {}
}
