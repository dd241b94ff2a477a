import ArgumentParser
import Nursery

/// A day to be planned, by options.
package struct PlanOptions: ParsableArguments {
  package init() {}

  @Option(help: "When the day begins, HH:MM (default: 07:00).") var wake: String?
  @Option(help: "The bedtime wanted, HH:MM (default: 20:30).") var bed: String?
  @Option(help: "How many naps are wanted, 1 to 5 (default: 3, or as many as --lengths names).")
  package var naps: String?
  @Option(
    help: ArgumentHelp(
      "The length of each nap in minutes, such as 30,60,30. May be repeated, once for each number of naps.",
      valueName: "minutes"))
  var lengths: [String] = []
  @Option(help: ArgumentHelp("The shortest wake window (default: 135).", valueName: "minutes"))
  package var min: String?
  @Option(help: ArgumentHelp("The longest wake window (default: 210).", valueName: "minutes"))
  package var max: String?
  @Option(help: ArgumentHelp("The wake window before bed (default: 210).", valueName: "minutes"))
  package var last: String?
  @Option(help: ArgumentHelp("The longest first wake window (default: 180).", valueName: "minutes"))
  var maxFirst: String?
  @Flag(help: "Lengthen the naps in proportion until they reach a total.") var powerSleep = false
  @Option(
    help: ArgumentHelp("That total (default: 180); implies --power-sleep.", valueName: "minutes"))
  var powerTarget: String?
  @Option(help: ArgumentHelp("A time without naps, such as 12:00-13:00.", valueName: "from-to"))
  package var awake: String?
  @Option(help: ArgumentHelp("What one nap has to cover, such as 13:00-13:30.", valueName: "from-to"))
  package var asleep: String?
  @Option(
    help: ArgumentHelp(
      "A nap that happened, such as 1=09:10-09:40. May be repeated.", valueName: "n=from-to"))
  package var nap: [String] = []

  /// The first option that was given; nil when none was.
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

  /// The day; what was left out has its default. Throws for the first value that cannot be used.
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
    for text in lengths {
      let minutes = try PlanOptionText.lengths("--lengths", text)
      guard !counts.contains(minutes.count) else {
        throw UsageFault("--lengths", expected: "each number of naps once", found: text)
      }
      counts.append(minutes.count)
      request.napLengths.set(minutes)
    }
    let wanted = try PlanOptionText.count("--naps", naps)
    request.preferredNaps = wanted ?? (counts.count == 1 ? counts[0] : request.preferredNaps)
    guard let wanted, let given = lengths.first, !counts.contains(wanted) else { return }
    let expected = "the lengths of \(PlanText.naps(wanted)), as --naps says"
    throw UsageFault("--lengths", expected: expected, found: given)
  }

  /// What only holds between options.
  private func check(_ request: ScheduleRequest) throws(UsageFault) {
    guard let fault = request.fault() else { return }
    throw UsageFault(fault.field.option, expected: fault.expected, found: fault.found)
  }
}

extension NapLengths {
  /// Sets the lengths of the nap count that they are for.
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
