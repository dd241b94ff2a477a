import Bedside
import Nursery
import Peripherals

/// A request for the levels. They are the present ones, so they wait until every older edge was received.
struct LevelReading {
  /// Whether edges are being received and more are to come.
  fileprivate var edgesWait = false
  /// Whether the levels were requested meanwhile.
  fileprivate var isWanted = false
}

/// Buttons, clocks, the panel and the accelerometer.
extension Station {
  // MARK: Buttons

  func receive(_ edges: [ButtonEdge]) {
    guard ending == nil else { return }
    guard model != nil else {
      for edge in edges { early.hands.feed(edge) }
      return
    }
    levels.edgesWait = true
    for edge in edges { receive(edge) }
    levels.edgesWait = false
    if levels.isWanted { readLevels() }
  }

  func readLevels() {
    levels.isWanted = levels.edgesWait
    if !levels.edgesWait, let levels = board.readLevels() { decide(.levels(levels)) }
  }

  /// Handles an edge at its own time, so that even a late turn judges holds and double presses as they were made.
  private func receive(_ edge: ButtonEdge) {
    decide(.edge(edge), at: now.moved(toBootMilliseconds: edge.milliseconds))
  }

  // MARK: Clocks

  func receiveClockReport() {
    decide(.clockReport)
    readZone()
  }

  /// Reads the zone around now. The model decides what now is: a clock that was set to another century and is not
  /// believed yet must not remove this year's summer time.
  func readZone() {
    guard let clocks = model?.clockHistory else { return }
    if let zone = board.readZone(around: clocks.instant(at: now.boot)) { decide(.zone(zone)) }
  }

  // MARK: Panel

  func servicePanel() {
    guard let job = panel.nextJob(at: now.boot.milliseconds) else { return }
    board.submit(.panel(job))
  }

  func receive(_ report: PanelReport) {
    panel.receive(report)
    let state: BoxCondition.PartState = report.isShown ? .works : .missing
    if state != panel.knownState { decide(.part(.panel, state)) }
    panel.knownState = state
    guard !panel.isReady else { return }
    panel.isReady = true
    board.becameReady()
  }

  // MARK: Motion

  func serviceMotion() {
    guard ending == nil, let job = motion.nextJob(at: now.boot.milliseconds) else { return }
    board.submit(job)
  }

  func reportAccelerometer() {
    let state = motion.partState
    if state != motion.knownState { decide(.part(.accelerometer, state)) }
    motion.knownState = state
  }

  /// Receives a look at the accelerometer. While it has a fault, readings are missing, and the part is reported as
  /// missing.
  func receive(_ report: MotionReport) {
    motion.receive(report, at: now.boot.milliseconds)
    reportAccelerometer()
    if let batch = report.batch { decide(.motion(MotionReading(batch))) }
  }
}
