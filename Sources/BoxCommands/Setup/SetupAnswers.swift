import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery
import Peripherals

/// The answers that setup needs.
package struct SetupAnswers: Hashable, Sendable {
  /// One question: its text, the form of its answer, and the option that answers it in advance. The raw value is the
  /// option's name.
  package enum Question: String, Hashable, Sendable, CaseIterable {
    /// The baby's name, birth date and bedtime, the time zone, the board, and the OLED's controller.
    case name, birthdate, bedtime, zone, board, controller
  }

  /// The baby's name in the package's configuration.
  static let exampleName = "Example"

  private var values: [Question: String] = [:]

  /// The answer to a question, if there is one.
  package subscript(question: Question) -> String? {
    get { values[question] }
    set { values[question] = newValue }
  }
}

extension SetupAnswers {
  /// The answers in a configuration; one that was never set up contains nothing about the baby.
  package init(_ configuration: Configuration) {
    if let resident = configuration.babies.first {
      values[.name] = resident.name
      values[.birthdate] = ISO8601.text(resident.baby.birthdate)
      values[.bedtime] = resident.baby.bedtime.text
    }
    values[.zone] = configuration.timeZone
    values[.board] = configuration.board
    values[.controller] = configuration.display.controller.rawValue
  }

  /// Writes the answers that differ from a configuration into its text.
  package func write(
    into text: inout ConfigurationText, over present: SetupAnswers
  ) throws(ConfigurationFault) {
    for question in Question.allCases where values[question] != present[question] {
      if let value = values[question] { try text.set(question.path, to: value) }
    }
  }

  /// A configuration with only the answers, if there is no file yet. Empty until they are written.
  static let emptyText = """
    // The configuration of a box. Keys that are left out have their defaults.
    {
      board: "",
      timeZone: "",
      babies: [
        {
          // The baby's number in the log. Never change it.
          id: 1,
          name: "",
          birthdate: "",
          bedtime: "",
        },
      ],
    }

    """
}

extension SetupAnswers.Question {
  /// The path of the answer in the configuration.
  fileprivate var path: [ConfigurationText.Step] {
    switch self {
    case .name, .birthdate, .bedtime: [.key("babies"), .place(0), .key(rawValue)]
    case .zone: [.key("timeZone")]
    case .board: [.key("board")]
    case .controller: [.key("display"), .key("controller")]
    }
  }

  /// The question as the user reads it.
  package var text: String {
    switch self {
    case .name: "The baby's name"
    case .birthdate: "The day of birth, such as 2026-02-11"
    case .bedtime: "The bedtime, such as 19:00"
    case .zone: "The time zone, such as Europe/Berlin"
    case .board: "The board (\(SetupAnswers.boards.joined(separator: ", ")))"
    case .controller: "The OLED's controller (\(SetupAnswers.controllers.joined(separator: ", ")))"
    }
  }

  /// Returns the answer in the form in which the file has it; throws what was expected. With `today`, no birthdate may
  /// be later.
  package func check(_ answer: String, today: CivilDate? = nil) throws(SetupFault) -> String {
    guard let value = value(answer, today) else {
      throw SetupFault(
        question: self, expected: expected(instead: answer), found: answer,
        proposal: proposal(instead: answer))
    }
    return value
  }

  private func value(_ answer: String, _ today: CivilDate?) -> String? {
    switch self {
    case .birthdate:
      return ISO8601.date(answer).flatMap { born in
        if let today, born > today { nil } else { ISO8601.text(born) }
      }
    case .bedtime: return ISO8601.typedTime(answer).flatMap { PlanWish.isBedtime($0) ? $0.text : nil }
    case .name: return (1...40).contains(answer.count) && PanelName.isDrawable(answer) ? answer : nil
    case .zone: return ZoneDatabase().contains(answer) ? answer : nil
    case .board: return SetupAnswers.boards.contains(answer) ? answer : nil
    case .controller: return SetupAnswers.controllers.contains(answer) ? answer : nil
    }
  }

  /// The zone that was probably meant.
  private func proposal(instead answer: String) -> String? {
    self == .zone ? ZoneDatabase().names(like: answer).first : nil
  }

  private func expected(instead answer: String) -> String {
    switch self {
    case .zone:
      let names = ZoneDatabase().names(like: answer)
      return names.isEmpty ? expected : names.joined(separator: " or ")
    case .name where !PanelName.isDrawable(answer):
      return "a name in the panel's letters, such as " + offer(answer)
    default: return expected
    }
  }

  /// What is offered for a present answer: the answer itself, or the proposal for a name that the panel cannot show.
  fileprivate func offer(_ present: String) -> String {
    self == .name ? PanelName.spelled(present, ofBaby: 1) : present
  }

  private var expected: String {
    switch self {
    case .name: "1 to 40 characters"
    case .birthdate: "a date YYYY-MM-DD that is not in the future"
    case .bedtime: PlanWish.bedtimeWords
    case .zone: "a name of the tz database, as `timedatectl list-timezones` lists them"
    case .board: "one of \(SetupAnswers.boards.joined(separator: ", "))"
    case .controller: "one of \(SetupAnswers.controllers.joined(separator: ", "))"
    }
  }
}

extension SetupAnswers {
  fileprivate static let boards = BoardProfile.builtIn.keys.sorted()
  fileprivate static let controllers = PanelKind.allCases.map(\.rawValue)
}

/// An answer that is not accepted.
package struct SetupFault: Error, Hashable, Sendable {
  var question: SetupAnswers.Question
  var expected: String
  var found: String
  /// The answer that was probably meant; nil if none is known.
  var proposal: String?

  /// `--bedtime: expected a time HH:MM, found "7pm"`
  var message: String { "--\(question.rawValue): expected \(expected), found \"\(found)\"" }
}

/// Asks the user at a terminal for the missing answers.
struct Interview {
  var answers: SetupAnswers
  /// Where to ask; nil if no one can answer.
  var ask: ((_ prompt: String) -> String?)?
  private let today: CivilDate?

  /// Accepts the answers given in advance, and throws for the first wrong one.
  init(
    _ answers: SetupAnswers, given: [SetupAnswers.Question: String], today: CivilDate? = nil,
    ask: ((_ prompt: String) -> String?)?
  ) throws(RunFault) {
    self.answers = answers
    self.ask = ask
    self.today = today
    for (question, answer) in given.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      do throws(SetupFault) {
        self.answers[question] = try question.check(answer, today: today)
      } catch {
        throw RunFault(exit: .usage, message: error.message)
      }
    }
  }

  /// Asks for the answers that were not given in advance. Each question is repeated until its answer is accepted; an
  /// empty line accepts the value in brackets.
  mutating func complete(except known: Set<SetupAnswers.Question>) throws(RunFault) -> SetupAnswers {
    for question in SetupAnswers.Question.allCases where !known.contains(question) {
      try complete(question)
    }
    return answers
  }

  private mutating func complete(_ question: SetupAnswers.Question) throws(RunFault) {
    guard let ask else {
      if answers[question] != nil { return }
      throw RunFault(
        exit: .usage, message: "--\(question.rawValue): expected, since this is no terminal at which to ask")
    }
    while true {
      let present = answers[question].map { question.offer($0) }
      guard let line = ask(question.text + (present.map { " [\($0)]" } ?? "") + ": ") else {
        throw RunFault(exit: .usage, message: "the input ended before every question was answered")
      }
      let answer = line.split(separator: " ").joined(separator: " ")
      if answer.isEmpty, let present {
        answers[question] = present
        return
      }
      do throws(SetupFault) {
        answers[question] = try question.check(answer, today: today)
        return
      } catch {
        StandardStreams.line("Please give \(error.expected).")
        // Return takes what is in the brackets, so the proposal has to be there.
        if let proposal = error.proposal { answers[question] = proposal }
      }
    }
  }
}
