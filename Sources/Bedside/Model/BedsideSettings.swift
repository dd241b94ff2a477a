import Nursery

/// The configuration, as far as the rules of the box need it.
public struct BedsideSettings: Hashable, Sendable {
  /// Another box of the household and its name.
  public struct Place: Hashable, Sendable {
    /// The box's id.
    public var box: String
    /// The name on the panel, such as `downstairs`.
    public var name: String

    /// A box and its name.
    public init(box: String, name: String) {
      (self.box, self.name) = (box, name)
    }
  }

  /// One baby of the household.
  public struct Resident: Hashable, Sendable {
    /// The baby's number in the lines of the log.
    public var id: BabyID
    /// The name; `panelName` is the one on the panel.
    public var name: String
    /// What the day is computed from.
    public var baby: Baby
    /// What the day's plan is made from.
    public var plan: PlanSettings

    /// A baby with its name. By default its plan follows its age.
    public init(id: BabyID, name: String, baby: Baby, plan: PlanSettings = PlanSettings()) {
      self.id = id
      self.name = name
      self.baby = baby
      self.plan = plan
    }
  }

  /// The babies, at least one.
  public var residents: [Resident]
  /// The other boxes that have names.
  public var places: [Place] = []
  /// The zone for every wall time.
  public var zone: ZoneWindow
  /// Whether times are shown on a 12-hour clock.
  public var usesTwelveHours = false
  /// The panel is dim from this time…
  public var nightFrom = WallTime(minutesAfterMidnight: 19 * 60)
  /// …to this one.
  public var nightTo = WallTime(minutesAfterMidnight: 7 * 60)
  /// The panel goes dark this long after the last press; nil if never.
  public var darkAfterMinutes: Int?
  /// When to get up. Together with a baby's bedtime it is the goal for a night's sleep; nil if it is not set.
  public var alarm: WallTime?
  /// Whether the Now page reminds of winding down and the alarm.
  public var showsCues = true
  /// Whether it also reminds of caffeine, which matters for an adult's night only.
  public var showsCaffeineCue = false
  /// What the piezo plays.
  public var tunes: Set<Tune> = []
  /// What a press of the fourth button logs; nil if there is no such button.
  public var extra: ExtraAction?
  /// The details with which a bottle is logged.
  public var feeds = FeedSettings()
  /// The accelerometer on the crib.
  public var motion = MotionSettings()
  /// The rules of quiet sessions, until a person chooses others.
  public var quiet = QuietDefaults()
  /// The program's version, for the Box page.
  public var version = ""
  /// The host's name, for the Box page.
  public var address = ""

  /// The settings of a fresh configuration for these babies.
  public init(residents: [Resident], zone: ZoneWindow) {
    self.residents = residents
    self.zone = zone
  }

  /// The baby with a number, or with a name that no other baby has, whatever its case; otherwise nil.
  public func baby(named name: String) -> BabyID? {
    if let resident = residents.first(where: { "\($0.id.number)" == name }) { return resident.id }
    let exact = residents.filter { $0.name == name }
    let namesakes =
      exact.isEmpty ? residents.filter { $0.name.lowercased() == name.lowercased() } : exact
    return namesakes.count == 1 ? namesakes.first?.id : nil
  }
}

/// The hours in which the panel is dim. They include midnight if they end before they begin.
public struct NightHours: Hashable, Sendable {
  /// The first minute.
  public var from: WallTime
  /// The first minute after them.
  public var to: WallTime

  /// The hours from one time to another.
  public init(from: WallTime, to: WallTime) {
    self.from = from
    self.to = to
  }

  /// Whether a time of day is within them.
  public func contains(_ time: WallTime) -> Bool {
    from <= to ? (from..<to).contains(time) : time >= from || time < to
  }
}

extension BedsideSettings {
  /// The hours in which the panel is dim.
  public var nightHours: NightHours { NightHours(from: nightFrom, to: nightTo) }
}

/// Other settings for a running box. The log, what runs and what is shown stay as they are.
extension BedsideModel {
  /// Applies other settings from now on. A new baby gets its page at once, with what the log has about it. A baby that
  /// is gone leaves the panel, and stays in the log.
  mutating func follow(_ new: BedsideSettings, at moment: Moment) {
    let old = care.settings
    care.settings = new
    care.settings.motion.calibration = old.motion.calibration
    care.settings.version = old.version
    care.settings.address = old.address
    care.box.settingsRefusedAtLine = nil
    care.openLogs()
    forgetStyles(of: old)
    leaveBabiesThatAreGone()
    quiet.course.defaults = new.quiet
    quiet.course.zone = new.zone
    logCheck.dueMilliseconds = 0
    planning.learned = [:]
    nights.mark = nil
    if new.motion.mode != old.motion.mode || new.motion.baby != old.motion.baby { motion = MotionModel() }
    if new.darkAfterMinutes != old.darkAfterMinutes { wake(at: moment) }
  }

  /// A style that the configuration has changed replaces the one that MENU chose.
  private mutating func forgetStyles(of old: BedsideSettings) {
    for resident in care.settings.residents {
      let before = old.residents.first { $0.id == resident.id }
      if before?.plan.style != resident.plan.style { planning.styles[resident.id] = nil }
    }
  }

  /// Leaves the babies that are gone: no press logs for a baby that is not on the panel, and none takes back an action
  /// for it.
  private mutating func leaveBabiesThatAreGone() {
    let present = Set(babies)
    buttons.history.done.removeAll { !present.contains($0.baby) }
    if let redo = buttons.redoable?.action, !present.contains(redo.baby) { buttons.redoable = nil }
    if case .baby(let id) = screen.page, !present.contains(id) {
      (screen.page, screen.choiceDeadline) = (.now, nil)
    }
    guard !present.contains(care.chosenBaby), let first = babies.first else { return }
    closeEdits()
    care.chosenBaby = first
    effects.append(.keep(.chosen(first)))
  }
}

extension BedsideSettings.Resident {
  /// The name as the panel draws it.
  public var panelName: String { PanelName.spelled(name, ofBaby: id.number) }
}

extension PanelName {
  /// The forms of the name of each baby, in the household's order.
  public static func forms(of residents: [BedsideSettings.Resident]) -> [[String]] {
    let names = residents.map { $0.panelName }
    return residents.indices.map { index in
      let others = names.indices.filter { $0 != index }.map { names[$0] }
      return forms(of: names[index], ofBaby: residents[index].id.number, among: others)
    }
  }
}
