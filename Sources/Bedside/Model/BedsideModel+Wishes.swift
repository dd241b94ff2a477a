import Nursery

/// What a press of NAP or FEED means, and what another press of the same button means just after it.
extension BedsideModel {
  /// The commands of a press, its time and what it did, and the event that a hold moves if that is not the last one.
  typealias Wish = (
    commands: [CareCommand], time: EventTime, deed: Confirmation.Deed, event: EventID?
  )

  /// A press of a button, and what is known when it comes.
  struct Press {
    var log: CareLog
    var time: EventTime
    /// What the panel asks.
    var asked: Asked
    var moment: Moment
    var clocks: ClockHistory

    /// A time on the boot clock; nil is the time of the press.
    func boot(_ milliseconds: Int?) -> EventTime {
      guard let milliseconds else { return time }
      let reading = BootTime(boot: moment.boot.boot, milliseconds: milliseconds)
      return timeOfEvent(at: reading) ?? .boot(reading)
    }

    /// The same if an event ended then. What was asked about follows from its beginning, so it is told on the same clock
    /// unless the network has set this boot's.
    func end(_ milliseconds: Int?, of event: CareRecord?) -> EventTime {
      guard let milliseconds else { return time }
      let reading = BootTime(boot: moment.boot.boot, milliseconds: milliseconds)
      if let known = timeOfEvent(at: reading) { return known }
      guard !isSetByNetwork, case .boot(let start)? = event?.care.start else { return .boot(reading) }
      let began = clocks.instant(at: start).milliseconds
      return .boot(start.adding(milliseconds: clocks.instant(at: reading).milliseconds - began))
    }

    private var isSetByNetwork: Bool { clocks.trust(ofBoot: moment.boot.boot) == .synced }

    /// The reading of an event that is shown at an instant, if one of the two clocks may still be corrected. An entered
    /// time may be the same by chance.
    private func timeOfEvent(at reading: BootTime) -> EventTime? {
      let instant = clocks.instant(at: reading)
      for record in log.allRecords where !record.isDeleted {
        for time in [record.care.start, record.care.end ?? record.care.start] {
          guard case .boot = time else { continue }
          let known = clocks.resolve(time)
          if known.instant == instant, !known.isExact || !isSetByNetwork { return time }
        }
      }
      return nil
    }
  }

  private func running(_ kind: CareKind, _ press: Press) -> CareRecord? {
    running(kind, in: press.log, at: press.moment)
  }

  /// A press of NAP. What the box asked about begins or ends at the time in the question.
  func napWish(_ press: Press) -> Wish {
    if let sleep = running(.sleep, press) { return wakingWish(of: sleep, press) }
    if let night = press.asked.night { return nightWish(night, press) }
    if let morning = press.asked.morning { return morningWish(press.boot(morning), press) }
    return sleepWish(press)
  }

  /// NAP while a sleep runs.
  private func wakingWish(of sleep: CareRecord, _ press: Press) -> Wish {
    let (asked, nursing) = (press.asked, running(.nursing, press))
    let fedUntil = press.end(asked.fedUntil, of: nursing)
    if asked == Asked(beginsNursing: asked.beginsNursing, fedUntil: asked.fedUntil),
      let woke = wakingForFeed(of: screen.lastDay, at: press.moment)
    {
      let deed = nursing.map { nursing in
        let minutes = minutesFed(nursing, in: press.log, until: fedUntil)
        return Confirmation.Deed.sleepStartedAfterFeed(minutes: minutes, isNight: true)
      }
      let fed: [CareCommand] = nursing == nil ? [] : [.endNursing(at: fedUntil)]
      return (
        [.endSleep(at: press.boot(woke))] + fed + [.startSleep(at: press.time)], press.time,
        deed ?? .sleepStarted(isNight: true), nil
      )
    }
    let seen =
      asked.waking ?? suggestedWaking(at: press.moment).flatMap { $0 == asked.asleepUntil ? $0 : nil }
    let end = seen.map { press.boot($0) } ?? press.end(asked.asleepUntil, of: sleep)
    let doubted = doubtedNap(press)
    let commands = doubted.map { $0.action.inverses + $0.instead.commands } ?? ended(sleep, at: end)
    guard !asked.beginsSleep else {
      let fed: [CareCommand] = nursing == nil ? [] : [.endNursing(at: fedUntil)]
      return (
        commands + fed + [.startSleep(at: press.time)], press.time, .sleepStarted(isNight: false), nil
      )
    }
    // A feed that the box asks about has ended, too.
    let fed: [CareCommand] = asked.fedUntil == nil || nursing == nil ? [] : [.endNursing(at: fedUntil)]
    if let doubted { return (fed + commands, end, doubted.instead.deed, doubted.instead.event) }
    if asked.asleepUntil != nil, hasNotSlept(sleep, until: end) { return (fed + commands, end, .wokeUp, nil) }
    return (fed + [.endSleep(at: end)], end, .sleepEnded(isNight: isNight), sleep.id)
  }

  /// The offer that the question about the running nap repeats, if the panel asks that.
  private func doubtedNap(_ press: Press) -> Answer? {
    guard let end = press.asked.asleepUntil, !isNight, let doubted = doubtedNap(at: press.moment),
      end == onBoot(care.clocks.resolve(doubted.instead.time).instant, at: press.moment)
    else { return nil }
    return doubted
  }

  /// Ends a sleep at a time in a question. If it began then, the press that began it said that the baby woke up.
  private func ended(_ sleep: CareRecord, at end: EventTime) -> [CareCommand] {
    hasNotSlept(sleep, until: end)
      ? [.delete(sleep.id), .add(Care(kind: .wake, start: end))] : [.endSleep(at: end)]
  }

  private func hasNotSlept(_ sleep: CareRecord, until end: EventTime) -> Bool {
    care.clocks.resolve(sleep.care.start).instant.minutes(until: care.clocks.resolve(end).instant) < 1
  }

  /// NAP agrees that there was a night.
  private func nightWish(_ night: FoundNight, _ press: Press) -> Wish {
    let nap = night.nap.map { [CareCommand.amend($0.event, CarePatch(end: .some(press.boot($0.end))))] } ?? []
    let sleeps = night.onBoot.map { Care(kind: .sleep, start: press.boot($0), end: press.boot($1)) }
    let (start, end) = (night.start ?? Instant(milliseconds: 0), sleeps.last?.end ?? press.time)
    return (nap + sleeps.map { .add($0) }, end, .nightSlept(from: start), nil)
  }

  /// NAP says when the baby woke up in the morning. A feed of the night that still runs has ended, too.
  private func morningWish(_ morning: EventTime, _ press: Press) -> Wish {
    let isFed = press.asked.fedUntil != nil && running(.nursing, press) != nil
    let fed: [CareCommand] =
      isFed ? [.endNursing(at: press.end(press.asked.fedUntil, of: running(.nursing, press)))] : []
    return (fed + [.add(Care(kind: .wake, start: morning))], morning, .wokeUp, nil)
  }

  /// NAP while no sleep runs. A sleep ends a running nursing.
  private func sleepWish(_ press: Press) -> Wish {
    let asked = press.asked
    let waking =
      asked.beginsSleep ? [CareCommand.add(Care(kind: .wake, start: press.boot(asked.asleepUntil)))] : []
    let start = asked.beginsSleep ? press.time : press.boot(asked.bedtime ?? asked.sleep)
    guard let nursing = running(.nursing, press) else {
      return (waking + [.startSleep(at: start)], start, .sleepStarted(isNight: false), nil)
    }
    let fedUntil = press.end(asked.fedUntil, of: nursing)
    let minutes = minutesFed(nursing, in: press.log, until: fedUntil)
    return (
      waking + [.endNursing(at: fedUntil), .startSleep(at: start)], start,
      .sleepStartedAfterFeed(minutes: minutes, isNight: false), nil
    )
  }

  /// A press of FEED. A feed that runs for hours was forgotten, whether the panel asks about it, about a sleep, or not at
  /// all.
  func feedWish(_ press: Press) -> Wish {
    guard let nursing = running(.nursing, press) else {
      let side = offeredSide(press.log) ?? .left
      return ([.startNursing(side, at: press.time)], press.time, .nursingStarted(side), nil)
    }
    let asked = press.asked
    let isAsked =
      asked == Asked(beginsNursing: asked.beginsNursing, fedUntil: asked.fedUntil) && asked != Asked()
    let forgotten = isAsked ? nil : forgottenEnd(of: nursing, at: press.moment)
    let end = press.end(forgotten ?? (asked.beginsSleep ? nil : asked.fedUntil), of: nursing)
    guard asked.beginsNursing || forgotten != nil else {
      return ([.endNursing(at: end)], end, .nursingEnded, nursing.id)
    }
    let side = nursing.care.side?.offered ?? .left
    return (
      [.endNursing(at: end), .startNursing(side, at: press.time)], press.time, .nursingStarted(side), nil
    )
  }
}

// MARK: The plain meaning

extension BedsideModel {
  /// What a press means if the rules refuse what the panel asked about, because the log has since changed or has events
  /// that contradict each other: an event that runs ends now, or else one begins.
  func plainWish(_ button: Button, _ press: Press) -> Wish? {
    let (sleep, nursing) = (running(.sleep, press), running(.nursing, press))
    switch button {
    case .nap where sleep != nil:
      return ([.endSleep(at: press.time)], press.time, .sleepEnded(isNight: isNight), sleep?.id)
    case .nap:
      let fed: [CareCommand] = nursing == nil ? [] : [.endNursing(at: press.time)]
      return (fed + [.startSleep(at: press.time)], press.time, .sleepStarted(isNight: false), nil)
    case .feed where nursing != nil:
      return ([.endNursing(at: press.time)], press.time, .nursingEnded, nursing?.id)
    case .feed:
      let side = offeredSide(press.log) ?? .left
      return ([.startNursing(side, at: press.time)], press.time, .nursingStarted(side), nil)
    case .menu, .extra: return nil
    }
  }
}

// MARK: The other meaning

extension BedsideModel {
  /// What another press of the same button logs instead of what a press has logged: the press's own time instead of the
  /// one in the question, or the other thing that a press without a question may mean. Where motion saw a waking at night,
  /// it is asleep again. Nil if the two are the same, or if motion knew when a nap began.
  func wishInstead(of wish: Wish, _ button: Button, _ press: Press) -> Wish? {
    let asked = press.asked
    guard asked.sleep == nil else { return nil }
    let other: Wish?
    switch button {
    case .nap where asked.night != nil: other = asleepInstead(ofNight: wish, press)
    case .nap where asked.waking != nil: other = asleepAgain(after: wish, press)
    case .nap: other = asked == Asked() ? otherMeaning(of: wish, press) : napInstead(of: wish, press)
    case .feed:
      guard asked != Asked(), let nursing = running(.nursing, press) else { return nil }
      other = ([.endNursing(at: press.time)], press.time, .nursingEnded, nursing.id)
    case .menu, .extra: other = nil
    }
    // The same sentence twice would be a riddle.
    return other.flatMap { $0.commands == wish.commands || readsLike($0, wish) ? nil : $0 }
  }

  /// What a press of NAP logs instead if it answers a question that was not seen yet; nil if that is the same, or a
  /// question about a feed.
  func answer(to question: Remark, insteadOf wish: Wish, _ press: Press) -> Wish? {
    guard let day = screen.lastDay else { return nil }
    var read = press
    read.asked = answers(to: question, of: day, at: press.moment)
    let isAboutFeed =
      read.asked == Asked(beginsNursing: read.asked.beginsNursing, fedUntil: read.asked.fedUntil)
    let answer = napWish(read)
    return isAboutFeed || answer.commands == wish.commands || readsLike(answer, wish) ? nil : answer
  }

  private func readsLike(_ one: Wish, _ other: Wish) -> Bool {
    let minutes = [one, other].map { care.clocks.resolve($0.time).instant.milliseconds / 60_000 }
    if case (.sleepStarted, .sleepStarted) = (one.deed, other.deed) { return minutes[0] == minutes[1] }
    return minutes[0] == minutes[1] && one.deed == other.deed
  }

  /// Asleep now, where the press may not have been meant for the night in the question: in the night, instead of making a
  /// nap of a sleep that a press ended, and once the first nap may be due, after the night that motion saw.
  private func asleepInstead(ofNight wish: Wish, _ press: Press) -> Wish? {
    guard running(.nursing, press) == nil, let night = press.asked.night else { return nil }
    if night.nap != nil {
      return isNightWaking ? ([.startSleep(at: press.time)], press.time, .asleepAgain, nil) : nil
    }
    guard let end = night.onBoot.last?.end, nextMayBegin(after: end, at: press.moment) else { return nil }
    let commands = wish.commands + [.startSleep(at: press.time)]
    return (commands, press.time, .sleepStarted(isNight: false), nil)
  }

  /// Asleep again, where motion saw a waking in the night, or one so long ago that the next nap may be due: the press may
  /// say that the baby was laid down.
  private func asleepAgain(after waking: Wish, _ press: Press) -> Wish? {
    guard running(.nursing, press) == nil, waking.commands.count == 1,
      isNight || press.asked.waking.map({ mayBeNap(after: $0, at: press.moment) }) ?? false
    else { return nil }
    let deed = isNight ? Confirmation.Deed.asleepAgain : .sleepStarted(isNight: false)
    return (waking.commands + [.startSleep(at: press.time)], press.time, deed, nil)
  }

  private func napInstead(of wish: Wish, _ press: Press) -> Wish? {
    let (asked, moment) = (press.asked, press.moment)
    if case .sleepStartedAfterFeed(_, isNight: true) = wish.deed { return otherMeaning(of: wish, press) }
    if asked.beginsSleep, running(.sleep, press) == nil {
      return ([.add(Care(kind: .wake, start: press.time))], press.time, .wokeUp, nil)
    }
    if let again = awakeAgain(insteadOf: press) { return again }
    if asked.asleepUntil != nil, !asked.beginsSleep, napBeforeBed(at: moment) != nil {
      return otherMeaning(of: wish, press)
    }
    let nursed = running(.nursing, press) != nil && asked.fedUntil == nil && asked.morning == nil
    if let end = asked.morning ?? asked.asleepUntil, !asked.beginsSleep,
      nursed && !isNight || mayBeNap(after: end, at: moment)
    {
      let fed: [CareCommand] = nursed ? [.endNursing(at: press.time)] : []
      let commands = wish.commands + fed + [.startSleep(at: press.time)]
      return (commands, press.time, .sleepStarted(isNight: false), nil)
    }
    if asked.morning != nil { return morningWish(press.time, press) }
    if running(.sleep, press) == nil, let nursing = running(.nursing, press),
      let slept = sleptOnAfterFeed(nursing, press)
    {
      return slept
    }
    if let up = awakeSinceFeed(press) { return up }
    var unasked = press
    unasked.asked = Asked()
    return napWish(unasked)
  }

  /// Awake since the feed in the question, where the press also began the next nap.
  private func awakeSinceFeed(_ press: Press) -> Wish? {
    let moment = press.moment
    guard press.asked.beginsSleep, let end = press.asked.asleepUntil, let sleep = running(.sleep, press),
      let day = screen.lastDay, let plan = resident?.plan,
      doubtedPress(in: day, before: morning(after: day, plan, at: moment), at: moment) == nil,
      end == feedInNap(at: moment) || end == onBoot(likelyMorning(of: day, plan, at: moment), at: moment)
    else { return nil }
    return (
      ended(sleep, at: press.end(end, of: sleep)), press.boot(end), .sleepEnded(isNight: isNight), sleep.id
    )
  }

  /// What a press of NAP that answered no question may have meant: awake or asleep again after a feed in the sleep, awake
  /// since that feed, bed after a nap that no press ended, awake after having slept on, or awake for the first time.
  private func otherMeaning(of wish: Wish, _ press: Press) -> Wish? {
    let (sleep, nursing) = (running(.sleep, press), running(.nursing, press))
    if case .sleepStartedAfterFeed(_, isNight: true) = wish.deed, wish.commands.count == 3,
      case .endSleep(let woke) = wish.commands[0]
    {
      // After an hour the baby has slept again for long.
      if let fedUntil = press.asked.fedUntil {
        let commands: [CareCommand] = [
          .endNursing(at: press.end(fedUntil, of: nursing)), .endSleep(at: press.time),
        ]
        return (commands, press.time, .sleepEnded(isNight: true), sleep?.id)
      }
      return ([wish.commands[1], wish.commands[0]], woke, .sleepEnded(isNight: true), sleep?.id)
    }
    if let sleep, case .sleepStarted(isNight: true) = wish.deed {
      return ([.endSleep(at: press.time)], press.time, .sleepEnded(isNight: true), sleep.id)
    }
    if let sleep, let night = nightInstead(of: sleep, press) { return night }
    if let sleep, let nursing { return asleepInstead(sleep, nursing, press) }
    if let sleep, !isRough(sleep) {
      if let woke = maySleepOn(at: press.moment) {
        let commands: [CareCommand] = [
          .endSleep(at: press.boot(woke)), .startSleep(at: press.time),
        ]
        return (commands, press.time, .asleepAgain, nil)
      }
      if let asleep = asleepAfterGuess(sleep, press) { return asleep }
      return (feedInNap(at: press.moment) ?? overdueNapEnd(at: press.moment)).map {
        ([.endSleep(at: press.end($0, of: sleep))], press.boot($0), .sleepEnded(isNight: false), sleep.id)
      } ?? firstNap(sleep, press) ?? noNap(sleep, press)
    }
    if let nursing, let slept = sleptOnAfterFeed(nursing, press) { return slept }
    if let other = sleptBeforeFeed(wish, press) ?? awakeAgain(insteadOf: press) { return other }
    guard nursing == nil else { return nil }
    guard let (since, until) = sleptOn(at: press.moment) else { return firstWaking(press) }
    let slept = Care(kind: .sleep, start: press.boot(since), end: press.boot(until))
    let start = care.clocks.resolve(slept.start).instant
    return ([.add(slept)], press.boot(until), .nightSlept(from: start), nil)
  }

  /// Awake, where no press has said so and the box does not ask: in the first night or morning with the box, or after a day
  /// without it, where nothing was logged for half a day.
  private func firstWaking(_ press: Press) -> Wish? {
    guard screen.lastDay?.state == .notStarted, running(.sleep, press) == nil,
      care.clocks.isSynced(boot: press.moment.boot.boot)
    else { return nil }
    let now = care.clocks.instant(at: press.moment.boot)
    let isPaused = press.log.allRecords.allSatisfy {
      $0.isDeleted || care.clocks.resolve($0.care.start).instant < now.adding(minutes: -Self.pauseMinutes)
    }
    guard care.settings.zone.civil(now).time.hour < 12, isPaused else { return nil }
    return ([.add(Care(kind: .wake, start: press.time))], press.time, .wokeUp, nil)
  }

  /// After this long without an entry, in minutes, a first NAP may say awake as well as asleep.
  private static let pauseMinutes = 720

  /// Awake in the night, where the press began a sleep: the baby slept since bedtime, since the last waking, or since the
  /// feed that nothing ended, without a press.
  private func awakeAgain(insteadOf press: Press) -> Wish? {
    guard running(.sleep, press) == nil, press.asked.morning == nil else { return nil }
    let fedUntil = press.asked.fedUntil.flatMap { maySleep(afterFeedUntil: $0, press) ? $0 : nil }
    let again = isNightWaking ? sleptAgain(at: press.moment) : nil
    guard let since = fedUntil ?? press.asked.bedtime ?? again else { return nil }
    let fed: [CareCommand] =
      fedUntil.map { [.endNursing(at: press.end($0, of: running(.nursing, press)))] } ?? []
    let slept = Care(kind: .sleep, start: press.boot(since), end: press.time)
    return (fed + [.add(slept)], press.time, .sleepEnded(isNight: true), nil)
  }

  /// Asleep again, where the baby also slept before the last feed without a press.
  private func sleptBeforeFeed(_ wish: Wish, _ press: Press) -> Wish? {
    guard let (since, until) = sleptBeforeFeed(at: press.moment) else { return nil }
    let slept = Care(kind: .sleep, start: press.boot(since), end: press.boot(until))
    let times = [since, until].map { care.clocks.resolve(press.boot($0)).instant }
    let deed = Confirmation.Deed.sleptBeforeFeed(from: isNightWaking ? nil : times[0], until: times[1])
    return ([.add(slept)] + wish.commands, wish.time, deed, nil)
  }

  /// Whether the baby may have fallen asleep in a feed of the night, or in one at bedtime, that no press ended and that
  /// may have ended at a time on the boot clock.
  private func maySleep(afterFeedUntil end: Int, _ press: Press) -> Bool {
    guard let day = screen.lastDay, case .bedtimeWindow = day.state,
      let bedtime = onBoot(day.bedtime, at: press.moment)
    else { return false }
    guard isNightWaking else {
      return press.asked.beginsNursing && end >= bedtime - Self.earlyFeedMinutes * 60_000
    }
    return press.moment.boot.milliseconds > end
  }

  /// Slept on after the feed in which the last waking was, or after a feed of hours, which no press ended.
  private func sleptOnAfterFeed(_ nursing: CareRecord, _ press: Press) -> Wish? {
    guard let (since, until) = sleptOn(at: press.moment), case .boot(let fed) = nursing.care.start,
      fed.box == nil,
      fed.boot == press.moment.boot.boot
    else { return nil }
    let isMorning = fed.milliseconds == until
    guard let from = isMorning || fed.milliseconds < since ? since : press.asked.fedUntil else { return nil }
    let slept = Care(kind: .sleep, start: press.boot(from), end: press.boot(until))
    return (
      [.endNursing(at: isMorning ? press.time : slept.start), .add(slept)], press.boot(until),
      .nightSlept(from: care.clocks.resolve(slept.start).instant), nil
    )
  }

  /// Asleep again after a feed in the sleep, where the press said awake. By day the sleep has not been interrupted.
  private func asleepInstead(_ sleep: CareRecord, _ nursing: CareRecord, _ press: Press) -> Wish? {
    if let woke = maySleepOn(at: press.moment) {
      let commands: [CareCommand] = [
        .endSleep(at: press.boot(woke)), .endNursing(at: press.time), .startSleep(at: press.time),
      ]
      return (commands, press.time, .asleepAgain, nil)
    }
    let began = [nursing, sleep].map { care.clocks.resolve($0.care.start).instant }
    guard !isNight, began[0] > began[1] else { return nil }
    return ([.endNursing(at: press.time)], press.time, .nursingEnded, nursing.id)
  }

  /// Asleep again, where the press before was taken to say so after a feed, but said that the baby was awake.
  private func asleepAfterGuess(_ sleep: CareRecord, _ press: Press) -> Wish? {
    func instant(_ time: EventTime) -> Instant { care.clocks.resolve(time).instant }
    let (began, records) = (instant(sleep.care.start), press.log.allRecords.filter { !$0.isDeleted })
    let ended = records.filter { $0.care.kind == .sleep && $0.care.end.map { instant($0) <= began } ?? false }
    guard isNight, began.minutes(until: instant(press.time)) <= Self.sleepsLaterMinutes,
      let before = ended.max(by: { instant($0.care.start) < instant($1.care.start) }),
      let woke = before.care.end,
      records.contains(where: { $0.care.kind.isFeed && $0.care.start == woke })
    else { return nil }
    let commands: [CareCommand] = [
      .amend(before.id, CarePatch(end: .some(sleep.care.start))),
      .amend(sleep.id, CarePatch(start: press.time)),
    ]
    return (commands, press.time, .asleepAgain, sleep.id)
  }

  /// The first nap, where no press ended the night before the first feed of the morning, or before the usual wake-up.
  private func firstNap(_ sleep: CareRecord, _ press: Press) -> Wish? {
    guard isNight, let day = screen.lastDay, let night = nightEnd(of: day, sleep, at: press.moment),
      let up = onBoot(night.up, at: press.moment), let end = onBoot(night.end, at: press.moment),
      nextMayBegin(after: up, at: press.moment)
    else { return nil }
    return (
      ended(sleep, at: press.end(end, of: sleep)) + [.startSleep(at: press.time)], press.time,
      .sleepStarted(isNight: false), nil
    )
  }

  /// When the running night may have ended, and since when the baby may be up. That may be earlier, since the press that
  /// logged the running sleep may have said it.
  private func nightEnd(
    of day: DaySnapshot, _ sleep: CareRecord, at moment: Moment
  ) -> (up: Instant, end: Instant)? {
    guard let resident, care.clocks.isSynced(boot: moment.boot.boot) else { return nil }
    let (usual, now) = (morning(after: day, resident.plan, at: moment), care.clocks.instant(at: moment.boot))
    let isEarly = usual.minutes(until: now) < Self.lateWakingMinutes
    if isEarly, doubtedPress(in: day, before: usual, at: moment) != nil { return nil }
    if let up = likelyMorning(of: day, resident.plan, at: moment) { return (up, up) }
    guard care.clocks.resolve(sleep.care.start).instant < usual, usual < now else { return nil }
    let asked = DayRules.askedMinutes(of: resident.baby, on: care.settings.zone.civil(now).date)
    guard let pressed = upSince(sleep, before: usual, now) else {
      return usual.minutes(until: now) >= asked ? (usual, usual) : nil
    }
    return pressed.minutes(until: now) >= asked - Self.napLeadMinutes ? (pressed, usual) : nil
  }

  /// Since when the baby may be up by the press that logged the running sleep, once a press may be meant for the first nap.
  private func upSince(_ sleep: CareRecord, before usual: Instant, _ now: Instant) -> Instant? {
    guard usual.minutes(until: now) >= Self.lateWakingMinutes,
      let pressed = guessedPress(of: sleep, before: usual), !wasAwake(shortlyBefore: pressed)
    else { return nil }
    return pressed
  }

  /// No nap, where the baby was put down and may not have slept. With several babies the press was more often meant for
  /// another one, and another press takes it back.
  private func noNap(_ sleep: CareRecord, _ press: Press) -> Wish? {
    let start = care.clocks.resolve(sleep.care.start).instant
    let minutes = start.minutes(until: care.clocks.instant(at: press.moment.boot))
    guard care.settings.residents.count == 1, !isNight,
      (DayRules.leastNapMinutes..<PlanSettings.shortestNapMinutes).contains(minutes)
    else {
      return nil
    }
    return ([.delete(sleep.id)], press.time, .sleptTooShort(minutes: minutes), nil)
  }

  /// Bed after the last nap, which no press ended, and after a feed that still runs.
  private func nightInstead(of sleep: CareRecord, _ press: Press) -> Wish? {
    guard let end = napBeforeBed(at: press.moment) else { return nil }
    let fed: [CareCommand] = running(.nursing, press) == nil ? [] : [.endNursing(at: press.time)]
    let commands =
      [.endSleep(at: press.end(end, of: sleep))] + fed + [CareCommand.startSleep(at: press.time)]
    return (commands, press.time, .sleepStarted(isNight: true), nil)
  }

  /// How long before the next nap may be due a press may be meant for it, in minutes.
  private static let napLeadMinutes = 30

  /// Whether, after a sleep that ended at a time on the boot clock, a second press would rather begin a nap. A baby that
  /// was fed had woken up before that.
  private func mayBeNap(after end: Int, at moment: Moment) -> Bool {
    guard let day = screen.lastDay, let plan = resident?.plan, care.clocks.isSynced(boot: moment.boot.boot)
    else { return false }
    let last = max(day.napCutoff, day.bedtime.adding(minutes: -Self.lateMinutes))
    let isOver = !isNight && day.state != .notStarted && last <= care.clocks.instant(at: moment.boot)
    let fed = feedInNap(at: moment) ?? onBoot(likelyMorning(of: day, plan, at: moment), at: moment)
    let woke = fed == end ? end - Self.awakeBeforeFeedMinutes * 60_000 : end
    guard !isOver else { return false }
    guard isNight, let sleep = running(.sleep, in: projection(of: care.chosenBaby), at: moment) else {
      return nextMayBegin(after: woke, at: moment)
    }
    let (usual, now) = (morning(after: day, plan, at: moment), care.clocks.instant(at: moment.boot))
    let pressed = onBoot(upSince(sleep, before: usual, now), at: moment)
    let isDoubted = onBoot(doubtedPress(in: day, before: usual, at: moment), at: moment) == end
    return nextMayBegin(
      after: isDoubted ? pressed ?? moment.boot.milliseconds : min(woke, pressed ?? woke), at: moment)
  }

  /// For how long a baby may have been awake before a feed, in minutes.
  private static let awakeBeforeFeedMinutes = 30

  /// Whether the baby may sleep again after a sleep that ended at a time on the boot clock.
  func nextMayBegin(after end: Int, at moment: Moment) -> Bool {
    let window = screen.lastDay?.bracket.wakeWindows.map { $0.lower }.min() ?? 0
    return moment.boot.milliseconds - end >= (window - Self.napLeadMinutes) * 60_000
  }

  /// Shows what a press answered, and what the same button logs instead while this is shown.
  mutating func offer(
    _ instead: Wish, insteadOf action: Action, as answered: Confirmation, _ button: Button
  ) {
    say(offered(instead, insteadOf: action, as: answered, button), whenSaved: action)
  }

  /// The notice that offers it.
  mutating func offered(
    _ instead: Wish, insteadOf action: Action, as answered: Confirmation, _ button: Button
  ) -> Notice {
    buttons.answer = Answer(action: action, instead: instead)
    var deed = instead.deed
    let time = care.clocks.resolve(instead.time).instant
    switch (deed, answered.deed) {
    case (.sleepStarted, .sleepStarted): deed = answered.deed
    case (.sleepStartedAfterFeed(let minutes, _), .sleepStartedAfterFeed(_, let isNight)):
      deed = .sleepStartedAfterFeed(minutes: minutes, isNight: isNight)
    // While a forgotten nap runs, the panel does not know yet that it is night.
    case (.sleepStarted, _) where isOfNight(from: time, until: time, of: care.chosenBaby):
      deed = .sleepStarted(isNight: true)
    default: break
    }
    let own = Confirmation(deed: deed, at: time)
    return .answered(answered, instead: own, button)
  }

  /// Whether the panel shows what another press logs instead.
  var canOffer: Bool { care.box.panel == .works && screen.isSeen }

  /// The answer that the panel shows, if a press of the button replaces it.
  func shownAnswer(of button: Button) -> Answer? {
    guard case .answered(_, _, button)? = screen.notice?.notice,
      screen.drawn?.scene.notice == screen.notice?.notice,
      screen.page == .now, !screen.isDark, canOffer, let answer = buttons.answer,
      answer.action.baby == care.chosenBaby, buttons.history.done.contains(answer.action)
    else { return nil }
    return answer
  }

  /// Takes back what the last press of the button logged, and logs its other meaning. Returns false if the rules refuse
  /// that, and the press means what it otherwise would.
  mutating func replace(_ answer: Answer, byPressOf button: Button, at moment: Moment) -> Bool {
    buttons.answer = nil
    let commands = answer.action.inverses + answer.instead.commands
    guard var action = granted(commands, for: answer.action.baby, at: moment) else { return false }
    wake(at: moment)
    let first = buttons.presses[button]
    buttons.earlierPresses[button] = nil
    buttons.presses[button] = CorrectablePress(milliseconds: moment.boot.milliseconds)
    // An undo must only take this back, and not bring back the answer.
    action.inverses = Array(action.inverses.prefix(answer.instead.commands.count))
    let isGone = if case .sleptTooShort = answer.instead.deed { true } else { false }
    // Undoing a deletion restores what the first press did.
    if !isGone { buttons.history.forget(answer.action) }
    undoForWitness(answer.action, pressedAt: first?.milliseconds)
    record(action, as: answer.instead, of: button, at: moment)
    if isGone { offerUndo(of: action) }
    return true
  }
}
