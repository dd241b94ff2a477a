import Nursery

/// Awake: before a nap, beyond it, before bed, and before the day began.
extension NowContent {
  /// A nap ahead.
  init(nextNap nap: Outlook.NextNap, _ context: PageContext) {
    let scene = context.scene
    self.init(
      context, picture: Picture.day, state: context.awake, figure: .time(context.guessed(nap.start)))
    // Behind `~` the longer label has no room, and says nothing more.
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

  /// The window has passed.
  init(beyond context: PageContext) {
    let (scene, words) = (context.scene, context.words.day)
    self.init(
      context, picture: Picture.day, state: context.awake,
      figure: .words([context.asking(Wording(words.napNow))]))
    let due = scene.outlook.nextNap?.window.latest
    setFullBar(since: due ?? scene.now, context)
  }

  /// No nap is left: bed.
  init(bedtime: Instant, _ context: PageContext) {
    let (scene, words) = (context.scene, context.words.day)
    guard scene.now.minute < bedtime.minute else {
      self.init(
        context, picture: Picture.day, state: context.awake, figure: .words([Wording(words.bedNow)]))
      bar = TimeBar(whole: 0..<1, solid: [0..<1])
      barText = Wording(context.words.fill(words.since, context.clock.digits(bedtime)))
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
    // A feed that is due matters more; the Plan page has the earlier bedtime, too.
    if let earlier = scene.outlook.earlierBedtime, !foot.isDue {
      foot.replacement = Wording(
        earlier.earliest <= scene.now
          ? words.orNow : context.words.fill(words.orFrom, context.clock.digits(earlier.earliest)))
    }
  }

  /// Nothing is logged of the day yet.
  init(notStarted context: PageContext) {
    let (scene, words) = (context.scene, context.words.day)
    let (time, noon) = (scene.zone.civil(scene.now).time, WallTime(minutesAfterMidnight: 720))
    let isMorning = scene.clockIsKnown && time >= scene.usualMorning && time < noon
    let greeting = isMorning ? words.goodMorning : words.hello
    // The times of a night fill the question's line: what they are of stands above it.
    let asksNight = if case .asksNight? = scene.motion { scene.notice == nil } else { false }
    let lines = asksNight ? [words.slept] : [words.firstPress.0, words.firstPress.1]
    self.init(
      context, picture: Picture.day,
      state: Wording(
        [context.words.fill(words.named, greeting, scene.babyName)]
          + (scene.showsName ? [context.words.fill(words.named, words.hello, scene.babyName)] : [])
          + [greeting, words.hello]),
      figure: .words(lines.map { Wording($0) }))
    foot.replacement = Wording("")
  }

  /// A nursing that runs, since it is on its side; what comes after it stands at the foot.
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
    barText = stretch == nil ? FootLine.last(context) : FootLine.before(context, minutes: minutes)
    foot.replacement = NowContent.next(context)
  }

  /// What is large without the feed, in one line.
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
  /// `Awake 1 h 25`; only `Awake` where it is not known since when.
  var awake: Wording {
    guard let since = scene.day.wakeReference else { return Wording(words.day.awake) }
    return lasting(words.day.awake, since.minutes(until: scene.now))
  }
}
