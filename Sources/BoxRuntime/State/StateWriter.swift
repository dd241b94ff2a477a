import CareJournal

/// Makes state documents, and reports whether one is new. It lives on a thread of its own, so no press waits for it.
package struct StateWriter {
  /// The input for a state document.
  package struct Question: Sendable {
    package var view: BoxView
    /// Whether a watcher has joined to which nothing was sent yet.
    var hasNewWatcher: Bool
  }

  /// What to send to the watchers.
  package enum Line: Hashable, Sendable {
    /// The state, which differs from the one before, or is sent to a new watcher.
    case state(String)
    /// The box is running, and nothing has changed.
    case beat(String)
  }

  /// How often a watcher gets a sign that the box is running.
  static let beatMilliseconds = 15_000

  package init() {
  }
  /// The state is sent again after this time, so that a reader that corrects its clock by it stays right.
  private static let repeatMilliseconds = 60_000

  private var content: [JSONValue.Member]?
  private var sequence = 0
  private var sentMilliseconds = 0
  private var stateMilliseconds = 0

  /// The line to send; nil if there is nothing to send.
  package mutating func line(for question: Question) -> Line? {
    let document = StateDocument(view: question.view)
    let content = document.content
    let now = question.view.moment.boot.milliseconds
    let isNews = content != self.content
    if isNews { sequence += 1 }
    guard isNews || question.hasNewWatcher || now - stateMilliseconds >= Self.repeatMilliseconds else {
      guard now - sentMilliseconds >= Self.beatMilliseconds else { return nil }
      sentMilliseconds = now
      return .beat(JSONWriter.text(["beat": .integer(sequence)]))
    }
    self.content = content
    (sentMilliseconds, stateMilliseconds) = (now, now)
    return .state(document.text(content, sequence: sequence))
  }
}

/// Decides when the state is written for the watchers: after each change, but at most four times a second, and at least
/// every 15 s.
struct WatchSchedule {
  /// The least time between two documents.
  static let leastMilliseconds = 250

  /// Whether a watcher has joined to which nothing was sent yet.
  private(set) var hasNewWatcher = false
  private var isDirty = false
  private var isUnderWay = false
  /// When a document was last sent, and when one was last requested, on the boot clock.
  private var sentMilliseconds = -WatchSchedule.leastMilliseconds
  private var askedMilliseconds = 0

  /// Something happened that may have changed the state.
  mutating func noteChange() { isDirty = true }

  /// A new watcher has joined.
  mutating func noteWatcher() { hasNewWatcher = true }

  /// A document is written, and it was worth sending or not.
  mutating func noteWritten(wasSent: Bool, at milliseconds: Int) {
    isUnderWay = false
    if wasSent { sentMilliseconds = milliseconds }
  }

  /// When the next document is due, on the boot clock; nil while one is being written.
  var nextDeadline: Int? {
    guard !isUnderWay else { return nil }
    let wait = isDirty || hasNewWatcher ? sentMilliseconds + Self.leastMilliseconds : Int.max
    return min(wait, askedMilliseconds + StateWriter.beatMilliseconds)
  }

  /// Begins a document: later changes are not in it. If it could not be begun, it is tried again later.
  mutating func begin(at milliseconds: Int, isTaken: Bool) {
    askedMilliseconds = milliseconds
    guard isTaken else {
      sentMilliseconds = milliseconds
      return
    }
    (isDirty, hasNewWatcher, isUnderWay) = (false, false, true)
  }
}
