/// What really happened today against the plan: recorded naps, the time awake before them, and the day's sleep.
///
/// Times are minutes since the wake day's midnight, not wrapped at 24 h. A difference above 0 means longer than
/// planned.
public struct NapInsights: Hashable, Sendable {
  /// One recorded nap beside the plan's nap of the same number.
  public struct Nap: Hashable, Sendable {
    /// Which nap of the day it was, 1 for the first.
    public let number: Int
    /// When it began.
    public let start: Int
    /// When it ended.
    public let end: Int
    /// The minutes awake before it, since the wake-up or the nap before; nil when that nap was not recorded.
    public let wakeWindow: Int?
    /// How long it should have been, in minutes; nil when the plan has no such nap.
    public let plannedMinutes: Int?
    /// The minutes awake that the plan had before it; nil when the plan has no such nap.
    public let plannedWakeWindow: Int?

    /// How long it was.
    public var minutes: Int { end - start }
    /// How much longer it was than planned, in minutes.
    public var differenceMinutes: Int? { plannedMinutes.map { minutes - $0 } }
    /// How much longer the wake window before it was than planned, in minutes.
    public var wakeWindowDifference: Int? {
      guard let wakeWindow, let plannedWakeWindow else { return nil }
      return wakeWindow - plannedWakeWindow
    }
  }

  /// The recorded naps, in the order of their numbers.
  public let naps: [Nap]
  /// The sleep of all recorded naps, in minutes.
  public let actualMinutes: Int
  /// The sleep that the whole day's plan has, in minutes; nil without a plan.
  public let plannedMinutes: Int?
  /// The part of it that the recorded naps should have been, in minutes; nil without a plan.
  public let plannedMinutesSoFar: Int?

  /// How much longer the recorded naps were than planned, together, in minutes; nil without a plan.
  public var differenceMinutes: Int? { plannedMinutesSoFar.map { actualMinutes - $0 } }

  /// Compares the naps that were `recorded` with the `plan` that was made without them.
  ///
  /// Naps without both ends are passed over. A start more than 12 h before `wakeTime` (minutes since the wake
  /// day's midnight) is after midnight, and so is an end before its start.
  public init(recorded: [ActualNap], wakeTime: Int, plan: Scenario?) {
    let spans = recorded.compactMap { Span($0, wakeTime: wakeTime) }.sorted { $0.number < $1.number }
    let naps = spans.map { span in
      let before = span.number == 1 ? wakeTime : spans.first { $0.number == span.number - 1 }?.end
      let planned = plan?.items.first { $0.kind == .nap(span.number) }
      return Nap(
        number: span.number, start: span.start, end: span.end, wakeWindow: before.map { span.start - $0 },
        plannedMinutes: planned.map { $0.end - $0.start }, plannedWakeWindow: planned?.wakeWindow)
    }
    self.naps = naps
    actualMinutes = naps.reduce(0) { $0 + $1.minutes }
    plannedMinutes = plan?.napLengths.reduce(0, +)
    plannedMinutesSoFar = plan == nil ? nil : naps.reduce(0) { $0 + ($1.plannedMinutes ?? 0) }
  }
}

/// A recorded nap with both ends.
private struct Span {
  let number: Int
  let start: Int
  let end: Int

  init?(_ nap: ActualNap, wakeTime: Int) {
    guard let times = nap.unrolled(wake: wakeTime) else { return nil }
    number = nap.nap
    start = times.start
    end = times.end
  }
}
