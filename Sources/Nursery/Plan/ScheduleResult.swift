/// The answer to a request: up to three plans, or the reason why there is none.
public struct ScheduleResult: Hashable, Sendable {
  /// The plans, those without violations first. Empty only when there is a `failure`.
  public private(set) var scenarios: [Scenario]
  /// Why there is no plan.
  public let failure: ScheduleFailure?
  /// How many naps the first plan has; 0 without a plan.
  public let napCount: Int
  /// How many naps were asked for.
  public private(set) var requestedNapCount: Int
  /// True when the plan was found by the wider search, beyond what the original program tries.
  public let isExtended: Bool
  /// The bedtime wanted, in minutes since midnight of the wake day, and after the wake time.
  public let targetBedtime: Int

  /// The mode of the first plan or, without a plan, of the request; nil when the request was refused.
  private let mode: NapMode?

  /// The answer to a request that is refused before a search begins.
  init(_ request: ScheduleRequest, _ cause: ScheduleFailure.Cause) {
    scenarios = []
    failure = ScheduleFailure(cause: cause)
    napCount = 0
    requestedNapCount = request.preferredNaps
    isExtended = false
    targetBedtime = 0
    mode = nil
  }

  /// The answer that a search found.
  init(_ planner: SchedulePlanner, _ scenarios: [Scenario], isExtended: Bool = false) {
    self.scenarios = scenarios
    failure = scenarios.isEmpty ? planner.failure() : nil
    napCount = scenarios.first?.napCount ?? 0
    requestedNapCount = planner.requested.count
    self.isExtended = isExtended
    targetBedtime = planner.frame.bedtime
    mode = scenarios.first?.mode ?? planner.requested
  }
}

extension ScheduleResult {
  /// The same plans as the answer to a request for another number of naps.
  func answering(_ request: ScheduleRequest) -> ScheduleResult {
    var result = self
    result.requestedNapCount = request.preferredNaps
    for index in scenarios.indices { result.scenarios[index].requestedNapCount = request.preferredNaps }
    return result
  }

  /// The same plans with the next nap after that many minutes awake. A plan that would then break a rule stays as it
  /// is.
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

  /// The same plans, but a plan that breaks a limit has its next nap after the longest wake window at the latest. A
  /// baby who is tired now matters more than a long evening: an earlier bedtime or a short nap helps there.
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

  /// Whether there is a plan.
  public var isFeasible: Bool { failure == nil }

  /// Whether the first plan has another number of naps than was asked for.
  public var hasSwitchedNapCount: Bool { failure == nil && napCount != requestedNapCount }

  /// The lengths, in minutes, that the request has for the first plan's number of naps.
  public var baseLengths: [Int] { mode.map { $0.asked.array($0.count) } ?? [] }

  /// `baseLengths` after power sleep, in minutes.
  public var boostedLengths: [Int] { mode.map { $0.lengths.array($0.count) } ?? [] }
}

/// Why a day has no plan.
public struct ScheduleFailure: Hashable, Sendable {
  /// The reason.
  public let cause: Cause

  /// What a day fails for.
  public enum Cause: Hashable, Sendable {
    /// The request is refused.
    case request(ScheduleRequestFault)
    /// Settings contradict each other.
    case setting(ScheduleSettingFault)
    /// Neither the number of naps asked for nor the other one fits; `other` is nil when there is none.
    case infeasible(Attempt, other: Attempt?)
  }

  /// Why one number of naps fails.
  public struct Attempt: Hashable, Sendable {
    /// The number of naps.
    public let naps: Int
    /// Why they do not fit.
    public let reason: ScheduleInfeasibility
  }
}

extension ScheduleFailure {
  /// Why the number of naps that was asked for has no plan, in English.
  public var reason: String {
    switch cause {
    case .request(let fault): fault.message
    case .setting(let fault): fault.text
    case .infeasible(let requested, _): requested.reason.text
    }
  }

  /// Why two naps do not work; nil: they were not tried.
  public var twoNap: String? { reason(naps: 2) }

  /// Why three naps do not work; nil: they were not tried.
  public var threeNap: String? { reason(naps: 3) }

  /// The text for a parent: the reason, what to try, and why another number of naps does not help.
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

/// Why a number of naps does not fit into a day. Limits are in minutes.
public enum ScheduleInfeasibility: Error, Hashable, Sendable {
  /// Bedtime is not after the wake time.
  case bedtimeBeforeWake
  /// The naps and the last wake window are longer than the day.
  case notEnoughTime
  /// No wake windows within the limits fill the day.
  case windowsOutsideLimits
  /// The first wake window would exceed its limit.
  case firstWindow(minutes: Int, limit: Int)
  /// After the recorded naps there is no room for the last nap.
  case noRoomForLastNap(minimum: Int)
}

extension ScheduleInfeasibility {
  /// The original program's words for it.
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

  /// What a parent can try, in English.
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

/// A setting that is missing or contradicts another. Only the first one found is reported.
public enum ScheduleSettingFault: Error, Hashable, Sendable {
  /// The wake time or the bedtime is missing.
  case noTimes
  /// The shortest wake window is 0 or less.
  case minimumNotPositive
  /// The longest wake window is 0 or less.
  case maximumNotPositive
  /// The longest wake window is shorter than the shortest.
  case maximumBelowMinimum
  /// The wake window before bed is 0 or less.
  case lastNotPositive
  /// The wake window before bed is outside these limits, in minutes.
  case lastOutside(minimum: Int, maximum: Int)
  /// The longest first wake window is 0 or less.
  case maximumFirstNotPositive
  /// The longest first wake window is shorter than the shortest window.
  case maximumFirstBelowMinimum
  /// Nap 1 or nap 2 is 0 minutes long or less.
  case firstNapsNotPositive
  /// A nap after the second is 0 minutes long or less; `naps` is the number of naps of the day.
  case laterNapNotPositive(naps: Int)
}

extension ScheduleSettingFault {
  /// The original program's words for it.
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

  /// For 3: `Nap 1, Nap 2 and Nap 3`.
  private static func list(_ naps: Int) -> String {
    let earlier = (1..<naps).map { "Nap \($0)" }.joined(separator: ", ")
    return earlier + " and Nap \(naps)"
  }
}

/// A rule that a plan breaks.
public enum ScheduleViolation: Hashable, Sendable {
  /// A nap lies in the time that must be awake; naps count from 1.
  case awakeWindow(nap: Int)
  /// No nap covers the time that must be asleep.
  case sleepWindow
  /// A wake window is outside its limits, in minutes. `window` is the number of the nap behind it; the one before bed
  /// has the next number after the last nap.
  case limit(window: Int, minutes: Int, limit: Int)
}

extension ScheduleViolation {
  /// By how many minutes a limit is broken; a whole day for a constraint.
  var minutes: Int {
    if case .limit(_, let minutes, let limit) = self { abs(minutes - limit) } else { 1440 }
  }

  /// Which rule is broken, and where, in English.
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

  /// What a parent can try, in English.
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
