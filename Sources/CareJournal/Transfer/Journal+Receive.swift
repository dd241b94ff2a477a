import Nursery

/// A line that is imported, and when what it tells of was.
public struct ImportedDraft: Sendable {
  /// The line.
  public var draft: JournalDraft
  /// From the first to the last time that it tells; nil: nothing says when that was.
  public var span: ClosedRange<Instant>?

  /// A line of all its parts.
  public init(draft: JournalDraft, span: ClosedRange<Instant>?) {
    self.draft = draft
    self.span = span
  }
}

extension Journal {
  /// Saves lines of another log, all or none: see `takeIn`.
  ///
  /// - Parameter next: the next line, whose id this log does not know; nil at the end. Lines come in the order of time.
  public mutating func receive(_ next: () throws(JournalFault) -> ImportedDraft?) throws(JournalFault) {
    var drafts: [JournalDraft] = []
    while let imported = try next() { drafts.append(imported.draft) }
    try takeIn(drafts)
  }
}
