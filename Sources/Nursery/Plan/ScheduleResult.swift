/// The answer to one day: plans, or the reasons why there is none.
public struct ScheduleResult: Hashable, Sendable {
  /// The plans; those without violations first. Empty exactly when there is a `failure`.
  public private(set) var scenarios: [Scenario]
  /// Why there is no plan.
  public let failure: ScheduleFailure?
  /// How many naps the first plan has; 0 without one.
  public let napCount: Int
  /// How many naps were asked for.
  public private(set) var requestedNapCount: Int
  /// True when the plan was found by the wider search, beyond what the original program tries.
  public let isExtended: Bool
  /// The bedtime wanted, after the wake time, in minutes since the wake day's midnight.
  public let targetBedtime: Int
  /// How many days the search tried.
  public let examinedDays: Int

  /// The mode that the first plan was built from; nil when the settings do not come so far.
  private let mode: NapMode?

  /// An answer that the search never began for.
  init(_ request: ScheduleRequest, _ cause: ScheduleFailure.Cause) {
    scenarios = []
    failure = ScheduleFailure(cause: cause)
    napCount = 0
    requestedNapCount = request.preferredNaps
    isExtended = false
    targetBedtime = 0
    examinedDays = 0
    mode = nil
  }

  /// What a search found.
  init(_ planner: SchedulePlanner, _ scenarios: [Scenario], isExtended: Bool = false) {
    self.scenarios = scenarios
    failure = scenarios.isEmpty ? planner.failure() : nil
    napCount = scenarios.first?.napCount ?? 0
    requestedNapCount = planner.requested.count
    self.isExtended = isExtended
    targetBedtime = planner.frame.bedtime
    examinedDays = planner.examined
    mode = scenarios.first?.mode ?? planner.requested
  }
}

extension ScheduleResult {
  /// The same plans as the answer to a request that asked for another number of naps.
  func answering(_ request: ScheduleRequest) -> ScheduleResult {
    var result = self
    result.requestedNapCount = request.preferredNaps
    for index in scenarios.indices { result.scenarios[index].requestedNapCount = request.preferredNaps }
    return result
  }

  /// The same plans with the next nap after that many minutes awake, each as far as it still keeps every rule.
  func startingNext(
    after minutes: Int, shortestLast: Int, of request: ScheduleRequest, cutoff: Int?, had: Int
  ) -> ScheduleResult {
    let frame: DayFrame
    // Settings that contradict each other have no plan to move.
    do { frame = try DayFrame(request) } catch { return self }
    var result = self
    result.scenarios = scenarios.map { scenario in
      let moved = scenario.startingNext(after: minutes, shortestLast: shortestLast, in: frame)
      return moved.isKept(cutoff: cutoff, had: had) ? moved : scenario
    }
    return result
  }

  /// The same plans, where they break a limit with the next nap after the longest wake window at most: a baby who is tired
  /// now matters more than a long evening, for which there is an earlier bedtime or a short nap.
  func keepingNext(of request: ScheduleRequest) -> ScheduleResult {
    guard scenarios.contains(where: { !$0.isClean }) else { return self }
    let frame: DayFrame
    do { frame = try DayFrame(request) } catch { return self }
    var result = self
    result.scenarios = scenarios.map { scenario in
      let moved = scenario.isClean ? scenario : scenario.keepingNext(in: frame)
      return moved.keepsConstraints || !scenario.keepsConstraints ? moved : scenario
    }
    return result
  }

  /// True when there is a plan.
  public var isFeasible: Bool { failure == nil }

  /// True when the plan has another number of naps than was asked for.
  public var hasSwitchedNapCount: Bool { failure == nil && napCount != requestedNapCount }

  /// The lengths that the request has for the first plan's number of naps, in minutes.
  public var baseLengths: [Int] { mode.map { $0.asked.array($0.count) } ?? [] }

  /// The same after power sleep, in minutes.
  public var boostedLengths: [Int] { mode.map { $0.lengths.array($0.count) } ?? [] }
}

/// Why a day has no plan.
public struct ScheduleFailure: Hashable, Sendable {
  /// What stood in the way.
  public let cause: Cause

  /// Where a day fails.
  public enum Cause: Hashable, Sendable {
    /// The request itself is at fault.
    case request(ScheduleRequestFault)
    /// Settings contradict each other.
    case setting(ScheduleSettingFault)
    /// Neither the number of naps asked for nor another one fits.
    case infeasible(Attempt, other: Attempt?)
  }

  /// What one number of naps failed for.
  public struct Attempt: Hashable, Sendable {
    /// How many naps.
    public let naps: Int
    /// Why they do not fit.
    public let reason: ScheduleInfeasibility
  }
}

extension ScheduleFailure {
  /// The reason for which the day, with the naps asked for, has no plan.
  public var reason: String {
    switch cause {
    case .request(let fault): fault.message
    case .setting(let fault): fault.text
    case .infeasible(let requested, _): requested.reason.text
    }
  }

  /// Why two naps do not work; nil when that was not tried.
  public var twoNap: String? { reason(naps: 2) }

  /// Why three naps do not work; nil when that was not tried.
  public var threeNap: String? { reason(naps: 3) }

  /// The whole text for a parent: the reason, what to try, and why another number of naps does not help.
  public var text: String {
    guard case .infeasible(let requested, let other) = cause else { return reason }
    let text = "Could not create a valid schedule. \(requested.reason.text) \(requested.reason.hint)"
    guard let other else { return text }
    return text + " (Note: \(other.naps) naps also failed - \(other.reason.text))"
  }

  private func reason(naps: Int) -> String? {
    guard case .infeasible(let requested, let other) = cause else { return nil }
    if requested.naps == naps { return requested.reason.text }
    return other?.naps == naps ? other?.reason.text : nil
  }
}

/// Why a number of naps does not fit into a day. Times in minutes.
public enum ScheduleInfeasibility: Error, Hashable, Sendable {
  /// The day has no length.
  case bedtimeBeforeWake
  /// The naps and the last wake window are longer than the day.
  case notEnoughTime
  /// No wake windows within the limits fill the day.
  case windowsOutsideLimits
  /// The first wake window would be longer than it may be.
  case firstWindow(minutes: Int, limit: Int)
  /// After the naps that happened, the last nap has no room.
  case noRoomForLastNap(minimum: Int)
}

extension ScheduleInfeasibility {
  /// The words that the original program has for it.
  public var text: String {
    switch self {
    case .bedtimeBeforeWake: "Bedtime must be after wake time (same or next day)."
    case .notEnoughTime: "Not enough time for naps + last wake window before bed."
    case .windowsOutsideLimits: "Awake windows would have to go outside the min/max limits."
    case .firstWindow(let minutes, let limit):
      "First wake window (\(minutes) min) exceeds maximum allowed (\(limit) min)."
    case .noRoomForLastNap(let minimum):
      "Not enough time for wake window before last nap (need at least \(minimum) min)"
    }
  }

  /// What a parent may try.
  public var hint: String {
    switch self {
    case .windowsOutsideLimits:
      "Try: (1) Increase max wake window, (2) Decrease min wake window, or (3) Reduce nap lengths."
    case .notEnoughTime, .noRoomForLastNap:
      "Try: (1) Reduce total nap time, (2) Move bedtime later, or (3) Reduce last wake window."
    case .bedtimeBeforeWake, .firstWindow:
      "Try adjusting nap lengths, wake windows, or wake/bed times."
    }
  }
}

/// Settings that contradict each other. The first one found is the answer; the rest is not looked at.
public enum ScheduleSettingFault: Error, Hashable, Sendable {
  /// The wake time or the bedtime is missing.
  case noTimes
  /// The shortest wake window is not above 0.
  case minimumNotPositive
  /// The longest wake window is not above 0.
  case maximumNotPositive
  /// The longest wake window is shorter than the shortest.
  case maximumBelowMinimum
  /// The wake window before bed is not above 0.
  case lastNotPositive
  /// The wake window before bed is outside the limits, in minutes.
  case lastOutside(minimum: Int, maximum: Int)
  /// The longest first wake window is not above 0.
  case maximumFirstNotPositive
  /// The longest first wake window is shorter than the shortest window.
  case maximumFirstBelowMinimum
  /// Nap 1 or nap 2 has no length.
  case firstNapsNotPositive
  /// A later nap has no length; how many naps there are.
  case laterNapNotPositive(naps: Int)
}

extension ScheduleSettingFault {
  /// The words that the original program has for it.
  public var text: String {
    switch self {
    case .noTimes: "Please set both wake-up time and bedtime."
    case .minimumNotPositive: "Min wake window must be greater than 0."
    case .maximumNotPositive: "Max wake window must be greater than 0."
    case .maximumBelowMinimum: "Max wake window must be greater than or equal to min wake window."
    case .lastNotPositive: "Last wake window must be greater than 0."
    case .lastOutside(let minimum, let maximum):
      "Last wake window must be between \(minimum) and \(maximum) minutes."
    case .maximumFirstNotPositive: "Max first wake window must be greater than 0."
    case .maximumFirstBelowMinimum:
      "⚠️ CONFIGURATION ERROR: Max first wake window must be at least equal to min wake window. "
        + "Please adjust these values."
    case .firstNapsNotPositive: "Nap 1 and Nap 2 lengths should be greater than 0 minutes."
    case .laterNapNotPositive(let naps):
      "\(ScheduleSettingFault.list(naps)) lengths should be greater than 0 minutes."
    }
  }

  /// `Nap 1, Nap 2 and Nap 3`.
  private static func list(_ naps: Int) -> String {
    let earlier = (1..<naps).map { "Nap \($0)" }.joined(separator: ", ")
    return earlier + " and Nap \(naps)"
  }
}

/// A rule that a plan breaks.
public enum ScheduleViolation: Hashable, Sendable {
  /// A nap lies in the time that must be awake.
  case awakeWindow(nap: Int)
  /// No nap covers the time that must be asleep.
  case sleepWindow
  /// A planned wake window is outside its limits. The window before nap `number`; the one before bed has the
  /// number after the last nap's.
  case limit(window: Int, minutes: Int, limit: Int)
}

extension ScheduleViolation {
  /// By how much a limit is broken, in minutes; a day's for a time to be awake or asleep.
  var minutes: Int {
    if case .limit(_, let minutes, let limit) = self { abs(minutes - limit) } else { 1440 }
  }

  /// Which rule, and where it is broken.
  public var message: String {
    switch self {
    case .awakeWindow(let nap): "Nap \(nap) lies in the time that should be awake"
    case .sleepWindow: "No nap covers the time that should be asleep"
    case .limit(let window, let minutes, let limit) where minutes > limit:
      "Wake window \(window) is \(minutes) min, above \(limit) min"
    case .limit(let window, let minutes, let limit):
      "Wake window \(window) is \(minutes) min, below \(limit) min"
    }
  }

  /// What a parent may try.
  public var suggestion: String {
    switch self {
    case .awakeWindow: "Move the time to be awake, or change nap lengths, the number of naps or bedtime"
    case .sleepWindow: "Move or shorten the time to be asleep, or lengthen a nap"
    case .limit(_, let minutes, let limit) where minutes > limit:
      "Offer a nap more, or an earlier bedtime"
    case .limit: "Skip a nap, or choose a later bedtime"
    }
  }
}
