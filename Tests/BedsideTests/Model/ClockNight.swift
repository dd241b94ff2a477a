import Nursery

@testable import Bedside

/// A scripted half hour of a box with two babies, on its model alone: presses, a card that is slow and then refuses,
/// pages, the passing minutes. It is a value, so it can be copied at any input and continue under another clock.
struct ClockNight {
  /// What is compared: the effects except pictures and clocks, and the state at fixed times.
  private(set) var trace: [String] = []
  /// What the clock itself caused.
  private(set) var clockAnnouncements: [Announcement] = []
  /// Contradictions between the panel and the clock, in words. Empty if all is well.
  private(set) var complaints: [String] = []
  /// The number of inputs that the model received.
  private(set) var inputs = 0
  private(set) var model: BedsideModel
  private(set) var milliseconds = 5_000

  /// The true wall clock minus the boot clock, in milliseconds. The board's wall clock is off by `offMilliseconds`.
  static let trueOffset = 1_770_840_000_000  // 2026-02-11T20:00:00Z
  var offMilliseconds = 0
  var trust: ClockTrust

  /// What buttons and card will do, by boot time. Later plans are added during the night.
  private var plans: [Plan]
  private var levels: [Button: Bool] = [.nap: false, .feed: false, .menu: false]
  private var cardRefuses = false

  private struct Plan {
    var at: Int
    var deed: Deed
  }

  private enum Deed {
    case edge(Button, isPressed: Bool)
    case saved([EventID])
    case cardRefuses(Bool)
    case probe
    case clockReport
  }

  init(trust: ClockTrust) {
    self.trust = trust
    let baby = Baby(
      birthdate: CivilDate(daysSinceEpoch: 20_495 - 150), bedtime: WallTime(minutesAfterMidnight: 19 * 60))
    let residents = [("Mia", 1), ("Ben", 2)].map {
      BedsideSettings.Resident(id: BabyID(number: $0.1), name: $0.0, baby: baby)
    }
    var settings = BedsideSettings(residents: residents, zone: .utc)
    settings.darkAfterMinutes = 6
    settings.alarm = WallTime(minutesAfterMidnight: 7 * 60)
    model = BedsideModel(
      settings: settings, logs: [:], clocks: ClockHistory(), idSeed: 7, box: BoxCondition())
    plans = ClockNight.plans
    step(.clockReport)
  }

  // MARK: The script

  private static var plans: [Plan] {
    var plans: [Plan] = []
    func press(_ button: Button, at: Int, forMilliseconds: Int = 90) {
      plans.append(Plan(at: at, deed: .edge(button, isPressed: true)))
      plans.append(Plan(at: at + forMilliseconds, deed: .edge(button, isPressed: false)))
    }
    press(.nap, at: 60_500)
    press(.nap, at: 390_000, forMilliseconds: 2_300)  // ends the sleep, and moves its end
    press(.feed, at: 400_000)
    press(.menu, at: 460_000)  // switches the side
    press(.feed, at: 530_000)
    press(.feed, at: 600_000)
    press(.feed, at: 600_350)  // a bottle
    press(.menu, at: 640_000, forMilliseconds: 1_700)  // undo
    press(.menu, at: 643_000)  // redo
    press(.menu, at: 700_000)
    press(.menu, at: 700_300)  // the previous page, which is Ben's
    press(.feed, at: 706_000)  // not NAP: what a first NAP offers depends on the time of day
    plans.append(Plan(at: 720_000, deed: .cardRefuses(true)))
    press(.feed, at: 721_000)
    plans.append(Plan(at: 746_000, deed: .cardRefuses(false)))
    press(.nap, at: 900_000)
    press(.nap, at: 1_500_000)
    for at in stride(from: 45_000, to: 1_700_000, by: 37_000) { plans.append(Plan(at: at, deed: .probe)) }
    return plans.sorted { $0.at < $1.at }
  }

  /// The time at which the script ends.
  static let endMilliseconds = 1_760_000

  // MARK: Time

  /// Handles the next plan or deadline. False when the script is over.
  mutating func next() -> Bool {
    let due = [plans.first?.at, model.nextDeadline].compactMap { $0 }.min() ?? Self.endMilliseconds
    guard due < Self.endMilliseconds else { return false }
    milliseconds = max(due, milliseconds)
    guard let plan = plans.first, plan.at <= milliseconds else {
      step(.tick)
      return true
    }
    plans.removeFirst()
    perform(plan.deed)
    return true
  }

  /// Steps the wall clock now.
  mutating func stepClock(bySeconds seconds: Int) {
    offMilliseconds += seconds * 1_000
    step(.clockReport)
  }

  /// Plans a report of the clock for later.
  mutating func planReport(afterMilliseconds delay: Int) {
    let at = milliseconds + delay
    plans.insert(Plan(at: at, deed: .clockReport), at: plans.firstIndex { $0.at > at } ?? plans.endIndex)
  }

  /// Plays the rest of the script.
  mutating func finish() {
    while next() {}
  }

  /// Makes two reports that agree, the second late enough to count as a confirmation.
  mutating func confirm() {
    step(.clockReport)
    milliseconds += 61_000
    step(.clockReport)
  }

  private mutating func perform(_ deed: Deed) {
    switch deed {
    case .edge(let button, let isPressed):
      levels[button] = isPressed
      step(.edge(ButtonEdge(button: button, isPressed: isPressed, milliseconds: milliseconds)))
    case .saved(let ids): step(.saved(cardRefuses ? [] : ids, isHolding: cardRefuses))
    case .cardRefuses(let refuses): cardRefuses = refuses
    case .probe:
      step(.tick)
      probe()
    case .clockReport: step(.clockReport)
    }
  }

  var moment: Moment {
    let wall = trust == .none ? nil : Instant(milliseconds: Self.trueOffset + offMilliseconds + milliseconds)
    return Moment(boot: BootTime(boot: 1, milliseconds: milliseconds), wall: wall, trust: trust)
  }

  private mutating func step(_ input: Input) {
    inputs += 1
    for effect in model.handle(input, at: moment) { receive(effect) }
    checkHonesty()
  }

  private mutating func receive(_ effect: Effect) {
    switch effect {
    case .append(let writes): append(writes)
    case .readLevels: step(.levels(levels))
    case .retryStorage:
      trace.append("\(milliseconds) retry")
      plans.insert(Plan(at: milliseconds + 8, deed: .saved(model.care.pending.map(\.event.id))), at: 0)
    case .announce(let announcement):
      switch announcement {
      case .clockSet, .clockHeld: clockAnnouncements.append(announcement)
      default: trace.append("\(milliseconds) \(announcement)")
      }
    case .lamp(let lit): trace.append("\(milliseconds) lamp \(lit)")
    case .draw, .keep, .keepActivity, .readActivity, .quietAnswer, .answer, .checkSegment, .offerPhone,
      .sound:
      break
    }
  }

  private mutating func append(_ writes: [LogWrite]) {
    let care = writes.compactMap { if case .care(let event) = $0 { event.id } else { nil } }
    guard !care.isEmpty else { return }
    trace.append("\(milliseconds) append \(care.count)")
    let at = milliseconds + 8
    plans.insert(
      Plan(at: at, deed: .saved(care)), at: plans.firstIndex { $0.at > at } ?? plans.endIndex)
  }

  // MARK: What is compared

  /// Records what no clock may change: deadlines, the page, the baby that the buttons log for, durations.
  private mutating func probe() {
    let sleeping = model.day(at: moment)?.sleeps.last { $0.span.end == nil }
    let now = model.clockHistory.instant(at: moment.boot)
    let parts: [String] = [
      "\(milliseconds) notice \(model.screen.notice?.until ?? -1)",
      "dark \(model.screen.isDark) \(model.screen.darkDeadline ?? -1)",
      "retry \(model.care.retryDeadline ?? -1)", "choice \(model.screen.choiceDeadline ?? -1)",
      model.screen.page.name,
      "baby \(model.care.chosenBaby.number)", "asleep \(sleeping.map { $0.span.minutes(at: now) } ?? -1)",
      "unsaved \(model.unsavedEvents)",
    ]
    trace.append(parts.joined(separator: ", "))
  }

  private mutating func checkHonesty() {
    let believed = model.clockHistory.resolve(.boot(moment.boot))
    if !model.screen.isDark, model.screen.drawnMinute != believed.instant.minute {
      complaints.append("\(milliseconds): the minute on the panel is not the clock's")
    }
    if let deadline = model.nextDeadline, deadline <= milliseconds, plans.first?.at ?? Int.max > milliseconds
    {
      complaints.append("\(milliseconds): a deadline stays in the past")
    }
    if model.scene(at: moment)?.clockIsKnown != believed.isExact {
      complaints.append("\(milliseconds): the clock on the panel is not as known as the log's")
    }
  }

  /// Every event with its times on the boot clock, and whether it was deleted.
  var events: [String] {
    model.care.logs.sorted { $0.key.number < $1.key.number }.flatMap { baby, log in
      log.allRecords.map { record in
        let care = record.care
        let end = care.end.map { "\($0)" } ?? "no end"
        return "\(baby.number) \(care.kind) \(care.start) \(end) \(record.isDeleted)"
      }
    }
  }

  /// Event times that do not resolve exactly, or resolve to more than two seconds from the truth.
  var misresolved: [String] {
    model.care.logs.values.flatMap(\.allRecords).flatMap { record in
      [record.care.start, record.care.end].compactMap { $0 }.compactMap { time -> String? in
        guard case .boot(let reading) = time else { return nil }
        let resolved = model.clockHistory.resolve(time)
        let off = resolved.instant.milliseconds - Self.trueOffset - reading.milliseconds
        return resolved.isExact && abs(off) <= 2_000 ? nil : "\(record.care.kind) off by \(off) ms"
      }
    }
  }
}
