import Nursery

/// Naps, nights, and sleep of an unknown kind.
extension NowContent {
  /// A nap, and when it should be over.
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
    if nap.isShort { foot.lead = words.shortNap }
    bar = TimeBar(
      whole: NowContent.minutes(nap.start, nap.latest), solid: [NowContent.passed(nap.start, scene.now)],
      notch: nap.plannedEnd.flatMap { $0.minute < nap.latest.minute ? $0.minute : nil })
  }

  /// The night: the usual wake-up while the baby sleeps, the time of day while it is awake.
  init(night: Outlook.Night, _ context: PageContext) {
    let (scene, words) = (context.scene, context.words.day)
    let since = night.awakeSince ?? night.sleeps.last?.start ?? night.since
    let state = context.lasting(night.isAwake ? words.awake : words.asleep, since.minutes(until: scene.now))
    let wake = scene.outlook.usualWakeUp
    let shown = night.isAwake ? scene.now : wake ?? scene.now
    self.init(
      context, picture: Picture.night, state: state,
      figure: .time((shown == scene.now ? "" : "~") + context.clock.digits(shown)))
    label = shown == scene.now ? "" : words.wakes
    bar = NowContent.nightBar(night, until: wake, context)
    foot.isCalm = true
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

  /// Without a clock only durations are known: whether a sleep is a nap or the night is not.
  init(withoutClock context: PageContext) {
    let (scene, words) = (context.scene, context.words)
    let sleep = scene.day.runningSleep
    let since = sleep?.start ?? scene.day.wakeReference
    let state = Wording(context.leastState(sleep == nil ? words.day.awake : words.day.asleep))
    let picture = sleep == nil ? Picture.day : Picture.crib
    if let since {
      self.init(
        context, picture: picture, state: state,
        figure: .duration(mark: context.stateMark, minutes: max(0, since.minutes(until: scene.now))))
      let lines = [words.times.clockNotSet.0, words.times.clockNotSet.1]
      // Ten hours leave no room beside them.
      if since.minutes(until: scene.now) < 600 {
        beside = lines.map { Wording($0) }
      } else {
        barText = Wording(context.clockNotSet)
      }
    } else {
      self.init(notStarted: context)
      beside = []
      barText = Wording(words.times.clockNotSet.0 + " " + words.times.clockNotSet.1)
    }
  }

  /// A bar grows by this many minutes at once: a panel that changes in fewer places is sent less.
  private static let barStepMinutes = 5

  /// The minutes from an instant until now, to the bar's step.
  static func passed(_ from: Instant, _ now: Instant) -> Range<Int> {
    from.minute..<max(from.minute + 1, now.minute / barStepMinutes * barStepMinutes)
  }

  /// The minutes between two instants, one at least.
  static func minutes(_ from: Instant, _ to: Instant) -> Range<Int> {
    from.minute..<max(from.minute + 1, to.minute)
  }

  /// What should have happened: the bar is full, and says since when.
  mutating func setFullBar(since: Instant, _ context: PageContext) {
    let words = context.words.fill(context.words.day.since, context.guessed(since))
    bar = TimeBar(whole: 0..<1, solid: [0..<1])
    barText = Wording(words)
  }
}

extension PageContext {
  /// A state and how long it has lasted; without minutes where there is no room.
  func lasting(_ state: String, _ minutes: Int) -> Wording {
    let mark = scene.stateIsGuessed && !scene.isApproximate ? "~" : ""
    return Wording(durations(minutes).map { state + " " + mark + $0 })
  }

  /// A state whose duration stands below it: `Asleep over` where only the least of that is known.
  func leastState(_ state: String) -> String {
    scene.stateAgeIsLeast ? words.fill(words.day.atLeast, state) : state
  }

  /// What to do, as a question where it is counted from a time that is only bounded.
  func asking(_ command: Wording) -> Wording {
    guard scene.outlook.isGuessed else { return command }
    return Wording(command.texts.map { words.fill(words.day.asked, $0) })
  }

  /// A time of day, with `~` where it is counted from one that is only bounded.
  func guessed(_ instant: Instant) -> String {
    (scene.outlook.isGuessed ? "~" : "") + clock.digits(instant)
  }

  /// What to do with a nap that is over: the name where it fits.
  fileprivate var wakeUp: Wording {
    Wording([words.fill(words.day.wakeName, scene.babyName), words.day.wakeUp])
  }
}
