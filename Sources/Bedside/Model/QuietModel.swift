import Nursery

/// What a start brings of quiet sessions.
public struct QuietStart: Hashable, Sendable {
  /// The kernel's name for this boot.
  public var kernelBoot: String
  /// What the files hold.
  public var finding: QuietFinding
  /// The latest moment that the log knows of.
  public var lastAlive: KernelTime?

  /// A start with these files in a boot.
  public init(kernelBoot: String = "", finding: QuietFinding = QuietFinding(), lastAlive: KernelTime? = nil) {
    self.kernelBoot = kernelBoot
    self.finding = finding
    self.lastAlive = lastAlive
  }
}

/// The model's own of quiet sessions: their course, and what the panel shows while one runs.
struct QuietModel: Sendable {
  /// The rules.
  var course: QuietCourse
  /// What the start brought; nil once it was taken.
  var start: QuietStart?
  /// The kernel's name for this boot.
  let kernelBoot: String
  /// Until when the ring is shown, on the boot clock.
  var ringUntil: Int?
  /// Until when NAP confirms a reset.
  var confirmUntil: Int?
  /// Until when NOT SAVED is shown.
  var unsavedUntil: Int?
  /// The pages behind the Box page, while they are open.
  var menu: QuietMenu?

  init(_ start: QuietStart, settings: BedsideSettings) {
    self.start = start
    kernelBoot = start.kernelBoot
    course = QuietCourse(defaults: settings.quiet, zone: settings.zone)
  }

  /// Ends whatever stands for some seconds, at a time.
  mutating func forgetPast(_ now: Int) {
    if let until = ringUntil, until <= now { ringUntil = nil }
    if let until = confirmUntil, until <= now { confirmUntil = nil }
    if let until = unsavedUntil, until <= now { unsavedUntil = nil }
    if let until = menu?.until, until <= now { menu = nil }
  }

  /// The next time at which something of it goes away.
  var nextEnd: Int? { [ringUntil, confirmUntil, unsavedUntil, menu?.until].compactMap { $0 }.min() }

  /// Nothing is shown any more, but what runs.
  mutating func clear() {
    ringUntil = nil
    confirmUntil = nil
    unsavedUntil = nil
    menu = nil
  }
}
