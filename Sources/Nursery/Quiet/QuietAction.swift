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

  /// What is let through unless somebody chose otherwise: one press logs at night too.
  public static let usual: Set<QuietAction> = [.nap, .feed]
}
