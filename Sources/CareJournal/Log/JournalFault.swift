import Nursery

/// Why the journal cannot do what it is for. Damaged content is never a reason.
public enum JournalFault: Error, Hashable, Sendable {
  /// The log's folder cannot be listed: nothing is known of what was saved, so nothing may be added.
  case unreadable(StorageFault)
  /// Three new segments in a row could not be written: lines are held in memory only.
  case unwritable(StorageFault)
  /// The card kept nothing of a mebibyte within the hour, and is not tried again before the hour is over.
  case resting
  /// All lines were received together, and are in the log; but the card did not say that the decision is kept. A
  /// power cut leaves all of them or none.
  case uncertain(StorageFault)
  /// A line of an import is longer than a line may be.
  case tooLong(EventID)
  /// As many lines are held as may be; the ones just given were refused.
  case memoryFull(capacity: Int)
}
