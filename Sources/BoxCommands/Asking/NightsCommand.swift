import ArgumentParser
import BoxRuntime
import CareJournal
import Nursery

/// `cribside nights`
struct NightsCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "nights",
    abstract: "The last nights: bedtime, hours, stars, steps, and the sleep debt.",
    discussion: """
      Without --in the nights of the box's log are shown; their goal is from the baby's bedtime to nights.alarm, or by \
      age without an alarm. With it, nights are read from a file, one JSON object per line:
      {"date":"2026-02-10","bedtime":"19:00","alarm":"07:00","steps":5400,"rating":4,
       "segments":[{"start":"2026-02-10T19:05:00-05:00",
                    "end":"2026-02-11T06:40:00-05:00"}]}
      A night may have "goal" in hours in place of bedtime and alarm, and "hours" with "bedtimes":["19:05"] in \
      place of segments; "forgottenNap":true means that it began as a nap without an end, and has no stars. A \
      malformed line is named with its field, the others are answered, and the exit code is 65. The box keeps the \
      steps and ratings of its own nights; those of a file are used in this answer only.
      """)

  @OptionGroup var place: BoxPlace
  @Option(
    name: .customLong("in"), help: "Read nights from a file, not the box's log; - is the standard input.")
  var input: String?
  @Option(help: "Steps on the day before the last night, or on another date: 2026-02-10=5400.")
  var steps: [String] = []
  @Option(help: "Your own rating of the last night, 1 to 5, or of another: 2026-02-10=4; none removes it.")
  var rate: [String] = []
  @Option(help: "How many nights of the box's log, 1 to 97.") var days = SleepAnalyzer.weekNights
  @Option(help: "The baby's name or number.") var baby: String?
  @Flag(help: "One JSON document per line.") var json = false

  func request() throws(UsageFault) -> BoxRequest {
    if let input {
      throw UsageFault(
        "--in", expected: "to be used on the command line, not in a request to a box", found: input)
    }
    return .nights(NightsWish(baby: baby, words: try words(), days: days, isJSON: json))
  }

  /// Checks the options without `request`, since nights in a file are not a request to a box.
  func validate() throws {
    try UsageFault.validating { () throws(UsageFault) in
      _ = try words()
      guard NightsWish.dayRange.contains(days) else {
        throw UsageFault("--days", expected: "1 to \(NightsWish.dayRange.upperBound)", found: "\(days)")
      }
    }
  }

  func run() throws {
    guard let input else { return try askBox() }
    let said = try words()
    try BoxAnswer.end { () throws(RunFault) in try score(input, said) }
  }

  private func score(_ input: String, _ said: [NightWord]) throws(RunFault) -> BoxAnswer {
    var answers = NightAnswers(try InputFile.read(input), zone: ZoneCache().window)
    if let stranger = answers.set(said) {
      throw RunFault(
        exit: .data, message: "expected a night of the input, found \(ISO8601.text(stranger))")
    }
    for line in json ? answers.documents.map({ JSONWriter.text($0) }) : answers.table {
      StandardStreams.line(line)
    }
    for complaint in answers.complaints {
      StandardStreams.errorLine("cribside: \(input == "-" ? "standard input" : input):\(complaint.text)")
    }
    return BoxAnswer(exit: answers.complaints.isEmpty ? .ok : .data)
  }

  private func words() throws(UsageFault) -> [NightWord] {
    var words: [NightWord] = []
    for text in steps {
      guard let word = NightWord(steps: text) else {
        throw UsageFault("--steps", expected: "a number, or DATE=number", found: text)
      }
      words.append(word)
    }
    for text in rate {
      guard let word = NightWord(rating: text) else {
        throw UsageFault("--rate", expected: "1 to 5 or none, or DATE=rating", found: text)
      }
      words.append(word)
    }
    return words
  }
}
