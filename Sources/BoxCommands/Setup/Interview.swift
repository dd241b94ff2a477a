import BoxRuntime
import LinuxBoard
import Nursery

/// Asks a person at a terminal for what setup does not know yet.
struct Interview {
  var answers: SetupAnswers
  /// Where to ask; nil where no one can answer.
  var ask: ((_ prompt: String) -> String?)?
  private let today: CivilDate?

  /// Takes the answers given beforehand, refusing the first that cannot be.
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

  /// Asks the rest, each question until its answer can be taken; return alone keeps what stands in brackets.
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
        exit: .usage, message: "--\(question.rawValue): expected, since no one can be asked here")
    }
    while true {
      let present = answers[question]
      guard let line = ask(question.text + (present.map { " [\($0)]" } ?? "") + ": ") else {
        throw RunFault(exit: .usage, message: "the input ended before every question was answered")
      }
      let answer = line.split(separator: " ").joined(separator: " ")
      if answer.isEmpty, present != nil { return }
      do throws(SetupFault) {
        answers[question] = try question.check(answer, today: today)
        return
      } catch {
        StandardStreams.line("That is no answer: expected \(error.expected).")
      }
    }
  }
}
