import ArgumentParser
import BoxCommands
import BoxRuntime
import LinuxBoard
import Nursery
import Rehearsal

/// `cribside plan`
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Nap schedules of a day: from options as a table, or from JSON requests, one per line.",
    discussion: """
      With options it prints the plans of that day; an option that is left out has its default. The exit code is 1 if \
      the day has no plan.

      With --in alone, or without options, it reads requests {"id":…,"request":{…}}, one a line, and prints a line \
      {"id":…,"result":{…}} for each. A malformed line gets an error instead, the others are answered, and the exit \
      code is 65; it is 1 if a day has no plan. Without options at a terminal, it plans the default day.

      The default limits of wake windows are for two and three naps.

      EXAMPLE: cribside plan --wake 06:45 --bed 19:30 --lengths 45,60,30 --nap 1=09:10-09:40
      """)

  @OptionGroup(title: "The day") var day: PlanOptions
  @Option(help: "Only the plan of one style: build-later, gentle or balanced.") var style: String?
  @Flag(help: "Print one line to paste: the first plan, or the one of --style.") var copyText = false
  @Flag(help: "Explain what was changed and why, and compare recorded naps with the plan.")
  var explain = false
  @Flag(help: "One JSON document.") var json = false
  @Option(name: .customLong("in"), help: "Read JSON requests from a file (- is the standard input).")
  var input: String?

  func validate() throws {
    try UsageFault.validating { () throws(UsageFault) in
      try checkTogether()
      _ = try question()
    }
  }

  func run() throws {
    if let lines = lines(isTerminal: StandardInput.isTerminal) { return try PlanAnswer.lines.run(on: lines) }
    try question().answer().end()
  }

  /// Where requests are read from; nil if the options are the request.
  func lines(isTerminal: Bool) -> String? {
    if let input { return input }
    return firstOption == nil && !isTerminal ? "-" : nil
  }

  /// The request that the options make.
  func question() throws(UsageFault) -> PlanQuestion {
    var question = PlanQuestion(request: try day.request())
    if let style { question.style = try Self.style(style) }
    question.form = json ? .json : copyText ? .copyText : .table
    question.explains = explain
    return question
  }

  /// Refuses options that exclude each other.
  func checkTogether() throws(UsageFault) {
    if input != nil, let firstOption {
      throw UsageFault("--in", expected: "no other option", found: firstOption)
    }
    if copyText, json || explain {
      throw UsageFault("--copy-text", expected: "no other form", found: json ? "--json" : "--explain")
    }
  }

  private var firstOption: String? {
    if let option = day.first { return option }
    let rest = [
      ("--style", style != nil), ("--copy-text", copyText), ("--explain", explain), ("--json", json),
    ]
    return rest.first { $0.1 }?.0
  }

  private static func style(_ text: String) throws(UsageFault) -> ScheduleStyle {
    guard let style = ScheduleStyle.allCases.first(where: { $0.option == text }) else {
      let names = ScheduleStyle.allCases.compactMap(\.option).joined(separator: ", ")
      throw UsageFault("--style", expected: "one of \(names)", found: text)
    }
    return style
  }
}

/// `cribside day`
struct DayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "day",
    abstract: "The state of a day, from JSON requests, one per line: {\"id\":…,\"request\":{…}}.",
    discussion: "Prints a line {\"id\":…,\"result\":{…}} for each. A malformed line gets an error; the "
      + "others are answered, and the exit code is 65.")

  @Option(name: .customLong("in"), help: "Read from a file in place of the standard input.")
  var input = "-"

  func run() throws { try DayAnswer.lines(zone: ZoneCache().window).run(on: input) }
}
