import Bedside
import Nursery

@testable import BoxRuntime

/// A board with both processes, and the files and the panel that they share. Running processes act as time passes.
struct GuardBench {
  /// The process that has drawn the panel.
  enum Panel: Hashable {
    case unlit
    /// The picture of a box, which may be running or not.
    case box
    case display(Guardian.Display)
  }

  private(set) var files = QuietState()
  private(set) var panel = Panel.unlit
  private(set) var boot = 1
  /// `CLOCK_BOOTTIME`.
  private(set) var milliseconds = 60_000
  /// The time since the board was made.
  private(set) var age = 0
  private(set) var wall = Instant(milliseconds: 1_770_811_200_000)  // 2026-02-11T12:00:00Z
  private var box: QuietCourse?
  private var guardian: Guardian?
  /// The age of the board since which a guard runs without a box.
  private(set) var guardAloneSince: Int?

  init() {
    startBox()
    startGuard()
  }

  var boxRuns: Bool { box != nil }
  var someoneLives: Bool { box != nil || guardian != nil }

  private var now: QuietMoment {
    QuietMoment(kernelBoot: "boot-\(boot)", milliseconds: milliseconds, wall: wall)
  }

  // MARK: Events

  mutating func startBox() {
    guard box == nil else { return }
    box = QuietCourse(defaults: QuietDefaults(), zone: .utc)
    guardAloneSince = nil
    panel = .box
    tell(box: .launch(QuietFinding(files), lastAlive: nil))
  }

  mutating func startGuard() {
    guard guardian == nil else { return }
    guardian = Guardian(
      defaults: QuietDefaults(), zone: .utc,
      night: NightHours(from: WallTime(minutesAfterMidnight: 1140), to: WallTime(minutesAfterMidnight: 420)))
    if box == nil { guardAloneSince = age }
    tell(guardian: .launched(QuietFinding(files)))
  }

  mutating func killBox() {
    guard box != nil else { return }
    box = nil
    if guardian != nil { guardAloneSince = age }
    tell(guardian: .boxEnded)
  }

  mutating func killGuard() {
    guardian = nil
    guardAloneSince = nil
  }

  mutating func cutPower(offMilliseconds: Int) {
    killGuard()
    killBox()
    panel = .unlit
    (boot, milliseconds) = (boot + 1, 5_000)
    age += offMilliseconds
    wall = Instant(milliseconds: wall.milliseconds + offMilliseconds)
    startBox()
    startGuard()
  }

  mutating func step(milliseconds: Int) {
    wall = Instant(milliseconds: wall.milliseconds + milliseconds)
    tell(box: .tick)
    tell(guardian: .tick)
  }

  mutating func wish(_ input: QuietInput) { tell(box: input) }

  /// Lets time pass from deadline to deadline.
  mutating func pass(milliseconds duration: Int) {
    let end = milliseconds + duration
    while let due = [box?.nextDeadline, guardian?.nextDeadline].compactMap({ $0 }).min(), due <= end {
      pass(to: max(due, milliseconds))
      if let own = box?.nextDeadline, own <= milliseconds { tell(box: .tick) }
      if let own = guardian?.nextDeadline, own <= milliseconds { tell(guardian: .tick) }
    }
    pass(to: end)
  }

  private mutating func pass(to time: Int) {
    age += time - milliseconds
    wall = Instant(milliseconds: wall.milliseconds + time - milliseconds)
    milliseconds = time
  }

  // MARK: Processes

  private mutating func tell(box input: QuietInput) {
    let now = now
    guard let effects = box?.handle(input, at: now) else { return }
    for case .store(let state) in effects {
      files = state
      tell(guardian: .found(QuietFinding(files)))
    }
  }

  private mutating func tell(guardian event: Guardian.Event) {
    let now = now
    guard let effects = guardian?.handle(event, at: now, boxRuns: box != nil) else { return }
    for effect in effects {
      switch effect {
      case .store(let state):
        files = state
        tell(box: .found(QuietFinding(files)))
      case .takePanel(let display): draw(display)
      case .announce: break
      }
    }
  }

  private mutating func draw(_ display: Guardian.Display) {
    guard box == nil else { return tell(guardian: .panel(.boxRuns)) }
    panel = .display(display)
    tell(guardian: .panel(.shown))
  }
}
