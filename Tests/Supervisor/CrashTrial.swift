import CareJournal
import Glibc

/// A box that crashes again and again starts in safe mode, still logs, and is back to normal after a clean stop.
struct CrashTrial {
  private static let crashesMax = 5

  let program: String

  func run() throws -> String {
    let household = try Household()
    for crash in 0..<Self.crashesMax {
      let box = try start(household, safe: false, "after \(crash) crashes")
      _ = try box.end(by: SIGKILL)
    }
    let box = try start(household, safe: true, "after \(Self.crashesMax) crashes")
    try save(household)
    guard try box.end(by: SIGTERM) == 0 else { throw Failure("it does not rest in order") }
    _ = try start(household, safe: false, "after a clean stop").end(by: SIGTERM)
    guard try household.bottles() == [0] else { throw Failure("what safe mode saved is lost") }
    return "safe mode after \(Self.crashesMax) crashes, and not after a clean stop"
  }

  private func start(_ household: Household, safe: Bool, _ when: String) throws -> BoxProcess {
    let box = try BoxProcess(program, household)
    guard case .object(let members) = try StatusQuestion.ask(household).kind,
      let isSafe = members.first(where: { $0.key == "safeMode" })?.value
    else { throw Failure("status says nothing of safe mode") }
    guard isSafe.kind == .bool(safe) else { throw Failure("\(when): expected safe mode to be \(safe)") }
    return box
  }

  private func save(_ household: Household) throws {
    guard var question = Question(Bottle.words(0), at: household.socket) else {
      throw Failure("in safe mode no process listens")
    }
    guard try question.wait().exit == 0 else { throw Failure("in safe mode nothing is saved") }
  }
}
