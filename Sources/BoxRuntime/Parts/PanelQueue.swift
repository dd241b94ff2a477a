import Bedside
import Peripherals

/// A picture for the bus thread.
package struct PanelJob: Hashable, Sendable {
  /// The number of the picture, which its report repeats.
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
  /// The number of the job's picture.
  package var generation: Int
  /// Whether the panel shows it: every byte was acknowledged.
  package var isShown: Bool
  /// When to call again: to try again after a fault, or for the minute's refresh.
  package var nextServiceMilliseconds: Int?
}

/// Keeps one picture on its way to the panel, and only the newest one waiting.
package struct PanelQueue: Sendable {
  /// The newest wanted picture.
  package private(set) var desired: PanelJob?
  /// What the panel is known to show, with its words.
  package private(set) var shown: Shown?
  private var texts: [String] = []
  /// The picture that the bus thread is sending.
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
      (self.generation, self.texts, self.light) = (generation, texts, light)
    }
  }

  /// Queues a new picture; returns its generation.
  mutating func want(_ picture: Picture, _ light: PanelLight) {
    let generation = (desired?.generation ?? 0) + 1
    desired = PanelJob(generation: generation, frame: picture.frame, light: light, milliseconds: 0)
    texts = picture.texts
  }

  /// Sends the picture again after the one that is on its way, because it is no longer known what the panel shows.
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

  /// Receives a report.
  package mutating func receive(_ report: PanelReport) {
    defer { inFlight = nil }
    nextService = report.nextServiceMilliseconds
    isFailing = !report.isShown
    if report.isShown, let inFlight { shown = inFlight }
  }

  /// Whether the last picture failed.
  package private(set) var isFailing = false

  package init() {}

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

  /// Does one job. It never throws, and takes at most as long as the adapter's timeouts.
  mutating func run(_ job: PanelJob) -> PanelReport {
    let outcome = session.service(
      job.frame.bytes, at: PanelBrightness(job.light), nowMilliseconds: job.milliseconds)
    // A panel that is off needs no refresh, for which an idle box would have to wake up.
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
