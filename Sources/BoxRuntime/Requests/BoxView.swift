import Bedside
import CareJournal
import Nursery

/// Answers requests from what the box knows, and turns requests about the log into commands.
package struct BoxView: Sendable {
  package var model: BedsideModel
  package var moment: Moment
  package var panel: PanelQueue
  package var recovery: Recovery.Summary?
  package var storage = StorageFigures()
  /// Why the card refuses; nil while it accepts everything.
  var storageFault: String?
  package var motion = MotionQueue(isOn: false)
  /// The phones that may use the page.
  package var phones: [Phone] = []
  /// The settings of each baby that differ from the configuration file.
  var wished: [BabyID: [HouseholdWishes.Setting]] = [:]

  /// What the answer depends on.
  package enum Reply {
    /// Nothing: it is ready.
    case answer(BoxAnswer)
    /// The disk, which another thread reads.
    case read(LogQuestion)
    /// The rules and the card, after the log was read for an event that is not in memory.
    case look(OldEvent)
    /// The rules and the card.
    case care(BabyID, CareCommand)
    /// The card, which must keep these remarks first.
    case nights(BabyID, [NightRemark])
    /// The rules of quiet sessions and the card, which must keep the session first.
    case quiet(QuietInput, isJSON: Bool)
    /// The phones, and the card if they change.
    case phone(PhoneWish)
    /// The card, which must have the time set by hand first.
    case clock(Instant)
    /// The card, which must have these lines first.
    case offer([[UInt8]])
    /// The card, which must have the wishes first.
    case set(PlanWish, baby: String?)
    /// The configuration file, which another thread reads.
    case reload
    /// Nothing more: it is repeated whenever the state changes.
    case watch
  }

  package func reply(to request: BoxRequest) -> Reply {
    switch request {
    case .status(let name, let json): .answer(status(name, json: json))
    case .explain(let name, let json): .answer(explain(name, json: json))
    case .today(let name, let json): .answer(today(name, json: json))
    case .learn(let name, let json): .answer(learn(name, json: json))
    case .logAdd(let care): add(care)
    case .logEnd(let kind, let time, let baby): end(kind, at: time, baby)
    case .logEdit(let name, let patch): edit(name, patch)
    case .logDelete(let name): find(name, .delete) { baby, id in .care(baby, .delete(id)) }
    case .logList(let days, let baby, let deleted, let json):
      list(days: days, of: baby, deleted: deleted, json: json)
    case .nights(let wish): nights(wish)
    case .calibrate(let starts, let json): .answer(calibration(wasStarted: starts, json: json))
    case .quiet(let wish): quiet(wish)
    case .logVerify(let json): .read(.verify(isJSON: json))
    case .lines(let wish): .read(LogQuestion(kind: .lines(synced(wish)), zone: zone, isJSON: true))
    case .offer(let texts): .offer(texts)
    case .have: .answer(.have(storage, withBox: true))
    case .link: .answer(BoxAnswer(output: ""))
    case .phone(let wish): .phone(wish)
    case .clockSet(let wish): setClock(wish)
    case .set(let wish, let baby): .set(wish, baby: baby)
    case .reload: .reload
    case .watch: .watch
    }
  }

  /// Sets the clock by hand. It is refused if the network or a battery clock has set it, which know the time better. A
  /// bare time of day is the first possible one.
  private func setClock(_ wish: TimeWish) -> Reply {
    guard !model.clockIsSetByMachine(at: moment) else {
      return .answer(.failure(.no, "the clock was set by the network or a battery clock; nothing is changed"))
    }
    switch wish {
    case .instant, .local: return .clock(wish.instant(now: now, zone: zone))
    case .timeOfDay(let time):
      let corrects = model.clockHistory.trust(ofBoot: moment.boot.boot) == .hand
      let base = corrects ? now : model.earliestNow(at: moment)
      let told = model.clockHistory.latestByNetwork
      return .clock(
        ClockByHand.instant(time, after: base, in: zone, corrects: corrects, notBefore: told))
    case .ago: return .answer(.failure(.data, "expected a time of day or an instant"))
    }
  }

  private func synced(_ wish: LinesWish) -> LinesWish {
    var wish = wish
    if recovery != nil { wish.through = storage.last }
    return wish
  }

  private func list(days: Int, of name: String?, deleted: Bool, json: Bool) -> Reply {
    let baby = name.flatMap { model.baby(named: $0) }
    guard name == nil || baby != nil else { return .answer(.noBaby(named: name, in: model)) }
    let kind = LogQuestion.Kind.list(
      since: now.adding(minutes: -days * 1440), now: now, clocks: model.clockHistory)
    return .read(
      LogQuestion(
        kind: kind, zone: zone, isJSON: json, baby: baby, includesDeleted: deleted, names: model.names))
  }

  private var zone: ZoneWindow { model.zone }
  private var now: Instant { model.clockHistory.instant(at: moment.boot) }

  /// Refuses times of day while the clock is not known: a guess would be kept forever.
  private func clockRefusal(_ times: [TimeWish?]) -> Reply? {
    let needsClock = times.contains { if case .timeOfDay? = $0 { true } else { false } }
    guard !clockIsKnown, needsClock else { return nil }
    return .answer(
      .failure(
        .data,
        model.clockDoubt(at: moment)
          + ": say how long ago it was, as \"20m ago\", or set the clock with `cribside clock set 15:40`"))
  }

  /// Refuses a time a year before the birth: its year is mistyped, and no list and no correction would ever show the
  /// event.
  private func birthRefusal(_ baby: BabyID, _ times: [TimeWish?]) -> Reply? {
    guard let birth = model.residents.first(where: { $0.id == baby })?.baby.birthdate else { return nil }
    let earliest = zone.instant(birth.adding(days: -366), WallTime(minutesAfterMidnight: 0))
    guard
      times.contains(where: { wish in
        switch wish {
        case .instant?, .local?: wish.map { $0.instant(now: now, zone: zone) < earliest } ?? false
        case .timeOfDay?, .ago?, nil: false
        }
      })
    else { return nil }
    return .answer(
      .failure(.data, "expected a time since the birth on \(ISO8601.text(birth)), found an earlier one"))
  }

  var clockIsKnown: Bool { model.clockHistory.isSynced(boot: moment.boot.boot) }

  package init(
    model: BedsideModel, moment: Moment, panel: PanelQueue, recovery: Recovery.Summary? = nil,
    storage: StorageFigures = StorageFigures(), storageFault: String? = nil,
    motion: MotionQueue = MotionQueue(isOn: false), phones: [Phone] = [],
    wished: [BabyID: [HouseholdWishes.Setting]] = [:]
  ) {
    self.model = model
    self.moment = moment
    self.panel = panel
    self.recovery = recovery
    self.storage = storage
    self.storageFault = storageFault
    self.motion = motion
    self.phones = phones
    self.wished = wished
  }

  private func add(_ late: LateCare) -> Reply {
    if let refusal = clockRefusal([late.start, late.end]) { return refusal }
    guard let baby = model.baby(named: late.baby) else {
      return .answer(.noBaby(named: late.baby, in: model))
    }
    if let refusal = birthRefusal(baby, [late.start, late.end]) { return refusal }
    let until = late.end.map { wish in
      wish.end(after: late.start?.instant(now: now, zone: zone) ?? now, now: now, zone: zone)
    }
    let start =
      late.start.map { time($0, ofEventWhichLasts: lasts(late.kind, until: until)) } ?? .boot(moment.boot)
    let side = late.side ?? (late.kind == .nursing ? model.sideOffered(to: baby) : nil)
    guard late.start != nil || late.end != nil else { return .care(baby, begin(late, side: side)) }
    let began = model.clockHistory.resolve(start).instant
    // A time of day is the first one after the start.
    let end = late.end.map { wish -> EventTime in
      guard case .timeOfDay = wish, late.start != nil else { return time(wish) }
      return entered(wish.end(after: began, now: now, zone: zone))
    }
    if let end, began.minutes(until: model.clockHistory.resolve(end).instant) > Self.longestMinutes {
      return .answer(.failure(.data, "expected an end within a day of the start, found a later one"))
    }
    var care = Care(kind: late.kind, start: start, end: end, side: side, detail: late.detail)
    care.start = startAfterEnd(care, late.start, of: baby)
    return self.care(baby, .add(care), [late.start, late.end])
  }

  /// Nothing that is logged lasts longer than a day, in minutes.
  private static let longestMinutes = 1440

  /// The command that a press would give.
  private func begin(_ late: LateCare, side: NursingSide?) -> CareCommand {
    let now = EventTime.boot(moment.boot)
    switch late.kind {
    case .sleep where side == nil && late.detail == .none: return .startSleep(at: now)
    case .nursing where late.detail == .none: return .startNursing(side ?? .left, at: now)
    default: return .add(Care(kind: late.kind, start: now, side: side, detail: late.detail))
    }
  }

  private func end(_ kind: CareKind, at wish: TimeWish?, _ name: String?) -> Reply {
    if let refusal = clockRefusal([wish]) { return refusal }
    guard let baby = model.baby(named: name) else {
      return .answer(.noBaby(named: name, in: model))
    }
    let time = wish.map { self.time($0) } ?? .boot(moment.boot)
    return care(baby, kind == .sleep ? .endSleep(at: time) : .endNursing(at: time), [wish])
  }

  /// Without a clock, a time before the boot cannot be compared with what was logged before it. If the rules refuse
  /// such a time, their reason does not apply.
  private func care(_ baby: BabyID, _ command: CareCommand, _ wishes: [TimeWish?]) -> Reply {
    let reachesBack = wishes.contains { wish in
      guard case .ago(let minutes)? = wish else { return false }
      return minutes * 60_000 > moment.boot.milliseconds
    }
    guard !clockIsKnown, reachesBack, let log = model.log(of: baby) else { return .care(baby, command) }
    do throws(Refusal) {
      let id = EventID(high: 0, low: 0)
      _ = try log.decide(command, at: moment, id: id, source: .command, clock: model.clockHistory)
      return .care(baby, command)
    } catch {
      guard let care = compared(error, command, log), [care.start, care.end].contains(where: isOfEarlierBoot)
      else { return .care(baby, command) }
      return .answer(
        .failure(
          .data,
          model.clockDoubt(at: moment)
            + ", and this lies before the box was switched on: whether it fits what was logged "
            + "before then is not known; set the clock first, with `cribside clock set 15:40`"))
    }
  }

  /// The event with which the refused times were compared.
  private func compared(_ refusal: Refusal, _ command: CareCommand, _ log: CareLog) -> Care? {
    switch (refusal, command) {
    case (.overlapsSleep(let id), _), (.overlapsNursing(let id), _), (.alreadyAsleep(let id), _),
      (.alreadyNursing(let id), _):
      log.record(id)?.care
    case (.endBeforeStart, .amend(let id, let patch)): log.record(id)?.care.patched(by: patch)
    case (.endBeforeStart, .endSleep): log.running(.sleep, clock: model.clockHistory, now: now)?.care
    case (.endBeforeStart, .endNursing): log.running(.nursing, clock: model.clockHistory, now: now)?.care
    case (.endBeforeStart, .add(let care)): care
    default: nil
    }
  }

  private func isOfEarlierBoot(_ time: EventTime?) -> Bool {
    guard case .boot(let reading)? = time else { return time != nil }
    return reading.box != nil || reading.boot != moment.boot.boot
  }

  /// The start of an event. A time that is typed, or given as a whole minute or second, is as exact as lists show it. So the
  /// event does not overlap one that ended within that minute or second: it begins at that end.
  private func startAfterEnd(
    _ care: Care, _ wish: TimeWish?, of baby: BabyID, except id: EventID? = nil
  ) -> EventTime {
    let (clocks, start) = (model.clockHistory, model.clockHistory.resolve(care.start))
    guard let span = wish?.milliseconds, start.isExact else { return care.start }
    let ends = model.log(of: baby)?.allRecords.compactMap { record -> EventTime? in
      guard record.care.kind == care.kind, record.id != id, !record.isDeleted, let end = record.care.end,
        clocks.resolve(end).isExact
      else { return nil }
      return (0..<span).contains(clocks.resolve(end).instant.milliseconds - start.instant.milliseconds)
        ? end : nil
    }
    guard let last = ends?.max(by: { clocks.resolve($0).instant < clocks.resolve($1).instant }) else {
      return care.start
    }
    let instant = clocks.resolve(last).instant
    guard care.end.map({ clocks.resolve($0).instant > instant }) ?? true else { return care.start }
    return isOfThisBoot(last) ? last : .wall(instant)
  }

  /// A time that a person gave. An age needs no clock, even if it reaches back before the boot.
  private func time(_ wish: TimeWish, ofEventWhichLasts lasts: Bool = false) -> EventTime {
    guard case .ago(let minutes) = wish else {
      return entered(wish.instant(now: now, zone: zone), ofEventWhichLasts: lasts)
    }
    return .boot(moment.boot.adding(milliseconds: -minutes * 60_000))
  }

  /// A time of day or an instant that a person gave. Unless the network set the clock, it is meant by that clock, and moves
  /// with it; what lies before the boot does not, unless it is the beginning of an event that lasts into the boot. Neither
  /// does a correction of an event that has another clock.
  private func entered(_ instant: Instant, ofEventWhichLasts lasts: Bool = false) -> EventTime {
    let trust = model.clockHistory.trust(ofBoot: moment.boot.boot)
    guard trust != nil, trust != .synced, lasts || isOfThisBoot(instant) else { return .wall(instant) }
    return .boot(moment.boot.adding(milliseconds: instant.milliseconds - now.milliseconds))
  }

  private func isOfThisBoot(_ time: EventTime) -> Bool {
    guard case .boot(let reading) = time, reading.box == nil else { return false }
    return model.clockHistory.shareClock(reading.boot, moment.boot.boot)
  }

  private func isOfThisBoot(_ instant: Instant) -> Bool {
    let reading = moment.boot.milliseconds + instant.milliseconds - now.milliseconds
    return model.clockHistory.bootClock(of: moment.boot.boot).map { reading >= $0.firstMilliseconds } ?? false
  }

  /// Whether an event of a kind runs, or ended in this boot.
  private func lasts(_ kind: CareKind, until end: Instant?) -> Bool {
    kind.lasts && (end.map(isOfThisBoot) ?? true)
  }

  private func edit(_ name: EventName, _ late: LatePatch) -> Reply {
    if let refusal = clockRefusal([late.start, late.end]) { return refusal }
    return find(name, .edit(late)) { baby, id in
      if let refusal = birthRefusal(baby, [late.start, late.end]) { return refusal }
      guard let care = model.record(id)?.care else { return .care(baby, .amend(id, CarePatch())) }
      var patch = late.patch(of: care, clocks: model.clockHistory, zone: zone, now: now, at: moment.boot)
      if isOfThisBoot(care.start) {
        let until = (patch.end ?? care.end).map { model.clockHistory.resolve($0).instant }
        if case .wall(let start)? = patch.start {
          patch.start = entered(start, ofEventWhichLasts: lasts(care.kind, until: until))
        }
        if case .wall(let end)?? = patch.end { patch.end = .some(entered(end)) }
      }
      if patch.start != nil {
        patch.start = startAfterEnd(care.patched(by: patch), late.start, of: baby, except: id)
      }
      return self.care(baby, .amend(id, patch), [late.start, late.end])
    }
  }

  /// Finds an event. If it is not in memory, it may be in the log on the card.
  private func find(
    _ name: EventName, _ change: OldEvent.Change, then reply: (BabyID, EventID) -> Reply
  ) -> Reply {
    do throws(RunFault) {
      guard let found = try name.chosen(of: model.events(where: name.matches), id: { $0.1 }) else {
        return .look(
          OldEvent(
            name: name, change: change, babies: model.babies, zone: zone, now: now, boot: moment.boot))
      }
      return reply(found.0, found.1)
    } catch {
      return .answer(.failure(error.exit, error.message))
    }
  }

  private func nights(_ wish: NightsWish) -> Reply {
    guard let baby = model.baby(named: wish.baby) else {
      return .answer(.noBaby(named: wish.baby, in: model))
    }
    guard !model.condition(at: moment).isSafe else {
      return .answer(
        .failure(.again, "safe mode after crashes: nights are not looked at; see cribside status"))
    }
    guard let log = model.nightLog(of: baby, at: moment) else {
      return .answer(
        .failure(.again, model.clockDoubt(at: moment) + ": it is not known which night was the last"))
    }
    let (store, last) = (model.nightStore(of: baby, from: log), model.lastEvening(of: baby, from: log))
    guard !wish.words.isEmpty else {
      let report = NightsReport(
        store, through: last, days: wish.days, goal: model.goal(of: last, in: log), zone: zone)
      return .answer(report.answer(json: wish.isJSON))
    }
    let remarks = wish.words.map { NightRemark(evening: $0.evening ?? last, word: $0.word) }
    if let stranger = remarks.first(where: { store.night(of: $0.evening) == nil }) {
      let date = ISO8601.text(stranger.evening)
      return .answer(.failure(.data, "nothing is known of the night of \(date); see cribside nights"))
    }
    return .nights(baby, remarks)
  }

  private func calibration(wasStarted: Bool, json: Bool) -> BoxAnswer {
    let progress = model.calibrationProgress(at: moment)
    guard model.isMotionOn else { return .failure(.unavailable, "motion is off in the configuration") }
    guard progress == .idle else { return CalibrationAnswer(progress: progress, isJSON: json).answer }
    guard motion.last?.part != nil else { return .failure(.unavailable, "no accelerometer answers") }
    guard !wasStarted else { return .failure(.again, "nothing was read yet; ask again in a second") }
    return CalibrationAnswer(progress: .idle, isJSON: json).answer
  }

  private func quiet(_ wish: QuietWish) -> Reply {
    guard let input = wish.input(schedule: model.quietCourse.schedule) else {
      return .answer(QuietWish.sameTimes)
    }
    return .quiet(input, isJSON: wish.isJSON)
  }

  private func status(_ name: String?, json: Bool) -> BoxAnswer {
    let baby = name.flatMap { model.baby(named: $0) }
    guard name == nil || baby != nil else { return .noBaby(named: name, in: model) }
    return StatusReport(view: self, baby: baby).answer(json: json)
  }

  private func learn(_ name: String?, json: Bool) -> BoxAnswer {
    let baby = name.flatMap { model.baby(named: $0) }
    guard name == nil || baby != nil else { return .noBaby(named: name, in: model) }
    return LearnReport.answer(of: model, about: baby, at: moment, json: json)
  }

  private func explain(_ name: String?, json: Bool) -> BoxAnswer {
    guard let baby = model.baby(named: name) else { return .noBaby(named: name, in: model) }
    let model = model.pages(of: baby)
    guard let day = model.day(at: moment), let outlook = model.outlook(at: moment),
      let resident = model.resident
    else { return Self.unborn }
    return DayReport(
      name: resident.name, day: day, baby: resident.baby, outlook: outlook, now: now, zone: zone,
      clockIsKnown: clockIsKnown
    ).answer(json: json)
  }

  private func today(_ name: String?, json: Bool) -> BoxAnswer {
    let baby = name.flatMap { model.baby(named: $0) }
    guard name == nil || baby != nil else { return .noBaby(named: name, in: model) }
    let reports = model.residents.filter { baby == nil || $0.id == baby }
      .compactMap { TodayReport($0, of: model, at: moment) }
    guard !reports.isEmpty else { return Self.unborn }
    guard json else { return BoxAnswer(output: reports.flatMap(\.lines).map { $0 + "\n" }.joined()) }
    return BoxAnswer(output: reports.map { JSONWriter.text($0.document) + "\n" }.joined())
  }

  private static let unborn = BoxAnswer.failure(
    .data, "the birth date lies in the future; is the clock right?")
}
