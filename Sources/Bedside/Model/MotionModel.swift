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
