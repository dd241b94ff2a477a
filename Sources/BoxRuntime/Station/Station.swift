import Bedside
import CareJournal
import Nursery
import Peripherals

/// The loop's turn: take what happened, let the model decide, perform its effects. Who waits, and on what, is
/// the board's business; the same turn runs on real parts and on simulated ones.
package struct Station<Board: StationBoard> {
  package let board: Board
  /// As the configuration file has them, and with what is wished beside it.
  private(set) var configured: BedsideSettings
  private var settings: BedsideSettings
  private let idSeed: UInt64
  private let safeUntilMilliseconds: Int?
  private let settingsRefusedAtLine: Int?
  /// The boxes that keep one diary with this one.
  var household: Household
  var peerFiles: PeerFiles
  /// Nil until the log has been read.
  package private(set) var model: BedsideModel?
  package private(set) var panel = PanelDesk()
  private var motion: MotionDesk
  /// What the model heard last about the panel; a new model believes that it works.
  private var panelState = BoxCondition.PartState.works
  package private(set) var boot = 0
  package private(set) var recovery: Recovery.Summary?
  /// What hands have done before the log was open: a press made while the box starts counts.
  private var hands: EarlyHands
  /// What else came before the log was open, in order.
  private var early: [Happening] = []
  /// True while edges are being taken of which some are to come.
  private var edgesWait = false
  /// True when the levels were wanted meanwhile.
  private var levelsAreWanted = false
  private var storage = StorageDesk()
  /// Who waits for words about nights to be kept, by token.
  private var nightWishes: [Int: NightsWish] = [:]
  /// The card would not give what was kept of nights: it is read before it is replaced.
  private var hasUnreadNights = false
  /// Why words about nights are not kept, if they are not.
  private var nightsRefusal = "the flash refuses; the next change tries again"
  /// What the storage said last about itself; a card that hangs keeps no one from asking.
  private var figures = StorageFigures()
  /// Why the card refuses; nil while it takes everything.
  private var storageFault: String?
  /// Quiet sessions between the model, the directory and who asks.
  private var quiet = QuietPost()
  /// Phones between the card, the panel and who asks.
  private var phones = PhonePost()
  /// What is wished beside the configuration file.
  var wishes = WishPost()
  /// The code that the panel shows.
  private var shownCode: String?
  /// Someone at the panel asks for a code.
  private var isCodeWanted = false
  /// When the state is sent to the watchers.
  private var watch = WatchSchedule()
  private let kernelBoot: String
  private var stopping: Stopping?
  /// When a card that keeps the log shall not keep the panel dark any longer; nil once that was dealt with.
  private var splashDeadline: Int?
  private var isReady = false
  /// Why the log could not be opened, if it could not: then the process ends.
  package private(set) var failure: String?

  /// How long putting to rest may take before the process ends anyway.
  private static var stopWithinMilliseconds: Int { 3_000 }
  /// Something is on the panel within 0.3 s of the start; an ordinary card is faster than this.
  private static var splashAfterMilliseconds: Int { 150 }
  /// How much may wait for the log to be open.
  private static var earlyLimit: Int { 4_096 }

  private struct Stopping {
    var deadline: Int
    var storageIsClosed = false
    var panelIsOff = false
    var lossIsTold = false
  }

  /// Starts: the storage opens the log, and everything else waits for it. Safe mode lasts until a time of the boot
  /// clock; nil: there is none. `settingsRefusedAtLine` is nil unless the settings are older ones, used in place of a
  /// file that is refused at that line.
  package init(
    board: Board, settings: BedsideSettings, opening: StorageOpening, idSeed: UInt64,
    safeUntilMilliseconds: Int? = nil, settingsRefusedAtLine: Int? = nil, household: Household = Household()
  ) {
    self.household = household
    peerFiles = PeerFiles(boxes: household.boxes)
    self.board = board
    self.settings = settings
    configured = settings
    self.idSeed = idSeed
    self.safeUntilMilliseconds = safeUntilMilliseconds
    self.settingsRefusedAtLine = settingsRefusedAtLine
    motion = MotionDesk(
      isOn: settings.motion.mode != .off && safeUntilMilliseconds == nil,
      isPartNamed: settings.motion.isPartNamed)
    let begin = board.readClocks().boot.milliseconds
    splashDeadline = begin + Self.splashAfterMilliseconds
    hands = EarlyHands(startMilliseconds: begin)
    kernelBoot = opening.start.kernelBootID
    // Whether the panel stays dark is known before the log is.
    want(.readQuiet)
    want(.open(opening))
    // What is down before the process was there to see it is no press.
    followHands()
  }

  /// True when everything is at rest and the process may end.
  package var isStopped: Bool {
    guard let stopping else { return false }
    return (stopping.storageIsClosed && stopping.panelIsOff)
      || now.boot.milliseconds >= stopping.deadline
  }

  /// When `receive` wants to be called at the latest, on the boot clock; nil: only when something happens.
  package var nextDeadline: Int? {
    if let stopping { return stopping.deadline }
    let hands = model == nil ? hands.nextDeadline : nil
    let watch = model != nil && board.watcherCount > 0 ? watch.nextDeadline : nil
    return [
      splashDeadline, hands, model?.nextDeadline, panel.nextDeadline, motion.nextDeadline,
      phones.book.nextDeadline, watch,
    ].compactMap { $0 }.min()
  }

  /// One full turn. Hands come first: they are of some time before it, and all else is of now, after which no press
  /// can be older.
  package mutating func receive(_ happenings: [Happening]) {
    var edges: [ButtonEdge] = []
    for case .edges(let some) in happenings { edges += some }
    receive(edges)
    for happening in happenings { receive(happening) }
    followHands()
    if stopping == nil, isTickDue { decide(.tick) }
    handOver()
    splash()
    withdrawCode()
    servicePanel()
    serviceMotion()
    publish(after: happenings)
    tellLoss()
  }

  /// Whether time alone has brought something. Each decision draws, so none is made for nothing: what was decided at
  /// this turn's own time has dealt with all that was due.
  private var isTickDue: Bool {
    guard let due = model?.nextDeadline else { return false }
    return due <= now.boot.milliseconds
  }

  /// Now, with this boot's ordinal.
  package var now: Moment {
    var moment = board.readClocks()
    moment.boot.boot = boot
    return moment
  }

  private mutating func receive(_ happening: Happening) {
    if case .storage(let report) = happening { storage.note(report) }
    if stopping != nil { return rest(happening) }
    if case .storage(.opened(let recovery)) = happening { return start(recovery) }
    if case .storage(.notOpened(let reason)) = happening { return fail(reason) }
    if case .storage(.quiet(let finding)) = happening { return receive(finding) }
    guard model != nil else {
      if case .stop = happening { return stop() }
      if case .bus(.panel(let report)) = happening { return panel.receive(report) }
      return wait(happening)
    }
    switch happening {
    case .edges: break  // taken before all else
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
    case .linesBack: receiveLinesBack()
    case .stop: stop()
    }
  }

  /// Keeps what came before the log was open. A card that never answers must not fill the memory: what comes beyond
  /// thousands is passed over, and who asks is told to come again.
  private mutating func wait(_ happening: Happening) {
    if case .edges = happening { return }  // the hands have them
    if case .linesBack = happening { reconcileHands() }
    guard early.count >= Self.earlyLimit else { return early.append(happening) }
    if case .request(let token, _, _) = happening {
      board.answer(token, .failure(.again, "the box is starting"))
    }
  }

  // MARK: Starting

  private mutating func splash() {
    guard let due = splashDeadline, now.boot.milliseconds >= due else { return }
    splashDeadline = nil
    if stopping == nil, !quiet.isShielded { panel.want(.starting(), .dim) }
  }

  private mutating func start(_ recovery: Recovery) {
    splashDeadline = nil
    boot = recovery.boot
    self.recovery = recovery.summary
    storageFault = recovery.summary.fault
    noteKept(recovery)
    phones.start(with: recovery.phones)
    wishes.start(with: recovery.wishes)
    forgetOldWishes()
    settings.residents = wishes.kept.applied(to: configured.residents)
    var box = BoxCondition()
    box.storageWorks = recovery.summary.isWritable
    box.logLines = recovery.summary.lines
    box.damagedLines = recovery.summary.damagedLines
    box.copied = recovery.copied?.at
    box.checked = recovery.checked?.at
    box.rottenEntries = recovery.checked?.damaged ?? 0
    box.safeUntilMilliseconds = safeUntilMilliseconds
    box.settingsRefusedAtLine = settingsRefusedAtLine
    var settings = settings
    settings.motion.calibration = recovery.calibration
    settings.zone = board.readZone(around: recovery.clocks.instant(at: now.boot)) ?? settings.zone
    model = BedsideModel(
      settings: settings, logs: recovery.logs, clocks: recovery.clocks, idSeed: idSeed, box: box,
      nights: recovery.nights, chosen: recovery.chosen,
      quiet: QuietStart(kernelBoot: kernelBoot, finding: quiet.finding, lastAlive: recovery.lastAlive))
    board.announce(recovery.summary.text, recovery.summary.priority)
    if box.isSafe { announce(.safeMode(isOn: true)) }
    receiveHands()
    receiveClockReport()
    figures = recovery.receipt.figures
    tend(recovery.receipt.wantsTending)
    readPeers()
    let waiting = early
    early = []
    for happening in waiting { receive(happening) }
  }

  /// Goes by the settings of a configuration from now on; what the box knows, shows and has under way stays.
  mutating func change(to new: BedsideSettings) {
    configured = new
    forgetOldWishes()
    applySettings()
  }

  /// A value of the configuration file that was changed stands for good.
  private mutating func forgetOldWishes() {
    guard wishes.refusal == nil else { return }
    wishes.book.forgetSettings(changedIn: configured.residents)
    guard wishes.book != wishes.kept else { return }
    want(.keepWishes(wishes.book.wishes, token: ControlDoor.noToken))
  }

  /// Goes by the configuration and by what is wished beside it.
  mutating func applySettings() {
    let motionWas = settings.motion
    settings = configured
    settings.residents = wishes.kept.applied(to: configured.residents)
    if settings.motion.mode != motionWas.mode || settings.motion.isPartNamed != motionWas.isPartNamed {
      changeMotion()
    }
    decide(.settings(settings))
    readZone()
  }

  private mutating func changeMotion() {
    let isSafe = model?.condition(at: now).isSafe ?? false
    motion.change(isOn: settings.motion.mode != .off && !isSafe, isPartNamed: settings.motion.isPartNamed)
    decide(.part(.accelerometer, motion.partState))
  }

  /// Drives the panel and the accelerometer that a configuration names, on the same wires.
  mutating func change(to configuration: Configuration) {
    board.submit(.parts(configuration.display, configuration.motion))
    panel.sendAgain()
  }

  /// Before anything of now: see `receive`.
  private mutating func receiveHands() {
    let moment = now
    for effect in model?.handle(hands, at: moment) ?? [] { perform(effect) }
  }

  /// Follows the hands while the box starts; from then on the model does.
  private mutating func followHands() {
    guard model == nil, stopping == nil else { return }
    let milliseconds = now.boot.milliseconds
    guard !hands.wantsLevels(at: milliseconds) else { return reconcileHands() }
    hands.advance(to: milliseconds)
  }

  private mutating func reconcileHands() {
    guard let levels = board.readLevels() else { return }
    hands.reconcile(levels: levels, milliseconds: now.boot.milliseconds)
  }

  // MARK: Clocks

  private mutating func receiveClockReport() {
    decide(.clockReport)
    readZone()
  }

  /// A zone is read some years around now. What "now" is, the model says: a clock that was set to some other
  /// century, and is not believed yet, must not take this year's summer time away.
  private mutating func readZone() {
    guard let clocks = model?.clockHistory else { return }
    if let zone = board.readZone(around: clocks.instant(at: now.boot)) { decide(.zone(zone)) }
  }

  // MARK: Deciding and performing

  private mutating func receive(_ edges: [ButtonEdge]) {
    guard stopping == nil else { return }
    guard model != nil else {
      for edge in edges { hands.feed(edge) }
      return
    }
    edgesWait = true
    for edge in edges { receive(edge) }
    edgesWait = false
    if levelsAreWanted { readLevels() }
  }

  /// The levels are of now, and no edge may be waiting that is older.
  private mutating func readLevels() {
    levelsAreWanted = edgesWait
    if !edgesWait, let levels = board.readLevels() { decide(.levels(levels)) }
  }

  /// An edge is handled at its own time, so that a late turn judges holds and double presses by the hand.
  private mutating func receive(_ edge: ButtonEdge) {
    let now = now
    let late = now.boot.milliseconds - edge.milliseconds
    let moment = Moment(
      boot: now.boot.adding(milliseconds: -late),
      wall: now.wall.map { Instant(milliseconds: $0.milliseconds - late) }, trust: now.trust)
    decide(.edge(edge), at: moment)
  }

  mutating func decide(_ input: Input) { decide(input, at: now) }

  private mutating func decide(_ input: Input, at moment: Moment) {
    guard let effects = model?.handle(input, at: moment) else { return }
    for effect in effects { perform(effect) }
    // Last, so that the picture with the code is not drawn over by the one before.
    if isCodeWanted { offerPhone() }
  }

  private mutating func perform(_ effect: Effect) {
    switch effect {
    case .append(let writes): want(.append(writes))
    case .keepNights(let nights, let token):
      want(hasUnreadNights ? .readNights(token: token) : .keepNights(nights, token: token))
    case .keepCalibration(let calibration): want(.keepCalibration(calibration))
    case .keepChosen(let baby): want(.keepChosen(baby))
    case .checkSegment(let isFirst):
      if !board.submit(.segment(isFirst: isFirst)) { decide(.segmentChecked(.refused)) }
    case .keepLogCheck(let instant, let damaged):
      want(.keepChecked(UpkeepRecord(at: instant, damaged: damaged)))
    case .retryStorage: want(.retry(atMilliseconds: now.boot.milliseconds))
    case .offerPhone: isCodeWanted = true
    case .draw(let picture, let light): panel.want(picture, light)
    case .readLevels: readLevels()
    case .lamp(let lit): board.setLamp(lit: lit)
    case .answer(let token, let answer): board.answer(token, BoxAnswer(answer, words: words))
    case .keepActivity(let hour, let moment, let date): want(.keepActivity(hour, at: moment, on: date))
    case .keepQuiet(let state): want(.keepQuiet(state))
    case .quietAnswer(let token, let refusal): answerQuiet(token, refusal)
    case .announce(let announcement): announce(announcement)
    }
  }

  private func announce(_ announcement: Announcement) {
    var text = announcement.text
    if case .notSaved = announcement, let storageFault { text += " (\(storageFault))" }
    board.announce(text, announcement.priority)
  }

  /// How answers name times and babies.
  private var words: AnswerWords {
    AnswerWords(zone: model?.zone ?? settings.zone, clocks: model?.clockHistory ?? ClockHistory()) {
      [model] in model?.record($0)
    }
  }

  // MARK: Storage

  /// Who said something of a night hears what became of it: the week, once it is on the flash.
  private mutating func answerNights(_ token: Int?, isOnFlash: Bool) {
    guard let token, let desk, var wish = nightWishes.removeValue(forKey: token) else { return }
    guard isOnFlash else {
      return board.answer(token, .failure(.io, "NOT SAVED: " + nightsRefusal))
    }
    wish.words = []
    if case .answer(let answer) = desk.reply(to: .nights(wish)) { board.answer(token, answer) }
  }

  /// What there is to say of the files beside the log.
  private mutating func noteKept(_ recovery: Recovery) {
    hasUnreadNights = recovery.hasUnreadNights
    if recovery.hasNewerNights {
      nightsRefusal = "\(SmallFile.nights.path) is of a newer version, and stays as it is"
    }
    for remark in recovery.remarks { board.announce(remark, .error) }
  }

  /// Nights that the card would not give at the start: now what is kept and what was said meanwhile are one.
  private mutating func receiveRead(_ nights: [BabyID: SleepStore]?, _ token: Int?) {
    guard let nights else {
      answerNights(token, isOnFlash: false)
      return decide(.nightsNotKept)
    }
    hasUnreadNights = false
    decide(.nightsFound(nights, token: token))
  }

  mutating func want(_ job: StorageJob) {
    storage.want(job)
    handOver()
  }

  /// What arrives while the card is busy shares the next write and sync.
  private mutating func handOver() {
    guard stopping == nil else { return }
    storage.handOver { board.submit($0) }
  }

  private mutating func receive(_ report: StorageReport) {
    switch report {
    case .opened, .notOpened: break  // taken by `start` and `fail`
    case .stored(let receipt), .retried(let receipt): receive(receipt)
    case .tended(let receipt):
      figures = receipt.figures
      tend(receipt.wantsTending)
    case .nightsKept(let token, let isOnFlash):
      answerNights(token, isOnFlash: isOnFlash)
      if !isOnFlash { decide(.nightsNotKept) }
    case .nightsRead(let nights, let token): receiveRead(nights, token)
    case .chosenKept: break  // the choice holds until the box stops
    case .calibrationKept(let isOnFlash): decide(.calibrationKept(isOnFlash))
    case .activityKept(let figures): self.figures = figures
    case .copied(let record): decide(.logCopied(record?.at))
    case .phonesKept(let token, let kept, let isOnFlash):
      if let answer = phones.settle(token, phones: kept, isOnFlash: isOnFlash) { board.answer(token, answer) }
    case .offered(let token, let received, let outcome, let receipt):
      note(token, received, outcome, receipt)
    case .peersRead(let reading, let received, let receipt): note(reading, received, receipt)
    case .wishesKept(let token, let wished, let isOnFlash): settle(wished, token: token, isOnFlash: isOnFlash)
    case .checkedKept: break  // where it is not kept, the next start checks again
    case .quiet: break  // taken before the log is open, too
    case .quietKept(let isOnFlash, let found): receiveQuietKept(isOnFlash: isOnFlash, found: found)
    case .closed: break  // only asked for while stopping
    }
  }

  private mutating func receive(_ receipt: StorageReceipt) {
    note(receipt)
    decide(.saved(receipt.saved, isHolding: receipt.isHolding, stamps: receipt.stamps))
    handOver()
    tend(receipt.wantsTending)
  }

  /// While the card is left alone, what it said last stands.
  private mutating func note(_ receipt: StorageReceipt) {
    figures = receipt.figures
    storageFault = receipt.isHolding ? receipt.fault ?? storageFault : nil
  }

  /// What the storage has cost since the start.
  mutating func noteFigures(of receipt: StorageReceipt) { figures = receipt.figures }

  /// What can wait is done one step at a time while nothing else is, so that a press waits for one at most.
  mutating func tend(_ isWanted: Bool) {
    guard isWanted, !storage.isTending, !storage.isWriting, stopping == nil else { return }
    want(.tend)
  }

  // MARK: Quiet sessions

  private mutating func receive(_ finding: QuietFinding) {
    if finding.isUnreadable, !quiet.isUnreadable {
      board.announce("the files of quiet sessions cannot be read; they are tried again", .error)
    }
    quiet.isUnreadable = finding.isUnreadable
    guard model != nil else {
      quiet.finding = finding
      // A process that was killed may have left the panel lit.
      if quiet.isShielded { panel.want(Picture(frame: Frame(), texts: []), .off) }
      return
    }
    // What is on its way to the directory is newer than what was read, and will be read in its turn.
    if !storage.isKeepingQuiet { decide(.quiet(.found(finding), token: nil)) }
  }

  private mutating func receiveQuietKept(isOnFlash: Bool, found: QuietFinding?) {
    if let found {
      refuseQuietWishes("not done: the files could be read only now, and what they say holds; ask again")
      receive(found)
    } else if !isOnFlash {
      decide(.quiet(.notStored, token: nil))
    }
    guard !storage.isKeepingQuiet else { return }
    guard isOnFlash else {
      return refuseQuietWishes("NOT SAVED: the flash refuses; it holds, and is tried again")
    }
    for wish in quiet.removeWaiting() { board.answer(wish.token, quietAnswer(isJSON: wish.isJSON)) }
  }

  private mutating func refuseQuietWishes(_ reason: String) {
    for wish in quiet.removeWaiting() { board.answer(wish.token, .failure(.io, reason)) }
  }

  private mutating func answerQuiet(_ token: Int, _ refusal: QuietRefusal?) {
    if let refusal {
      _ = quiet.removeWaiting(token)
      return board.answer(token, .failure(refusal.exit, refusal.text))
    }
    guard !storage.isKeepingQuiet, let wish = quiet.removeWaiting(token) else { return }
    board.answer(token, quietAnswer(isJSON: wish.isJSON))
  }

  private func quietAnswer(isJSON: Bool) -> BoxAnswer {
    guard let model else { return .failure(.again, "the box is starting") }
    return QuietReport(model.quietCourse, at: model.quietMoment(at: now), zone: model.zone).answer(
      json: isJSON)
  }

  // MARK: Panel

  private mutating func servicePanel() {
    guard let job = panel.nextJob(at: now.boot.milliseconds) else { return }
    board.submit(.panel(job))
  }

  private mutating func receive(_ report: PanelReport) {
    panel.receive(report)
    let state: BoxCondition.PartState = report.isShown ? .works : .missing
    if state != panelState { decide(.part(.panel, state)) }
    panelState = state
    guard !isReady else { return }
    isReady = true
    board.becameReady()
  }

  // MARK: Motion

  private mutating func serviceMotion() {
    guard stopping == nil, let job = motion.nextJob(at: now.boot.milliseconds) else { return }
    board.submit(job)
  }

  /// A fault is a gap for as long as it lasts, and told as a part that is missing.
  private mutating func receive(_ report: MotionReport) {
    motion.receive(report, at: now.boot.milliseconds)
    decide(.part(.accelerometer, motion.partState))
    if let batch = report.batch { decide(.motion(MotionReading(batch))) }
  }

  // MARK: Lines

  private mutating func receiveLinesBack() {
    decide(.part(.buttons, .works))
    readLevels()
  }

  // MARK: Requests

  /// Who answers; nil until the log has been read.
  private var desk: RequestDesk? {
    model.map {
      RequestDesk(
        model: $0, moment: now, panel: panel, recovery: recovery, storage: figures,
        storageFault: storageFault,
        motion: motion, phones: phones.book.phones, wished: wishedSettings)
    }
  }

  private var wishedSettings: [BabyID: [HouseholdWishes.Setting]] {
    var wished: [BabyID: [HouseholdWishes.Setting]] = [:]
    for resident in configured.residents { wished[resident.id] = wishes.kept.settingsInForce(of: resident) }
    return wished
  }

  /// Whether so many wait for the card that no one else may: their jobs would pile up while it hangs.
  private var isCrowded: Bool {
    nightWishes.count + quiet.waiting.count + phones.waitingCount + wishes.waitingCount
      >= StorageDesk.askerLimit
  }

  private mutating func answer(_ request: BoxRequest, token: Int, _ asker: Asker) {
    if case .calibrate(true, _) = request { decide(.measureEmptyCrib) }
    if case .link(let wish) = request { decide(.link(wish.news(at: now.boot))) }
    guard let desk else { return }
    switch desk.reply(to: request) {
    case .answer(let answer): board.answer(token, answer)
    case .nights where isCrowded, .quiet where isCrowded, .phone where isCrowded, .offer where isCrowded,
      .set where isCrowded:
      board.answer(
        token, .failure(.again, "the card does not answer, and others wait for it; ask again later"))
    case .read(let question):
      guard !board.ask(question, token: token) else { return }
      board.answer(token, .failure(.again, "other questions wait for their answers; ask again later"))
    case .look(let event):
      guard !board.submit(.event(event, token: token, asker)) else { return }
      board.answer(token, .failure(.again, "other questions wait for their answers; ask again later"))
    case .nights(let baby, let remarks):
      if case .nights(let wish) = request { nightWishes[token] = wish }
      decide(.nightRemarks(baby, remarks, token: token))
    case .quiet(let input, let isJSON):
      quiet.waiting.append(QuietPost.Waiting(token: token, isJSON: isJSON))
      decide(.quiet(input, token: token))
    case .care(let baby, let command):
      decide(.request(CareRequest(token: token, baby: baby, command: command, by: asker.by, id: asker.id)))
    case .phone(let wish): answer(wish, token: token)
    case .clock(let wall): setClock(to: wall, token: token, isPhone: asker.by != nil)
    case .offer(let texts): receive(texts, token: token)
    case .reload: reload(token: token)
    case .set(let wish, let baby): answer(wish, of: baby, by: asker.by, token: token)
    case .watch:
      guard board.watch(token) else {
        return board.answer(token, .failure(.again, "as many watch as may; ask again later"))
      }
      watch.noteWatcher()
    }
  }

  /// A phone sets a clock that is not known, to a time that can be; a person at the box may also correct one.
  private mutating func setClock(to wall: Instant, token: Int, isPhone: Bool) {
    let moment = now
    guard isPhone, let clocks = model?.clockHistory else {
      return decide(.clockByHand(wall, token: token))
    }
    guard !clocks.isSynced(boot: moment.boot.boot) else {
      return board.answer(token, .failure(.no, "the clock is known; a phone sets it only while it is not"))
    }
    guard wall.adding(minutes: 2) > clocks.instant(at: moment.boot) else {
      return board.answer(
        token, .failure(.data, "the phone's clock is behind what the box knows; nothing is changed"))
    }
    decide(.clockByHand(wall, token: token, by: .phone))
  }

  // MARK: Phones and watchers

  private mutating func answer(_ wish: PhoneWish, token: Int) {
    guard let model else { return }
    let moment = now
    let isKnown = model.clockHistory.isSynced(boot: moment.boot.boot)
    let outcome = phones.decide(
      wish, at: moment, now: isKnown ? model.clockHistory.instant(at: moment.boot) : nil, zone: model.zone,
      random: board.randomNumber)
    switch outcome {
    case .answer(let answer): board.answer(token, answer)
    case .keep(let answer):
      phones.wait(token, for: answer)
      want(.keepPhones(phones.book.phones, token: token))
    }
    showCode()
  }

  private mutating func withdrawCode() {
    if phones.expire(at: now.boot.milliseconds) { showCode() }
  }

  private mutating func offerPhone() {
    isCodeWanted = false
    guard phones.offer(random: board.randomNumber(), at: now) else { return decide(.noPhoneNow) }
    showCode()
  }

  /// Most questions about phones change no code; a picture is made once for each.
  private mutating func showCode() {
    guard shownCode != phones.book.offer?.code else { return }
    shownCode = phones.book.offer?.code
    decide(.phone(phones.book.offer.map { PhoneOffer($0, at: board.pageAddress) }))
  }

  /// Has the state written for the watchers, on a thread of its own and no sooner than may be. Readings of the
  /// accelerometer come every second, and are looked at with the next document.
  private mutating func publish(after happenings: [Happening]) {
    guard board.watcherCount > 0, stopping == nil else { return }
    let isChange = happenings.contains { happening in
      switch happening {
      case .bus(.motion), .stateWritten: false
      default: true
      }
    }
    if isChange { watch.noteChange() }
    let moment = now
    guard let due = watch.nextDeadline, due <= moment.boot.milliseconds, let desk else { return }
    let isTaken = board.publish(StateWriter.Question(desk: desk, hasNewWatcher: watch.hasNewWatcher))
    watch.begin(at: moment.boot.milliseconds, isTaken: isTaken)
  }

  private mutating func receive(_ finding: LogReading.Finding) {
    switch finding {
    case .segment(let check): decide(.segmentChecked(check))
    case .event(.answer(let answer), let token, _): board.answer(token, answer)
    case .event(.wish(let baby, let command, let around), let token, let asker):
      decide(
        .request(
          CareRequest(
            token: token, baby: baby, command: command, around: around, by: asker.by, id: asker.id)))
    }
  }

  // MARK: Stopping

  /// Events, or presses that never became one, that are not on the flash.
  package var unsavedEvents: Int {
    guard let model else {
      return hands.gestures.count { gesture in
        if case .press(let button, _) = gesture { button != .menu } else { false }
      }
    }
    return model.waitingEvents.count
  }

  /// A process that ends takes with it what it holds: the last thing that it says.
  private mutating func tellLoss() {
    guard isStopped, stopping?.lossIsTold == false else { return }
    stopping?.lossIsTold = true
    guard unsavedEvents > 0 else { return }
    let why = storageFault ?? "the card did not answer"
    board.announce("LOST: \(unsavedEvents) events that were never saved (\(why))", .critical)
  }

  /// Leaves the panel off and the log synced.
  private mutating func stop() {
    guard stopping == nil else { return }
    stopping = Stopping(deadline: now.boot.milliseconds + Self.stopWithinMilliseconds)
    storage.handOverLast { board.submit($0) }
    panel.want(Picture(frame: Frame(), texts: []), .off)
    board.setLamp(lit: false)
  }

  /// The card does not give the log, and nothing may be confirmed without it: the panel says so, and the process ends, to
  /// be started again.
  private mutating func fail(_ reason: String) {
    failure = reason
    board.announce("the card cannot be read: \(reason)", .critical)
    stopping = Stopping(deadline: now.boot.milliseconds + Self.stopWithinMilliseconds, storageIsClosed: true)
    splashDeadline = nil
    if !quiet.isShielded { panel.want(.cardUnreadable(), .dim) }
  }

  /// While stopping, nothing is decided any more: the dark picture is the last, and the log is closing.
  private mutating func rest(_ happening: Happening) {
    switch happening {
    case .storage(.closed(let receipt)):
      settle(receipt)
      stopping?.storageIsClosed = true
    case .bus(.panel(let report)):
      panel.receive(report)
      let isDone = failure == nil ? panel.shown?.light == .off : panel.shown != nil
      stopping?.panelIsOff = isDone || panel.isFailing
    case .request(let token, _, _), .found(.event(_, let token, _)), .configuration(_, let token):
      board.answer(token, .failure(.again, "the box is stopping"))
    case .storage(.stored(let receipt)), .storage(.retried(let receipt)): settle(receipt)
    case .storage(.nightsKept(let token, let isOnFlash)): answerNights(token, isOnFlash: isOnFlash)
    case .storage(.phonesKept(let token, let kept, let isOnFlash)):
      if let answer = phones.settle(token, phones: kept, isOnFlash: isOnFlash) { board.answer(token, answer) }
    case .storage(.wishesKept(let token, let wished, let isOnFlash)):
      if let answer = wishes.settle(token, wished, isOnFlash: isOnFlash) { board.answer(token, answer) }
    case .storage(.nightsRead(_, let token)): answerNights(token, isOnFlash: false)
    case .storage(.offered(let token, _, _, _)):
      board.answer(token, .failure(.again, "the box is stopping"))
    case .storage(.quietKept(let isOnFlash, let found)): receiveQuietKept(isOnFlash: isOnFlash, found: found)
    case .storage(.opened), .storage(.notOpened), .storage(.quiet), .storage(.tended),
      .storage(.calibrationKept), .storage(.chosenKept),
      .storage(.activityKept), .storage(.copied), .storage(.checkedKept), .storage(.peersRead):
      break
    case .edges, .bus(.motion), .bus(.parts), .motionWaits, .clockChanged, .filesChanged, .peersChanged,
      .found(.segment), .linesGone, .linesBack, .stop, .stateWritten:
      break
    }
  }

  /// Who asked for an event hears what became of it; nothing else comes of it any more.
  private mutating func settle(_ receipt: StorageReceipt) {
    let moment = now
    note(receipt)
    let effects =
      model?.handle(.saved(receipt.saved, isHolding: receipt.isHolding, stamps: receipt.stamps), at: moment)
      ?? []
    for case .answer(let token, let answer) in effects {
      board.answer(token, BoxAnswer(answer, words: words))
    }
  }
}
