import Nursery
import Testing

/// A night across every change of every zone: wall times change, durations do not.
@Suite struct ZoneChangesTests {
  @Test("There are as many as the database has")
  func thereAreAsManyAsTheDatabaseHas() throws {
    let zones = try ZoneChanges.all()
    #expect(zones.count > 30)
    #expect(zones.reduce(0) { $0 + $1.transitions.count } > 300)
    #expect(zones.allSatisfy { zone in zone.transitions.map(\.at) == zone.transitions.map(\.at).sorted() })
  }

  @Test("Each minute around a change has its wall time, and reads back as the same instant")
  func wallTimes() throws {
    for zone in try ZoneChanges.all() {
      var before = zone.initialOffsetSeconds
      for change in zone.transitions {
        let delta = change.offsetSeconds - before
        before = change.offsetSeconds
        for minute in stride(from: -200, through: 200, by: 4) {
          let instant = change.at.adding(minutes: minute)
          let civil = zone.civil(instant)
          let back = zone.instant(civil.date, civil.time)
          // Repeated minutes read back as the first pass.
          let isRepeated = delta < 0 && minute >= 0 && minute * 60 < -delta
          let expected = isRepeated ? instant.adding(minutes: delta / 60) : instant
          try #require(back == expected, "\(zone.name) \(minute) min after \(change.at.milliseconds)")
        }
      }
    }
  }

  @Test("A sleep across a change lasts its real time, minute by minute")
  func asleep() throws {
    try acrossEveryChange { zone, change, baby in
      let start = change.adding(minutes: -371)
      for minute in [0, 1, 200, 370, 371, 372, 401, 431, 432, 600] {
        let day = try DayEngine.snapshot(
          baby: baby, feeds: [FeedSpan(isNursing: false, start: start, end: start)],
          sleeps: [SleepSpan(start: start, end: nil)], wokeAt: nil, now: start.adding(minutes: minute),
          zone: zone)
        try #require(day.state.sleepMinutes == minute, "\(zone.name) \(change.milliseconds) \(day.state)")
        try #require(day.feed.minutesAgo == minute, "\(zone.name) \(change.milliseconds)")
      }
    }
  }

  @Test("A baby that is awake across a change has been so for the real time")
  func awake() throws {
    try acrossEveryChange { zone, change, baby in
      let woke = change.adding(minutes: -61)
      let night = SleepSpan(start: woke.adding(minutes: -500), end: woke)
      var last = -1
      for minute in [0, 1, 60, 61, 62, 90, 121, 122] {
        let day = try DayEngine.snapshot(
          baby: baby, feeds: [], sleeps: [night], wokeAt: nil, now: woke.adding(minutes: minute), zone: zone)
        let reference = try #require(day.wakeReference, "\(zone.name)")
        try #require(reference == woke && reference.minutes(until: woke.adding(minutes: minute)) == minute)
        if let awake = day.state.awakeMinutes {
          try #require(awake == minute && awake > last, "\(zone.name) \(change.milliseconds)")
          last = awake
        }
      }
    }
  }

  @Test("The log's times are the same instants in every zone, before and after a sync")
  func log() throws {
    try acrossEveryChange { zone, change, _ in
      var history = ClockHistory()
      let press = BootTime(boot: 1, milliseconds: 3_600_000)
      history.noteAlive(at: press)
      history.noteSync(
        at: BootTime(boot: 1, milliseconds: 7_200_000), wall: Instant(milliseconds: change.milliseconds + 1))
      try #require(history.instant(at: press).milliseconds == change.milliseconds + 1 - 3_600_000)
      let civil = zone.civil(history.instant(at: press))
      try #require(
        zone.civil(change.adding(minutes: -60)) == civil, "an hour before, by the wall as it was then")
    }
  }

  private func acrossEveryChange(_ body: (ZoneWindow, Instant, Baby) throws -> Void) throws {
    for zone in try ZoneChanges.all() {
      for change in zone.transitions {
        let date = zone.civil(change.at).date
        try body(zone, change.at, Baby(birthdate: date.adding(days: -150), bedtime: clock("19:00")))
      }
    }
  }
}

extension DayState {
  /// The minutes of the running sleep; nil if awake.
  fileprivate var sleepMinutes: Int? {
    switch self {
    case .nightSleep(let minutes, _), .sleepingMustEnd(let minutes, _),
      .sleepingApproachingCutoff(let minutes, _), .sleepingNoPressure(let minutes, _):
      minutes
    default: nil
    }
  }

  /// The minutes awake, if the state has them.
  fileprivate var awakeMinutes: Int? {
    switch self {
    case .napWindowClosed(let minutes, _), .awakeEarly(let minutes, _), .awakeApproaching(let minutes, _),
      .awakeBeyond(let minutes, _):
      minutes
    default: nil
    }
  }
}

extension FeedState {
  /// The minutes since the last feed; nil while one runs or none is known.
  fileprivate var minutesAgo: Int? {
    switch self {
    case .recentlyFed(let minutes), .approaching(let minutes, _), .ready(let minutes, _): minutes
    case .feedingNow, .noFeedsYet: nil
    }
  }
}
