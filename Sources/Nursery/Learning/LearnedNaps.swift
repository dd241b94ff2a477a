/// How many naps a child takes and how long they are, by the beginning of a day. Each of the two replaces the age's
/// only if it predicted better for this child.
public struct LearnedNaps: Hashable, Sendable {
  /// The length of each nap, first nap first, in minutes; empty until `WindowHistory.leastDays` days are known.
  public let minutes: [Int]
  /// The length of each nap by age, in minutes.
  public let byAge: Int
  /// How well the lengths predicted the last 21 days.
  public let verdict: LearningVerdict
  /// Whether the lengths replace the age's.
  public let isUsed: Bool
  /// The number of naps; nil: by age.
  public let count: Int?

  /// Learns from the naps before a day.
  init(_ history: WindowHistory, on day: Int, mode: LearningMode) {
    let naps = NapHistory(history)
    minutes = naps.minutes(on: day)
    byAge = naps.byAge(on: day).minutes
    verdict = naps.verdict(in: day - BackTest.days..<day)
    isUsed = mode == .auto && verdict.isBetter && !minutes.isEmpty
    let isCountBetter = mode == .auto && naps.isCountBetter(in: day - BackTest.days..<day)
    count = isCountBetter ? naps.count(on: day) : nil
  }

  /// The lengths to plan with, in minutes; empty: by age.
  var used: [Int] { isUsed ? minutes : [] }
}

/// A child's naps, and the predictions from them.
struct NapHistory {
  private let birthdate: CivilDate
  /// The windows with a nap after them, in order of time.
  private let windows: [WakeWindow]

  /// How many days before a day show how many naps it will have and when they begin.
  private static let recentDays = 14

  init(_ history: WindowHistory) {
    birthdate = history.birthdate
    windows = history.windows.filter { ($0.napMinutes ?? 0) > 0 }
  }

  /// The usual number of naps at the age, and the length of each on a day of twelve hours, in minutes.
  func byAge(on day: Int) -> (count: Int, minutes: Int) {
    let row = AgeTable.bracket(on: day, born: birthdate)
    let count = row.naps.upper
    return (count, TypicalDay.napMinutes(row, naps: count, dayMinutes: 720))
  }

  /// The predicted number of naps of a day: the median of the days before it, but at most one more or fewer than
  /// usual at the age; nil if too few days are known.
  func count(on day: Int) -> Int? {
    let counts = counts(in: day - Self.recentDays..<day)
    guard counts.count >= WindowHistory.leastDays, let median = Array(counts.values).median else {
      return nil
    }
    let usual = AgeTable.bracket(on: day, born: birthdate).naps
    return (max(1, usual.lower - 1)...min(WakingDayPlan.mostNaps, usual.upper + 1)).clamped(median)
  }

  /// Whether the predicted numbers of naps were in sum a tenth nearer to the real ones than the age's, for as many
  /// naps as any verdict needs. A median of whole numbers would be too coarse.
  func isCountBetter(in days: Range<Int>) -> Bool {
    var (naps, learned, byAge) = (0, 0, 0)
    for (day, actual) in counts(in: days) {
      guard let count = count(on: day) else { continue }
      naps += actual
      learned += abs(count - actual)
      byAge += abs(self.byAge(on: day).count - actual)
    }
    return naps >= BackTest.leastWindows && byAge > 0 && learned * 10 <= byAge * 9
  }

  /// How many naps each of these days had. A sleep soon after the first waking belongs to the night.
  private func counts(in days: Range<Int>) -> [Int: Int] {
    var counts: [Int: Int] = [:]
    for window in windows(in: days)
    where window.waking.napsDone > 0 || window.minutes > DayRules.sleepsAgainMinutes {
      counts[window.waking.day, default: 0] += 1
    }
    return counts
  }

  /// The predicted lengths of a day's naps in minutes, up to the first nap that too few days had.
  func minutes(on day: Int) -> [Int] {
    (0..<max(byAge(on: day).count, count(on: day) ?? 0)).map { minutes(ofNap: $0, on: day) }.prefix {
      $0 != nil
    }.compactMap { $0 }
  }

  /// The predicted length of a day's nap in minutes, 0 being the first; nil if too few days had it. An earlier nap
  /// counts less the longer ago it was, and the further it began from this one's usual start.
  private func minutes(ofNap index: Int, on day: Int) -> Int? {
    let alike = windows(in: day - Self.recentDays..<day).filter { $0.waking.napsDone == index }
    guard alike.count >= WindowHistory.leastDays, let start = alike.map({ $0.napStart }).median else {
      return nil
    }
    let waking = Waking(day: day, minuteOfDay: 0, napsDone: index, lastSleepMinutes: 1)
    var known = WeightedMinutes()
    for window in windows(in: day - WindowWeight.days..<day) {
      let weight = WindowWeight.weight(ofNapIn: window, for: waking, startingAt: start)
      known.add(window.napMinutes ?? 0, weight: weight)
    }
    return known.middle
  }

  /// Compares each nap of these days with its prediction at the beginning of the day.
  func verdict(in days: Range<Int>) -> LearningVerdict {
    var (learned, byAge): ([Int], [Int]) = ([], [])
    for day in days {
      let usual = self.byAge(on: day).minutes
      for window in windows(in: day..<day + 1) {
        guard let actual = window.napMinutes, let minutes = minutes(ofNap: window.waking.napsDone, on: day)
        else {
          continue
        }
        learned.append(abs(minutes - actual))
        byAge.append(abs(usual - actual))
      }
    }
    return LearningVerdict(learnedErrors: learned, byAgeErrors: byAge)
  }

  private func windows(in days: Range<Int>) -> ArraySlice<WakeWindow> {
    windows[place(of: days.lowerBound)..<place(of: days.upperBound)]
  }

  /// The index of a day's first window.
  private func place(of day: Int) -> Int {
    var (low, high) = (0, windows.count)
    while low < high {
      let middle = (low + high) / 2
      if windows[middle].waking.day < day { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension WakeWindow {
  /// When the nap after the window began, in minutes after midnight.
  var napStart: Int { waking.minuteOfDay + minutes }
}
