/// What the foot of the Now page says of motion.
public enum MotionRemark: Hashable, Sendable {
  /// The baby has been still for so long and no press said so: one press of NAP logs it from then on.
  case asks(minutes: Int)
  /// Motion wrote into the log: one press of NAP takes that back.
  case wrote
}
