/// Why the journal cannot do what it is for. Damaged content is never a reason.
public enum JournalFault: Error, Hashable, Sendable {
  /// The log's folder cannot be listed: nothing is known of what was saved, so nothing may be added.
  case unreadable(StorageFault)
  /// Three new segments in a row could not be written: lines are held in memory only.
  case unwritable(StorageFault)
  /// All lines were taken in together, and stand in the log; but the card did not say that their file keeps its name. A
  /// power cut leaves all of them or none.
  case uncertain(StorageFault)
  /// Lines that are to be taken in together are more than one file holds: `StorageLimits.fileBytes`.
  case tooLong(bytes: Int)
  /// As many lines are held as may be; the ones just given were refused.
  case memoryFull(capacity: Int)
}
