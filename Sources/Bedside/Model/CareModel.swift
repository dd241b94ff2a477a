import Nursery

/// What the box knows: its settings and condition, the babies' logs, the clocks that date them, and what is on its way
/// to the card. Nearly every rule of the model reads it.
struct CareModel: Sendable {
  var settings: BedsideSettings
  /// The baby that the buttons are for.
  var chosenBaby: BabyID
  var box: BoxCondition
  /// The logs on the card, by baby.
  var logs: [BabyID: CareLog]
  var clocks: ClockHistory
  /// The events that were handed to the storage, oldest first. They are not state yet.
  var pending: [PendingEvent] = []
  var ids: EventIDSource
  var retryDeadline: Int?
  /// How long to wait before the next attempt while the card refuses.
  var retryAfterMilliseconds = CareModel.leastRetryMilliseconds

  /// The time before the first attempt after the card has refused. It doubles with each attempt, up to the longest.
  static let leastRetryMilliseconds = 10_000
  static let longestRetryMilliseconds = 600_000

  init(
    _ settings: BedsideSettings, logs: [BabyID: CareLog], clocks: ClockHistory, idSeed: UInt64,
    box: BoxCondition,
    chosen: BabyID?
  ) {
    self.settings = settings
    self.logs = logs
    self.clocks = clocks
    self.box = box
    ids = EventIDSource(seed: idSeed)
    let residents = settings.residents.map { $0.id }
    chosenBaby = chosen.flatMap { residents.contains($0) ? $0 : nil } ?? residents.first ?? BabyID(number: 1)
    openLogs()
  }

  /// Gives each new baby an empty log.
  mutating func openLogs() {
    for resident in settings.residents where logs[resident.id] == nil {
      logs[resident.id] = CareLog(baby: resident.id)
    }
  }
}

/// Events: from a command to the storage and back.
extension BedsideModel {
  /// The log with everything that is on its way to the card. Decisions use it. Pages show the log itself, together with
  /// the events that the card has refused.
  func projection(of baby: BabyID, memoryOnly: Bool = false) -> CareLog {
    var log = care.logs[baby] ?? CareLog(baby: baby)
    for item in care.pending where item.event.baby == baby && (!memoryOnly || item.isMemoryOnly) {
      log.apply(item.event, stamp: .coming)
    }
    return log
  }

  /// How many events may wait for the card. This is fewer than the storage holds in memory, so the storage never drops
  /// one.
  public static let pendingLimit = 4_000

  /// Decides commands as one action, all or none, and hands their events to the storage together.
  mutating func carryOut(
    _ commands: [CareCommand], for baby: BabyID, by source: Source = .button, token: Int? = nil,
    phone: String? = nil, id wanted: EventID? = nil, at moment: Moment
  ) throws(Refusal) -> Action {
    guard care.pending.count + commands.count <= Self.pendingLimit else { throw .tooManyWait }
    var log = projection(of: baby)
    var action = Action(baby: baby, events: [], inverses: [])
    for command in commands {
      let id = wanted ?? care.ids.next(milliseconds: moment.wall?.milliseconds ?? 0)
      var event = try log.decide(command, at: moment, id: id, source: source, clock: care.clocks)
      event.by = phone
      if let inverse = log.inverse(of: event) { action.inverses.insert(inverse, at: 0) }
      log.apply(event, stamp: .coming)
      action.events.append(event)
    }
    submit(action.written, token: token, at: moment)
    return action
  }

  private mutating func submit(_ events: [CareEvent], token: Int?, at moment: Moment) {
    guard !events.isEmpty else { return }
    for event in events {
      care.pending.append(PendingEvent(event: event, since: moment.boot.milliseconds))
    }
    if let token { care.pending[care.pending.count - 1].tokens = [token] }
    effects.append(.append(events.map(LogWrite.care)))
  }

  /// Shows a confirmation once the action is saved.
  mutating func confirm(_ action: Action, as deed: Confirmation.Deed, at time: EventTime) {
    say(.saved(Confirmation(deed: deed, at: care.clocks.resolve(time).instant)), whenSaved: action)
  }

  /// Shows a notice once the action is on the card.
  mutating func say(_ notice: Notice, whenSaved action: Action) {
    let ids = action.events.map { $0.id }
    guard let index = care.pending.lastIndex(where: { ids.contains($0.event.id) }) else { return }
    care.pending[index].noticeWhenSaved = notice
  }

  /// Shows a notice about an action that may be on the card already.
  mutating func say(_ notice: Notice, about action: Action, at moment: Moment) {
    guard let event = action.events.last, !care.pending.contains(where: { $0.event.id == event.id }) else {
      return say(notice, whenSaved: action)
    }
    show(notice, about: event, at: moment)
  }

  private mutating func show(_ notice: Notice, about event: CareEvent, at moment: Moment) {
    let times = isShielded ? min(notice.timesLonger, Self.quietTimesLonger) : notice.timesLonger
    show(notice, for: times * Self.noticeMilliseconds, at: moment)
    screen.notice?.event = event.id
    screen.notice?.baby = event.baby
  }

  mutating func receiveSaved(
    _ ids: [EventID], isHolding: Bool, _ stamps: [EventID: LineStamp], at moment: Moment
  ) {
    let hadFailed = unsavedCount > 0 || !care.box.storageWorks
    let unsavedBefore = unsavedCount
    for id in ids {
      guard let index = care.pending.firstIndex(where: { $0.event.id == id }) else { continue }
      let item = care.pending.remove(at: index)
      care.logs[item.event.baby]?.apply(item.event, stamp: stamps[id] ?? .coming)
      care.box.logLines += 1
      if let notice = item.noticeWhenSaved { show(notice, about: item.event, at: moment) }
      for (index, token) in item.tokens.enumerated() {
        effects.append(.answer(token: token, index == 0 ? .saved(item.event) : .alreadySaved(id)))
      }
    }
    answerClock(ids, isHolding: isHolding, at: moment)
    keepLearnt(at: moment)
    guard !isHolding else { return receiveRefused(unsavedBefore: unsavedBefore, at: moment) }
    guard unsavedCount == 0 else { return }
    care.box.storageWorks = true
    (care.retryDeadline, care.retryAfterMilliseconds) = (nil, CareModel.leastRetryMilliseconds)
    if hadFailed { effects.append(.announce(.savedAgain)) }
    guard unsavedBefore > 0, !isShielded else { return }
    // A panel that stayed lit for NOT SAVED would become dark now.
    wake(at: moment)
    let milliseconds = Notice.allSaved.timesLonger * Self.noticeMilliseconds
    // For a single entry, its own confirmation says more, and stands as long.
    if unsavedBefore > 1 || screen.notice == nil {
      show(.allSaved, for: milliseconds, at: moment)
    } else if let event = screen.notice?.event, ids.contains(event) {
      screen.notice?.until = moment.boot.milliseconds + milliseconds
    }
  }

  /// Receives that the card refuses what is not saved yet, or at least the first line of this start.
  private mutating func receiveRefused(unsavedBefore: Int, at moment: Moment) {
    for index in care.pending.indices {
      care.pending[index].isMemoryOnly = true
      for token in care.pending[index].tokens {
        effects.append(.answer(token: token, .notSaved(care.pending[index].event)))
      }
      care.pending[index].tokens = []
    }
    let isNews = care.box.storageWorks || unsavedCount != unsavedBefore
    care.box.storageWorks = false
    wake(at: moment)
    care.retryDeadline = moment.boot.milliseconds + care.retryAfterMilliseconds
    guard isNews else { return }
    // Beside NOT SAVED, the confirmation of an earlier press would look like that of the press that was just refused.
    switch screen.notice?.notice {
    case .allSaved where unsavedCount > 0:
      screen.notice = nil
    case .saved where unsavedCount > unsavedBefore, .savedAgain where unsavedCount > unsavedBefore,
      .answered where unsavedCount > unsavedBefore:
      screen.notice = nil
    default: break
    }
    if unsavedCount > 0 { showUnsaved(at: moment) }
    effects.append(.announce(.notSaved(count: unsavedCount)))
  }

  /// How long a confirmation is shown.
  static let noticeMilliseconds = 4_000
  /// How many times as long a notice stands at most in a quiet session.
  private static let quietTimesLonger = 2

  /// How many waiting events the card has refused.
  var unsavedCount: Int { care.pending.count { $0.isMemoryOnly } }

  /// How many entries these are about. A feed that began and ended is one entry, and so is one that was taken back.
  var unsavedEntries: Int { Set(care.pending.filter { $0.isMemoryOnly }.map { $0.event.about }).count }

  mutating func receiveRequest(_ request: CareRequest, at moment: Moment) {
    if let id = request.id, repeats(id, token: request.token) { return }
    care.logs[request.baby]?.prepend(request.around)
    do {
      let action = try carryOut(
        [request.command], for: request.baby, by: .command, token: request.token, phone: request.by,
        id: request.id, at: moment)
      say(.saved(announcement(of: action, at: moment)), whenSaved: action)
      buttons.history.record(action)
    } catch {
      effects.append(.answer(token: request.token, .refused(error)))
    }
  }

  /// Answers a request whose id was used before, once its line is on the card. Returns false for a new id.
  private mutating func repeats(_ id: EventID, token: Int) -> Bool {
    if let index = care.pending.firstIndex(where: { $0.event.id == id }) {
      if care.pending[index].isMemoryOnly {
        effects.append(.answer(token: token, .notSaved(care.pending[index].event)))
      } else {
        care.pending[index].tokens.append(token)
      }
      return true
    }
    guard care.logs.values.contains(where: { $0.contains(line: id) }) else { return false }
    effects.append(.answer(token: token, .alreadySaved(id)))
    return true
  }

  mutating func receiveClockReport(at moment: Moment) {
    switch clock.judge.judge(moment, by: care.clocks) {
    case .unchanged: return
    case .held(let stepSeconds): effects.append(.announce(.clockHeld(stepSeconds: stepSeconds)))
    case .believed(let stepSeconds):
      guard let wall = moment.wall else { return }
      care.clocks.noteSync(at: moment.boot, wall: wall, by: moment.trust)
      logCheck.dueMilliseconds = 0
      effects.append(.append([.sync(care.ids.next(milliseconds: wall.milliseconds), moment)]))
      effects.append(.announce(.clockSet(stepSeconds: stepSeconds)))
    }
    screen.drawnMinute = nil
  }
}

/// What one press of the fourth button logs.
public enum ExtraAction: Hashable, Sendable {
  /// A nappy change.
  case nappy
  /// A medicine with this name.
  case medicine(String)
  /// A waking: it ends the running sleep, or begins the morning.
  case wake
  /// A bottle as the household usually gives it.
  case bottle
}

/// The fourth button. It is corrected like NAP, and does the same on every page.
extension BedsideModel {
  func extraWish(_ log: CareLog, _ time: EventTime, at moment: Moment) -> Wish {
    switch care.settings.extra {
    case .medicine(let name):
      let care = Care(kind: .medicine, start: time, detail: CareDetail(medicine: name))
      return ([.add(care)], time, .medicine, nil)
    case .wake:
      if let sleep = running(.sleep, in: log, at: moment) {
        return ([.endSleep(at: time)], time, .sleepEnded(isNight: isNight), sleep.id)
      }
      return ([.add(Care(kind: .wake, start: time))], time, .wokeUp, nil)
    case .bottle: return ([bottle(at: time)], time, .bottle(), nil)
    case .nappy, nil: return ([.add(Care(kind: .nappy, start: time))], time, .nappy, nil)
    }
  }

  /// Whether a quiet session allows a button to log. The fourth button is allowed with what it logs: a bottle with
  /// FEED, a waking with NAP, and anything else with either.
  public func isLetThrough(_ button: Button, by shield: Shield) -> Bool {
    switch (button, care.settings.extra) {
    case (.nap, _), (.extra, .wake): shield.allows(.nap)
    case (.extra, .nappy), (.extra, .medicine), (.extra, nil): shield.allows(.nap) || shield.allows(.feed)
    default: shield.allows(.feed)
    }
  }
}
