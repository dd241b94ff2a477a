import CareJournal
import Glibc

/// `cribside status`, asked until the box answers.
enum StatusQuestion {
  /// The status document of a box that is starting.
  static func ask(_ household: Household) throws -> JSONValue {
    let end = Time.milliseconds + 20_000
    while Time.milliseconds < end {
      if var question = Question(["status", "--json"], at: household.socket) {
        let (exit, output) = try question.wait()
        guard exit == 0 else { throw Failure("status ended with \(exit)") }
        return try JSONReader.read(output)
      }
      usleep(1000)
    }
    throw Failure("the box is not up in 20 s")
  }
}
