import Bedside
import Nursery
import Peripherals

/// The decisions of the guard: it ends and starts quiet sessions on time while the box is dead, and never leaves a
/// stale picture on the panel of a box that has stopped. It is a value without devices; its owner performs what it
/// returns.
///
/// Its whole state is in the directory, so it may be killed at any time.
///
/// While a box runs, the guard counts only elapsed time, from the box's mark and on the boot clock, which both share.
/// Only the box judges the wall clock, and does not believe a large step at once. Two processes that believe different
/// clocks would end and start each other's sessions again and again.
package struct Guardian {
  /// How long the guard waits for a box that has gone before it takes the panel: systemd starts the box again after 2
  /// s, and it shows something within 0.3 s. At the guard's own start the box may still be booting.
  static let graceMilliseconds = 5_000
  static let startGraceMilliseconds = 10_000
  /// How long the guard waits before it tries again a panel that did not show its picture; the wait doubles each
  /// time, up to some ten minutes, since a missing panel must not keep the board awake.
  static let retryMilliseconds = 10_000
  private static let retryDoublings = 6
  /// How much later than the box the guard acts on what both know.
  static let lagMilliseconds = 1_000

  /// The inputs of the guard.
  package enum Event: Hashable, Sendable {
    /// The process has begun, with this content of the files.
    case launched(QuietFinding)
    /// The files were replaced.
    case found(QuietFinding)
    /// They could not be replaced.
    case notStored
    /// A box begins, and will lock the directory.
    case boxBegan
    /// A box has released the directory: it has ended, in whatever way.
    case boxEnded
    /// A deadline has come, or a clock or the zone has changed.
    case tick
    /// The result of `takePanel`.
    case panel(PanelOutcome)
  }

  /// The result of an attempt to show a picture.
  package enum PanelOutcome: Hashable, Sendable {
    /// The panel shows it.
    case shown
    /// A box runs and uses the panel.
    case boxRuns
    /// The panel or its bus does not answer.
    case failed
  }

  /// The effects.
  package enum Effect: Hashable, Sendable {
    /// Replace the files.
    case store(QuietState)
    /// If no box runs, show this in its place.
    case takePanel(Display)
    /// Report it in the system's journal.
    case announce(String)
  }

  /// What the panel of a dead box shows.
  package enum Display: Hashable, Sendable {
    /// A dark panel, because a quiet session runs.
    case dark
    /// The message that the box has stopped and presses are not logged.
    case stopped(PanelLight)
  }

  private var course: QuietCourse
  private var night: NightHours
  /// When to check whether the box is gone; nil until something happens.
  private var lookMilliseconds: Int?
  /// Until when a box that has gone may come back, and a box may still be booting beside the guard.
  private var graceMilliseconds = 0
  /// When the wall clock counts again, if it does not count now because a box may come back; nil if it counts or a box
  /// runs.
  private var wallMilliseconds: Int?
  /// Since when a box has held the directory; nil if that is not known.
  private var begunMilliseconds: Int?
  /// Whether the guard has reported that the panel says that the box has stopped.
  private var isSaid = false
  /// What the guard's picture shows; nil while the panel shows the box's own.
  private var shown: Display?
  /// What the panel was last asked to show.
  private var asked: Display?
  /// How many pictures in a row the panel did not show.
  private var failures = 0
  /// When the picture should become brighter or dimmer; nil if nothing is lit.
  private var lightMilliseconds: Int?
  /// Whether a box held the directory at the last input.
  private var boxRuns = false
  private var effects: [Effect] = []

  /// A guard for a box with these settings.
  package init(defaults: QuietDefaults, zone: ZoneWindow, night: NightHours) {
    course = QuietCourse(defaults: defaults, zone: zone, lagMilliseconds: Self.lagMilliseconds)
    self.night = night
  }

  /// The zone of the schedule's times.
  package var zone: ZoneWindow {
    get { course.zone }
    set { course.zone = newValue }
  }

  /// Adopts a configuration that was read again; a `.tick` follows.
  mutating func follow(_ settings: GuardSettings) {
    course.defaults = settings.quiet
    course.zone = settings.zone
    night = settings.night
  }

  /// When `.tick` must be called, on the boot clock; nil: only on news.
  package var nextDeadline: Int? {
    var due = Deadline(course.nextDeadline)
    due.add(lookMilliseconds)
    due.add(lightMilliseconds)
    due.add(wallMilliseconds)
    return due.milliseconds
  }

  /// Whether the panel shows what the guard put there.
  var hasPanel: Bool { shown != nil }

  /// Receives an input, and whether a box holds the directory; returns the effects in order.
  package mutating func handle(_ event: Event, at now: QuietMoment, boxRuns: Bool) -> [Effect] {
    effects = []
    self.boxRuns = boxRuns
    noteGrace(event, at: now)
    wallMilliseconds = !boxRuns && now.milliseconds < graceMilliseconds ? graceMilliseconds : nil
    perform(event, at: boxRuns || wallMilliseconds != nil ? now.withoutWall : now)
    look(at: now)
    lightMilliseconds = lightChange(after: now)
    return effects
  }

  private mutating func noteGrace(_ event: Event, at now: QuietMoment) {
    switch event {
    case .launched:
      graceMilliseconds = now.milliseconds + Self.startGraceMilliseconds
      lookMilliseconds = graceMilliseconds
    case .boxEnded: noteEnd(at: now)
    case .boxBegan, .found, .notStored, .tick, .panel: break
    }
  }

  private mutating func perform(_ event: Event, at now: QuietMoment) {
    switch event {
    case .launched(let finding):
      run(.launch(finding, lastAlive: nil), at: now)
      leaveMarkToBox(finding)
    case .found(let finding): run(.found(finding), at: now)
    case .notStored: run(.notStored, at: now)
    case .boxBegan: begunMilliseconds = begunMilliseconds ?? now.milliseconds
    case .boxEnded: break
    case .tick: run(.tick, at: now)
    case .panel(let outcome): handle(outcome, at: now)
    }
  }

  /// A box that ends as soon as it has begun, again and again, delays nothing, and is reported once. It may have
  /// drawn on the panel.
  private mutating func noteEnd(at now: QuietMoment) {
    let grace = now.milliseconds + Self.graceMilliseconds
    let due = min(lookMilliseconds ?? grace, grace)
    lookMilliseconds = due
    shown = nil
    let hasLived = begunMilliseconds.map { now.milliseconds - $0 > Self.graceMilliseconds } ?? true
    begunMilliseconds = nil
    if hasLived { (failures, isSaid, graceMilliseconds) = (0, false, due) }
  }

  private mutating func run(_ input: QuietInput, at now: QuietMoment) {
    for effect in course.handle(input, at: now) {
      switch effect {
      case .store(let state): effects.append(.store(state))
      case .report(let news): announce(news)
      case .refuse: break
      }
    }
  }

  /// Lets the box note first that a session continues after a power cut: its log shows better how long the board was
  /// alive.
  private mutating func leaveMarkToBox(_ finding: QuietFinding) {
    let (old, new) = (finding.state, course.state)
    guard !finding.isDamaged, !finding.isUnreadable else { return }
    guard new.session?.id == old.session?.id, new.shield == old.shield else { return }
    effects.removeAll { if case .store = $0 { true } else { false } }
  }

  private var whileAway: String { boxRuns ? "" : " while the box was away" }

  private mutating func announce(_ news: QuietNews) {
    switch news {
    case .started, .replaced: effects.append(.announce("a quiet session began" + whileAway))
    case .ended(.damaged):
      effects.append(.announce("a file of the quiet session was damaged and set aside; it is over"))
    case .ended(.timeUp): effects.append(.announce("the quiet session ended" + whileAway))
    case .ended(.cancelled):
      effects.append(.announce("the quiet session was cancelled, and ended" + whileAway))
    case .keptLonger:
      effects.append(.announce("the schedule's time has come; the running session ends later and continues"))
    // Other processes did and report these.
    case .ended, .restored, .cancelling, .kept: break
    }
  }
}

extension Guardian {
  /// Checks a box when that is due, and the panel of a box that is gone when it should show something else.
  private mutating func look(at now: QuietMoment) {
    let display = display(at: now)
    if let due = lookMilliseconds {
      // A panel that has just failed is not tried again before that, whatever it should show.
      guard due <= now.milliseconds else { return }
      lookMilliseconds = nil
    } else if shown == nil || shown == display {
      return
    }
    asked = display
    effects.append(.takePanel(display))
  }

  private mutating func handle(_ outcome: PanelOutcome, at now: QuietMoment) {
    switch outcome {
    case .shown:
      if !isSaid { effects.append(.announce("no box runs: its panel says so")) }
      (shown, failures, isSaid) = (asked, 0, true)
    case .boxRuns: shown = nil
    case .failed: fail(at: now)
    }
  }

  private mutating func fail(at now: QuietMoment) {
    let news = "no box runs, and its panel does not answer; it is tried again"
    if failures == 0 { effects.append(.announce(news)) }
    lookMilliseconds = now.milliseconds + Self.retryMilliseconds << min(failures, Self.retryDoublings)
    failures += 1
  }

  /// When the night begins or ends for a panel that stays lit. If the clocks change in between, this is at most an
  /// hour off.
  private func lightChange(after now: QuietMoment) -> Int? {
    guard case .stopped(let light) = shown, let wall = now.wall, night.from != night.to else { return nil }
    let change = light == .dim ? night.to : night.from
    let time = course.zone.civil(wall).time
    let minutes = (change.minutesAfterMidnight - time.minutesAfterMidnight + 1439) % 1440 + 1
    return now.milliseconds + minutes * 60_000 - wall.milliseconds % 60_000
  }

  private func display(at now: QuietMoment) -> Display {
    if course.shield != nil { return .dark }
    guard let wall = now.wall else { return .stopped(.dim) }
    return .stopped(night.contains(course.zone.civil(wall).time) ? .dim : .on)
  }
}

extension QuietMoment {
  /// The same without the wall clock, for decisions by elapsed time alone.
  fileprivate var withoutWall: QuietMoment {
    QuietMoment(kernelBoot: kernelBoot, milliseconds: milliseconds, wall: nil)
  }
}

extension Guardian.Display {
  /// The pixels and words; none while it is dark.
  package func picture(because cause: Picture.StopCause = .unknown) -> Picture {
    self == .dark ? Picture(frame: Frame(), texts: []) : .stopped(because: cause)
  }

  /// The light.
  package var light: PanelLight {
    switch self {
    case .dark: .off
    case .stopped(let light): light
    }
  }

  /// Sends it to a panel of which nothing is known. Returns true if every byte was acknowledged.
  package func show<Bus: I2CBus>(
    on bus: Bus, _ configuration: Configuration.Display, because cause: Picture.StopCause = .unknown
  ) -> Bool {
    var panel = PanelDriver(
      controller: configuration.controller, bus: bus, address: configuration.address)
    do throws(BusFault) {
      try panel.show(picture(because: cause).frame.bytes, at: PanelBrightness(light))
      return true
    } catch {
      return false
    }
  }
}
