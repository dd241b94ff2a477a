import Bedside
import Peripherals

/// A picture for the bus thread.
package struct PanelJob: Hashable, Sendable {
  /// Numbers the pictures, so that a report can be paired with what it shows.
  package var generation: Int
  /// The pixels.
  package var frame: Frame
  /// The light.
  package var light: PanelLight
  /// When it was handed over, on the boot clock.
  package var milliseconds: Int
}

/// The bus thread's report about it.
package struct PanelReport: Hashable, Sendable {
  /// The job's.
  package var generation: Int
  /// True when the panel shows it: every byte was acknowledged.
  package var isShown: Bool
  /// When to call again: to try again after a fault, or for the minute's refresh.
  package var nextServiceMilliseconds: Int?
}

/// Keeps one picture on its way to the panel and the newest one waiting; never a queue of stale ones.
package struct PanelQueue: Sendable {
  /// The newest picture asked for.
  package private(set) var desired: PanelJob?
  /// What the panel is known to show, with its words.
  package private(set) var shown: Shown?
  private var texts: [String] = []
  /// The picture that the bus thread has, as it will be once it is shown.
  private var inFlight: Shown?
  private var nextService: Int?
  /// The model's last information about the panel; a new model assumes that it works.
  var knownState = BoxCondition.PartState.works
  /// Whether a picture was reported since the log was opened.
  var isReady = false

  /// An acknowledged picture.
  package struct Shown: Hashable, Sendable {
    package var generation: Int
    package var texts: [String]
    package var light: PanelLight

    package init(generation: Int, texts: [String], light: PanelLight) {
      self.generation = generation
      self.texts = texts
      self.light = light
    }
  }

  /// Queues a new picture; returns its generation.
  mutating func want(_ picture: Picture, _ light: PanelLight) {
    let generation = (desired?.generation ?? 0) + 1
    desired = PanelJob(generation: generation, frame: picture.frame, light: light, milliseconds: 0)
    texts = picture.texts
  }

  /// What the panel shows is no longer known: the picture is sent again, after the one that is on its way.
  mutating func sendAgain() {
    desired?.generation += 1
    nextService = nil
  }

  /// The job that is due now, if the bus thread is free.
  mutating func nextJob(at now: Int) -> PanelJob? {
    guard inFlight == nil, var job = desired else { return nil }
    let isNew = job.generation != shown?.generation
    guard (isNew && !isBackingOff(at: now)) || isServiceDue(at: now) else { return nil }
    inFlight = Shown(generation: job.generation, texts: texts, light: job.light)
    job.milliseconds = now
    return job
  }

  /// A report has arrived.
  package mutating func receive(_ report: PanelReport) {
    defer { inFlight = nil }
    nextService = report.nextServiceMilliseconds
    isFailing = !report.isShown
    if report.isShown, let inFlight { shown = inFlight }
  }

  /// True from a fault until the next success.
  package private(set) var isFailing = false

  package init(desired: PanelJob? = nil, shown: Shown? = nil, isFailing: Bool = false) {
    self.desired = desired
    self.shown = shown
    self.isFailing = isFailing
  }

  /// When to call `nextJob` again, on the boot clock; nil: only on news. The minute's refresh has no deadline of its
  /// own: it is done together with the minute's picture, so that an idle box wakes up once for both.
  package var nextDeadline: Int? {
    guard inFlight == nil, desired != nil, isFailing else { return nil }
    return nextService
  }

  private func isBackingOff(at now: Int) -> Bool {
    guard isFailing, let nextService else { return false }
    return now < nextService
  }

  private func isServiceDue(at now: Int) -> Bool {
    guard let nextService else { return false }
    return now >= nextService
  }
}

/// The state of the bus thread: the panel's session, which sends, tries again and makes the minute's refresh.
struct PanelWorker<Bus: I2CBus> {
  private var session: PanelSession<PanelKind, Bus>

  /// A worker for a panel of a kind; without an address it searches for the panel.
  init(bus: Bus, kind: PanelKind, address: I2CAddress?) {
    session = PanelSession(driver: PanelDriver(controller: kind, bus: bus, address: address))
  }

  /// The panel's traffic so far.
  var traffic: PanelTraffic { session.traffic }

  /// Does one job; never throws, and never takes longer than the adapter's timeouts.
  mutating func run(_ job: PanelJob) -> PanelReport {
    let outcome = session.service(
      job.frame.bytes, at: PanelBrightness(job.light), nowMilliseconds: job.milliseconds)
    // A panel that is off has no registers worth refreshing, and an idle box would wake up for nothing.
    let rests = job.light == .off && outcome.isShown
    return PanelReport(
      generation: job.generation, isShown: outcome.isShown,
      nextServiceMilliseconds: rests ? nil : outcome.nextServiceMilliseconds)
  }
}

extension PanelOutcome {
  fileprivate var isShown: Bool {
    guard case .shown = result else { return false }
    return true
  }
}

extension PanelBrightness {
  /// Translates the driver's brightness into the model's.
  package init(_ light: PanelLight) {
    switch light {
    case .off: self = .off
    case .dim: self = .dim
    case .on: self = .on
    }
  }
}
