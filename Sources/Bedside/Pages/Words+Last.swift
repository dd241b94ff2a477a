extension Words {
  /// The Last page.
  struct Last: Sendable {
    var title: String
    /// Which button does what while a value is changed.
    var keys: String
    /// The kinds of entries.
    var sleep: String
    var feed: String
    var bottle: String
    var wake: String
    var other: String
    /// What an entry has.
    var kind: String
    var start: String
    var end: String
    var side: String
    var amount: String
    var delete: String
    var done: String
    /// In place of the end of what runs.
    var runs: String
  }
}
