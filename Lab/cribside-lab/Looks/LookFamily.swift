import Nursery
import SimulatedBoard

/// A random family and one of its days. What the baby does follows from its age and the seed, and not from what the
/// box says, so that two versions of the planner see the same day.
struct LookFamily {
  /// What is special about a family.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Nothing is special.
    case ordinary
    /// The baby is five months old, and bedtime is 18:40.
    case fiveMonths = "5 months"
    /// The baby is in its first two months.
    case newborn
    case shortNaps = "short naps"
    case longNaps = "long naps"
    /// Presses are forgotten or late.
    case missedPresses = "missed presses"
    /// The day begins one to two hours earlier.
    case earlyWaking = "early waking"
    /// `plan.naps` is set.
    case fixedNaps = "plan.naps"
    /// `plan.wakeWindows` is set.
    case ownWindows = "own windows"
    /// The log has six weeks, and learning is on.
    case learned
  }

  /// The seed of the family.
  let seed: UInt64
  let kind: Kind
  /// The day of the looks.
  let date = CivilDate(daysSinceEpoch: 20_495)
  let baby: Baby
  let ageDays: Int
  let settings: PlanSettings
  /// The sleeps in the log at the end of the day, with the nights.
  let sleeps: [SleepSpan]
  /// When the day began.
  let morning: Instant
  /// What was learned by that morning; nil if learning is off.
  let learned: LearnedDay?

  /// The family of a seed, the same on every machine.
  init(seed: UInt64, kind: Kind) {
    var random = SimulatedRandom(seed: seed)
    self.seed = seed
    self.kind = kind
    ageDays = Self.age(kind, &random)
    let bedtime = kind == .fiveMonths ? 18 * 60 + 40 : random.number(in: 72...80) * 15
    baby = Baby(
      birthdate: date.adding(days: -ageDays), bedtime: WallTime(minutesAfterMidnight: bedtime))
    var rhythm = Rhythm(kind: kind, ageDays: ageDays, bedtime: bedtime, random: random)
    settings = rhythm.settings()
    // At least one night comes before the day.
    let days = kind == .learned ? 44 : 1
    var (sleeps, morning) = ([SleepSpan](), Instant(milliseconds: 0))
    for back in (0...days).reversed() {
      let day = rhythm.day(on: date.adding(days: -back))
      if !sleeps.isEmpty { sleeps[sleeps.count - 1].end = day.morning }
      sleeps += day.sleeps
      morning = day.morning
    }
    (self.sleeps, self.morning) = (sleeps, morning)
    learned =
      kind == .learned
      ? LearnedDay(
        date, sleeps: sleeps.filter { $0.start < morning }, birthdate: baby.birthdate, bedtime: baby.bedtime,
        zone: .utc)
      : nil
  }

  private static func age(_ kind: Kind, _ random: inout SimulatedRandom) -> Int {
    switch kind {
    case .fiveMonths: random.number(in: 150...180)
    case .newborn: random.number(in: 5...59)
    default: random.number(in: 60...730)
    }
  }
}

/// How a baby sleeps.
private struct Rhythm {
  let kind: LookFamily.Kind
  let ageDays: Int
  /// In minutes after midnight.
  let bedtime: Int
  var random: SimulatedRandom
  /// The baby's own wake windows, in hundredths of its age's.
  let factor: Int

  init(kind: LookFamily.Kind, ageDays: Int, bedtime: Int, random: SimulatedRandom) {
    (self.kind, self.ageDays, self.bedtime, self.random) = (kind, ageDays, bedtime, random)
    // The age table ends at fourteen months.
    let growth = max(0, ageDays - 419) / 8
    factor = self.random.number(in: 85...115) + growth
  }

  private var bracket: AgeTable.Bracket { AgeTable.bracket(ageDays: ageDays) }

  mutating func settings() -> PlanSettings {
    var settings = PlanSettings()
    settings.learn = kind == .learned ? .auto : .off
    if kind == .fixedNaps {
      let usual = bracket.naps
      settings.naps = max(1, min(5, random.number(in: usual.lower - 1...usual.upper + 1)))
    }
    if kind == .ownWindows {
      let least = bracket.wakeWindows[0].lower + 5 * random.number(in: -4...4)
      let most = least + 15 * random.number(in: 2...6)
      settings.wakeWindows = WakeWindowLimits(
        minimum: least, maximum: most, last: random.chance(1, in: 2) ? most : nil, maximumFirst: nil)
    }
    return settings
  }

  /// A day's morning and its logged sleeps. The night is last and has no end.
  mutating func day(on date: CivilDate) -> (morning: Instant, sleeps: [SleepSpan]) {
    let midnight = Instant(milliseconds: date.daysSinceEpoch * 86_400_000)
    var cursor = random.number(in: 375...450) - (kind == .earlyWaking ? random.number(in: 60...120) : 0)
    let morning = cursor
    var sleeps: [SleepSpan] = []
    for nap in 0..<8 {
      let start = cursor + window(before: nap)
      guard start < bedtime - bracket.lastWindow.lower * 3 / 4 else { break }
      var end = start + napMinutes()
      cursor = end
      if kind == .missedPresses, random.chance(1, in: 3) {
        guard random.chance(1, in: 2) else { continue }
        end += random.number(in: 20...120)
        cursor = end
      }
      sleeps.append(SleepSpan(start: midnight.adding(minutes: start), end: midnight.adding(minutes: end)))
    }
    let night = midnight.adding(minutes: max(cursor + 20, bedtime + random.number(in: -10...20)))
    return (midnight.adding(minutes: morning), sleeps + [SleepSpan(start: night, end: nil)])
  }

  private mutating func window(before nap: Int) -> Int {
    let usual = bracket.wakeWindows[min(nap, bracket.wakeWindows.count - 1)]
    // Sometimes the family is out.
    let delay = random.chance(1, in: 8) ? random.number(in: 20...100) : 0
    return random.number(in: usual.lower * 9 / 10...usual.upper) * factor / 100 + delay
  }

  private mutating func napMinutes() -> Int {
    let range =
      switch kind {
      case .shortNaps: 25...45
      case .longNaps: 90...150
      case .newborn: 20...120
      default: ageDays > 400 ? 50...140 : 30...100
      }
    return random.number(in: range)
  }
}
