import Nursery

/// What became of lines given to the journal.
public struct AppendReceipt: Hashable, Sendable {
  /// Lines that are on the flash now, in order: given with this call, or held before it. Boot lines are not
  /// told of.
  public internal(set) var acknowledged: [EventID] = []
  /// Lines that were refused because memory is full.
  public internal(set) var refused: [EventID] = []
  /// How many lines are held in memory only: NOT SAVED.
  public internal(set) var heldCount = 0
  /// Why lines are held or refused.
  public internal(set) var fault: JournalFault?

  /// Nothing was given, and nothing became of it.
  public init() {}
}
