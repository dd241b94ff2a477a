import Nursery

/// What the panel shows, and when that changes by itself. Times are on the boot clock.
struct ScreenModel: Sendable {
  var page = Page.now
  /// The last entries, which replace the Today page while they are open.
  var last: LastModel?
  /// Whether the Box page shows every part instead of only the faults.
  var showsBoxDetails = false
  /// When the Now page replaces any other page.
  var leaveMilliseconds: Int?
  /// When the shown baby's page counts as a choice.
  var choiceDeadline: Int?
  var darkDeadline: Int?
  var isDark = false
  /// Whether the panel can be read; false for presses from before the log was open, when it asked nothing.
  var isSeen = true
  var notice: TimedNotice?
  var lamp = LampBlinker()
  var drawn: Drawn?
  var drawnMinute: Int?
  /// When the picture was last drawn.
  var drawnMilliseconds: Int?
  /// The civil clock minus the boot clock at the last turn, in milliseconds.
  var minuteOffset = 0
  /// The day as it was drawn last.
  var lastDay: DaySnapshot?
}

/// From the state to a picture, and whether to send it.
extension BedsideModel {
  /// The day state of the chosen baby at a moment, as the pages show it.
  public func day(at moment: Moment) -> DaySnapshot? {
    day(of: projection(of: care.chosenBaby, memoryOnly: true), at: moment)
  }

  /// The baby that the buttons are for.
  public var resident: BedsideSettings.Resident? {
    care.settings.residents.first { $0.id == care.chosenBaby } ?? care.settings.residents.first
  }

  /// Everything the pages may show at a moment.
  public func scene(at moment: Moment) -> Scene? {
    let page = modelOfPage
    guard let day = page.day(at: moment),
      var scene = page.scene(of: day, page.outlook(of: day, at: moment), at: moment)
    else { return nil }
    if leadsToPlan(at: moment) { scene.planName = resident?.name }
    return scene
  }

  /// The model as if the page's baby were chosen: the page that chooses it shows its state.
  private var modelOfPage: BedsideModel {
    guard case .baby(let id) = screen.page else { return self }
    var model = self
    model.care.chosenBaby = id
    return model
  }

  private func scene(of day: DaySnapshot, _ outlook: Outlook, at moment: Moment) -> Scene? {
    guard let shown = pageResident else { return nil }
    let resolved = care.clocks.resolve(.boot(moment.boot))
    var scene = Scene(
      page: screen.page, babyName: shown.name, showsName: care.settings.residents.count > 1, day: day,
      outlook: outlook, now: resolved.instant,
      zone: care.settings.zone, clockIsKnown: resolved.isExact,
      isApproximate: !resolved.isExact, usesTwelveHours: care.settings.usesTwelveHours,
      notice: screen.notice?.notice, unsavedCount: unsavedEntries,
      nursingSide: running(.nursing, in: projection(of: care.chosenBaby, memoryOnly: true), at: moment)?.care
        .side,
      box: condition(at: moment))
    scene.cue = reminders.cue
    if let usual = learnedDay(at: moment)?.usualWakeUp { scene.usualMorning = usual }
    addFeeds(to: &scene, at: moment)
    scene.quiet = quietShow(at: moment)
    scene.quietMenu = quietMenuScene
    scene.clockByHand = isShielded ? nil : clock.byHand
    scene.showsBoxDetails = screen.showsBoxDetails
    scene.menuRedoes = buttons.redoable.map { moment.boot.milliseconds <= $0.until } ?? false
    scene.noticeName = screen.notice?.baby.flatMap { names[$0] }
    if screen.page == .today { scene.last = lastScene(at: moment) }
    if screen.page == .night { scene.night = nightReview(of: care.chosenBaby, at: moment) }
    // The nights were gathered when the log last changed.
    if scene.greetsInTheMorning, let store = nights.stores[care.chosenBaby] {
      let yesterday = scene.zone.civil(scene.now).date.adding(days: -1)
      scene.night = NightReview(evening: yesterday, store: store)
    }
    scene.remark = remark(of: day, at: moment)
    scene.calls = planning.calls
    return scene
  }

  /// The box's own condition at a moment.
  public func condition(at moment: Moment) -> BoxCondition {
    var condition = care.box
    condition.clock = clockState(at: moment)
    condition.version = care.settings.version
    condition.address = care.settings.address
    if let link = care.box.link {
      let isHeld = moment.boot.milliseconds - link.heard.milliseconds <= LinkNews.heldMilliseconds
      condition.link = isHeld ? link : LinkNews(heard: link.heard, since: nil, others: [])
      for (index, other) in link.others.enumerated() where isHeld {
        condition.link?.others[index].name = care.settings.places.first { $0.box == other.box }?.name
      }
      condition.linkedSince = condition.link?.since.map { care.clocks.instant(at: $0) }
    }
    return condition
  }

  private func clockState(at moment: Moment) -> BoxCondition.ClockState {
    guard care.clocks.isSynced(boot: moment.boot.boot) else {
      return moment.trust == .none ? .unknown : .saved
    }
    return care.clocks.trust(ofBoot: moment.boot.boot)?.isByPerson == true ? .byHand : .synced
  }

  /// The panel's light at a moment: off after the timeout, dim at night and while a night sleep runs.
  public func light(at moment: Moment) -> PanelLight {
    light(of: day(at: moment), at: moment)
  }

  private func light(of day: DaySnapshot?, at moment: Moment) -> PanelLight {
    if let light = quietLight(at: moment) { return light }
    if screen.isDark { return .off }
    if case .nightSleep? = day?.state { return .dim }
    // After a restart without a clock, the saved time or a later one applies. A box that never knew the time is lit.
    let boot = moment.boot.boot
    guard care.clocks.isSynced(boot: boot) || care.clocks.bootClocks(sinceSyncThrough: boot) != nil else {
      return .on
    }
    let time = care.settings.zone.civil(care.clocks.instant(at: moment.boot)).time
    return care.settings.nightHours.contains(time) ? .dim : .on
  }

  /// Draws, and sends the picture if it differs from the last one.
  mutating func redraw(at moment: Moment) {
    screen.minuteOffset = care.clocks.instant(at: moment.boot).milliseconds - moment.boot.milliseconds
    screen.drawnMinute = care.clocks.instant(at: moment.boot).minute
    screen.drawnMilliseconds = moment.boot.milliseconds
    lookForCue(at: moment)
    learn(at: moment)
    lookForCalls(at: moment)
    guard let day = day(at: moment), let scene = drawnScene(of: day, at: moment) else { return }
    screen.lastDay = day
    let light = light(of: day, at: moment)
    // Pages show minutes: within a minute, the same scene has the same picture.
    guard screen.drawn?.shows(scene, light) != true else { return }
    let picture = Picture(of: scene.inPanelLetters(care.settings.residents))
    let next = Drawn(scene: scene, picture: picture, light: light)
    let isNew = next.picture != screen.drawn?.picture || light != screen.drawn?.light
    screen.drawn = next
    if isNew { effects.append(.draw(next.picture, light)) }
  }

  /// The scene to draw. The planner keeps what it computes for the chosen baby.
  private mutating func drawnScene(of day: DaySnapshot, at moment: Moment) -> Scene? {
    if case .baby = screen.page { return scene(at: moment) }
    return scene(of: day, keptOutlook(of: day, at: moment), at: moment)
  }

  /// The current picture.
  public var picture: Picture? { screen.drawn?.picture }

  /// The current page.
  public var currentPage: Page { screen.page }

  func day(of log: CareLog, at moment: Moment) -> DaySnapshot? {
    guard let resident else { return nil }
    let now = care.clocks.instant(at: moment.boot)
    // The panel must not stay blank if the clock is before the birth date: the baby is then newborn.
    var baby = resident.baby
    baby.birthdate = min(baby.birthdate, care.settings.zone.civil(now).date)
    let since = CareLog.pagesSince(now)
    let learned = learnedDay(from: log, at: moment)
    let asked = askedMorning(from: log, learned, at: moment)
    do {
      return try DayEngine.snapshot(
        baby: baby, feeds: log.feeds(clock: care.clocks, since: since, now: now),
        sleeps: log.daySleeps(clock: care.clocks, since: since, now: now),
        wokeAt: nil, wakes: log.wakes(clock: care.clocks, since: since, now: now),
        dreamFeedDismissals: log.dreamFeedDismissals(clock: care.clocks, since: since), now: now,
        zone: care.settings.zone, learned: learned, limits: resident.plan.wakeWindows,
        rules: .box(
          usualWakeUp: asked.flatMap { _ in usualMorning(by: learned, at: moment) }, askedMorning: asked))
    } catch {
      // The only possible error is a birth date in the future.
      return nil
    }
  }

  /// The running event, as the pages show it.
  func running(_ kind: CareKind, in log: CareLog, at moment: Moment) -> CareRecord? {
    log.running(kind, clock: care.clocks, now: care.clocks.instant(at: moment.boot))
  }

  /// The baby of the current page.
  var shownBaby: BabyID { pageResident?.id ?? care.chosenBaby }

  private var pageResident: BedsideSettings.Resident? {
    guard case .baby(let id) = screen.page else { return resident }
    return care.settings.residents.first { $0.id == id } ?? resident
  }
}

/// Pairing a phone, as the panel shows it.
extension BedsideModel {
  /// Receives a code for a phone, or its end. The Box page opens and shows the code. Returns false if nothing has
  /// changed.
  mutating func receive(_ offer: PhoneOffer?, at moment: Moment) -> Bool {
    guard care.box.phone != offer else { return false }
    care.box.phone = offer
    screen.leaveMilliseconds = moment.boot.milliseconds + Self.pageRestMilliseconds
    if offer != nil {
      closeEdits()
      (quiet.menu, buttons.menuPress, screen.choiceDeadline) = (nil, nil, nil)
      (screen.page, screen.showsBoxDetails) = (.box, false)
      wake(at: moment)
    }
    return true
  }

  /// Asks for a code, after the menu's row was chosen.
  mutating func askForPhoneCode() {
    quiet.menu = nil
    screen.page = .box
    effects.append(.offerPhone)
  }
}

extension Scene {
  /// The scene with every name in the panel's letters, and short enough for a line. Commands, the phone and the log keep
  /// the names as they are.
  func inPanelLetters(_ residents: [BedsideSettings.Resident]) -> Scene {
    let forms = PanelName.forms(of: residents)
    func spelled(_ name: String) -> String {
      residents.firstIndex { $0.name == name }.flatMap { forms[$0].first } ?? name
    }
    var scene = self
    for names in forms { if let name = names.first { scene.shorterNames[name] = Array(names.dropFirst()) } }
    scene.babyName = spelled(babyName)
    scene.noticeName = noticeName.map { spelled($0) }
    scene.planName = planName.map { spelled($0) }
    scene.calls = calls.map { BabyCall(name: spelled($0.name), need: $0.need) }
    if case .elsewhere(let what, let place?)? = notice {
      scene.notice = .elsewhere(what, place: PanelName.spelled(place))
    }
    for (index, entry) in (last?.entries ?? []).enumerated() {
      scene.last?.entries[index].medicine = entry.medicine.flatMap { PanelName.spelled($0) }
    }
    return scene
  }
}
