/// Why the journal cannot do what it is for. Damaged content is never a reason.
public enum JournalFault: Error, Hashable, Sendable {
  /// The log's folder cannot be listed: nothing is known of what was saved, so nothing may be added.
  case unreadable(StorageFault)
  /// Three new segments in a row could not be written: lines are held in memory only.
  case unwritable(StorageFault)
  /// As many lines are held as may be; the ones just given were refused.
  case memoryFull(capacity: Int)
}
