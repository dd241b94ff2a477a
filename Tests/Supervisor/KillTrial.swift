import Glibc

/// Kills the process at random moments. Afterwards the log has everything that was acknowledged, and nothing that was
/// not sent.
struct KillTrial {
  /// A household's log grows with each start; a fresh one keeps the starts short.
  private static let killsInHousehold = 50

  let program: String

  /// Kills the process this often, and reports the results.
  func run(kills: Int) throws -> String {
    let begin = Time.milliseconds
    var total = (offered: 0, acknowledged: 0, recovered: 0)
    for first in stride(from: 0, to: kills, by: Self.killsInHousehold) {
      let stream = try household(kills: min(Self.killsInHousehold, kills - first), &total.recovered)
      total.offered += stream.offered.count
      total.acknowledged += stream.acknowledged.count
    }
    let seconds = Double((Time.milliseconds - begin) / 100) / 10
    return
      "\(kills) kills in \(seconds) s: \(total.offered) events offered, \(total.acknowledged) acknowledged, "
      + "\(total.recovered) recovered; none lost, none invented"
  }

  private func household(kills: Int, _ recovered: inout Int) throws -> Stream {
    let household = try Household()
    var stream = Stream()
    let window = try window(household, &stream)
    for _ in 0..<kills { try kill(household, &stream, after: Int.random(in: 0...window)) }
    try rest(household)
    let found = try household.bottles()
    let (lost, invented) = (stream.acknowledged.subtracting(found), found.subtracting(stream.offered))
    guard lost.isEmpty else { throw Failure("acknowledged and lost: \(lost.sorted())") }
    guard invented.isEmpty else { throw Failure("never offered: \(invented.sorted())") }
    recovered += found.count
    return stream
  }

  /// The latest time to kill it, in milliseconds after the start: half of the kills come before the first
  /// acknowledgement.
  private func window(_ household: Household, _ stream: inout Stream) throws -> Int {
    let box = try BoxProcess(program, household)
    let begin = Time.milliseconds
    while stream.acknowledged.isEmpty {
      try stream.run(at: household.socket, untilMilliseconds: Time.milliseconds + 1)
      guard Time.milliseconds - begin < 20_000 else { throw Failure("nothing was saved in 20 s") }
    }
    let window = 2 * (Time.milliseconds - begin)
    _ = try box.end(by: SIGKILL)
    try stream.finish()
    return window
  }

  private func kill(_ household: Household, _ stream: inout Stream, after milliseconds: Int) throws {
    // Five crashes in a row would lead to its safe mode, which another trial tests.
    remove(household.folder + "/starts")
    let box = try BoxProcess(program, household)
    try stream.run(at: household.socket, untilMilliseconds: Time.milliseconds + milliseconds)
    let ending = try box.end(by: SIGKILL)
    guard ending == -SIGKILL else { throw Failure("the box ended by itself with \(ending)") }
    try stream.finish()
  }

  /// The last start must succeed, and stop in order.
  private func rest(_ household: Household) throws {
    let box = try BoxProcess(program, household)
    _ = try StatusQuestion.ask(household)
    let ending = try box.end(by: SIGTERM)
    guard ending == 0 else { throw Failure("the box was told to rest and ended with \(ending)") }
  }
}
