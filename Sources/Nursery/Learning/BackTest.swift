/// Predictions of past windows, each made only from what was known at its waking.
public struct BackTest: Sendable {
  /// One window, and what each predictor said about it.
  public struct Trial: Hashable, Sendable {
    /// The real window.
    public var window: WakeWindow
    /// The middle of the age table's window, in minutes.
    public var byAge: Int
    /// The median of the same nap's windows over the seven days before, in minutes.
    public var median7: Int
    /// The learned prediction.
    public var learned: WindowForecast
    /// How far the window is outside the unwidened range, in thousandths of the prediction; negative inside it.
    var excess: Int
  }

  /// The trials in order of time.
  public private(set) var trials: [Trial] = []
  private var margin = RangeMargin()

  /// How many days before a day decide the width of its ranges and whether learning is used.
  public static let days = 21
  /// The least number of windows on those days.
  public static let leastWindows = 20

  /// Tests the windows since `firstDay`, but none on the first three days that have windows.
  public init(_ history: WindowHistory, from firstDay: Int = Int.min) {
    let windows = history.windows
    let days = Self.firstDays(windows)
    guard let lastUntested = days.last, days.count == WindowHistory.leastDays else { return }
    for (index, window) in windows.enumerated()
    where window.waking.day > lastUntested && window.waking.day >= firstDay {
      margin.begin(window.waking.day)
      let trial = Self.trial(window, at: index, of: history, margin: margin.thousandths)
      margin.add(trial.excess, day: window.waking.day)
      trials.append(trial)
    }
  }

  /// How far a range on a later day is widened, in thousandths of the prediction.
  func margin(on day: Int) -> Int {
    var margin = margin
    margin.begin(day)
    return margin.thousandths
  }

  /// The first days that have a window.
  private static func firstDays(_ windows: [WakeWindow]) -> [Int] {
    var days: [Int] = []
    for window in windows where days.last != window.waking.day {
      days.append(window.waking.day)
      if days.count == WindowHistory.leastDays { break }
    }
    return days
  }

  private static func trial(
    _ window: WakeWindow, at index: Int, of history: WindowHistory, margin: Int
  ) -> Trial {
    let estimate = history.estimate(window.waking, before: index)
    let forecast = history.forecast(window.waking, from: estimate, margin: margin)
    return Trial(
      window: window, byAge: forecast.byAge.middle, median7: history.median7(window.waking, before: index),
      learned: forecast, excess: estimate?.excess(of: window.minutes) ?? 0)
  }
}

extension WindowHistory.Estimate {
  /// How far a window is outside the unwidened range, in thousandths of the prediction.
  fileprivate func excess(of minutes: Int) -> Int {
    let outside = max(inner.lower - minutes, minutes - inner.upper)
    return (outside * 1000).flooringDivided(by: max(1, self.minutes))
  }
}

/// How far a range is widened so that four of five windows are in it: as far as the windows of the 21 days before
/// needed. It is set once a day.
struct RangeMargin: Sendable {
  /// The part of the windows to aim at, in percent. It is above four of five, since windows outside the limits of
  /// learning and a changing child cost some; see `docs/learning.md`.
  private static let aim = 85

  private var excesses: [(day: Int, excess: Int)] = []
  private var day = Int.min
  /// The margin of the day, in thousandths of a prediction.
  private(set) var thousandths = WindowHistory.firstMargin

  mutating func add(_ excess: Int, day: Int) { excesses.append((day, excess)) }

  /// Sets the margin for a day.
  mutating func begin(_ day: Int) {
    guard day != self.day else { return }
    self.day = day
    excesses.removeAll { $0.day < day - BackTest.days }
    guard excesses.count >= BackTest.leastWindows else {
      thousandths = WindowHistory.firstMargin
      return
    }
    let sorted = excesses.map { $0.excess }.sorted()
    let rank = (Self.aim * (sorted.count + 1) + 99) / 100
    thousandths = sorted[min(rank, sorted.count) - 1]
  }
}

extension WindowHistory {
  /// The median of the windows after the same number of naps on the seven days before, else of all windows on these
  /// days, else the middle of the age table's window.
  func median7(_ waking: Waking, before end: Int) -> Int {
    var (same, all): ([Int], [Int]) = ([], [])
    for window in windows[..<end].reversed() {
      let age = waking.day - window.waking.day
      guard age <= 7 else { break }
      guard age >= 1 else { continue }
      all.append(window.minutes)
      if window.waking.napsDone == waking.napsDone { same.append(window.minutes) }
    }
    return same.median ?? all.median ?? byAge(waking).middle
  }
}

extension [Int] {
  /// The middle value, or the rounded-down mean of the two middle values; nil for an empty array.
  var median: Int? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
