import Nursery

/// Why a day has no plan and what to try, in lines that fit.
struct NoPlanPhrase {
  /// The lines, the reason first.
  let lines: [String]

  /// The words for a plan that is not feasible.
  init(_ context: PageContext, _ plan: WakingDayPlan) {
    let parts = plan.result?.failure.map { NoPlanPhrase.parts($0, context.words) }
    let tooMany = context.words.fill(context.words.plan.tooManyNaps, "\(WakingDayPlan.mostNaps)")
    lines = (parts ?? [tooMany]).flatMap { TextBlock($0).lines }
  }

  private static func parts(_ failure: ScheduleFailure, _ words: Words) -> [String] {
    guard case .infeasible(let attempt, _) = failure.cause else { return [words.plan.badSetting] }
    let plan = words.plan
    switch attempt.reason {
    case .windowsOutsideLimits: return [plan.outsideLimits, plan.widenLimits]
    case .notEnoughTime, .bedtimeBeforeWake: return [plan.noTime, plan.makeTime]
    case .noRoomForLastNap: return [plan.noRoom, plan.makeRoom]
    case .firstWindow(let minutes, let limit):
      let texts = (words.duration(minutes: minutes), words.duration(minutes: limit))
      return [words.fill(plan.firstTooLong, texts.0, texts.1), plan.tryOther]
    }
  }
}
