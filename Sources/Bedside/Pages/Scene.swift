import Nursery

/// Everything that the pages may show. Drawing uses only a `Scene`, and reads neither the log nor a clock.
public struct Scene: Hashable, Sendable {
  /// The current page.
  public var page: Page
  /// The baby's name, as configured.
  public var babyName: String
  /// Whether the household has several babies, so that the name is always on the panel.
  public var showsName: Bool
  /// The day state.
  public var day: DaySnapshot
  /// What comes next.
  public var outlook: Outlook
  /// The instant that the scene shows.
  public var now: Instant
  /// The zone for every wall time.
  public var zone: ZoneWindow
  /// Whether the time of day is known. If not, wall times are drawn as `--:--`.
  public var clockIsKnown: Bool
  /// Whether the present time is only bounded, so that durations across a power cut have a `~`.
  public var isApproximate: Bool
  /// Whether times are shown on a 12-hour clock.
  public var usesTwelveHours: Bool
  /// The notice at the foot of the page, if any.
  public var notice: Notice?
  /// How many entries are in memory only, or changes of them. If there are any, every page says NOT SAVED.
  public var unsavedCount: Int
  /// Whether MENU brings back what was taken back, as the notice says.
  public var menuRedoes = false
  /// The shorter forms of each baby's name, the longest first, for places without room for the name.
  public var shorterNames: [String: [String]] = [:]
  /// The name of the notice's baby; nil if it is the baby of the page.
  public var noticeName: String?
  /// On another baby's page, the name of the baby whose plan MENU leads to; nil if it leads to Now.
  public var planName: String?
  /// The side of the running nursing, if any.
  public var nursingSide: NursingSide?
  /// The side with which FEED would begin; nil until a side was nursed.
  public var nextSide: NursingSide?
  /// When this baby usually wakes up; six o'clock while that is not known.
  public var usualMorning = WallTime(minutesAfterMidnight: 360)
  /// The last feed that is over, or the part of the running feed on the side before.
  public var lastFeed: FeedSpan?
  /// Whether the last feed may be longer ago than is shown: there was a power cut since, and the clock is not known.
  public var feedAgeIsLeast = false
  /// Whether the state may have lasted longer than is shown: there was a power cut since its begin, and the clock is
  /// not known.
  public var stateAgeIsLeast = false
  /// Whether the begin of the state is only bounded, because it was in a boot that never knew the time.
  public var stateIsGuessed = false
  /// Whether the last feed began at a time that is only bounded.
  public var feedIsGuessed = false
  /// The same for its last part, whose side is shown.
  public var stretchIsGuessed = false
  /// The times of the day's entries that are only bounded, for every page but Now.
  public var guessedTimes: Set<Instant> = []
  /// The times that may be longer ago than was counted: there was a power cut since, and the clock is not known.
  public var leastTimes: Set<Instant> = []
  /// What happened within the last 24 hours, for the Today page; nil on any other.
  public var recent: RecentDay?
  /// The box's own condition, for the Box page and the warning mark.
  public var box: BoxCondition
  /// Whether the Box page shows every part instead of only the faults.
  public var showsBoxDetails = false
  /// The last entries, which replace the Today page; nil while they are not open.
  public var last: LastScene?
  /// The time that is being set by hand; nil while the clock page is closed.
  public var clockByHand: ClockByHand?
  /// The last night and its week, for the Night page, and for the Now page on a morning that has not begun; nil while the
  /// clock does not tell which night that is.
  public var night: NightReview?
  /// The cue for the parents, if one is due.
  public var cue: NightCue?
  /// What the babies that are not shown need.
  public var calls: [BabyCall] = []
  /// What motion asks or has written, on the Now page.
  public var remark: Remark?

  /// What a quiet session shows instead of a page; nil while none runs.
  public var quiet: QuietShow?
  /// When the running session ends and whether it can be cancelled; nil while none runs.
  public var quietLock: QuietLock?
  /// The pages behind the Box page that start and set quiet sessions, if they are open.
  public var quietMenu: QuietMenuScene?

  /// A scene of a box on which everything works and is saved. The default outlook is that of the day and its plan.
  public init(
    page: Page, babyName: String, showsName: Bool = false, day: DaySnapshot,
    plan: WakingDayPlan? = nil, outlook: Outlook? = nil, now: Instant, zone: ZoneWindow,
    clockIsKnown: Bool = true,
    isApproximate: Bool = false,
    usesTwelveHours: Bool = false, notice: Notice? = nil, unsavedCount: Int = 0,
    nursingSide: NursingSide? = nil, box: BoxCondition = BoxCondition()
  ) {
    self.page = page
    self.babyName = babyName
    self.showsName = showsName
    self.day = day
    self.outlook = outlook ?? Outlook(day, plan: plan, now: now)
    self.now = now
    self.zone = zone
    self.clockIsKnown = clockIsKnown
    self.isApproximate = isApproximate
    self.usesTwelveHours = usesTwelveHours
    self.notice = notice
    self.unsavedCount = unsavedCount
    self.nursingSide = nursingSide
    self.box = box
  }
}

extension Scene {
  /// The day's plan; nil before the day began.
  public var plan: WakingDayPlan? { outlook.plan }

  /// Whether the Now page shows a morning of which nothing was logged.
  var greetsInTheMorning: Bool {
    page == .now && day.state == .notStarted && clockIsKnown
      && zone.civil(now).time < WallTime(minutesAfterMidnight: 720)
  }
}

/// What the foot of the page shows for a few seconds.
public enum Notice: Hashable, Sendable {
  /// Saving the press takes longer than 100 ms.
  case saving
  /// It is on the card. Only this notice and the next three may say so.
  case saved(Confirmation)
  /// It is on the card. The press came so soon after the last press of the button that it may not have been meant, so
  /// the notice says how to undo it.
  case savedAgain(Confirmation)
  /// It is on the card, with the time in the question that the press answered. Another press of the button logs this
  /// instead, at the time of the press.
  case answered(Confirmation, instead: Confirmation, Button)
  /// The card accepts writes again, and nothing is waiting.
  case allSaved
  /// Another box logged this; `place` is its name, if it has one.
  case elsewhere(Confirmation, place: String?)
  /// A hold is moving the event earlier, to this time so far.
  case backdating(Confirmation, minutes: Int)
  /// An action was undone; what it was, if that is known. MENU within 4 s brings it back.
  case undone(Confirmation?)
  /// An undone action was brought back.
  case redone(Confirmation?)
  /// There is nothing to undo.
  case nothingToUndo
  /// A hold stops at this time, because an end cannot be moved before the start.
  case notBefore(Instant)
  /// A hold cannot move what the press logged any further.
  case noEarlier(Confirmation)
  /// Another style of the plan was chosen.
  case styleChosen(ScheduleStyle)
  /// A person rated the night with this many stars; nil if the stars of the rules apply again.
  case rated(Int?)
  /// No other style of the plan fits the day.
  case onlyStyle
  /// There is no plan whose style could be changed.
  case noPlan
  /// The rules refused a command.
  case refused(Refusal)
  /// A button has been down for more than 10 s.
  case stuck(Button)
  /// A stuck button was released: NAP keeps what its press logged, and MENU takes it back.
  case keepOrUndo(Confirmation)
  /// An edit was left without a change.
  case editDropped
  /// The clock was set by hand.
  case clockSetByHand(Instant)
  /// The clock cannot be set by hand, because the network or a battery clock has set it.
  case clockIsSet
  /// A strict quiet session cannot be cancelled.
  case cannotCancel
  /// The quiet session does not allow this button.
  case notInQuiet(Button)
  /// The schedule's session was due, but the running one ends later and continues.
  case quietKeptLonger
  /// The schedule's session ends later than the running one, and replaced it.
  case quietReplaced
  /// A quiet session is over.
  case quietOver(QuietEnd)
  /// A schedule cannot end at its start.
  case sameTimes
  /// No phone can be paired now.
  case noPhoneNow
}

extension Notice {
  /// How many times as long as others it stands. What a button does about it takes longer to read and to decide.
  var timesLonger: Int {
    switch self {
    case .answered: 5
    case .savedAgain: 2
    // No press brings it, so no one looks for it.
    case .allSaved: 5
    case .saved(let confirmation): if case .bottle(_?) = confirmation.deed { 2 } else { 1 }
    default: 1
    }
  }
}

/// What was done, with the time that the event has now.
public struct Confirmation: Hashable, Sendable {
  /// What was done.
  public enum Deed: Hashable, Sendable {
    /// A nap, or the night, began.
    case sleepStarted(isNight: Bool)
    /// Sleep went on after a waking in the night.
    case asleepAgain
    /// Sleep began with the press that ended a nursing of this many minutes.
    case sleepStartedAfterFeed(minutes: Int, isNight: Bool)
    /// Sleep ended.
    case sleepEnded(isNight: Bool)
    /// Sleep by day ended after so few minutes that it does not count.
    case sleptTooShort(minutes: Int)
    /// A whole night that no one logged, from this time. The confirmation's time is its end.
    case nightSlept(from: Instant)
    /// Sleep went on after a feed in the night, and the baby had slept before that feed without a press: until a time,
    /// and from bedtime on if no press began the night.
    case sleptBeforeFeed(from: Instant?, until: Instant)
    /// The morning's wake-up.
    case wokeUp
    /// A wake-up by day that changed nothing: the baby was awake since then already.
    case awakeBefore(since: Instant)
    /// Nursing began on a side.
    case nursingStarted(NursingSide)
    /// Nursing ended.
    case nursingEnded
    /// Nursing ended so soon that it does not count.
    case nursedTooShort
    /// The nursing's side was corrected.
    case sideSwitched(NursingSide)
    /// The nursing continues on another side, after this many minutes on the one before.
    case sideFollows(NursingSide, after: NursingSide, minutes: Int)
    /// A bottle, with its amount if that replaces the time.
    case bottle(BottleAmount? = nil)
    /// A nappy was changed.
    case nappy
    /// A medicine was given.
    case medicine
    /// Motion saw that sleep began, and wrote it.
    case motionAsleep
    /// Motion saw that sleep ended, and wrote it.
    case motionAwake
    /// The reminder of the dream feed was dismissed.
    case dreamFeedDismissed
    /// An entry of this kind was deleted; the confirmation's time is its start.
    case deleted(CareKind)
    /// Something was added, changed or deleted from the command line.
    case corrected
  }

  /// What was done.
  public var deed: Deed
  /// When it happened. While the clock is not known, it is drawn as `12 min ago`.
  public var at: Instant

  /// A deed at a time.
  public init(deed: Deed, at: Instant) {
    self.deed = deed
    self.at = at
  }
}

/// The box's own condition.
public struct BoxCondition: Hashable, Sendable {
  /// Whether a part answers.
  public enum PartState: Hashable, Sendable {
    /// It answers.
    case works
    /// It is configured and does not answer.
    case missing
    /// It is not configured.
    case absent
  }

  /// Whether wall times are known.
  public enum ClockState: Hashable, Sendable {
    /// Set from the network or a battery clock.
    case synced
    /// Set by a person, or by a paired phone.
    case byHand
    /// Only the time of the last shutdown is known.
    case saved
    /// Nothing is known.
    case unknown

    /// Whether the time of day is known.
    public var isKnown: Bool { self == .synced || self == .byHand }
  }

  /// The clock.
  public var clock: ClockState = .synced
  /// Whether the card accepts writes.
  public var storageWorks = true
  /// Lines in the log, all kinds.
  public var logLines = 0
  /// Damaged lines in quarantine.
  public var damagedLines = 0
  /// Damaged entries that the last check of the whole log found.
  public var rottenEntries = 0
  /// When the log was last copied elsewhere; nil if never, as far as the box knows.
  public var copied: Instant?
  /// When the whole log was last checked; nil if never, as far as the box knows.
  public var checked: Instant?
  /// The panel. Only `cribside status` shows it, since a missing panel shows nothing.
  public var panel = PartState.works
  /// The accelerometer.
  public var accelerometer = PartState.absent
  /// The chip with the buttons' lines.
  public var buttons = PartState.works
  /// The piezo; absent if it plays nothing.
  public var piezo = PartState.absent
  /// The button that is stuck, if any.
  public var stuckButton: Button?
  /// When safe mode ends, in milliseconds of the boot clock; nil if it is off.
  public var safeUntilMilliseconds: Int?
  /// The line because of which the settings were refused while older ones are used; 0 if the fault has no line, and nil
  /// if they were not refused.
  public var settingsRefusedAtLine: Int?
  /// The state of the household's other boxes; nil if no program has reported it.
  public var link: LinkNews?
  /// Since when the household is connected; nil while it is not.
  public var linkedSince: Instant?
  /// The code for a phone; nil while none is being paired.
  public var phone: PhoneOffer?
  /// The version of the program.
  public var version = ""
  /// The host's name or address; empty if it has none.
  public var address = ""

  /// Everything works.
  public init() {}

  /// How old the last copy of the log is, in minutes; nil while that or the clock is not known.
  public func copyMinutes(at now: Instant) -> Int? {
    guard clock.isKnown else { return nil }
    return copied.map { max(0, $0.minutes(until: now)) }
  }

  /// Whether the box is in safe mode after several crashes: only buttons, log and panel work.
  public var isSafe: Bool { safeUntilMilliseconds != nil }

  /// Whether a parent should look at the Box page.
  public var wantsAttention: Bool {
    isSafe || !storageWorks || panel == .missing || accelerometer == .missing || buttons == .missing
      || stuckButton != nil || settingsRefusedAtLine != nil
  }
}
