import CareJournal

/// Makes state documents, and says whether one is news. It lives on a thread of its own: no press waits for it.
package struct StateWriter {
  /// What the state is made of.
  package struct Question: Sendable {
    package var view: BoxView
    /// Someone watches who was sent nothing yet.
    var hasNewWatcher: Bool
  }

  /// What to send to the watchers.
  package enum Line: Hashable, Sendable {
    /// The state, which differs from the one before, or is sent to a new watcher.
    case state(String)
    /// The box is there, and nothing has changed.
    case beat(String)
  }

  /// A watcher hears as often that the box is there.
  static let beatMilliseconds = 15_000

  package init() {
  }
  /// After as long a time the state is sent again, so that a reader who corrects its clock by it stays right.
  private static let repeatMilliseconds = 60_000

  private var content: [JSONValue.Member]?
  private var sequence = 0
  private var sentMilliseconds = 0
  private var stateMilliseconds = 0

  /// The line to send; nil when there is nothing to say.
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

/// When the state is written for the watchers: after each change, four times a second at most, and every 15 s.
struct WatchSchedule {
  /// The least time between two documents.
  static let leastMilliseconds = 250

  /// Whether someone watches who was sent nothing yet.
  private(set) var hasNewWatcher = false
  private var isDirty = false
  private var isUnderWay = false
  /// When a document was sent last, and when one was asked for last, on the boot clock.
  private var sentMilliseconds = -WatchSchedule.leastMilliseconds
  private var askedMilliseconds = 0

  /// Something happened that may have changed the state.
  mutating func noteChange() { isDirty = true }

  /// Someone new watches.
  mutating func noteWatcher() { hasNewWatcher = true }

  /// A document is written, and whether it was worth sending.
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

  /// Begins a document: what happens from now on is not in it. One that could not be begun is tried again later.
  mutating func begin(at milliseconds: Int, isTaken: Bool) {
    askedMilliseconds = milliseconds
    guard isTaken else {
      sentMilliseconds = milliseconds
      return
    }
    (isDirty, hasNewWatcher, isUnderWay) = (false, false, true)
  }
}
