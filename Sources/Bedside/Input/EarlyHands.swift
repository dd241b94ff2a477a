/// What hands do while the box starts. Gestures need no log, so they are recognised as they come, each at its own
/// time; what they mean only the log can tell, so they wait for it.
///
/// Drive it as `GestureRecognizer` says, from the start of the process on.
public struct EarlyHands: Hashable, Sendable {
  /// How many gestures wait. A card that never answers must not fill the memory: what comes beyond thousands of
  /// presses is passed over.
  static let limit = 4_096

  /// When the process began, on the boot clock, in milliseconds.
  let startMilliseconds: Int
  /// What is under way: a press may last over the opening.
  private(set) var recognizer = GestureRecognizer()
  /// What was done, in the order in which it became known.
  public private(set) var gestures: [Gesture] = []

  /// Nothing done yet, in a process that begins now, in milliseconds of the boot clock.
  public init(startMilliseconds: Int) {
    self.startMilliseconds = startMilliseconds
  }

  /// Takes one edge, oldest first.
  public mutating func feed(_ edge: ButtonEdge) { keep(recognizer.feed(edge)) }

  /// Takes the levels as read at a time; no edge may be waiting that is older.
  public mutating func reconcile(levels: [Button: Bool], milliseconds: Int) {
    keep(recognizer.reconcile(levels: levels, milliseconds: milliseconds))
  }

  /// Makes what time alone has brought by now.
  public mutating func advance(to milliseconds: Int) { keep(recognizer.advance(to: milliseconds)) }

  /// Whether the levels should be read at that time.
  public func wantsLevels(at milliseconds: Int) -> Bool { recognizer.wantsLevels(at: milliseconds) }

  /// When to wake up at the latest, on the boot clock; nil while nothing is under way.
  public var nextDeadline: Int? { recognizer.nextDeadline }

  private mutating func keep(_ more: [Gesture]) {
    gestures += more.prefix(max(0, Self.limit - gestures.count))
  }
}
