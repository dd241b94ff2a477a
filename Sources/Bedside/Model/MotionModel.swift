import CribMotion
import Nursery

/// Motion beside the buttons: the witness, and what of its word has been used or refused already.
struct MotionModel: Sendable {
  /// Nil until the first readings tell what part it is.
  var witness: MotionWitness?
  /// What was said last; a redraw is worth its price only when this changes.
  var spoken = CribReading()
  /// When someone was last seen at rest, on the boot clock.
  var restSeenMilliseconds: Int?
  /// Since when the crib has been empty, or the baby awake in it, on the boot clock; nil while it rests or nothing is
  /// known.
  var upSince: Int?
  /// The stretches of rest and of waking that a parent took back, or that are in the log: told once only.
  var spentSettledSince: Int?
  var spentAwakeSince: Int?
  /// What motion wrote last, and until when one press of NAP takes it back.
  var revertible: Revertible?
  /// The empty crib that is being measured, or was last.
  var measurement: Measurement?
  /// The last night where motion alone knows of it, and when it is looked for next, on the boot clock.
  var night: FoundNight?
  var nightDueMilliseconds = 0
  /// When what was learnt was handed over to be kept last, or when the first reading came.
  var keptMilliseconds: Int?

  struct Revertible: Sendable {
    var action: Action
    var until: Int
  }

  /// A measurement under way, and what became of it on the flash.
  struct Measurement: Sendable {
    var crib: EmptyCribMeasurement
    /// When it began, or a reading came last.
    var heardMilliseconds: Int
    /// Nil until the flash has answered.
    var isOnFlash: Bool?
  }
}

/// Readings of the accelerometer that followed each other without a gap.
public struct MotionReading: Hashable, Sendable {
  /// Readings a second.
  public var rateHz: Double
  /// Thousandths of the earth's pull for one count.
  public var milligeePerLSB: Double
  /// The readings, oldest first.
  public var samples: [MotionSample]
  /// True when readings before these were lost.
  public var followsGap: Bool
  /// When the newest was taken, in milliseconds of the boot clock.
  public var newestMilliseconds: Int

  /// When the readings begin: one reading's time before the oldest was taken.
  public var oldestMilliseconds: Int { newestMilliseconds - Int(Double(samples.count) * 1000 / rateHz) }

  /// Readings of all their parts.
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

/// What motion says about the crib at a moment; times on the boot clock, dated back to where they began.
public struct CribReading: Hashable, Sendable {
  /// The state.
  public var state = CribState.unknown
  /// Since when it has been still with someone in it; nil while it is not.
  public var settledSince: Int?
  /// Since when someone has been moving in it; nil while no one is.
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

/// What the box does with what motion tells.
public struct MotionSettings: Hashable, Sendable {
  /// How far motion may speak.
  public enum Mode: Hashable, Sendable {
    /// It asks: "asleep?" is on the Now page, and one press of NAP accepts it with the time it began.
    case suggest
    /// It writes: sleeps go to the log by themselves, marked, and one press takes one back.
    case log
    /// It is not looked at.
    case off
  }

  /// How far motion may speak.
  public var mode = Mode.off
  /// Whose crib the accelerometer is on; nil: the first baby's.
  public var baby: BabyID?
  /// Whether the configuration names the part: then it is missed when it does not answer.
  public var isPartNamed = false
  /// What was learnt of the part and its mount.
  public var calibration: KeptCalibration?

  /// Motion that is not looked at.
  public init() {}
}
