import Nursery

extension Words {
  /// A template whose `%` are replaced by values, from the left. Those without a value are removed.
  func fill(_ template: String, _ values: String...) -> String {
    var filled = ""
    var rest = values[...]
    for scalar in template.unicodeScalars {
      if scalar == "%" {
        filled += rest.popFirst() ?? ""
      } else {
        filled.unicodeScalars.append(scalar)
      }
    }
    return filled
  }

  /// A duration: `42 m` under an hour, then `1 h 25`.
  public func duration(minutes: Int) -> String {
    let minutes = max(0, minutes)
    if minutes < 60 { return fill(times.minutes, "\(minutes)") }
    let rest = minutes % 60
    return fill(times.hours, "\(minutes / 60)") + (rest < 10 ? " 0\(rest)" : " \(rest)")
  }

  /// How long ago something was: `just now`, `12 min ago`, `1 h 25 ago`.
  func ago(minutes: Int, isApproximate: Bool) -> String {
    let mark = isApproximate ? "~" : ""
    if minutes < 1 { return times.justNow }
    if minutes < 60 { return fill(times.minutesAgo, mark + "\(minutes)") }
    return fill(times.ago, mark + duration(minutes: minutes))
  }

  /// How old something is: `1 h 25 ago`, and `3 d ago` from two days on.
  public func age(minutes: Int) -> String {
    guard minutes >= 2 * 1440 else { return ago(minutes: minutes, isApproximate: false) }
    return fill(times.daysAgo, "\(minutes / 1440)")
  }

  /// The letter of a nursing's side; empty if it is not known.
  func side(_ side: NursingSide?) -> String {
    switch side {
    case .left: feed.left
    case .right: feed.right
    case .both: feed.both
    case nil: ""
    }
  }

  /// The name of a button, as on the box.
  func name(_ button: Button) -> String {
    switch button {
    case .nap: notices.napButton
    case .feed: notices.feedButton
    case .menu: notices.menuButton
    case .extra: notices.extraButton
    }
  }

  /// A style of the plan.
  func name(_ style: ScheduleStyle) -> String {
    switch style {
    case .buildLater: plan.styles.later
    case .gentle: plan.styles.gentle
    case .balanced: plan.styles.balanced
    case .default: notices.onlyStyle
    }
  }

  /// Why the rules refused a command.
  func refusal(_ refusal: Refusal) -> String {
    switch refusal {
    case .endBeforeStart: refusals.endBeforeStart
    case .overlapsSleep: refusals.overlapsSleep
    case .overlapsNursing: refusals.overlapsNursing
    case .alreadyAsleep: refusals.alreadyAsleep
    case .alreadyNursing: refusals.alreadyNursing
    case .notAsleep: refusals.notAsleep
    case .notNursing: refusals.notNursing
    case .inTheFuture(.end): refusals.endInTheFuture
    case .inTheFuture: refusals.startInTheFuture
    case .unknownEvent: refusals.unknownEvent
    case .alreadyDeleted: refusals.alreadyDeleted
    case .doesNotApply(.start): refusals.hasNoStart
    case .doesNotApply(.end): refusals.hasNoEnd
    case .doesNotApply(.side): refusals.hasNoSide
    case .doesNotApply: refusals.hasNoSuchField
    case .nothingToChange: refusals.nothingToChange
    case .tooManyWait: refusals.tooManyWait
    }
  }

  /// That a number of entries is in memory only, and shorter.
  func notSaved(_ count: Int) -> Wording {
    let texts = notices.notSaved
    return Wording([count == 1 ? texts.one : texts.more, texts.brief].map { fill($0, "\(count)") })
  }

  /// A kind of entry.
  func name(_ kind: CareKind) -> String {
    switch kind {
    case .sleep: last.sleep
    case .nursing: last.feed
    case .bottle: last.bottle
    case .wake: last.wake
    case .nappy: last.nappy
    case .medicine: last.medicine
    default: last.other
    }
  }

  /// What a cue says.
  func cue(_ cue: NightCue) -> String {
    switch cue {
    case .noMoreCaffeine: nights.noMoreCaffeine
    case .windDown: nights.windDown
    case .alarm: nights.getUp
    }
  }

  /// What was done, and whether its time follows.
  func deed(_ deed: Confirmation.Deed) -> (text: String, takesTime: Bool) {
    switch deed {
    case .sleepStarted(let isNight): (isNight ? notices.nightStarted : notices.napStarted, true)
    case .sleepStartedAfterFeed(let minutes, let isNight):
      (fill(isNight ? notices.fedThenNight : notices.fedThenNap, duration(minutes: minutes)), true)
    case .asleepAgain: (day.asleep, true)
    case .nightSlept: (notices.nightStarted, true)
    case .sleptBeforeFeed: (day.asleep, false)
    case .wokeUp: (notices.wokeUp, true)
    case .awakeBefore: (notices.awakeBefore, true)
    case .sleptTooShort(let minutes): (fill(notices.noNap, duration(minutes: minutes)), false)
    case .sleepEnded(let isNight): (isNight ? notices.nightEnded : notices.napEnded, true)
    case .nursingStarted(let side): (fill(notices.feedStarted, self.side(side)), true)
    case .nursingEnded: (notices.feedEnded, true)
    case .nursedTooShort: (fill(notices.noFeed, duration(minutes: 0)), false)
    case .sideSwitched(let side): (fill(notices.side, self.side(side)), false)
    case .sideFollows(let side, let before, let minutes):
      (fill(notices.sideFollows, self.side(before), duration(minutes: minutes), self.side(side)), false)
    case .bottle(let amount?): (notices.bottle + " " + self.amount(amount), false)
    case .bottle(nil): (notices.bottle, true)
    case .nappy: (notices.nappy, true)
    case .medicine: (notices.medicine, true)
    case .motionAsleep: (notices.motionAsleep, true)
    case .motionAwake: (notices.motionAwake, true)
    case .dreamFeedDismissed: (notices.noDreamFeed, false)
    case .deleted(let kind): (fill(notices.deleted, name(kind)), true)
    case .corrected: (notices.corrected, false)
    }
  }

  /// An amount in its unit: `120 ml`, `4 oz`, `4.5 oz`.
  func amount(_ amount: BottleAmount) -> String {
    guard amount.usesOunces else { return fill(pages.millilitres, "\(amount.milliliters)") }
    let halves = FeedSettings.halfOunces(amount.milliliters)
    return fill(pages.ounces, halves % 2 == 0 ? "\(halves / 2)" : "\(halves / 2).5")
  }
}

extension Words {
  /// The Plan page, and what the Today page says about the plan.
  struct Plan: Sendable {
    /// The names of the styles.
    var styles: (later: String, gentle: String, balanced: String)
    /// The mark of learned wake windows.
    var learned: String
    /// The title of a day without a plan.
    var none: String
    /// The morning wake-up.
    var wake: String
    /// A planned nap that should have begun.
    var late: String
    /// Before what is wished of this day alone.
    var wished: String
    var asleep: String
    var awake: String
    /// How the number of naps differs from the one wanted, and a day of one nap.
    var oneMore: String
    var oneFewer: String
    /// Another number of naps than was wanted, by more than one.
    var otherNaps: String
    var oneNap: String
    /// Broken rules: of a nap's time; of a stretch; of the wake window before bed, or before a nap's time.
    var mustBeAwake: String
    var mustBeAsleep: String
    var longEvening: String
    var shortEvening: String
    var longWait: String
    var shortWait: String
    /// By how much the next nap differs from the usual, and a later bedtime.
    var longer: String
    var shorter: String
    var bedChange: String
    /// Before the wake-up, in two lines.
    var beginsWith: (String, String)
    /// While the morning is asked about, what begins the day, in two lines.
    var beginsWithAnswer: (String, String)
    /// Without a clock.
    var needsClock: String
    /// Why nothing fits, and what to try: each is broken into lines.
    var outsideLimits: String
    var widenLimits: String
    var noTime: String
    var makeTime: String
    var noRoom: String
    var makeRoom: String
    /// Of the window and its limit.
    var firstTooLong: String
    var tryOther: String
    var badSetting: String
  }

  /// A difference in minutes with its sign: `+10`, `−15`.
  func signed(_ minutes: Int) -> String { minutes < 0 ? "−\(-minutes)" : "+\(minutes)" }
}

extension Words {
  /// The Last page.
  struct Last: Sendable {
    var title: String
    /// Which button does what while a value is changed, the longest wording first.
    var keys: [String]
    /// Which button saves the edit on the last row; the same of an entry that it deletes.
    var save: String
    var saveDeletion: String
    /// What that row does, before it is reached.
    var saves: String
    var deletes: String
    /// What NAP does there.
    var drop: String
    /// How an entry is opened.
    var hint: String
    /// The kinds of entries.
    var sleep: String
    var feed: String
    var bottle: String
    var wake: String
    var nappy: String
    var medicine: String
    var other: String
    /// What an entry has.
    var entry: String
    var kind: String
    var start: String
    var end: String
    var side: String
    var amount: String
    var delete: String
    var done: String
    /// Whether it will be deleted.
    var yes: String
    var no: String
    /// In place of the end of what runs.
    var runs: String
    /// What a clock has, while it is set by hand.
    var hours: String
    var minutes: String
    var date: String
  }
}

extension Words {
  /// Quiet sessions.
  struct Quiet: Sendable {
    /// Of the seconds that are left.
    var cancelling: String
    /// Of the seconds of a session, and what stands below its time.
    var seconds: String
    var left: String
    /// How to keep the session.
    var keepIt: String
    /// The reset's question and its two answers.
    var endIt: String
    var napEnds: String
    var feedLeaves: String
    /// What is said over.
    var cannotCancel: String
    /// Of the button.
    var notNow: String
    var keptLonger: String
    var replaced: String
    var over: String
    var cancelled: String
    var reset: String
    var setAside: String
    var sameTimes: String
    /// The rows of the pages behind the Box page.
    var start: String
    var length: String
    var mode: String
    var strict: String
    var flexible: String
    var allowed: String
    var nightly: String
    var phone: String
    var off: String
    var on: String
    var from: String
    /// Of the end of a session.
    var until: String
    var to: String
    var save: String
    var back: String
    /// What a shield may let through.
    var lamp: String
    var sound: String
    var noAction: String
    /// How a row is chosen, and how a time is kept; the longest wording first.
    var twiceSets: [String]
    var twiceDone: [String]
    /// The titles of the pages behind the rows; short, since a hint follows.
    var allowedTitle: String
    var nightlyTitle: String

    static let english = Quiet(
      cancelling: "Quiet ends in %s", seconds: "% s", left: "left", keepIt: "MENU: keep it",
      endIt: "End the quiet?",
      napEnds: "NAP: yes, end it",
      feedLeaves: "FEED: no, leave it", cannotCancel: "cannot be cancelled", notNow: "% not in quiet",
      keptLonger: "The longer quiet stays", replaced: "Quiet by schedule", over: "Quiet is over",
      cancelled: "Quiet cancelled", reset: "Quiet was reset", setAside: "Quiet lost: bad file",
      sameTimes: "Ends as it starts", start: "Quiet now",
      length: "Quiet length",
      mode: "Quiet mode", strict: "strict", flexible: "flexible", allowed: "Quiet lets",
      nightly: "Quiet nightly",
      phone: "Pair a phone",
      off: "off",
      on: "on", from: "From", until: "to %", to: "To", save: "Save", back: "Back", lamp: "LAMP",
      sound: "SOUND",
      noAction: "none", twiceSets: ["MENU twice: set", "twice: set", "2x: set"],
      twiceDone: ["MENU twice: done", "twice: done", "2x: ok"], allowedTitle: "Allowed",
      nightlyTitle: "Nightly")
  }

  /// The words for a notice about a quiet session; empty for any other notice.
  func quietNotice(_ notice: Notice) -> String {
    switch notice {
    case .cannotCancel: quiet.cannotCancel
    case .notInQuiet(let button): fill(quiet.notNow, name(button))
    case .quietKeptLonger: quiet.keptLonger
    case .quietReplaced: quiet.replaced
    case .quietOver(.cancelled): quiet.cancelled
    case .quietOver(.reset): quiet.reset
    case .quietOver(.damaged): quiet.setAside
    case .quietOver: quiet.over
    case .sameTimes: quiet.sameTimes
    default: ""
    }
  }

  /// The name of what a shield may let through.
  func name(_ action: QuietAction) -> String {
    switch action {
    case .nap: notices.napButton
    case .feed: notices.feedButton
    case .lamp: quiet.lamp
    case .sound: quiet.sound
    }
  }
}
