import Bedside
import CareJournal
import Nursery

/// What a process starts with, and what happens before the log is open. Gestures need no log, so they are recognized at
/// once; everything else waits in order.
struct EarlyInputs {
  /// The parameters of a process.
  struct Origin {
    /// Makes the ids of events.
    var idSeed: UInt64
    /// When safe mode ends, on the boot clock; nil if it is off.
    var safeUntilMilliseconds: Int?
    /// The line for which the configuration file was refused, if older settings are used in its place.
    var settingsRefusedAtLine: Int?
    /// The kernel's name for this boot.
    var kernelBootID: String
  }

  /// How many events may wait. A card that never answers must not fill the memory.
  private static let limit = 4_096
  /// The panel shows something within 0.3 s of the start; an ordinary card opens the log faster than this.
  private static let splashAfterMilliseconds = 150
  /// How long a box that was told to stop waits for the log. Together with the longest end, this is below the unit's
  /// `TimeoutStopSec`.
  static let stopWaitMilliseconds = 1_500

  let origin: Origin
  /// The gestures since the start of the process.
  var hands: EarlyHands
  private var waiting: [(event: BoardEvent, milliseconds: Int)] = []
  /// When the panel shows that the box is starting; nil once it does, or need not.
  private var splashDeadline: Int?
  /// When the request came that is performed late, on the boot clock; nil: what happens belongs to now.
  var performedMilliseconds: Int?
  /// Until when a box that was told to stop waits for the log, since presses are held; nil: it was not told.
  var stopDeadline: Int?

  init(origin: Origin, startMilliseconds: Int) {
    self.origin = origin
    hands = EarlyHands(startMilliseconds: startMilliseconds)
    splashDeadline = startMilliseconds + Self.splashAfterMilliseconds
  }

  /// When something is due, on the boot clock.
  var nextDeadline: Int? {
    var due = Deadline(splashDeadline)
    due.add(hands.nextDeadline)
    due.add(stopDeadline)
    return due.milliseconds
  }

  /// Keeps an event for later, with when it came on the boot clock; false if too many wait.
  mutating func append(_ event: BoardEvent, at milliseconds: Int) -> Bool {
    guard waiting.count < Self.limit else { return false }
    waiting.append((event, milliseconds))
    return true
  }

  /// Returns all events that waited; then the start is over.
  mutating func removeAll() -> [(event: BoardEvent, milliseconds: Int)] {
    defer { (waiting, splashDeadline) = ([], nil) }
    return waiting
  }

  /// Whether the panel should now show that the box is starting; true once.
  mutating func isSplashDue(at milliseconds: Int) -> Bool {
    guard let due = splashDeadline, milliseconds >= due else { return false }
    splashDeadline = nil
    return true
  }
}

/// From the start of the process until the log is open.
extension Station {
  func receiveBeforeStart(_ event: BoardEvent) {
    switch event {
    case .storage(.opened(let recovery)): start(recovery)
    case .storage(.notOpened(let reason)): fail(reason)
    case .storage(.quiet(let finding)): receive(finding)
    case .bus(.panel(let report)): panel.receive(report)
    case .stop: stopOnceOpen()
    case .edges: break  // `EarlyHands` has them
    default: wait(event)
    }
  }

  /// Stops once the log is open, if that is soon, so that the presses in memory are saved.
  private func stopOnceOpen() {
    guard unsavedEvents > 0 else { return stop() }
    early.stopDeadline = early.stopDeadline ?? now.boot.milliseconds + EarlyInputs.stopWaitMilliseconds
  }

  /// Ends the process although the card has not returned the log.
  func giveUpWaiting() {
    guard model == nil, let due = early.stopDeadline, now.boot.milliseconds >= due else { return }
    stop()
  }

  private func wait(_ event: BoardEvent) {
    if case .linesBack = event { reconcileHands() }
    let isKept = early.append(event, at: now.boot.milliseconds)
    guard !isKept, case .request(let token, _, _) = event else { return }
    board.answer(token, .failure(.again, "the box is starting"))
  }

  func splash() {
    guard model == nil, early.isSplashDue(at: now.boot.milliseconds) else { return }
    if ending == nil, !posts.quiet.isShielded { panel.want(.starting(), .dim) }
  }

  private func start(_ recovery: Recovery) {
    self.recovery = recovery.summary
    storage.fault = recovery.summary.fault
    for remark in recovery.files.remarks { board.announce(remark, .error) }
    posts.start(with: recovery.files)
    forgetOldWishes()
    settings.apply(posts.wishes.kept)
    model = makeModel(recovery)
    board.announce(recovery.summary.text, recovery.summary.priority)
    if early.origin.safeUntilMilliseconds != nil { announce(.safeMode(isOn: true)) }
    let others = performEarlyInputs()
    receiveClockReport()
    storage.figures = recovery.receipt.figures
    tend(recovery.receipt.wantsTending)
    readPeers()
    for event in others { receive(event) }
    if early.stopDeadline != nil { stop() }
  }

  /// Performs gestures and requests in the order and with the times in which they were made: `log add nap` means when
  /// it was entered, not when the card returned the log. Returns the other events, which belong to now.
  private func performEarlyInputs() -> [BoardEvent] {
    let moment = now
    var others: [BoardEvent] = []
    perform(model?.beginStart(early.hands, at: moment))
    for (event, milliseconds) in early.removeAll() {
      guard case .request(let token, let request, let asker) = event, request.hasTime else {
        others.append(event)
        continue
      }
      perform(model?.perform(early: early.hands.removeGestures(before: milliseconds), at: moment))
      early.performedMilliseconds = milliseconds
      answer(request, token: token, asker)
      early.performedMilliseconds = nil
    }
    perform(model?.perform(early: early.hands.removeGestures(before: .max), at: moment))
    perform(model?.endStart(at: moment))
    return others
  }

  private func makeModel(_ recovery: Recovery) -> BedsideModel {
    var box = BoxCondition()
    box.storageWorks = recovery.summary.isWritable
    box.logLines = recovery.summary.lines
    box.damagedLines = recovery.summary.damagedLines
    box.copied = recovery.files.copied?.at
    box.checked = recovery.files.checked?.at
    box.rottenEntries = recovery.files.checked?.damaged ?? 0
    box.safeUntilMilliseconds = early.origin.safeUntilMilliseconds
    box.settingsRefusedAtLine = early.origin.settingsRefusedAtLine
    var settings = settings.inForce
    settings.motion.calibration = recovery.files.calibration
    settings.zone = board.readZone(around: recovery.clocks.instant(at: now.boot)) ?? settings.zone
    return BedsideModel(
      settings: settings, logs: recovery.logs, clocks: recovery.clocks, idSeed: early.origin.idSeed, box: box,
      nights: recovery.files.nights?.content ?? [:], chosen: recovery.files.chosen,
      quiet: QuietStart(
        kernelBoot: early.origin.kernelBootID, finding: posts.quiet.finding, lastAlive: recovery.lastAlive))
  }

  /// Recognizes gestures while the box starts; from then on the model does.
  func followHands() {
    guard model == nil, ending == nil else { return }
    let milliseconds = now.boot.milliseconds
    guard !early.hands.wantsLevels(at: milliseconds) else { return reconcileHands() }
    early.hands.advance(to: milliseconds)
  }

  private func reconcileHands() {
    guard let levels = board.readLevels() else { return }
    early.hands.reconcile(levels: levels, milliseconds: now.boot.milliseconds)
  }
}
