import Nursery
import Testing

/// Every short sequence of events, with rules that must hold after each.
@Suite struct QuietSequenceTests {
  private enum Step: CaseIterable {
    case startFlexible, startStrict, cancel, keep, reset, wait20Seconds, wait40Minutes, kill, start, cutPower
    case learnClock, stepBack, stepAhead

    func happen(to bench: inout QuietBench) {
      switch self {
      case .startFlexible: bench.receive(.start(minutes: 60, .flexible))
      case .startStrict: bench.receive(.start(minutes: 30, .strict))
      case .cancel: bench.receive(.cancel)
      case .keep: bench.receive(.keep)
      case .reset: bench.receive(.reset)
      case .wait20Seconds: bench.pass(seconds: 20)
      case .wait40Minutes: bench.pass(minutes: 40)
      case .kill: bench.kill()
      case .start: bench.start()
      case .cutPower: bench.cutPower(forSeconds: 600)
      case .learnClock: bench.learnClock()
      case .stepBack: bench.step(seconds: -5400)
      case .stepAhead: bench.step(seconds: 5400)
      }
    }
  }

  @Test("A shield is up exactly while a session runs, no rest is negative, and every session ends")
  func everyThree() {
    var defaults = QuietDefaults()
    defaults.schedule = .from("21:30", to: "22:30")
    let zone = ZoneWindow(name: "Fixed", initialOffsetSeconds: -18_000)
    let first = QuietBench(zone: zone, defaults: defaults)
    for one in Step.allCases {
      for two in Step.allCases {
        for three in Step.allCases { check([one, two, three], from: first) }
      }
    }
  }

  private func check(_ steps: [Step], from first: QuietBench) {
    var bench = first
    for step in steps {
      step.happen(to: &bench)
      if let fault = fault(of: bench) { Issue.record("\(steps): \(fault)") }
    }
    // Once a process runs again, nothing stays dark past its end.
    bench.start()
    bench.learnClock()
    bench.receive(.schedule(.usual))
    bench.pass(minutes: 200)
    if bench.isShielded || bench.files.shield != nil { Issue.record("\(steps): still dark") }
  }

  private func fault(of bench: QuietBench) -> String? {
    let state = bench.course.state
    if (state.session == nil) != (state.shield == nil) { return "session and shield differ" }
    if state != bench.files { return "the files differ" }
    guard let session = state.session else { return nil }
    let remaining = session.remainingMilliseconds(at: bench.moment)
    if remaining < 0 || remaining > session.lengthMilliseconds { return "remains \(remaining)" }
    if session.strictness == .strict && session.cancelMilliseconds != nil { return "strict is cancelled" }
    return nil
  }
}
