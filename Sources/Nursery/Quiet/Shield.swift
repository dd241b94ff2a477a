/// What is in force while a quiet session runs: panel dark, lamp and sound off, and no action but the allowed ones.
/// It lies in a file of its own and holds until it is cleared, whichever process lives.
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
