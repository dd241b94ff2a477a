import CribMotion
import Nursery
import SimulatedBoard

/// An ordinary day in a nursery, by a seed: sleeps, feeds and page turns.
struct OrdinaryDay {
  /// What a parent does. Everything that begins also ends, on the same day or the next one.
  enum Deed: Hashable, Sendable {
    case sleepBegins
    case sleepEnds
    case nursingBegins
    case nursingEnds
    case bottle
    case pageTurn
  }

  /// How much happens.
  struct Pace: Hashable, Sendable {
    /// The number of naps between morning and evening.
    var naps: Int
    /// How often the baby wakes up at night.
    var nightWakings: Int
    /// The minutes from one feed to the next.
    var feedIntervalMinutes: Int

    /// Five months old, with some 15 events a day.
    static let fiveMonths = Pace(naps: 3, nightWakings: 2, feedIntervalMinutes: 170)
    /// The first weeks, with some 30 events a day: the most that a log has to hold.
    static let newborn = Pace(naps: 6, nightWakings: 4, feedIntervalMinutes: 72)
  }

  /// A deed and its time, in seconds after midnight.
  typealias Entry = (second: Int, deed: Deed)

  /// The deeds, earliest first, at least 20 s apart.
  private(set) var entries: [Entry] = []

  private static let morningMinute = 7 * 60
  private static let eveningMinute = 19 * 60
  private static let dayMinutes = 24 * 60
  /// The least time between two deeds of one person.
  private static let leastDistanceSeconds = 20

  /// A day that begins and ends in the night's sleep.
  init(_ pace: Pace, random: inout SimulatedRandom) {
    addNight(pace, &random)
    addNaps(pace, &random)
    addFeeds(pace, &random)
    addPageTurns(&random)
    // No press is at a full minute, when the picture changes by itself.
    for index in entries.indices { entries[index].second += random.number(in: 0...59) }
    entries.sort { $0.second < $1.second }
    spread()
  }

  private mutating func add(_ deed: Deed, minute: Int) {
    entries.append((minute * 60, deed))
  }

  /// Adds the wakings of the night, the morning and the evening.
  private mutating func addNight(_ pace: Pace, _ random: inout SimulatedRandom) {
    for waking in 0..<pace.nightWakings {
      let minute = 60 + waking * 80 + random.number(in: 0...20)
      add(.sleepEnds, minute: minute)
      add(.sleepBegins, minute: minute + random.number(in: 18...35))
    }
    add(.sleepEnds, minute: Self.morningMinute + random.number(in: -15...20))
    add(.sleepBegins, minute: Self.eveningMinute + random.number(in: -15...20))
  }

  private mutating func addNaps(_ pace: Pace, _ random: inout SimulatedRandom) {
    let stretch = (Self.eveningMinute - Self.morningMinute - 60) / pace.naps
    for nap in 0..<pace.naps {
      let begin = Self.morningMinute + 60 + nap * stretch + random.number(in: 0...15)
      add(.sleepBegins, minute: begin)
      add(.sleepEnds, minute: begin + random.number(in: stretch / 4...stretch / 2))
    }
  }

  /// Adds the feeds. One in four is a bottle.
  private mutating func addFeeds(_ pace: Pace, _ random: inout SimulatedRandom) {
    var minute = random.number(in: 5...40)
    while minute < Self.dayMinutes - 40 {
      if random.chance(1, in: 4) {
        add(.bottle, minute: minute)
      } else {
        add(.nursingBegins, minute: minute)
        add(.nursingEnds, minute: minute + random.number(in: 8...25))
      }
      minute += pace.feedIntervalMinutes + random.number(in: -20...20)
    }
  }

  /// Adds turns through all four pages and back to the first.
  private mutating func addPageTurns(_ random: inout SimulatedRandom) {
    for _ in 0..<6 {
      let minute = random.number(in: Self.morningMinute...Self.eveningMinute + 180)
      for turn in 0..<4 { entries.append((minute * 60 + turn * 20, .pageTurn)) }
    }
  }

  private mutating func spread() {
    for index in entries.indices.dropFirst() {
      let least = entries[index - 1].second + Self.leastDistanceSeconds
      entries[index].second = max(entries[index].second, least)
    }
  }
}

/// A year of counts for the scorers, one for each minute: bouts of 37 minutes, lively, faint or still. The numpy
/// program makes the same counts.
enum MadeUpMinutes {
  private static let boutMinutes = 37

  /// One count for each minute of a year.
  static var counts: [Int] { (0..<365 * 24 * 60).map(count) }

  private static func count(_ minute: Int) -> Int {
    let noise = UInt32(truncatingIfNeeded: minute &* 2_654_435_761)
    switch UInt32(truncatingIfNeeded: minute / boutMinutes &* 2_246_822_519) >> 30 {
    case 0: return Int(noise >> 23)
    case 1: return Int(noise >> 27)
    default: return 0
    }
  }
}

/// Raw readings of a night of twelve hours at 25 Hz: a part's noise, and bursts of motion during wakings.
struct MadeUpNight {
  private static let rateHz = 25
  private static let hours = 12
  private static let oneGCounts = 1_024
  /// The minutes of each waking.
  private static let awakeMinutes = [40..<60, 240..<250, 480..<500, 690..<700]

  /// The source of the readings.
  static var source: MotionSource? {
    MotionSource(rateHz: Double(rateHz), milligeePerLSB: 1_000 / Double(oneGCounts))
  }

  /// The readings in order.
  static func samples() -> [MotionSample] {
    var random = SimulatedRandom(seed: 1)
    return (0..<hours * 3_600 * rateHz).map { sample(at: $0, &random) }
  }

  private static func sample(at index: Int, _ random: inout SimulatedRandom) -> MotionSample {
    let second = index / rateHz
    let isMoving = second % 7 < 3 && awakeMinutes.contains { $0.contains(second / 60) }
    let reach = isMoving ? 60 : 0
    return MotionSample(
      x: count(reach, &random), y: count(reach, &random), z: count(reach, &random) + Int16(oneGCounts))
  }

  /// The part's noise, and motion up to `reach`.
  private static func count(_ reach: Int, _ random: inout SimulatedRandom) -> Int16 {
    let noise = random.number(in: -2...2) + random.number(in: -1...1)
    return Int16(noise + (reach == 0 ? 0 : random.number(in: -reach...reach)))
  }
}
