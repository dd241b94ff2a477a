import ArgumentParser
import BoxRuntime
import CareJournal
import Nursery

/// A day to plan, by options.
package struct PlanOptions: ParsableArguments {
  /// For the parser.
  package init() {}

  @Option(help: "When the day begins, HH:MM (default: 07:00).") var wake: String?
  @Option(help: "The bedtime wanted, HH:MM (default: 20:30).") var bed: String?
  /// `--naps`: how many naps are wanted, 1 to 5.
  @Option(help: "How many naps are wanted, 1 to 5 (default: 3, or as many as --lengths names).")
  package var naps: String?
  @Option(
    help: ArgumentHelp(
      "The length of each nap in minutes, such as 30,60,30. May be repeated, once for each number of naps.",
      valueName: "minutes"))
  var lengths: [String] = []
  /// `--min`: the shortest wake window, in minutes.
  @Option(help: ArgumentHelp("The shortest wake window (default: 135).", valueName: "minutes"))
  package var min: String?
  /// `--max`: the longest wake window, in minutes.
  @Option(help: ArgumentHelp("The longest wake window (default: 210).", valueName: "minutes"))
  package var max: String?
  /// `--last`: the wake window before bed, in minutes.
  @Option(help: ArgumentHelp("The wake window before bed (default: 210).", valueName: "minutes"))
  package var last: String?
  @Option(help: ArgumentHelp("The longest first wake window (default: 180).", valueName: "minutes"))
  var maxFirst: String?
  @Flag(help: "Lengthen the naps in proportion until they reach a total.") var powerSleep = false
  @Option(
    help: ArgumentHelp("The total of --power-sleep (default: 180); implies it.", valueName: "minutes"))
  var powerTarget: String?
  /// `--awake`: a time without naps, `12:00-13:00`.
  @Option(help: ArgumentHelp("A time without naps, such as 12:00-13:00.", valueName: "from-to"))
  package var awake: String?
  /// `--asleep`: a time that one nap has to cover, `13:00-13:30`.
  @Option(help: ArgumentHelp("A time that one nap has to cover, such as 13:00-13:30.", valueName: "from-to"))
  package var asleep: String?
  /// `--nap`: recorded naps, each `1=09:10-09:40`.
  @Option(
    help: ArgumentHelp(
      "A nap that happened, such as 1=09:10-09:40. May be repeated.", valueName: "n=from-to"))
  package var nap: [String] = []

  /// The first option that was given; nil if none was.
  package var first: String? {
    let all: [(String, Bool)] = [
      ("--wake", wake != nil), ("--bed", bed != nil), ("--naps", naps != nil),
      ("--lengths", !lengths.isEmpty),
      ("--min", min != nil), ("--max", max != nil), ("--last", last != nil), ("--max-first", maxFirst != nil),
      ("--power-sleep", powerSleep), ("--power-target", powerTarget != nil), ("--awake", awake != nil),
      ("--asleep", asleep != nil), ("--nap", !nap.isEmpty),
    ]
    return all.first { $0.1 }?.0
  }

  /// The day; options that were left out have their defaults. Throws for the first value that cannot be used.
  package func request() throws(UsageFault) -> ScheduleRequest {
    var request = ScheduleRequest()
    request.wakeTime = try PlanOptionText.time("--wake", wake) ?? request.wakeTime
    request.bedTime = try PlanOptionText.time("--bed", bed) ?? request.bedTime
    try readNaps(into: &request)
    try readLimits(into: &request.wakeWindows)
    request.powerSleep.isEnabled = powerSleep || powerTarget != nil
    request.powerSleep.targetMinutes =
      try PlanOptionText.minutes("--power-target", powerTarget) ?? request.powerSleep.targetMinutes
    request.awake = try PlanOptionText.window("--awake", awake)
    request.asleep = try PlanOptionText.window("--asleep", asleep)
    for text in nap { request.actualNaps.append(try PlanOptionText.nap("--nap", text)) }
    try check(request)
    try check(request.wakeWindows)
    return request
  }

  private func readLimits(into limits: inout WakeWindowLimits) throws(UsageFault) {
    limits.minimum = try PlanOptionText.minutes("--min", min) ?? limits.minimum
    limits.maximum = try PlanOptionText.minutes("--max", max) ?? limits.maximum
    limits.last = try PlanOptionText.minutes("--last", last) ?? limits.last
    limits.maximumFirst = try PlanOptionText.minutes("--max-first", maxFirst) ?? limits.maximumFirst
  }

  private func readNaps(into request: inout ScheduleRequest) throws(UsageFault) {
    var counts: [Int] = []
    var empty: [Int: String] = [:]
    for text in lengths {
      let minutes = try PlanOptionText.lengths("--lengths", text)
      guard !counts.contains(minutes.count) else {
        throw UsageFault("--lengths", expected: "each number of naps once", found: text)
      }
      counts.append(minutes.count)
      if minutes.contains(where: { $0 <= 0 }) { empty[minutes.count] = text }
      request.napLengths.set(minutes)
    }
    let wanted = try PlanOptionText.count("--naps", naps)
    request.preferredNaps = wanted ?? (counts.count == 1 ? counts[0] : request.preferredNaps)
    if let text = empty[request.preferredNaps] {
      throw UsageFault("--lengths", expected: "at least 1 minute for each nap", found: text)
    }
    guard let wanted, let given = lengths.first, !counts.contains(wanted) else { return }
    let expected = "the lengths of \(wanted.counted("nap")), as --naps says"
    throw UsageFault("--lengths", expected: expected, found: given)
  }

  /// Checks that involve several options.
  private func check(_ request: ScheduleRequest) throws(UsageFault) {
    guard let fault = request.fault() else { return }
    throw UsageFault(fault.field.option, expected: fault.expected, found: fault.found)
  }

  /// Refuses limits that contradict each other, and names their options. A request in JSON gets the original program's
  /// words instead, as its answer.
  private func check(_ limits: WakeWindowLimits) throws(UsageFault) {
    guard let broken = limits.fault() else { return }
    let least = "at least --min (\(limits.minimum ?? 0))"
    switch broken {
    case .minimumNotPositive: throw fault("--min", "at least 1", min, limits.minimum)
    case .maximumNotPositive: throw fault("--max", "at least 1", max, limits.maximum)
    case .maximumBelowMinimum: throw fault("--max", least, max, limits.maximum)
    case .lastNotPositive: throw fault("--last", "at least 1", last, limits.last)
    case .lastOutside(let shortest, let longest):
      throw fault("--last", "--min (\(shortest)) to --max (\(longest))", last, limits.last)
    case .maximumFirstNotPositive: throw fault("--max-first", "at least 1", maxFirst, limits.maximumFirst)
    case .maximumFirstBelowMinimum: throw fault("--max-first", least, maxFirst, limits.maximumFirst)
    case .noTimes, .firstNapsNotPositive, .laterNapNotPositive: break
    }
  }

  /// The fault of an option; one that was not given may contradict another by its default.
  private func fault(_ option: String, _ expected: String, _ given: String?, _ value: Int?) -> UsageFault {
    UsageFault(option, expected: expected, found: given ?? "\(value ?? 0), the default")
  }
}

extension NapLengths {
  /// Sets the lengths for the number of naps that they belong to.
  fileprivate mutating func set(_ minutes: [Int]) {
    switch minutes.count {
    case 1: one = minutes
    case 2: two = minutes
    case 3: three = minutes
    case 4: four = minutes
    default: five = minutes
    }
  }
}

extension ScheduleField {
  /// The option that sets the field.
  fileprivate var option: String {
    switch self {
    case .wakeTime: "--wake"
    case .bedTime: "--bed"
    case .preferredNaps: "--naps"
    case .napLength: "--lengths"
    case .minimumWindow: "--min"
    case .maximumWindow: "--max"
    case .lastWindow: "--last"
    case .maximumFirstWindow: "--max-first"
    case .powerTarget: "--power-target"
    case .awakeStart, .awakeEnd: "--awake"
    case .asleepStart, .asleepEnd: "--asleep"
    case .actualNumber, .actualStart, .actualEnd: "--nap"
    }
  }
}

/// Values of the options of `cribside plan`, read from text. Faults name the option.
enum PlanOptionText {
  /// Minutes after midnight of `07:00`; nil if the option was not given.
  static func time(_ option: String, _ text: String?) throws(UsageFault) -> Int? {
    guard let text else { return nil }
    guard let time = ISO8601.typedTime(text) else {
      throw UsageFault(option, expected: "a time of day HH:MM from 00:00 to 23:59", found: text)
    }
    return time.minutesAfterMidnight
  }

  /// A whole number of minutes; nil if the option was not given.
  static func minutes(_ option: String, _ text: String?) throws(UsageFault) -> Int? {
    guard let text else { return nil }
    guard let minutes = Int(text) else {
      throw UsageFault(option, expected: "a whole number of minutes", found: text)
    }
    return minutes
  }

  /// A number of naps; nil if the option was not given.
  static func count(_ option: String, _ text: String?) throws(UsageFault) -> Int? {
    guard let text else { return nil }
    guard let count = Int(text), (1...5).contains(count) else {
      throw UsageFault(option, expected: "a whole number from 1 to 5", found: text)
    }
    return count
  }

  /// The lengths of `30,60,30`.
  static func lengths(_ option: String, _ text: String) throws(UsageFault) -> [Int] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let minutes = parts.compactMap { Int($0) }
    guard minutes.count == parts.count, (1...5).contains(minutes.count) else {
      throw UsageFault(option, expected: "one to five lengths in minutes such as 30,60,30", found: text)
    }
    return minutes
  }

  /// The stretch of `12:00-13:00`; nil if the option was not given.
  static func window(_ option: String, _ text: String?) throws(UsageFault) -> ClockWindow? {
    guard let text else { return nil }
    guard let window = window(text) else {
      throw UsageFault(option, expected: "two times of day such as 12:00-13:00", found: text)
    }
    return window
  }

  /// The recorded nap of `1=09:10-09:40`.
  static func nap(_ option: String, _ text: String) throws(UsageFault) -> ActualNap {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), (1...5).contains(number),
      let window = window(String(parts[1]))
    else {
      throw UsageFault(
        option, expected: "a nap's number from 1 to 5 and its times such as 1=09:10-09:40", found: text)
    }
    return ActualNap(nap: number, start: window.start, end: window.end)
  }

  private static func window(_ text: String) -> ClockWindow? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let times = parts.compactMap { ISO8601.typedTime(String($0)) }
    guard parts.count == 2, times.count == 2 else { return nil }
    return ClockWindow(start: times[0].minutesAfterMidnight, end: times[1].minutesAfterMidnight)
  }
}

/// One day to plan on the command line, and the form of the answer.
package struct PlanQuestion {
  /// The form of an answer.
  package enum Form: Hashable, Sendable {
    /// A table for people.
    case table
    /// One plan as one line, for the user to paste.
    case copyText
    /// One JSON document.
    case json
  }

  /// The day.
  package var request: ScheduleRequest
  /// The only style wanted; nil for all.
  package var style: ScheduleStyle?
  /// The form of the answer.
  package var form = Form.table
  /// Whether the reasons are included.
  package var explains = false

  /// A question about a day, by default for all styles and as a table without reasons.
  package init(request: ScheduleRequest) { self.request = request }

  /// The answer; the exit code is 1 if there is no plan, or none of the style.
  package func answer() -> BoxAnswer {
    let result = ScheduleEngine.computeSchedules(request: request)
    let shown = result.scenarios.filter { style == nil || $0.style == style }
    let refusal = refusal(result, shown: shown)
    let output = output(result, shown, refusal: refusal)
    guard let refusal else { return BoxAnswer(output: output) }
    return BoxAnswer(output: output, error: form == .json ? "" : refusal, exit: .no)
  }

  /// Why there is nothing to show; nil if there is something.
  private func refusal(_ result: ScheduleResult, shown: [Scenario]) -> String? {
    if let failure = result.failure { return swap(failure) ?? failure.text }
    guard shown.isEmpty, let style else { return nil }
    let others = PlanText.list(result.scenarios.map(\.style.title))
    return "no plan of the style \(style.title) fits this day; there is one of: \(others)"
  }

  /// The message for a bedtime that is not after the wake-up; nil for any other day. The bedtime then counts as the
  /// next day's. Such a day hardly ever has a plan, and advice about naps does not help.
  private func swap(_ failure: ScheduleFailure) -> String? {
    guard case .infeasible = failure.cause, let wake = request.wakeTime, let bed = request.bedTime,
      bed <= wake
    else { return nil }
    let (bedtime, wakeUp) = (
      WallTime(minutesAfterMidnight: bed).text, WallTime(minutesAfterMidnight: wake).text
    )
    return
      "the bedtime \(bedtime) is \(bed == wake ? "the same as" : "before") the wake-up \(wakeUp), so it is "
      + "taken for the next day's; give a later one. \(failure.reason)"
  }

  private func output(_ result: ScheduleResult, _ shown: [Scenario], refusal: String?) -> String {
    let insights = explains ? insights(shown.first?.style) : nil
    switch form {
    case .json:
      let document = PlanDocument(result: result, scenarios: shown, insights: insights, refusal: refusal)
      return JSONWriter.text(document.json) + "\n"
    case .copyText: return shown.first.map { $0.copyText + "\n" } ?? ""
    case .table:
      let explanation = explains ? PlanExplanation(request: request, result: result) : nil
      let plans = PlanTable(scenarios: shown, explanation: explanation).lines
      return [plans, insights?.lines ?? []].filter { !$0.isEmpty }.joined(separator: [""])
        .map { $0 + "\n" }.joined()
    }
  }

  /// The recorded naps compared with the same day planned without them; nil if none was recorded.
  private func insights(_ style: ScheduleStyle?) -> NapInsights? {
    guard !request.actualNaps.isEmpty, let wakeTime = request.wakeTime else { return nil }
    var unrecorded = request
    unrecorded.actualNaps = []
    let plans = ScheduleEngine.computeSchedules(request: unrecorded).scenarios
    let plan = plans.first { $0.style == style } ?? plans.first
    return NapInsights(recorded: request.actualNaps, wakeTime: wakeTime, plan: plan)
  }
}
