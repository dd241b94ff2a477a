import Nursery

/// A scene and the words for it, from which every page draws. It is a class because all parts of a page share it, and
/// copying hundreds of words costs time.
final class PageContext {
  /// What to show.
  let scene: Scene
  /// The words for it.
  let words: Words

  /// A scene in a language.
  init(scene: Scene, words: Words) {
    self.scene = scene
    self.words = words
  }

  /// The day's plan; nil if there is none or the clock is not known.
  var plan: WakingDayPlan? { scene.clockIsKnown ? scene.plan : nil }

  /// How wall times are written.
  var clock: WallClock {
    WallClock(
      zone: scene.zone, usesTwelveHours: scene.usesTwelveHours, isKnown: scene.clockIsKnown, words: words)
  }

  /// A duration that ends now, with `~` if now is only bounded.
  func duration(_ minutes: Int, isGuessed: Bool = false) -> String {
    (scene.isApproximate || isGuessed ? "~" : "") + words.duration(minutes: minutes)
  }

  /// The sign before the duration of the state; empty if words say that it may be longer.
  var stateMark: String {
    (scene.isApproximate || scene.stateIsGuessed) && !scene.stateAgeIsLeast ? "~" : ""
  }

  /// When something happened: a wall time, or `12 min ago` while the clock is not known.
  func moment(_ instant: Instant) -> String {
    if scene.clockIsKnown { return clock.digits(instant) }
    let minutes = instant.minutes(until: scene.now)
    guard scene.leastTimes.contains(instant) else {
      return words.ago(minutes: minutes, isApproximate: scene.isApproximate)
    }
    return minutes < 1
      ? words.feed.earlier : words.fill(words.feed.over, words.ago(minutes: minutes, isApproximate: false))
  }

  /// How far ahead an instant of the wall clock is, or `now` once it has passed. The shorter wordings have no minutes.
  func ahead(_ instant: Instant) -> Wording {
    // Whole minutes as clocks show them, so that the picture is the same throughout a minute.
    let minutes = instant.minute - scene.now.minute
    guard minutes > 0 else { return Wording(words.times.now) }
    return Wording(durations(minutes).map { words.fill(words.times.ahead, $0) })
  }

  /// How far ahead an instant is, `now` in its minute, and after that how long ago it was.
  func fromNow(_ instant: Instant) -> Wording {
    let minutes = scene.now.minute - instant.minute
    return minutes > 0 ? Wording(durations(minutes).map { words.fill(words.times.late, $0) }) : ahead(instant)
  }

  /// A duration that ends now, and the same rounded to hours.
  func durations(_ minutes: Int, isGuessed: Bool = false) -> [String] {
    let full = duration(minutes, isGuessed: isGuessed)
    guard minutes >= 60 else { return [full] }
    let hours = words.fill(words.times.hours, "\((minutes + 30) / 60)")
    return [full, (scene.isApproximate || isGuessed ? "~" : "") + hours]
  }

  /// A duration with `ago`, without it, and rounded to hours.
  func durationsAgo(_ minutes: Int, isGuessed: Bool = false) -> [String] {
    let durations = durations(minutes, isGuessed: isGuessed)
    return durations.prefix(1).map { words.fill(words.times.ago, $0) } + durations
  }

  /// `~` for a time of day that is only bounded, otherwise empty.
  func guess(_ instant: Instant) -> String {
    scene.clockIsKnown && scene.guessedTimes.contains(instant) ? "~" : ""
  }

  /// The same for a time of the plan, which is in whole minutes.
  func guess(planned instant: Instant) -> String {
    scene.clockIsKnown && scene.guessedTimes.contains { $0.minute == instant.minute } ? "~" : ""
  }

  /// What the Now page asks, or says about motion.
  func remark(_ remark: Remark) -> Wording {
    let texts = words.notices
    switch remark {
    case .asks(let minutes): return asked(texts.motionAsks, of: minutes, mark: "")
    case .wrote: return Wording(texts.motionWrote)
    case .asksWaking(let since):
      guard scene.clockIsKnown else {
        return asked(
          texts.asksWaking, of: since.minutes(until: scene.now), mark: scene.isApproximate ? "~" : "")
      }
      return Wording(words.fill(texts.asksWaking, clock.digits(since)))
    case .asksMorning(let morning): return Wording(words.fill(texts.asksMorning, clock.digits(morning)))
    case .asksNight(let night):
      let (from, to) = (clock.digits(night.earliest), clock.digits(night.latest))
      return Wording(words.fill(texts.asksNight, from, to))
    case .asksBedtime(let bedtime): return Wording(words.fill(texts.asksBedtime, clock.digits(bedtime)))
    case .asksAsleep(let end):
      return Wording([words.fill(texts.asksAsleep.timed, moment(end)), texts.asksAsleep.brief])
    case .asksNext(let waking, let next):
      let text =
        switch next {
        case .firstNap: texts.asksNext.firstNap
        case .nap: texts.asksNext.nap
        case .night: texts.asksNext.night
        }
      return Wording(words.fill(text, clock.digits(waking)))
    case .asksNextFeed(let minutes):
      return Wording(words.fill(texts.asksNextFeed, words.duration(minutes: minutes)))
    case .asksFeeding(let minutes):
      return Wording(words.fill(texts.asksFeeding, words.duration(minutes: minutes)))
    }
  }

  /// A question with a duration. From an hour on, the minutes are left out if they have no room.
  private func asked(_ question: String, of minutes: Int, mark: String) -> Wording {
    let hours = minutes < 60 ? [] : [words.fill(words.times.hours, "\(minutes / 60)")]
    return Wording(([words.duration(minutes: minutes)] + hours).map { words.fill(question, mark + $0) })
  }

  /// The cue for the parents. While the baby sleeps there is none, except the one to get up.
  var cue: NightCue? {
    guard scene.day.runningSleep == nil || scene.cue == .alarm else { return nil }
    return scene.cue
  }

  /// The words for an unknown clock, in one line.
  var clockNotSet: String { words.times.clockNotSet.0 + " " + words.times.clockNotSet.1 }
}

extension PageContext {
  /// The forms of a baby's name, the longest first.
  func forms(of name: String) -> [String] {
    [name] + (scene.shorterNames[name] ?? PanelName.forms(of: name, ofBaby: 1).filter { $0 != name })
  }

  /// The forms that are whole words.
  func wholeForms(of name: String) -> [String] {
    forms(of: name).filter { $0.unicodeScalars.last != "." }
  }
}
