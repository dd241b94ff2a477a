import Nursery

extension Words {
  /// A template with its `%` filled in, from the left; what is not given is left out.
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

  /// How old something is that may be old: `1 h 25 ago`, from two days on `3 d ago`.
  public func age(minutes: Int) -> String {
    guard minutes >= 2 * 1440 else { return ago(minutes: minutes, isApproximate: false) }
    return fill(times.daysAgo, "\(minutes / 1440)")
  }

  /// The letter of a nursing's side; nothing when it is not known.
  func side(_ side: NursingSide?) -> String {
    switch side {
    case .left: feed.left
    case .right: feed.right
    case .both: feed.both
    case nil: ""
    }
  }

  /// A range of whole numbers: `2–3`, or `2` when both ends are the same.
  func range(_ range: MinuteRange) -> String {
    range.lower == range.upper ? "\(range.lower)" : "\(range.lower)–\(range.upper)"
  }

  /// A button's name, as it stands on the box.
  func name(_ button: Button) -> String {
    switch button {
    case .nap: notices.napButton
    case .feed: notices.feedButton
    case .menu: notices.menuButton
    case .extra: notices.extraButton
    }
  }

  /// Why the rules said no.
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

  /// What a cue says.
  func cue(_ cue: NightCue) -> String {
    switch cue {
    case .noMoreCaffeine: nights.noMoreCaffeine
    case .windDown: nights.windDown
    case .alarm: nights.getUp
    }
  }

  /// What was done, and whether its time is said after it.
  func deed(_ deed: Confirmation.Deed) -> (text: String, takesTime: Bool) {
    switch deed {
    case .sleepStarted(let isNight): (isNight ? notices.nightStarted : notices.napStarted, true)
    case .sleepStartedAfterFeed(let minutes, let isNight):
      (fill(isNight ? notices.fedThenNight : notices.fedThenNap, duration(minutes: minutes)), true)
    case .nightSlept: (notices.nightStarted, true)
    case .wokeUp: (notices.wokeUp, true)
    case .sleptTooShort(let minutes): (fill(notices.noNap, duration(minutes: minutes)), false)
    case .sleepEnded(let isNight): (isNight ? notices.nightEnded : notices.napEnded, true)
    case .nursingStarted(let side): (fill(notices.feedStarted, self.side(side)), true)
    case .nursingEnded: (notices.feedEnded, true)
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
    case .takenBack: (notices.takenBack, false)
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
