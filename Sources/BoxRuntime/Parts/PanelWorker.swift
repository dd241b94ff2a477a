import Bedside
import Peripherals

/// The bus thread's own: the panel's session, which does the sending, the retrying and the minute's refresh.
struct PanelWorker<Bus: I2CBus> {
  private var session: PanelSession<PanelKind, Bus>

  /// A worker for a panel of a kind; a nil address is searched for.
  init(bus: Bus, kind: PanelKind, address: I2CAddress?) {
    session = PanelSession(driver: PanelDriver(controller: kind, bus: bus, address: address))
  }

  /// What the panel has cost so far.
  var traffic: PanelTraffic { session.traffic }

  /// Does one job; never throws, never takes longer than the adapter's timeouts.
  mutating func run(_ job: PanelJob) -> PanelReport {
    let outcome = session.service(
      job.frame.bytes, at: PanelBrightness(job.light), nowMilliseconds: job.milliseconds)
    // A panel that is off has no registers worth refreshing, and an idle box wakes for nothing.
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
  /// The driver's word for the model's.
  package init(_ light: PanelLight) {
    switch light {
    case .off: self = .off
    case .dim: self = .dim
    case .on: self = .on
    }
  }
}
