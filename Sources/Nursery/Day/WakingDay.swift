/// The waking day of a snapshot: from the morning wake-up to the end of the following night.
struct WakingDay {
  /// The calendar date of its morning.
  let date: CivilDate
  /// When it began; nil before anything happened.
  let morning: Instant?
  /// Whether the wake-up was not logged, so that the day began with its first entry.
  let morningIsAssumed: Bool
  let bedtime: Instant
  /// Its sleeps so far.
  let sleeps: [DaySnapshot.ClassifiedSleep]
  /// Its feeds so far.
  let feeds: [FeedSpan]

  var naps: [SleepSpan] { sleeps.filter { !$0.isNight }.map { $0.span } }
  var completedNaps: Int { naps.filter { $0.end != nil }.count }
  /// When the night's first sleep began; nil before it.
  var nightStart: Instant? { sleeps.first { $0.isNight }?.span.start }
  var running: DaySnapshot.ClassifiedSleep? {
    sleeps.last.flatMap { $0.span.end == nil ? $0 : nil }
  }
  /// Since when the baby has been awake: the end of the last sleep, otherwise the morning; nil while asleep.
  var wakeReference: Instant? {
    running == nil ? sleeps.last?.span.end ?? morning : nil
  }
}

extension DayInput {
  /// How a date's day began, as far as is known at `now`.
  private enum Morning: Equatable {
    /// It began at this time.
    case began(Instant)
    /// The wake-up was not logged, and this is the first entry.
    case assumed(Instant)
    /// The night before it has not ended.
    case nightContinues
    /// No night is known, and nothing has happened since `dayStart`.
    case unknown

    var instant: Instant? {
      switch self {
      case .began(let instant), .assumed(let instant): instant
      case .nightContinues, .unknown: nil
      }
    }
  }

  /// The waking day at `now`. A running sleep belongs to the day it began in, however long it lasts.
  func wakingDay() -> WakingDay {
    let anchor = runningSleep?.start ?? now
    let date = place.date(of: anchor)
    if let early = earlyWakeUp(on: date.adding(days: 1)), early <= anchor {
      return wakingDay(on: date.adding(days: 1), from: .began(early))
    }
    let morning = morning(of: date)
    guard morning == .nightContinues else { return wakingDay(on: date, from: morning) }
    let yesterday = date.adding(days: -1)
    return wakingDay(on: yesterday, from: self.morning(of: yesterday))
  }

  private func wakingDay(on date: CivilDate, from morning: Morning) -> WakingDay {
    let beginning = morning.instant ?? place.dayStart(of: date)
    let isAssumed = if case .assumed = morning { true } else { false }
    let sleeps = sleeps.filter { $0.start >= beginning }
      .map { DaySnapshot.ClassifiedSleep(span: $0, isNight: isNight($0, of: date)) }
    // A nursing across the morning belongs to both days, so that ending it changes no count.
    let feeds = feeds.filter { $0.start >= beginning || $0.end.map { $0 > beginning } ?? true }
    return WakingDay(
      date: date, morning: morning.instant, morningIsAssumed: isAssumed, bedtime: place.bedtime(of: date),
      sleeps: sleeps, feeds: feeds)
  }

  /// The sleeps of a waking day that were too short to be naps.
  func shortSleeps(of day: WakingDay) -> [SleepSpan] {
    let beginning = day.morning ?? place.dayStart(of: day.date)
    return shortSleeps.filter { $0.start >= beginning }
  }

  /// The night's sleeps after a date's evening: from going to bed until the morning.
  func nightSleeps(of date: CivilDate) -> [SleepSpan] {
    let limit = morning(of: date.adding(days: 1)).instant
    let beginning = morning(of: date).instant ?? place.dayStart(of: date)
    return sleeps.filter { sleep in
      sleep.start >= beginning && limit.map { sleep.start < $0 } ?? true && isNight(sleep, of: date)
    }
  }

  /// Whether the night after a date's evening is over, at a known time or not.
  func isOver(nightOf date: CivilDate) -> Bool {
    switch morning(of: date.adding(days: 1)) {
    case .began, .assumed: true
    case .unknown: !nightSleeps(of: date).isEmpty
    case .nightContinues: false
    }
  }

  /// The stated wake-up on the morning after a date's evening; nil if only sleeps show when it was.
  func statedMorning(after date: CivilDate) -> Instant? {
    let next = date.adding(days: 1)
    guard let stated = wakeUp(on: next) ?? earlyWakeUp(on: next), morning(of: next).instant == stated else {
      return nil
    }
    return stated
  }

  /// Whether a sleep of a date's waking day belongs to the night; otherwise it is a nap.
  ///
  /// A sleep belongs to the night if it begins 30 minutes before bedtime or later, or as early as the rules offer
  /// bedtime, or if it still runs at bedtime. If it ends within two hours after bedtime, a sleep that began earlier
  /// was a nap: the baby is up again, and the night is still to come.
  private func isNight(_ sleep: SleepSpan, of date: CivilDate) -> Bool {
    guard sleep.start < place.nightStart(of: date) else { return true }
    let bedtime = place.bedtime(of: date)
    let isEarlyBed = sleep.start >= bedtime.adding(minutes: -rules.earlyBedMinutes)
    guard let end = sleep.end else { return isEarlyBed || now >= bedtime }
    return end > bedtime.adding(minutes: isEarlyBed ? 0 : DayInput.lateNapMinutes)
  }

  /// How a date's day began. A stated wake-up after the end of the night takes precedence over the sleeps; before
  /// that end, the night continued. Without a known night it takes precedence over the first event.
  private func morning(of date: CivilDate) -> Morning {
    let explicit = wakeUp(on: date) ?? earlyWakeUp(on: date)
    guard let night = night(before: date) ?? earlySleep(from: place.dayStart(of: date), on: date) else {
      if let explicit { return .began(explicit) }
      if let first = firstEvent(on: date) { return .assumed(first) }
      let isOpen = isOpen(until: date) && self.morning(of: date.adding(days: -1)).instant != nil
      return isOpen ? .nightContinues : .unknown
    }
    if let explicit, let end = night.end, end <= explicit { return .began(explicit) }
    return morning(of: date, after: night)
  }

  /// The morning by sleeps alone. A waking before `dayStart` is a night waking: the night continues until the next
  /// sleep, which belongs to it, or until `dayStart` has passed and the baby has been awake for longer than the first
  /// wake window. The rules then decide whether the day began with that waking or at an unknown time.
  private func morning(of date: CivilDate, after night: SleepSpan) -> Morning {
    guard let waking = night.end else { return .nightContinues }
    let dayStart = place.dayStart(of: date)
    if let next = sleepsAgain(after: waking, on: date), next.start > night.start {
      return morning(of: date, after: next)
    }
    if let earliest = earliestMorning(of: date), waking >= dayStart, now < earliest { return .nightContinues }
    guard waking < dayStart else { return .began(waking) }
    let patience = baby.bracket(on: date).wakeWindows[0].upper
    if let next = sleeps.first(where: { $0.start >= dayStart }) {
      guard waking.minutes(until: next.start) <= patience else { return open(waking, on: date) }
      return next.end.map(Morning.began) ?? .nightContinues
    }
    return now < dayStart || waking.minutes(until: now) <= patience
      ? .nightContinues : open(waking, on: date)
  }

  /// The morning after a night waking that nothing ended.
  private func open(_ waking: Instant, on date: CivilDate) -> Morning {
    guard !rules.believesOpenWaking else { return .began(waking) }
    if isOpen(until: date) { return .nightContinues }
    return firstEvent(on: date).map(Morning.assumed) ?? .unknown
  }

  /// Whether a waking that nothing ended, or an evening without a logged night, is still the night before a date.
  private func isOpen(until date: CivilDate) -> Bool {
    guard let usual = rules.usualWakeUp.map({ zone.instant(date, $0) }) else { return false }
    let isFed = feeds.contains { feed in
      feed.start <= now && (feed.end ?? now).minutes(until: now) <= DayRules.fedMinutes
    }
    return now < usual.adding(minutes: isFed ? -DayRules.fedOpenMinutes : -DayRules.earlyMinutes)
  }

  /// The next sleep of the night after a waking: it began before the usual wake-up and, after a waking from `dayStart` on,
  /// within two hours.
  private func sleepsAgain(after waking: Instant, on date: CivilDate) -> SleepSpan? {
    let dayStart = place.dayStart(of: date)
    guard let usual = rules.usualWakeUp.map({ zone.instant(date, $0) }),
      let next = sleeps.first(where: { $0.start >= max(waking, dayStart) }), next.start < usual
    else { return nil }
    return waking < dayStart || waking.minutes(until: next.start) <= DayRules.longestWakingMinutes
      ? next : nil
  }

  /// The first sleep from an instant on that began before the usual wake-up.
  private func earlySleep(from: Instant, on date: CivilDate) -> SleepSpan? {
    guard let usual = rules.usualWakeUp.map({ zone.instant(date, $0) }) else { return nil }
    return sleeps.first { $0.start >= from && $0.start < usual }
  }

  /// A baby that sleeps again before this time has not begun its day; nil if the usual wake-up is unknown.
  private func earliestMorning(of date: CivilDate) -> Instant? {
    rules.usualWakeUp.map { zone.instant(date, $0).adding(minutes: -DayRules.earlyMinutes) }
  }

  /// The last sleep of the night before a date; nil if none is known.
  private func night(before date: CivilDate) -> SleepSpan? {
    let dayStart = place.dayStart(of: date)
    return sleeps.last { $0.start < dayStart }
      .flatMap { isNight($0, of: date.adding(days: -1)) ? $0 : nil }
  }

  /// The stated wake-up that may be a date's morning: between `dayStart` and the evening. A running sleep contradicts
  /// it. During a sleep that has ended, it means the end of that sleep.
  private func wakeUp(on date: CivilDate) -> Instant? {
    wakeUps.first { $0 >= place.dayStart(of: date) && $0 < place.nightStart(of: date) }.flatMap(reconciled)
  }

  /// The stated wake-up before `dayStart` on the date itself. It is the morning unless another sleep before
  /// `dayStart` shows that it was a night waking.
  private func earlyWakeUp(on date: CivilDate) -> Instant? {
    let dayStart = place.dayStart(of: date)
    let early = wakeUps.first { wake in
      wake < dayStart && zone.civil(wake).date == date && wake >= place.bedtime(of: date.adding(days: -1))
        && !sleeps.contains { $0.start >= wake && $0.start < dayStart }
    }
    return early.flatMap(reconciled)
  }

  private func reconciled(_ wokeAt: Instant) -> Instant? {
    guard let sleep = sleeps.last(where: { $0.start < wokeAt }) else { return wokeAt }
    return sleep.end.map { max($0, wokeAt) }
  }

  /// The start of the first sleep or feed of a date's day. A feed long before the usual wake-up belongs to the night.
  private func firstEvent(on date: CivilDate) -> Instant? {
    let (dayStart, to) = (place.dayStart(of: date), place.dayStart(of: date.adding(days: 1)))
    let from = max(dayStart, earliestMorning(of: date) ?? dayStart)
    func first(_ starts: [Instant]) -> Instant? { starts.filter { $0 >= from && $0 < to }.min() }
    let (sleep, feed) = (first(sleeps.map { $0.start }), first(feeds.map { $0.start }))
    guard let sleep else { return isMorningAsked(of: date) ? nil : feed }
    return min(sleep, feed ?? sleep)
  }

  /// Whether the box asks, or will ask, when a date's morning began.
  private func isMorningAsked(of date: CivilDate) -> Bool {
    rules.askedMorning.map {
      zone.instant(date, $0).minutes(until: now) <= DayRules.askedMinutes(of: baby, on: date)
    } ?? false
  }
}

extension SleepSpan {
  /// The items whose spans do not contradict each other, in order of time.
  ///
  /// Left out are a span that ends before it starts, one that begins before an earlier one has ended, and one without
  /// an end that another follows, unless the later one yields to it.
  ///
  /// - Parameters:
  ///   - postponed: the first item as it is if it begins no earlier than the end of the second one; nil if one of the two is
  ///     to be left out.
  ///   - ended: the first item as it is if it ended no later than the second one began; nil if nothing says that it did.
  ///   - counts: whether the first item counts although the second one, which has ended, began before it.
  static func consistent<Item>(
    _ items: [Item], span: (Item) -> SleepSpan, yields: (Item, Item) -> Bool = { _, _ in false },
    postponed: (Item, Item) -> Item? = { _, _ in nil }, ended: (Item, Item) -> Item? = { _, _ in nil },
    counts: (Item, Item) -> Bool = { _, _ in false }
  ) -> [Item] {
    var kept: [Item] = []
    /// What the item at that place hides: it counts again if that item is left out.
    var hidden: (place: Int, item: Item)?
    for item in items.sorted(by: { span($0).start < span($1).start }) where span(item).isForward {
      guard let last = kept.last else {
        kept.append(item)
        continue
      }
      let end = span(last).end
      if let end, end <= span(item).start {
        kept.append(item)
      } else if let later = postponed(item, last) {
        kept.append(later)
      } else if end == nil && yields(item, last) {
        continue
      } else if let later = postponed(last, item) {
        kept[kept.count - 1] = item
        kept.append(later)
      } else if end == nil {
        kept.removeLast()
        if let hidden, hidden.place == kept.count,
          span(hidden.item).end.map({ $0 <= span(item).start }) ?? false
        {
          kept.append(hidden.item)
        }
        kept.append(item)
      } else if let earlier = ended(last, item) {
        kept[kept.count - 1] = earlier
        kept.append(item)
      } else if counts(item, last) {
        hidden = (kept.count - 1, last)
        kept[kept.count - 1] = item
      }
    }
    return kept
  }

  /// Whether the sleep does not end before it starts.
  var isForward: Bool { end.map { $0 >= start } ?? true }

  /// Whether two sleeps share time. Sleeps that only touch do not, and a sleep without an end never ends.
  public func overlaps(_ other: SleepSpan) -> Bool {
    let beginsBeforeOtherEnds = other.end.map { start < $0 } ?? true
    let endsAfterOtherBegins = end.map { $0 > other.start } ?? true
    return beginsBeforeOtherEnds && endsAfterOtherBegins
  }

  /// How long it lasted, or has lasted at `now`, in whole minutes; never negative.
  public func minutes(at now: Instant) -> Int {
    max(0, start.minutes(until: end ?? now))
  }
}

/// A sleep or nursing with resolved times, and its record in the log.
struct PlacedSpan {
  /// The index of its record in the log.
  let place: Int
  /// The place of its line in the household's order.
  let stamp: LineStamp
  var span: SleepSpan
  /// Whether it was logged on the boot clock as it began, and not entered later.
  let isWitnessed: Bool

  /// Whether this one was logged first but begins after the other. The box's clock was ahead then, and the other one
  /// counts. The counts of two boxes do not say which line came first if the boxes had not seen each other's lines.
  func yields(to other: PlacedSpan) -> Bool {
    let isFirst =
      other.stamp == .coming
      || stamp.box == other.stamp.box && (stamp, place) < (other.stamp, other.place)
    return isFirst && other.isWitnessed && span.start > other.span.start
  }
}

extension SleepSpan {
  /// A span from its start to an end. An end that is up to two minutes earlier was read from a clock that is behind: then it
  /// has no length.
  init(from start: Instant, until end: Instant?) {
    let isBehind = end.map { $0 < start && Self.mayBeOne($0, start) } ?? false
    self.init(start: start, end: isBehind ? start : end)
  }

  /// Whether it counts from an instant on if another one ended then.
  public func isPostponed(until begin: Instant) -> Bool {
    start < begin && Self.mayBeOne(start, begin) && end.map { $0 >= begin } ?? true
  }

  /// Whether the clocks of two boxes may show two instants, of which the second is later, at the same time.
  static func mayBeOne(_ one: Instant, _ other: Instant) -> Bool {
    other.milliseconds - one.milliseconds <= DayInput.clockToleranceMinutes * 60_000
  }
}
