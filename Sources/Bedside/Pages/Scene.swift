import Nursery

/// Everything the pages may show, already resolved: drawing takes a `Scene` and nothing else, and never asks
/// the log or a clock.
public struct Scene: Hashable, Sendable {
  /// Which page is up.
  public var page: Page
  /// The baby's name, as configured.
  public var babyName: String
  /// True when the household has several babies: the name is then always on screen.
  public var showsName: Bool
  /// The day state.
  public var day: DaySnapshot
  /// What comes next.
  public var outlook: Outlook
  /// The instant that the scene shows.
  public var now: Instant
  /// The zone for every wall time.
  public var zone: ZoneWindow
  /// False until the clock is synchronised: wall times are then drawn as `--:--`.
  public var clockIsKnown: Bool
  /// True when "now" is only bounded by the past: durations across a power cut carry `~`.
  public var isApproximate: Bool
  /// 12-hour faces, by configuration.
  public var usesTwelveHours: Bool
  /// What is being said over the page's foot, if anything.
  public var notice: Notice?
  /// Events that are in memory only. More than 0 means NOT SAVED, on every page.
  public var unsavedCount: Int
  /// Whether MENU brings back what the notice says was taken back.
  public var menuRedoes = false
  /// Whose the notice is; nil: the baby's of the page.
  public var noticeName: String?
  /// On another baby's page, whose plan MENU leads to; nil where it leads to Now.
  public var planName: String?
  /// The side of the nursing that runs, if one does.
  public var nursingSide: NursingSide?
  /// The side that FEED would begin with; nil while none was nursed yet.
  public var nextSide: NursingSide?
  /// When this baby usually wakes up in the morning; six o'clock while that is not known.
  public var usualMorning = WallTime(minutesAfterMidnight: 360)
  /// The last feed that is over, or the stretch on the side before within the feed that runs.
  public var lastFeed: FeedSpan?
  /// True when the last feed was before a power cut and the clock is not known: it is as long ago as is shown, or longer.
  public var feedAgeIsLeast = false
  /// True when what runs began before a power cut and the clock is not known: it has lasted as long as is shown, or longer.
  public var stateAgeIsLeast = false
  /// True when the state began in a boot that never knew the time: how long it has lasted is only bounded.
  public var stateIsGuessed = false
  /// Whether the last feed began at a time that is only bounded.
  public var feedIsGuessed = false
  /// The same of its last stretch, whose side is named.
  public var stretchIsGuessed = false
  /// The times of the day's entries that are only bounded, for every page but Now.
  public var guessedTimes: Set<Instant> = []
  /// Those that are as long ago as is counted, or longer: before a power cut, while the clock is not known.
  public var leastTimes: Set<Instant> = []
  /// What happened within the last 24 hours, for the Today page; nil on any other.
  public var recent: RecentDay?
  /// The box's own condition, for the Box page and the warning mark.
  public var box: BoxCondition
  /// True when the Box page shows each part rather than what is wrong.
  public var showsBoxDetails = false
  /// The last entries, in place of the Today page; nil while they are not open.
  public var last: LastScene?
  /// The time as it is set by hand; nil while the clock page is closed.
  public var clockByHand: ClockByHand?
  /// The last night and its week, for the Night page; nil while the clock does not tell which night that is.
  public var night: NightReview?
  /// The evening's or morning's word to the parents, if one is due.
  public var cue: NightCue?
  /// What the babies need that are not shown.
  public var calls: [BabyCall] = []
  /// What motion asks or has written, on the Now page.
  public var motion: MotionRemark?

  /// What is shown in a quiet session, in place of any page; nil while none runs.
  public var quiet: QuietShow?
  /// How the session that runs holds; nil while none runs.
  public var quietLock: QuietLock?
  /// The pages behind the Box page that start and set quiet sessions, if they are open.
  public var quietMenu: QuietMenuScene?

  /// A scene with nothing to say about the box: everything works, everything is saved. The outlook, where none is given,
  /// is that of the day and its plan.
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
}

/// The pages, in MENU's order.
public enum Page: Hashable, Sendable {
  /// The day state in one glance.
  case now
  /// Today's schedule.
  case plan
  /// Naps, sleep and feeds of today against the age's targets.
  case today
  /// The last night and the week before it.
  case night
  /// The box's own condition.
  case box
  /// Choose this baby as the one the buttons speak of; one page per baby when there are several.
  case baby(BabyID)

  /// The pages about a baby's day, in MENU's order.
  public static let ofADay: [Page] = [.now, .plan, .today, .night]

  /// The page's name, as in the golden frames and `shot` files.
  public var name: String {
    switch self {
    case .now: "now"
    case .plan: "plan"
    case .today: "today"
    case .night: "night"
    case .box: "box"
    case .baby(let id): "baby-\(id.number)"
    }
  }
}

/// What the foot of the page says for a few seconds.
public enum Notice: Hashable, Sendable {
  /// The press is on its way to the flash and takes longer than 100 ms.
  case saving
  /// It is on the flash. Only this notice and the next two may claim so.
  case saved(Confirmation)
  /// It is on the flash, and was pressed so soon after the button's last press that it may not be meant: how to take it back is
  /// said, too.
  case savedAgain(Confirmation)
  /// The flash takes what is written again, and nothing waits for it.
  case allSaved
  /// Another box has it, at the place of that name; nil: a box without a name.
  case elsewhere(Confirmation, place: String?)
  /// The event just made is being moved earlier: the time it has now, before release.
  case backdating(Confirmation, minutes: Int)
  /// Undone, what it was where that is known; MENU within 4 s brings it back.
  case undone(Confirmation?)
  /// Brought back after an undo.
  case redone(Confirmation?)
  /// There is nothing to undo.
  case nothingToUndo
  /// A hold stops here: an end cannot be moved before the start.
  case notBefore(Instant)
  /// A hold cannot move what the press logged: it has the time of the press.
  case noEarlier(Confirmation)
  /// Another style of the plan was chosen.
  case styleChosen(ScheduleStyle)
  /// A person rated the night with so many stars; nil: the rules' stars count again.
  case rated(Int?)
  /// No other style of the plan fits the day.
  case onlyStyle
  /// There is no plan whose style could be changed.
  case noPlan
  /// The rules said no.
  case refused(Refusal)
  /// A button has been down for more than 10 s.
  case stuck(Button)
  /// A button that was stuck is up again: NAP keeps what its press logged, MENU takes it back.
  case keepOrUndo(Confirmation)
  /// An edit was left, and changed nothing.
  case editDropped
  /// The clock was set by hand.
  case clockSetByHand(Instant)
  /// The clock needs no hand: a machine has set it.
  case clockIsSet
  /// A strict quiet session cannot be cancelled.
  case cannotCancel
  /// The quiet session does not let this button through.
  case notInQuiet(Button)
  /// The schedule's time came while a session ran that ends later: that one continues.
  case quietKeptLonger
  /// The schedule's session ends later than the one that ran, and took its place.
  case quietReplaced
  /// A quiet session is over.
  case quietOver(QuietEnd)
  /// A schedule cannot end as it starts.
  case sameTimes
  /// No phone can be paired now.
  case noPhoneNow
}

extension Notice {
  /// Whether it says what MENU does about it, and so stands twice as long as others.
  var isLong: Bool {
    switch self {
    case .savedAgain: true
    case .saved(let confirmation): if case .bottle(_?) = confirmation.deed { true } else { false }
    default: false
    }
  }
}

/// What a confirmation confirms, with the time the event now has.
public struct Confirmation: Hashable, Sendable {
  /// What was saved.
  public enum Deed: Hashable, Sendable {
    /// A nap, or the night, began.
    case sleepStarted(isNight: Bool)
    /// Sleep began with the press that ended a nursing of so many minutes.
    case sleepStartedAfterFeed(minutes: Int, isNight: Bool)
    /// Sleep ended.
    case sleepEnded(isNight: Bool)
    /// Sleep by day ended after so few minutes that it counts for nothing.
    case sleptTooShort(minutes: Int)
    /// A whole night that no one logged, from then on; its time is its end.
    case nightSlept(from: Instant)
    /// The morning's wake-up.
    case wokeUp
    /// A wake-up by day that changed nothing: the baby has been awake since then.
    case awakeBefore(since: Instant)
    /// Nursing began on a side.
    case nursingStarted(NursingSide)
    /// Nursing ended.
    case nursingEnded
    /// The nursing's side was corrected.
    case sideSwitched(NursingSide)
    /// The nursing goes over to another side, after so many minutes on the one before.
    case sideFollows(NursingSide, after: NursingSide, minutes: Int)
    /// A bottle, with its amount where that is said in place of the time.
    case bottle(BottleAmount? = nil)
    /// A nappy was changed.
    case nappy
    /// A medicine was given.
    case medicine
    /// Motion saw that sleep began, and wrote it.
    case motionAsleep
    /// Motion saw that sleep ended, and wrote it.
    case motionAwake
    /// The dream feed's reminder was waved away.
    case dreamFeedDismissed
    /// A press was taken back.
    case takenBack
    /// Something was added, changed or deleted from the command line.
    case corrected
  }

  /// What was done.
  public var deed: Deed
  /// When it happened, on the civil timeline; drawn as "n min ago" while the clock is unknown.
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
  /// True when the flash takes what is written.
  public var storageWorks = true
  /// Lines in the log, all kinds.
  public var logLines = 0
  /// Lines that were damaged and stand in quarantine.
  public var damagedLines = 0
  /// Damaged entries that the last check of the whole log found.
  public var rottenEntries = 0
  /// When the log was copied elsewhere last; nil: never, as far as the box knows.
  public var copied: Instant?
  /// When the whole log was checked last; nil: never, as far as the box knows.
  public var checked: Instant?
  /// The panel; drawn for `cribside status`, since a missing panel shows nothing.
  public var panel = PartState.works
  /// The accelerometer.
  public var accelerometer = PartState.absent
  /// The chip that the buttons' lines are on.
  public var buttons = PartState.works
  /// The piezo; absent where it plays nothing.
  public var piezo = PartState.absent
  /// Button that does not come up, if any.
  public var stuckButton: Button?
  /// Until when safe mode lasts, in milliseconds of the boot clock; nil: it is off.
  public var safeUntilMilliseconds: Int?
  /// The line at which the settings are refused, 0 where the fault has no line, while older ones are used; nil: they
  /// are not refused.
  public var settingsRefusedAtLine: Int?
  /// How the household's other boxes stand; nil where no program has said it.
  public var link: LinkNews?
  /// Since when the household is connected; nil: it is not.
  public var linkedSince: Instant?
  /// What a phone is to be told; nil while none is being paired.
  public var phone: PhoneOffer?
  /// The version of the program.
  public var version = ""
  /// The host's name or address, empty when it has none.
  public var address = ""

  /// Everything works.
  public init() {}

  /// How old the last copy of the log is, in minutes; nil while that is not known, or the clock is not.
  public func copyMinutes(at now: Instant) -> Int? {
    guard clock.isKnown else { return nil }
    return copied.map { max(0, $0.minutes(until: now)) }
  }

  /// True when the box has crashed again and again: only buttons, log and panel still work.
  public var isSafe: Bool { safeUntilMilliseconds != nil }

  /// True when a parent should look at the Box page.
  public var wantsAttention: Bool {
    isSafe || !storageWorks || panel == .missing || accelerometer == .missing || buttons == .missing
      || stuckButton != nil || settingsRefusedAtLine != nil
  }
}
