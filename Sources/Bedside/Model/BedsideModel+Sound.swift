import Nursery

/// What the box says by itself when its time has come: cues on the Now page, and sounds.
struct ReminderModel: Sendable {
  /// Which cue stands, and which have.
  var cues = CueSchedule()
  /// The cue that is drawn.
  var cue: NightCue?
  /// What the piezo played, and plays next.
  var sounds = SoundWatch()
}

/// What the piezo plays: two short notes each.
public enum Tune: Hashable, Sendable, CaseIterable {
  /// A nap that runs has reached the time to wake by.
  case wakeBy
  /// A feed is due.
  case feedDue
  /// It is the time to get up.
  case alarm
}

/// What was heard, and what is heard next.
struct SoundWatch: Hashable, Sendable {
  /// A tune, and whom it is about; the alarm is about no baby.
  struct Subject: Hashable, Sendable {
    var tune: Tune
    var baby: BabyID?
  }

  /// A reason to play: of one nap, feed or morning, which began at `of`, there is one.
  struct Cause: Hashable, Sendable {
    var subject: Subject
    var of: Instant
    var due: Instant
  }

  /// What was played or passed over last.
  private var past: [Subject: Instant] = [:]
  /// Whether the piezo was made ready.
  var isReady = false
  /// When to look again, on the boot clock.
  var nextDeadline: Int?

  /// Notes a cause that is due; false where it was noted before.
  mutating func note(_ cause: Cause) -> Bool {
    defer { past[cause.subject] = cause.of }
    return past[cause.subject] != cause.of
  }
}

/// Sound: it says the time once, and only when the time comes. What was due while the box was off, unsure of the time or
/// in a quiet session is not said later, and nothing is said of a nap or a feed whose begin is only bounded.
extension BedsideModel {
  /// A tune that is later than this says nothing any more, in minutes.
  private static let soundLastsMinutes = 5

  mutating func lookForSounds(at moment: Moment) {
    guard !care.settings.tunes.isEmpty, !care.box.isSafe else {
      (reminders.sounds, care.box.piezo) = (SoundWatch(), .absent)
      return
    }
    if !reminders.sounds.isReady { effects.append(.sound(nil)) }
    (reminders.sounds.isReady, reminders.sounds.nextDeadline) = (true, nil)
    guard care.clocks.isSynced(boot: moment.boot.boot) else { return }
    let now = care.clocks.instant(at: moment.boot)
    for cause in soundCauses(at: moment) {
      guard cause.due <= now else {
        let due = moment.boot.milliseconds + cause.due.milliseconds - now.milliseconds
        reminders.sounds.nextDeadline = min(reminders.sounds.nextDeadline ?? due, due)
        continue
      }
      let isNews = reminders.sounds.note(cause)
      guard isNews, now < cause.due.adding(minutes: Self.soundLastsMinutes), isAudible else { continue }
      effects.append(.sound(cause.subject.tune))
    }
  }

  /// A quiet session is silent unless it lets sound through.
  private var isAudible: Bool { quiet.course.shield.map { $0.allows(.sound) } ?? true }

  private func soundCauses(at moment: Moment) -> [SoundWatch.Cause] {
    let isOfBabies = care.settings.tunes != [.alarm]
    let ofBabies = isOfBabies ? babies.flatMap { soundCauses(of: $0, at: moment) } : []
    return (ofBabies + alarmCauses(at: moment)).filter { care.settings.tunes.contains($0.subject.tune) }
  }

  private func soundCauses(of baby: BabyID, at moment: Moment) -> [SoundWatch.Cause] {
    let box = baby == care.chosenBaby ? self : pages(of: baby)
    guard let resident = box.resident, let day = box.day(at: moment) else { return [] }
    var causes: [SoundWatch.Cause] = []
    let outlook = box.outlook(of: day, at: moment)
    if let wakeBy = outlook.wakeBy, !outlook.isGuessed {
      causes.append(
        SoundWatch.Cause(
          subject: SoundWatch.Subject(tune: .wakeBy, baby: baby), of: wakeBy.start, due: wakeBy.latest))
    }
    let now = care.clocks.instant(at: moment.boot)
    let log = projection(of: baby, memoryOnly: true)
    let feeds = log.feeds(clock: care.clocks, since: CareLog.pagesSince(now), now: now)
    if let last = feeds.last, last.end != nil, !isGuessed(last.start, log) {
      let interval = DayEngine.feedInterval(of: resident.baby, bracket: day.bracket)
      causes.append(
        SoundWatch.Cause(
          subject: SoundWatch.Subject(tune: .feedDue, baby: baby), of: last.start,
          due: last.start.adding(minutes: interval.lower)))
    }
    return causes
  }

  private func alarmCauses(at moment: Moment) -> [SoundWatch.Cause] {
    guard let alarm = care.settings.alarm else { return [] }
    let today = care.settings.zone.civil(care.clocks.instant(at: moment.boot)).date
    return [today, today.adding(days: 1)].map { date in
      let due = care.settings.zone.instant(date, alarm)
      return SoundWatch.Cause(subject: SoundWatch.Subject(tune: .alarm), of: due, due: due)
    }
  }
}
