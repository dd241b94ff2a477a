extension Words {
  /// The Last page.
  struct Last: Sendable {
    var title: String
    /// Which button does what while a value is changed.
    var keys: String
    /// Which button saves the edit.
    var save: String
    /// How an entry is opened.
    var hint: String
    /// The kinds of entries.
    var sleep: String
    var feed: String
    var bottle: String
    var wake: String
    var nappy: String
    var medicine: String
    var other: String
    /// What an entry has.
    var entry: String
    var kind: String
    var start: String
    var end: String
    var side: String
    var amount: String
    var delete: String
    var done: String
    /// Whether it will be deleted.
    var yes: String
    var no: String
    /// In place of the end of what runs.
    var runs: String
    /// What a clock has, while it is set by hand.
    var hours: String
    var minutes: String
    var date: String
  }
}
