import Bedside
import CareJournal
import Nursery
import Peripherals

/// The loop's turn: take what happened, let the model decide, perform its effects. Who waits, and on what, is
/// the board's business; the same turn runs on real parts and on simulated ones.
struct Station<Board: StationBoard> {
  let board: Board
  private let settings: BedsideSettings
  private let idSeed: UInt64
  /// Nil until the log has been read.
  private(set) var model: BedsideModel?
  private(set) var panel = PanelDesk()
  private(set) var boot = 0
  private(set) var recovery: Recovery.Summary?
  /// What came before the log was open, in order: a press made while the box starts counts.
  private var early: [Happening] = []
  /// True while the storage has a write of ours.
  private var isWriting = false
  private var waitingWrites: [LogWrite] = []
  /// Who waits for words about nights to be kept, by token.
  private var nightWishes: [Int: NightsWish] = [:]
  private var stopping: Stopping?
  /// When a card that keeps the log shall not keep the panel dark any longer; nil once that was dealt with.
  private var splashDeadline: Int?
  private var isReady = false

  /// How long putting to rest may take before the process ends anyway.
  private static var stopWithinMilliseconds: Int { 3_000 }
  /// Something is on the panel within 0.3 s of the start; an ordinary card is faster than this.
  private static var splashAfterMilliseconds: Int { 150 }

  private struct Stopping {
    var deadline: Int
    var storageIsClosed = false
    var panelIsOff = false
  }

  /// Starts: the storage opens the log, and everything else waits for it.
  init(board: Board, settings: BedsideSettings, opening: StorageOpening, idSeed: UInt64) {
    self.board = board
    self.settings = settings
    self.idSeed = idSeed
    splashDeadline = board.readClocks().boot.milliseconds + Self.splashAfterMilliseconds
    board.submit(StorageJob.open(opening))
  }

  /// True when everything is at rest and the process may end.
  var isStopped: Bool {
    guard let stopping else { return false }
    return (stopping.storageIsClosed && stopping.panelIsOff)
      || now.boot.milliseconds >= stopping.deadline
  }

  /// When `take` wants to be called at the latest, on the boot clock; nil: only when something happens.
  var nextDeadline: Int? {
    if let stopping { return stopping.deadline }
    return [splashDeadline, model?.nextDeadline, panel.nextDeadline].compactMap { $0 }.min()
  }

  /// One full turn.
  mutating func take(_ happenings: [Happening]) {
    for happening in happenings { take(happening) }
    if stopping == nil { decide(.tick) }
    splash()
    servicePanel()
  }

  /// Now, with this boot's ordinal.
  var now: Moment {
    var moment = board.readClocks()
    moment.boot.boot = boot
    return moment
  }

  private mutating func take(_ happening: Happening) {
    if stopping != nil { return rest(happening) }
    if case .storage(.opened(let recovery)) = happening { return start(recovery) }
    guard model != nil else {
      if case .stop = happening { return stop() }
      if case .panel(let report) = happening { return panel.take(report) }
      return early.append(happening)
    }
    switch happening {
    case .edges(let edges): for edge in edges { take(edge) }
    case .storage(let report): take(report)
    case .panel(let report): take(report)
    case .clockChanged: decide(.clockReport)
    case .zone(let zone): decide(.zone(zone))
    case .request(let token, let request): answer(request, token: token)
    case .linesGone: decide(.part(.buttons, .missing))
    case .linesBack: takeLinesBack()
    case .stop: stop()
    }
  }

  // MARK: Starting

  private mutating func splash() {
    guard let due = splashDeadline, now.boot.milliseconds >= due else { return }
    splashDeadline = nil
    if stopping == nil { panel.want(.starting(), .dim) }
  }

  private mutating func start(_ recovery: Recovery) {
    splashDeadline = nil
    boot = recovery.boot
    self.recovery = recovery.summary
    var box = BoxCondition()
    box.storageWorks = recovery.summary.isWritable
    box.logLines = recovery.summary.lines
    box.damagedLines = recovery.summary.damagedLines
    model = BedsideModel(
      settings: settings, logs: recovery.logs, clocks: recovery.clocks, idSeed: idSeed, box: box,
      nights: recovery.nights)
    board.announce(recovery.summary.text, recovery.summary.isWritable ? .notice : .error)
    decide(.clockReport)
    if let levels = board.readLevels() { decide(.levels(levels)) }
    let waiting = early
    early = []
    for happening in waiting { take(happening) }
  }

  // MARK: Deciding and performing

  /// An edge is handled at its own time, so that a late turn judges holds and double presses by the hand.
  private mutating func take(_ edge: ButtonEdge) {
    let now = now
    let late = now.boot.milliseconds - edge.milliseconds
    let moment = Moment(
      boot: now.boot.adding(milliseconds: -late),
      wall: now.wall.map { Instant(milliseconds: $0.milliseconds - late) }, trust: now.trust)
    decide(.edge(edge), at: moment)
  }

  private mutating func decide(_ input: Input) { decide(input, at: now) }

  private mutating func decide(_ input: Input, at moment: Moment) {
    guard let effects = model?.handle(input, at: moment) else { return }
    for effect in effects { perform(effect) }
  }

  private mutating func perform(_ effect: Effect) {
    switch effect {
    case .append(let writes):
      waitingWrites += writes
      writeWaiting()
    case .keepNights(let nights, let token): board.submit(StorageJob.keepNights(nights, token: token))
    case .retryStorage: board.submit(StorageJob.retry)
    case .draw(let picture, let light): panel.want(picture, light)
    case .readLevels: if let levels = board.readLevels() { decide(.levels(levels)) }
    case .lamp(let lit): board.setLamp(lit: lit)
    case .answer(let token, let answer): board.answer(token, BoxAnswer(answer, words: words))
    case .announce(let announcement): announce(announcement)
    }
  }

  private func announce(_ announcement: Announcement) {
    board.announce(announcement.text, announcement.priority)
  }

  /// How answers name times and babies.
  private var words: AnswerWords {
    AnswerWords(zone: settings.zone, clocks: model?.clockHistory ?? ClockHistory())
  }

  // MARK: Storage

  /// Who said something of a night hears what became of it: the week, once it is on the flash.
  private mutating func answerNights(_ token: Int?, isOnFlash: Bool) {
    guard let token, let model, var wish = nightWishes.removeValue(forKey: token) else { return }
    guard isOnFlash else {
      return board.answer(token, .failure(.io, "NOT SAVED: the flash refuses; the next change tries again"))
    }
    wish.words = []
    let desk = RequestDesk(model: model, moment: now, panel: panel, recovery: recovery)
    if case .answer(let answer) = desk.reply(to: .nights(wish)) { board.answer(token, answer) }
  }

  /// What arrives while the card is busy shares the next write and sync.
  private mutating func writeWaiting() {
    guard !isWriting, !waitingWrites.isEmpty else { return }
    isWriting = true
    board.submit(StorageJob.append(waitingWrites))
    waitingWrites = []
  }

  private mutating func take(_ report: StorageReport) {
    switch report {
    case .opened: break  // taken by `start`
    case .stored(let ids, let isHolding):
      isWriting = false
      decide(.saved(ids))
      if isHolding { decide(.notSaved) }
      writeWaiting()
    case .answer(let token, let answer): board.answer(token, answer)
    case .nightsKept(let token, let isOnFlash):
      answerNights(token, isOnFlash: isOnFlash)
      if !isOnFlash { decide(.nightsNotKept) }
    case .closed: break  // only asked for while stopping
    }
  }

  // MARK: Panel

  private mutating func servicePanel() {
    guard let job = panel.takeJob(at: now.boot.milliseconds) else { return }
    board.submit(job)
  }

  private mutating func take(_ report: PanelReport) {
    panel.take(report)
    decide(.part(.panel, report.isShown ? .works : .missing))
    guard !isReady else { return }
    isReady = true
    board.becameReady()
  }

  // MARK: Lines

  private mutating func takeLinesBack() {
    decide(.part(.buttons, .works))
    if let levels = board.readLevels() { decide(.levels(levels)) }
  }

  // MARK: Requests

  private mutating func answer(_ request: BoxRequest, token: Int) {
    guard let model else { return }
    let desk = RequestDesk(model: model, moment: now, panel: panel, recovery: recovery)
    switch desk.reply(to: request) {
    case .answer(let answer): board.answer(token, answer)
    case .read(let question): board.submit(StorageJob.read(token: token, question))
    case .nights(let baby, let remarks):
      if case .nights(let wish) = request { nightWishes[token] = wish }
      decide(.nightRemarks(baby, remarks, token: token))
    case .care(let baby, let command):
      decide(.request(CareRequest(token: token, baby: baby, command: command)))
    }
  }

  // MARK: Stopping

  /// Leaves the panel off and the log synced.
  private mutating func stop() {
    guard stopping == nil else { return }
    stopping = Stopping(deadline: now.boot.milliseconds + Self.stopWithinMilliseconds)
    if !waitingWrites.isEmpty { board.submit(StorageJob.append(waitingWrites)) }
    waitingWrites = []
    board.submit(StorageJob.close)
    panel.want(Picture(frame: Frame(), texts: []), .off)
    board.setLamp(lit: false)
  }

  /// While stopping, nothing is decided any more: the dark picture is the last, and the log is closing.
  private mutating func rest(_ happening: Happening) {
    switch happening {
    case .storage(.closed): stopping?.storageIsClosed = true
    case .panel(let report):
      panel.take(report)
      stopping?.panelIsOff = panel.shown?.light == .off || panel.isFailing
    case .request(let token, _): board.answer(token, .failure(.again, "the box is stopping"))
    case .storage(.answer(let token, let answer)): board.answer(token, answer)
    case .storage(.stored(let ids, let isHolding)):
      settle(.saved(ids))
      if isHolding { settle(.notSaved) }
    case .storage(.nightsKept(let token, let isOnFlash)): answerNights(token, isOnFlash: isOnFlash)
    case .storage(.opened): break
    case .edges, .clockChanged, .zone, .linesGone, .linesBack, .stop: break
    }
  }

  /// Who asked for an event hears what became of it; nothing else comes of it any more.
  private mutating func settle(_ input: Input) {
    let moment = now
    let effects = model?.handle(input, at: moment) ?? []
    for case .answer(let token, let answer) in effects {
      board.answer(token, BoxAnswer(answer, words: words))
    }
  }
}
