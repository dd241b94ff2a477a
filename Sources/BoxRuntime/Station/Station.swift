import Bedside
import CareJournal
import Nursery

/// One turn of the box's loop: it receives what happened, lets the model decide, and performs the effects. The board
/// does the waiting, so the same turn runs on real parts and on simulated ones.
///
/// It is a class because a copy would be a second box on the same parts.
package final class Station {
  let board: any StationBoard
  var settings: StationSettings
  /// The rules of the box; nil until the log has been read.
  package var model: BedsideModel?
  /// The start's findings in the log; nil until then.
  package var recovery: Recovery.Summary?
  package var panel = PanelQueue()
  var motion: MotionQueue
  var early: EarlyInputs
  var levels = LevelReading()
  var storage = StorageQueue()
  var posts: Posts
  var watch = WatchSchedule()
  var ending: Ending?

  /// Starts the box: the storage opens the log, and everything else waits for it. `safeUntilMilliseconds` is the end of
  /// safe mode on the boot clock, or nil. `settingsRefusedAtLine` is the line because of which the file was refused, if
  /// the settings are older ones.
  package init(
    board: any StationBoard, settings: BedsideSettings, opening: StorageOpening, idSeed: UInt64,
    safeUntilMilliseconds: Int? = nil, settingsRefusedAtLine: Int? = nil, household: Household = Household()
  ) {
    self.board = board
    self.settings = StationSettings(configured: settings, household: household)
    motion = MotionQueue(
      isOn: settings.motion.mode != .off && safeUntilMilliseconds == nil,
      isPartNamed: settings.motion.isPartNamed)
    early = EarlyInputs(
      origin: EarlyInputs.Origin(
        idSeed: idSeed, safeUntilMilliseconds: safeUntilMilliseconds,
        settingsRefusedAtLine: settingsRefusedAtLine, kernelBootID: opening.start.kernelBootID),
      startMilliseconds: board.readClocks().boot.milliseconds)
    posts = Posts(peers: PeerFiles(boxes: household.boxes))
    // Whether the panel stays dark is known before the log is open.
    want(.readQuiet)
    want(.open(opening))
    // A button that is down before the process can see it makes no press.
    followHands()
  }

  /// Whether the process may end: the panel is off and the log is closed, or that takes too long.
  package var isStopped: Bool { ending?.isOver(at: now.boot.milliseconds) ?? false }

  /// Why the log could not be opened; nil unless the process ends because of it.
  package var failure: String? { ending?.failure }

  /// The latest time at which `receive` must be called, on the boot clock; nil: only when something happens.
  package var nextDeadline: Int? {
    if let ending { return ending.deadline }
    var due = Deadline(panel.nextDeadline)
    due.add(motion.nextDeadline)
    due.add(posts.phones.book.nextDeadline)
    guard model != nil else {
      due.add(early.nextDeadline)
      return due.milliseconds
    }
    due.add(model?.nextDeadline)
    if board.watcherCount > 0 { due.add(watch.nextDeadline) }
    return due.milliseconds
  }

  /// Now, with this boot's ordinal, which is 0 until the log is read. For a request that had to wait for the log, it is
  /// when it came.
  package var now: Moment {
    var moment = board.readClocks()
    moment.boot.boot = recovery?.boot ?? 0
    return early.performedMilliseconds.map { moment.moved(toBootMilliseconds: $0) } ?? moment
  }

  /// One full turn. Edges come first: they are older than the turn, and everything else happens now.
  package func receive(_ events: [BoardEvent]) {
    var edges: [ButtonEdge] = []
    for case .edges(let some) in events { edges += some }
    receive(edges)
    for event in events { receive(event) }
    followHands()
    giveUpWaiting()
    if ending == nil, isTickDue { decide(.tick) }
    handOver()
    splash()
    withdrawCode()
    servicePanel()
    serviceMotion()
    publish(after: events)
    reportLoss()
  }

  /// Whether something is due that this turn's other decisions have not handled.
  private var isTickDue: Bool {
    guard let due = model?.nextDeadline else { return false }
    return due <= now.boot.milliseconds
  }

  func receive(_ event: BoardEvent) {
    if case .storage(let report) = event { storage.note(report) }
    if ending != nil { return receiveWhileEnding(event) }
    guard model != nil else { return receiveBeforeStart(event) }
    switch event {
    case .edges: break  // received before everything else
    case .storage(let report): receive(report)
    case .bus(.panel(let report)): receive(report)
    case .bus(.motion(let report)): receive(report)
    case .bus(.parts): break
    case .configuration(let reading, let token): reload(reading, token: token)
    case .motionWaits: motion.receiveInterrupt(at: now.boot.milliseconds)
    case .clockChanged: receiveClockReport()
    case .request(let token, let request, let asker): answer(request, token: token, asker)
    case .stateWritten(let wasSent): watch.noteWritten(wasSent: wasSent, at: now.boot.milliseconds)
    case .filesChanged:
      want(.readQuiet)
      want(.readCopied)
    case .peersChanged: readPeers()
    case .found(let finding): receive(finding)
    case .linesGone: decide(.part(.buttons, .missing))
    case .linesBack:
      decide(.part(.buttons, .works))
      readLevels()
    case .piezo(let news): decide(.part(.piezo, news.state))
    case .stop: stop()
    }
  }

  // MARK: Deciding and performing

  func decide(_ input: Input) { decide(input, at: now) }

  func decide(_ input: Input, at moment: Moment) {
    guard let effects = model?.handle(input, at: moment) else { return }
    perform(effects)
    // Last, so that the picture with the code is not overwritten by the one before.
    if posts.phones.isCodeWanted, early.performedMilliseconds == nil { offerPhone() }
  }

  func perform(_ effects: [Effect]?) {
    for effect in effects ?? [] { perform(effect) }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .append(let writes): want(.append(writes))
    case .keep(let content, let token): want(posts.savingJob(content, token: token))
    case .checkSegment(let isFirst):
      if !board.submit(.segment(isFirst: isFirst)) { decide(.segmentChecked(.refused)) }
    case .retryStorage: want(.retry(atMilliseconds: now.boot.milliseconds))
    case .offerPhone: posts.phones.isCodeWanted = true
    case .draw(let picture, let light): panel.want(picture, light)
    case .readLevels: readLevels()
    case .lamp(let lit): board.setLamp(lit: lit)
    case .sound(let tune): board.play(tune)
    case .answer(let token, let answer): board.answer(token, BoxAnswer(answer, words: words))
    case .keepActivity(let stretch, let moment, let date): want(.keepActivity(stretch, at: moment, on: date))
    case .readActivity(let dates): want(.readActivity(on: dates))
    case .quietAnswer(let token, let refusal): answerQuiet(token, refusal)
    case .announce(let announcement): announce(announcement)
    }
  }

  func announce(_ announcement: Announcement) {
    var text = announcement.text
    if case .notSaved = announcement, let fault = storage.fault { text += " (\(fault))" }
    board.announce(text, announcement.priority)
  }

  /// The zone and the babies' names for answers.
  var words: AnswerWords {
    AnswerWords(
      zone: model?.zone ?? settings.inForce.zone, clocks: model?.clockHistory ?? ClockHistory(),
      names: settings.inForce.residents.count > 1
        ? Dictionary(uniqueKeysWithValues: settings.inForce.residents.map { ($0.id, $0.name) }) : [:]
    ) { [self] in model?.record($0) }
  }
}
