import Glibc

/// The loop hangs while every other thread continues: the pings stop, and the box is ended and started again.
struct WatchdogTrial {
  private static let intervalMilliseconds = 500
  private static let turnsBeforeStall = 4

  let program: String

  /// Stalls the loop this often, and reports the results.
  func run(stalls: Int) throws -> String {
    let household = try Household()
    let supervision = try Supervision(household)
    var stream = Stream()
    var pings = 0
    for _ in 0..<stalls { pings += try stall(household, supervision, &stream) }
    try recover(household, supervision)
    let found = try household.bottles()
    guard stream.acknowledged.isSubset(of: found), found.isSubset(of: stream.offered) else {
      throw Failure("acknowledged \(stream.acknowledged.count), found \(found.count)")
    }
    return "\(stalls) stalls after \(pings) pings, each found and ended; \(stream.acknowledged.count) events "
      + "acknowledged, none lost"
  }

  /// Returns the number of pings.
  private func stall(
    _ household: Household, _ supervision: Supervision, _ stream: inout Stream
  ) throws -> Int {
    let stallAt = Time.milliseconds + Self.turnsBeforeStall * Self.intervalMilliseconds
    let box = try BoxProcess(
      program, household, options: ["--stall-at", "\(stallAt)"],
      watchdogMilliseconds: Self.intervalMilliseconds)
    try supervision.expect("READY=1")
    let saved = stream.acknowledged.count
    // A sanitized build on a busy machine is slow.
    while stream.acknowledged.count == saved {
      guard Time.milliseconds < stallAt else { throw Failure("nothing was saved before the stall") }
      try stream.run(at: household.socket, untilMilliseconds: Time.milliseconds + 50)
    }
    let pings = try countPings(supervision, stallAt: stallAt)
    guard box.end() == nil else { throw Failure("the box ended by itself") }
    let ending = try box.end(by: SIGABRT)
    guard ending == -SIGABRT else { throw Failure("the box ended with \(ending)") }
    try stream.finish()
    return pings
  }

  /// Pings come until the loop hangs, and no longer.
  private func countPings(_ supervision: Supervision, stallAt: Int) throws -> Int {
    var pings = 0
    while let message = supervision.message(withinMilliseconds: Self.intervalMilliseconds) {
      if message.hasPrefix("STATUS=") { continue }
      guard message == "WATCHDOG=1" else { throw Failure("the box said \(message)") }
      pings += 1
      guard Time.milliseconds < stallAt + 20 * Self.intervalMilliseconds else {
        throw Failure("the loop stands still, and the pings continue")
      }
    }
    guard Time.milliseconds >= stallAt else { throw Failure("no ping, and the loop had not stalled") }
    guard pings > 1 else { throw Failure("\(pings) pings before the loop stalled") }
    return pings
  }

  /// The box works after the restart, and reports that it stops.
  private func recover(_ household: Household, _ supervision: Supervision) throws {
    let box = try BoxProcess(program, household, watchdogMilliseconds: Self.intervalMilliseconds)
    try supervision.expect("READY=1")
    for _ in 0..<3 { try supervision.expect("WATCHDOG=1") }
    let ending = try box.end(by: SIGTERM)
    guard ending == 0 else { throw Failure("the box was told to rest and ended with \(ending)") }
    try supervision.expect("STOPPING=1")
  }
}
