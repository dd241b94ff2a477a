import Nursery

/// The content of the Now page: the state, the one thing that matters now, and what belongs to that.
struct NowContent {
  /// The large part of the page.
  enum Figure {
    /// A time of day, with the sign before it.
    case time(String)
    /// A duration in minutes, with the sign before it. From an hour on it is shown in hours and minutes.
    case duration(mark: String, minutes: Int)
    /// Words in one or two lines, the longest wording first.
    case words([Wording])
  }

  /// The picture of the state.
  var picture: String
  /// The state with its duration.
  var state: Wording
  /// The large part.
  var figure: Figure
  /// The label of the large part; empty if it needs none.
  var label = ""
  /// How far ahead it is, or another text beside it.
  var beside: [Wording] = []
  /// The bar; nil if there is none.
  var bar: TimeBar?
  /// The text in the bar, or in its place.
  var barText: Wording?
  /// The last line.
  var foot: FootLine

  /// The content of a scene. What the baby does now comes before what is due.
  init(_ context: PageContext) {
    let scene = context.scene
    if case .feedingNow(let minutes) = scene.day.feed {
      self.init(feeding: minutes, context)
    } else if !scene.clockIsKnown {
      self.init(withoutClock: context)
    } else {
      self.init(resting: context)
    }
  }

  /// The content of a scene without a feed.
  init(resting context: PageContext) {
    let (day, outlook) = (context.scene.day, context.scene.outlook)
    if let wakeBy = outlook.wakeBy {
      self.init(nap: wakeBy, context)
    } else if let night = outlook.night {
      self.init(night: night, context)
    } else if case .notStarted = day.state {
      self.init(notStarted: context)
    } else if outlook.isBeyondWindow(at: context.scene.now) {
      self.init(beyond: context)
    } else if let nap = outlook.nextNap {
      self.init(nextNap: nap, context)
      if nap.isShort { offerShortNap(nap, context) }
    } else {
      self.init(bedtime: outlook.bedtime, context)
    }
  }

  /// A figure and a state, without anything else.
  init(_ context: PageContext, picture: String, state: Wording, figure: Figure) {
    self.picture = picture
    self.state = state
    self.figure = figure
    foot = FootLine(context)
  }

  /// The picture of the sun, the moon, the crib and the breast.
  enum Picture {
    static let day = "☀"
    static let night = "☾"
    static let crib = "▦"
    static let breast = "◉"
  }
}

/// Awake: before a nap, beyond it, before bed, and before the day began.
extension NowContent {
  /// The content if a nap is ahead.
  init(nextNap nap: Outlook.NextNap, _ context: PageContext) {
    let scene = context.scene
    self.init(
      context, picture: Picture.day, state: context.awake, figure: .time(context.guessed(nap.start)))
    // After `~` the longer label has no room, and the shorter one is enough.
    let isPlain = nap.basis == .plan || scene.outlook.isGuessed
    label = isPlain ? context.words.day.nap : context.words.day.napFrom
    beside = [nap.basis == .plan ? context.fromNow(nap.start) : context.ahead(nap.start)]
    let since = scene.day.wakeReference ?? scene.now
    let aim = NowContent.minutes(nap.window.earliest, nap.window.latest)
    bar = TimeBar(
      whole: NowContent.minutes(since, max(nap.window.latest, nap.start)),
      solid: [NowContent.passed(since, scene.now)], hatched: aim,
      notch: nap.basis == .plan ? nap.start.minute : nil)
  }

  /// Offers a short nap if it is too late for a whole nap and bed is too far away. The label says what a press begins.
  private mutating func offerShortNap(_ nap: Outlook.NextNap, _ context: PageContext) {
    let words = context.words.day
    guard nap.start <= context.scene.now else {
      // After `~` there is no room for it.
      if !context.scene.outlook.isGuessed { label = words.shortNap }
      return
    }
    (figure, label, beside) = (.words([context.asking(Wording(words.napNow))]), "", [])
    (bar, barText) = (TimeBar(whole: 0..<1, solid: [0..<1]), Wording(words.shortNap))
  }

  /// The content if the wake window has passed.
  init(beyond context: PageContext) {
    let (scene, words) = (context.scene, context.words.day)
    self.init(
      context, picture: Picture.day, state: context.awake,
      figure: .words([context.asking(Wording(words.napNow))]))
    let due = scene.outlook.nextNap?.due
    setFullBar(since: due ?? scene.now, context)
  }

  /// The content if no nap is left: bed.
  init(bedtime: Instant, _ context: PageContext) {
    let (scene, words) = (context.scene, context.words.day)
    guard bedtime.minutes(until: scene.now) < Self.longPastMinutes else {
      // In the middle of a night that no one logged, its bedtime is useless.
      self.init(
        context, picture: Picture.night, state: context.awake, figure: .time(context.clock.digits(scene.now)))
      beside = context.timeNow
      return
    }
    guard scene.now.minute < bedtime.minute else {
      self.init(
        context, picture: Picture.day, state: context.awake, figure: .words([Wording(words.bedNow)]))
      bar = TimeBar(whole: 0..<1, solid: [0..<1])
      barText = Wording(
        [words.since, words.sinceBrief].map { context.words.fill($0, context.clock.digits(bedtime)) })
      return
    }
    self.init(
      context, picture: Picture.day, state: context.awake, figure: .time(context.clock.digits(bedtime)))
    label = words.bed
    beside = [context.ahead(bedtime)]
    if let since = scene.day.wakeReference {
      bar = TimeBar(
        whole: NowContent.minutes(since, bedtime), solid: [NowContent.passed(since, scene.now)])
    }
    // A feed that is due matters more than an earlier bedtime, and so does the last feed while bedtime is far away. The
    // Plan page shows the earlier bedtime too.
    if let earlier = scene.outlook.earlierBedtime, !foot.isDue,
      scene.now.minutes(until: earlier.earliest) <= NowContent.earlierBedtimeMinutes
    {
      foot.replace(
        by: earlier.earliest <= scene.now
          ? words.orNow : context.words.fill(words.orFrom, context.clock.digits(earlier.earliest)))
    }
  }

  /// How long after bedtime its time is no longer shown, in minutes.
  private static let longPastMinutes = 300
  /// How long before an earlier bedtime it replaces the last feed, in minutes.
  private static let earlierBedtimeMinutes = 120

  /// How long after a feed the baby may be awake, in minutes.
  private static let fedLatelyMinutes = 60

  /// The content if nothing of the day was logged.
  init(notStarted context: PageContext) {
    let (scene, words) = (context.scene, context.words.day)
    // The times of a night fill the line of the question, so the words above it say what they are.
    let asksNight = if case .asksNight? = scene.remark { scene.notice == nil } else { false }
    // If NAP answers a question, it logs no nap, and after a feed no press is needed.
    let asksMorning = if case .asksMorning? = scene.remark { scene.notice == nil } else { false }
    let wasFed = context.minutesSinceFeed.map { $0 < NowContent.fedLatelyMinutes } ?? false
    let lines =
      asksNight
      ? [words.slept]
      : asksMorning || wasFed
        ? [context.words.fill(words.asked, words.awake)] : [words.firstPress.0, words.firstPress.1]
    self.init(
      context, picture: Picture.day, state: context.greeting, figure: .words(lines.map { Wording($0) }))
    guard scene.day.feed == .noFeedsYet else { return }
    // Under the lit band of a question the bar would look like another band.
    let asks = asksNight || asksMorning
    foot.bar = asks ? nil : NowContent.lastNight(context)
    foot.replacement =
      foot.bar == nil && lines.count > 1
      ? Wording([words.firstPressReason.0, words.firstPressReason.1]) : Wording("")
  }

  /// The last night; nil if it is not known, or if another baby's need takes the place.
  private static func lastNight(_ context: PageContext) -> TimeBar? {
    let scene = context.scene
    guard scene.clockIsKnown, scene.calls.isEmpty, let review = scene.night, let night = review.night,
      !night.isForgottenNap,
      review.evening == scene.zone.civil(scene.now).date.adding(days: -1),
      let first = night.segments.first, let last = night.segments.last
    else { return nil }
    return TimeBar(
      whole: minutes(first.earliest, last.latest),
      solid: night.segments.map { minutes($0.earliest, $0.latest) }, isFramed: false)
  }

  /// The content while a nursing runs on one side. The foot shows what comes next.
  init(feeding minutes: Int, _ context: PageContext) {
    let (scene, words) = (context.scene, context.words)
    let side = words.side(scene.nursingSide)
    let feed = scene.day.feeds.last { $0.end == nil }
    let stretch = feed.flatMap { $0.earlier.isEmpty ? nil : $0.stretches.last }
    self.init(
      context, picture: Picture.breast,
      state: Wording(
        (side.isEmpty
          ? [words.feed.feeding] : [words.feed.feeding + " " + side, words.feed.feed + " " + side])
          .map(context.leastState)),
      figure: .duration(
        mark: context.stateMark, minutes: max(0, stretch?.minutes(at: scene.now) ?? minutes)))
    // The line of a question says what FEED does then, and a stuck button does nothing. Hours fill the row.
    let isStuck = if case .stuck(.feed)? = scene.notice { true } else { false }
    if scene.remark == nil, !isStuck, case .duration(_, ..<60) = figure {
      beside = [Wording(words.fill(words.feed.ends, words.notices.feedButton))]
    }
    barText = stretch == nil ? FootLine.last(context) : feed.flatMap { FootLine.before(context, of: $0) }
    foot.replacement = NowContent.next(context)
  }

  /// What would be large without the feed, in one line.
  private static func next(_ context: PageContext) -> Wording {
    guard context.scene.clockIsKnown else {
      let day = context.words.day
      return Wording(context.scene.day.runningSleep == nil ? day.awake : day.asleep)
    }
    let content = NowContent(resting: context)
    switch content.figure {
    case .time where content.label.isEmpty: return content.state
    case .time(let time):
      let lead = content.label.isEmpty ? time : content.label + " " + time
      return Wording((content.beside.first?.texts ?? []).map { lead + " " + $0 } + [lead])
    case .words(let words) where content.barText != nil:
      let lead = words.first?.texts.last ?? ""
      return Wording((content.barText?.texts ?? []).map { lead + " " + $0 } + [lead])
    case .duration, .words: return content.state
    }
  }
}

extension PageContext {
  /// The greeting with the name: in the morning `Good morning, Mia`, or shorter. Among several babies a short name has
  /// more use than the whole greeting.
  var greeting: Wording {
    let (day, noon) = (words.day, WallTime(minutesAfterMidnight: 720))
    let time = scene.zone.civil(scene.now).time
    let isMorning = scene.clockIsKnown && time >= scene.usualMorning && time < noon
    let greetings = isMorning ? [day.goodMorning, day.morning] : [day.hello]
    let (names, others) =
      scene.showsName ? (forms(of: scene.babyName), [day.hello]) : (wholeForms(of: scene.babyName), [])
    let named = names.flatMap { name in (greetings + others).map { words.fill(day.named, $0, name) } }
    return Wording(named + greetings.prefix(1) + [day.hello])
  }

  /// `Awake 1 h 25`, or only `Awake` if it is not known since when.
  var awake: Wording {
    guard let since = scene.day.wakeReference else { return Wording(words.day.awake) }
    return lasting(words.day.awake, since.minutes(until: scene.now))
  }
}

/// Naps, nights, and sleep of an unknown kind.
extension NowContent {
  /// The content during a nap: when it should end.
  init(nap: Outlook.WakeBy, _ context: PageContext) {
    let (scene, words) = (context.scene, context.words.day)
    let state = context.lasting(words.napping, nap.start.minutes(until: scene.now))
    guard scene.now.minute < nap.latest.minute else {
      self.init(
        context, picture: Picture.crib, state: state, figure: .words([context.asking(context.wakeUp)]))
      setFullBar(since: nap.latest, context)
      return
    }
    self.init(
      context, picture: Picture.crib, state: state, figure: .time(context.guessed(nap.latest)))
    label = nap.isShort ? words.upBy : words.wakeBy
    beside = [context.ahead(nap.latest)]
    // Why the nap is to end so soon. A feed that is due matters more.
    if nap.isShort, !foot.isDue { foot.replace(by: words.shortNap) }
    bar = TimeBar(
      whole: NowContent.minutes(nap.start, nap.latest), solid: [NowContent.passed(nap.start, scene.now)],
      notch: nap.plannedEnd.flatMap { $0.minute < nap.latest.minute ? $0.minute : nil })
  }

  /// The content at night: the usual wake-up while the baby sleeps, and the time of day while it is awake.
  init(night: Outlook.Night, _ context: PageContext) {
    let (scene, words) = (context.scene, context.words.day)
    let since = night.awakeSince ?? night.sleeps.last?.start ?? night.since
    let state = context.lasting(night.isAwake ? words.awake : words.asleep, since.minutes(until: scene.now))
    let wake = scene.outlook.usualWakeUp
    let shown = night.isAwake ? scene.now : wake ?? scene.now
    self.init(
      context, picture: Picture.night, state: state,
      figure: .time((shown == scene.now ? "" : "~") + context.clock.digits(shown)))
    if shown == scene.now { beside = context.timeNow } else { label = words.wakes }
    bar = NowContent.nightBar(night, until: wake, context)
    foot.isAtNight = true
  }

  private static func nightBar(
    _ night: Outlook.Night, until wake: Instant?, _ context: PageContext
  ) -> TimeBar {
    let now = context.scene.now
    let solid = night.sleeps.map { sleep in
      sleep.end.map { minutes(sleep.start, $0) } ?? passed(sleep.start, now)
    }
    let feeds = context.scene.day.feeds.map { $0.start }.filter { $0 >= night.since && $0 <= now }
    let end = max((now.minute / barStepMinutes + 1) * barStepMinutes, wake?.minute ?? 0)
    return TimeBar(
      whole: night.since.minute..<max(night.since.minute + 1, end), solid: solid,
      ticks: feeds.map { $0.minute },
      isFramed: false)
  }

  /// The content without a clock. Only durations are known, but not whether a sleep is a nap or the night.
  init(withoutClock context: PageContext) {
    let (scene, words) = (context.scene, context.words)
    let sleep = scene.day.runningSleep
    let since = sleep?.start ?? scene.day.wakeReference
    let state = Wording(context.leastState(sleep == nil ? words.day.awake : words.day.asleep))
    let picture = sleep == nil ? Picture.day : Picture.crib
    let noClock = Wording([words.times.noClockPage, context.clockNotSet])
    if let since {
      self.init(
        context, picture: picture, state: state,
        figure: .duration(mark: context.stateMark, minutes: max(0, since.minutes(until: scene.now))))
      let lines = [words.times.clockNotSet.0, words.times.clockNotSet.1]
      // From ten hours on there is no room beside the duration. Among several babies the name needs it.
      if since.minutes(until: scene.now) < 600, !scene.showsName {
        beside = lines.map { Wording($0) }
        barText = Wording(words.times.clockPage)
      } else {
        barText = noClock
      }
    } else {
      self.init(notStarted: context)
      if scene.day.feed == .noFeedsYet { foot.replacement = noClock }
    }
  }

  /// The step of a bar in minutes. If a picture changes in fewer places, fewer bytes are sent.
  private static let barStepMinutes = 5

  /// The minutes from an instant until now, rounded to the step of a bar.
  static func passed(_ from: Instant, _ now: Instant) -> Range<Int> {
    from.minute..<max(from.minute + 1, now.minute / barStepMinutes * barStepMinutes)
  }

  /// The minutes between two instants; at least one.
  static func minutes(_ from: Instant, _ to: Instant) -> Range<Int> {
    from.minute..<max(from.minute + 1, to.minute)
  }

  /// Fills the bar, with the time since which something should have happened.
  mutating func setFullBar(since: Instant, _ context: PageContext) {
    let words = context.words
    let phrases = [words.day.since, words.day.sinceBrief].map { words.fill($0, context.guessed(since)) }
    bar = TimeBar(whole: 0..<1, solid: [0..<1])
    barText = Wording(phrases)
  }
}

extension PageContext {
  /// A state and how long it has lasted, without minutes if there is no room.
  func lasting(_ state: String, _ minutes: Int) -> Wording {
    let mark = scene.stateIsGuessed && !scene.isApproximate ? "~" : ""
    return Wording(durations(minutes).map { state + " " + mark + $0 })
  }

  /// A state whose duration is shown below it: `Asleep over` if it may have lasted longer than that.
  func leastState(_ state: String) -> String {
    scene.stateAgeIsLeast ? words.fill(words.day.atLeast, state) : state
  }

  /// What to do, as a question if it depends on a time that is only bounded.
  func asking(_ command: Wording) -> Wording {
    guard scene.outlook.isGuessed else { return command }
    return Wording(command.texts.map { words.fill(words.day.asked, $0) })
  }

  /// A time of day, with `~` if it depends on a time that is only bounded.
  func guessed(_ instant: Instant) -> String {
    (scene.outlook.isGuessed ? "~" : "") + clock.digits(instant)
  }

  /// What the time of day is, where it is large. Among several babies the name needs the other line.
  fileprivate var timeNow: [Wording] {
    let (time, now) = words.times.timeNow
    return scene.showsName ? [Wording(time + " " + now)] : [Wording(time), Wording(now)]
  }

  /// What to do at the end of a nap, with the name if it fits.
  fileprivate var wakeUp: Wording {
    Wording(wholeForms(of: scene.babyName).map { words.fill(words.day.wakeName, $0) } + [words.day.wakeUp])
  }
}
