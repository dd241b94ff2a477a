import Nursery

/// What is to be seen: from the state to a picture, and whether it is worth sending.
extension BedsideModel {
  /// The day state of the chosen baby at a moment, as the pages show it.
  public func day(at moment: Moment) -> DaySnapshot? {
    day(of: projection(of: chosenBaby, memoryOnly: true), at: moment)
  }

  /// The baby that the buttons speak of.
  public var resident: BedsideSettings.Resident? {
    settings.residents.first { $0.id == chosenBaby } ?? settings.residents.first
  }

  /// Everything the pages may show at a moment.
  public func scene(at moment: Moment) -> Scene? {
    guard let day = day(at: moment) else { return nil }
    return scene(of: day, outlook(of: day, at: moment), at: moment)
  }

  private func scene(of day: DaySnapshot, _ outlook: Outlook, at moment: Moment) -> Scene? {
    guard let shown = pageResident else { return nil }
    let resolved = clocks.resolve(.boot(moment.boot))
    var scene = Scene(
      page: page, babyName: shown.name, showsName: settings.residents.count > 1, day: day,
      outlook: outlook, now: resolved.instant,
      zone: settings.zone, clockIsKnown: resolved.isExact,
      isApproximate: !resolved.isExact, usesTwelveHours: settings.usesTwelveHours,
      notice: notice?.notice, unsavedCount: unsavedCount,
      nursingSide: running(.nursing, in: projection(of: chosenBaby, memoryOnly: true), at: moment)?.care.side,
      box: condition(at: moment))
    scene.cue = cue
    if let usual = learnedDay(at: moment)?.usualWakeUp { scene.usualMorning = usual }
    addFeeds(to: &scene, at: moment)
    scene.quiet = quietShow(at: moment)
    scene.quietMenu = quietMenuScene
    scene.clockByHand = isShielded ? nil : clockByHand
    scene.showsBoxDetails = showsBoxDetails
    scene.noticeName = notice?.baby.flatMap { names[$0] }
    if page == .today { scene.last = lastScene(at: moment) }
    if page == .night { scene.night = nightReview(of: chosenBaby, at: moment) }
    scene.motion = remark(of: day, at: moment)
    scene.calls = calls
    return scene
  }

  /// The box's own condition at a moment.
  public func condition(at moment: Moment) -> BoxCondition {
    var condition = box
    condition.clock = clockState(at: moment)
    condition.version = settings.version
    condition.address = settings.address
    if let link = box.link {
      let isHeld = moment.boot.milliseconds - link.heard.milliseconds <= LinkNews.heldMilliseconds
      condition.link = isHeld ? link : LinkNews(heard: link.heard, since: nil, others: [])
      for (index, other) in link.others.enumerated() where isHeld {
        condition.link?.others[index].name = settings.places.first { $0.box == other.box }?.name
      }
      condition.linkedSince = condition.link?.since.map { clocks.instant(at: $0) }
    }
    return condition
  }

  private func clockState(at moment: Moment) -> BoxCondition.ClockState {
    guard clocks.isSynced(boot: moment.boot.boot) else { return moment.trust == .none ? .unknown : .saved }
    return clocks.trust(ofBoot: moment.boot.boot)?.isTold == true ? .byHand : .synced
  }

  /// The panel's light at a moment: off after the timeout, dim by night and while a night's sleep runs.
  public func light(at moment: Moment) -> PanelLight {
    light(of: day(at: moment), at: moment)
  }

  private func light(of day: DaySnapshot?, at moment: Moment) -> PanelLight {
    if let light = quietLight(at: moment) { return light }
    if isDark { return .off }
    if case .nightSleep? = day?.state { return .dim }
    guard clocks.isSynced(boot: moment.boot.boot) else { return .on }
    let time = settings.zone.civil(clocks.instant(at: moment.boot)).time
    return settings.nightHours.contains(time) ? .dim : .on
  }

  /// Draws, and sends what differs from what was sent last.
  mutating func redraw(at moment: Moment) {
    minuteOffset = clocks.instant(at: moment.boot).milliseconds - moment.boot.milliseconds
    drawnMinute = clocks.instant(at: moment.boot).minute
    drawnMilliseconds = moment.boot.milliseconds
    lookForCue(at: moment)
    learn(at: moment)
    lookForCalls(at: moment)
    guard let day = day(at: moment),
      let scene = scene(of: day, keptOutlook(of: day, at: moment), at: moment)
    else { return }
    lastDay = day
    let next = Drawn(picture: Picture(of: scene), light: light(of: day, at: moment))
    guard next != drawn else { return }
    drawn = next
    effects.append(.draw(next.picture, next.light))
  }

  /// The picture in force.
  public var picture: Picture? { drawn?.picture }

  /// The page in force.
  public var currentPage: Page { page }

  func day(of log: CareLog, at moment: Moment) -> DaySnapshot? {
    guard let resident else { return nil }
    let now = clocks.instant(at: moment.boot)
    // A clock that lags behind the birth date must not leave the panel blank: the baby is then newly born.
    var baby = resident.baby
    baby.birthdate = min(baby.birthdate, settings.zone.civil(now).date)
    let since = CareLog.pagesSince(now)
    do {
      return try DayEngine.snapshot(
        baby: baby, feeds: log.feeds(clock: clocks, since: since, now: now),
        sleeps: log.sleeps(clock: clocks, since: since, now: now),
        wokeAt: log.wakes(clock: clocks, since: since, now: now).last,
        dreamFeedDismissals: log.dreamFeedDismissals(clock: clocks, since: since), now: now,
        zone: settings.zone, learned: learnedDay(from: log, at: moment), limits: resident.plan.wakeWindows)
    } catch {
      // The only refusal is of a birth date in the future.
      return nil
    }
  }

  /// The event that runs, as the pages show it.
  func running(_ kind: CareKind, in log: CareLog, at moment: Moment) -> CareRecord? {
    log.running(kind, clock: clocks, now: clocks.instant(at: moment.boot))
  }

  private var pageResident: BedsideSettings.Resident? {
    guard case .baby(let id) = page else { return resident }
    return settings.residents.first { $0.id == id } ?? resident
  }
}
