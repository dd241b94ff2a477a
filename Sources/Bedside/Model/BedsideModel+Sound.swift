import Nursery

/// What the box announces at certain times: cues on the Now page, and sounds.
struct ReminderModel: Sendable {
  /// Which cue is due, and which were shown.
  var cues = CueSchedule()
  /// The cue on the panel.
  var cue: NightCue?
  /// What the piezo has played, and plays next.
  var sounds = SoundWatch()
}

/// What the piezo plays. Each tune has two short notes.
public enum Tune: Hashable, Sendable, CaseIterable {
  /// A running nap has reached the time to wake by.
  case wakeBy
  /// A feed is due.
  case feedDue
  /// It is the time to get up.
  case alarm
}

/// What was played, and what is played next.
struct SoundWatch: Hashable, Sendable {
  /// A tune and its baby; the alarm is for no baby.
  struct Subject: Hashable, Sendable {
    var tune: Tune
    var baby: BabyID?
  }

  /// A reason to play. There is one for each nap, feed or morning, which began at `of`.
  struct Cause: Hashable, Sendable {
    var subject: Subject
    var of: Instant
    var due: Instant
  }

  /// The last causes that were played or skipped.
  private var past: [Subject: Instant] = [:]
  /// Whether the piezo is ready.
  var isReady = false
  /// When to look again, on the boot clock.
  var nextDeadline: Int?

  /// Notes a cause that is due. Returns false if it was noted before.
  mutating func note(_ cause: Cause) -> Bool {
    defer { past[cause.subject] = cause.of }
    return past[cause.subject] != cause.of
  }
}

/// Sound. Each tune is played once, when it is due. A tune that was due while the box was off, did not know the time or
/// was in a quiet session is not played later. There is no tune for a nap or a feed whose begin is only bounded.
extension BedsideModel {
  /// A tune that is later than this is not played, in minutes.
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

  /// Whether sound is allowed: always, except in a quiet session that does not allow it.
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
