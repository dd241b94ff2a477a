import Nursery

/// A board with one process for quiet sessions, its files and its clocks. As time passes, the process is called at
/// each of its deadlines.
struct QuietBench {
  /// The content of the files.
  private(set) var files = QuietState()
  private(set) var course: QuietCourse
  private(set) var boot = 1
  /// `CLOCK_BOOTTIME`, in milliseconds.
  private(set) var milliseconds = 60_000
  /// The true time.
  private(set) var wall: Instant
  var isClockKnown = true
  /// The reported news, oldest first.
  private(set) var news: [QuietNews] = []
  private(set) var refusals: [QuietRefusal] = []
  private(set) var stores = 0
  private var isAlive = true
  private let defaults: QuietDefaults
  private let zone: ZoneWindow
  private let lag: Int

  init(
    at wall: String = "2026-02-11T20:00:00-05:00", zone: ZoneWindow = Zones.newYork,
    defaults: QuietDefaults = QuietDefaults(), lag: Int = 0
  ) {
    self.wall = NurseryTests.at(wall)
    self.zone = zone
    self.defaults = defaults
    self.lag = lag
    course = QuietCourse(defaults: defaults, zone: zone, lagMilliseconds: lag)
    start()
  }

  var moment: QuietMoment {
    QuietMoment(kernelBoot: "boot-\(boot)", milliseconds: milliseconds, wall: isClockKnown ? wall : nil)
  }

  /// The remaining milliseconds; nil when no session runs.
  var remaining: Int? { course.session?.remainingMilliseconds(at: moment) }
  var isShielded: Bool { course.shield != nil }

  mutating func receive(_ input: QuietInput) {
    guard isAlive else { return }
    for effect in course.handle(input, at: moment) {
      switch effect {
      case .store(let state):
        files = state
        stores += 1
      case .report(let told): news.append(told)
      case .refuse(let refusal): refusals.append(refusal)
      }
    }
  }

  mutating func pass(seconds: Int) { pass(milliseconds: seconds * 1000) }
  mutating func pass(minutes: Int) { pass(milliseconds: minutes * 60_000) }

  private mutating func pass(milliseconds duration: Int) {
    let end = milliseconds + duration
    while isAlive, let due = course.nextDeadline, due <= end {
      move(to: max(due, milliseconds))
      receive(.tick)
    }
    move(to: end)
    receive(.tick)
  }

  private mutating func move(to end: Int) {
    wall = Instant(milliseconds: wall.milliseconds + end - milliseconds)
    milliseconds = end
  }

  mutating func kill() { isAlive = false }

  mutating func start(isDamaged: Bool = false, lastAlive: KernelTime? = nil) {
    isAlive = true
    course = QuietCourse(defaults: defaults, zone: zone, lagMilliseconds: lag)
    receive(.launch(QuietFinding(files, isDamaged: isDamaged), lastAlive: lastAlive))
  }

  /// Cuts the power for a time. The clock is unknown afterwards.
  mutating func cutPower(forSeconds seconds: Int) {
    kill()
    wall = Instant(milliseconds: wall.milliseconds + seconds * 1000)
    boot += 1
    milliseconds = 5_000
    isClockKnown = false
  }

  /// Steps the wall clock.
  mutating func step(seconds: Int) {
    wall = Instant(milliseconds: wall.milliseconds + seconds * 1000)
    receive(.tick)
  }

  mutating func learnClock() {
    isClockKnown = true
    receive(.tick)
  }

  /// Deletes the files.
  mutating func loseFiles() { files = QuietState() }

  /// Replaces the files as another process would.
  mutating func replaceFiles(_ change: (inout QuietState) -> Void) {
    change(&files)
    receive(.found(QuietFinding(files)))
  }
}

extension RecurringSchedule {
  /// An enabled schedule between two times of day.
  static func from(_ start: String, to end: String, _ strictness: StrictnessMode = .flexible)
    -> RecurringSchedule
  {
    guard
      let schedule = RecurringSchedule(
        isEnabled: true, start: clock(start), end: clock(end), strictness: strictness)
    else { preconditionFailure("no schedule from \(start) to \(end)") }
    return schedule
  }
}
