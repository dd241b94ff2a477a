import Nursery

/// What the Now page says: the state in words, and the one thing that matters now.
struct NowPhrase {
  /// What is drawn large.
  enum Focus {
    /// A time, with `~` before it when it is a guess.
    case time(Instant, isGuess: Bool)
    /// A stretch, its first time large.
    case range(InstantRange)
    /// A few words.
    case words(String)
  }

  /// The state: `Asleep 42 m`.
  private(set) var state = ""
  /// What stands over the large time: `wake by`.
  private(set) var label = ""
  /// The large time, or words.
  private(set) var focus: Focus
  /// Up to three short lines beside it.
  private(set) var aside: [String] = []
  /// The short lines as one string.
  private(set) var asideText = ""
  /// True when a moon stands beside the state.
  private(set) var isNight = false

  /// True when the label says something of its own, rather than lead to the focus.
  private(set) var isLabelApart = false

  private let told: Told

  /// The words for a scene's day state.
  init(_ told: Told) {
    self.told = told
    let day = told.scene.day
    focus = .time(told.scene.outlook.bedtime, isGuess: false)
    switch day.state {
    case .notStarted: greet()
    case .nightSleep(let minutes, let expectedWake):
      sleepThrough(minutes, until: told.scene.outlook.usualWakeUp ?? expectedWake)
    case .sleepingMustEnd(let minutes, _), .sleepingApproachingCutoff(let minutes, _),
      .sleepingNoPressure(let minutes, _):
      told.scene.now >= cutoff ? endNap(minutes) : nap(minutes)
    case _ where told.scene.outlook.night?.isAwake == true: waking()
    case .bedtimeWindow: goToBed(awakeMinutes: day.wakeReference?.minutes(until: told.scene.now))
    case .napWindowClosed(let minutes, _): goToBed(awakeMinutes: minutes)
    case .awakeEarly(let minutes, _): waitForNap(minutes)
    case .awakeApproaching(let minutes, _): waitForNap(minutes)
    case .awakeBeyond(let minutes, _): napNow(minutes)
    }
    if !told.scene.clockIsKnown { doubtTime() }
  }

  /// Label and focus as one string: `wake by 15:40`.
  var headline: String {
    let clock = told.clock
    switch focus {
    case .time(let time, let isGuess):
      return label + " " + (isGuess && clock.isKnown ? "~" : "") + clock.text(time)
    case .range(let range): return label + " " + clock.range(range)
    case .words(let words): return isLabelApart ? words : label + " " + words
    }
  }

  private mutating func greet() {
    let words = told.words.day
    let hour = told.scene.zone.civil(told.scene.now).time.hour
    state = told.clock.isKnown && (4..<12).contains(hour) ? words.goodMorning : words.hello
    label = words.bed
    setAside([words.firstPress.0, words.firstPress.1, words.firstPress.2])
  }

  private mutating func sleepThrough(_ minutes: Int, until expectedWake: Instant) {
    sleep(minutes)
    isNight = true
    label = told.words.day.wakes
    focus = .time(expectedWake, isGuess: true)
  }

  /// A waking in the night: when the morning is due is all that is said of what comes.
  private mutating func waking() {
    wake(told.scene.day.wakeReference?.minutes(until: told.scene.now))
    isNight = true
    label = told.words.day.wakes
    if let usual = told.scene.outlook.usualWakeUp { focus = .time(usual, isGuess: true) }
  }

  private mutating func nap(_ minutes: Int) {
    sleep(minutes)
    label = told.words.day.wakeBy
    focus = .time(cutoff, isGuess: false)
    setAhead(cutoff)
  }

  private mutating func endNap(_ minutes: Int) {
    nap(minutes)
    guard told.scene.clockIsKnown else { return }
    label = told.words.day.napOver
    focus = .words(told.words.day.wakeHer)
    setAside([])
  }

  private mutating func goToBed(awakeMinutes: Int?) {
    wake(awakeMinutes)
    label = told.words.day.bed
    setAhead(told.scene.outlook.bedtime)
    guard let earlier = told.scene.outlook.earlierBedtime else { return }
    let early = told.words.day.earlyBedtime
    setAside(
      [early, told.clock.digits(earlier.earliest), "–" + told.clock.text(earlier.latest)],
      text: early + " " + told.clock.range(earlier))
  }

  private mutating func waitForNap(_ minutes: Int) {
    wake(minutes)
    label = told.words.day.bed
    guard let nap = told.scene.outlook.nextNap else { return goToBed(awakeMinutes: minutes) }
    label = told.words.day.nap
    focus = .range(InstantRange(earliest: nap.start, latest: nap.end ?? nap.window.latest))
    setAhead(nap.start)
  }

  private mutating func napNow(_ minutes: Int) {
    waitForNap(minutes)
    let outlook = told.scene.outlook
    guard told.scene.clockIsKnown, let nap = outlook.nextNap, outlook.isBeyondWindow(at: told.scene.now)
    else { return }
    setAside([])
    label = told.words.fill(told.words.day.wasDue, told.clock.text(nap.window.latest))
    isLabelApart = true
    focus = .words(told.words.day.napNow)
  }

  /// Without a clock neither the cutoff nor bedtime is known, so nothing that follows from them is said.
  private mutating func doubtTime() {
    isNight = false
    setAside([told.words.times.clockNotSet])
    if case .range(let range) = focus { focus = .time(range.earliest, isGuess: false) }
  }

  private mutating func sleep(_ minutes: Int) {
    state = told.words.day.asleep + " " + told.duration(minutes)
  }

  private mutating func wake(_ minutes: Int?) {
    state = told.words.day.awake
    if let minutes { state += " " + told.duration(minutes) }
  }

  private mutating func setAhead(_ instant: Instant) {
    setAside([told.ahead(instant)].compactMap { $0 })
  }

  private mutating func setAside(_ lines: [String], text: String? = nil) {
    aside = lines
    asideText = text ?? lines.dropFirst().reduce(lines.first ?? "") { $0 + " " + $1 }
  }

  private var cutoff: Instant { told.scene.outlook.wakeBy?.latest ?? told.scene.day.napCutoff }
}
