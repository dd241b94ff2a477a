/// A press of the nap button, as evidence.
public enum CribPress: Hashable, Sendable {
  /// It started a nap: the baby is in the crib.
  case into
  /// It ended one: the baby is awake, and likely to be lifted out.
  case out
}
