import Nursery

/// A box's random life by seed: boots with and without a clock, some on machines that were up for a long time, several
/// starts of the program within one, and reports of the clock that are true, slightly off or false. It keeps the truth
/// beside the log's lines.
struct ClockLife {
  /// A line of the log, as far as clocks are concerned.
  enum Line {
    case alive(BootTime, savedWall: Instant?)
    case sync(BootTime, wall: Instant)
    case sameBoot(Int, as: Int)
  }

  /// An event by the boot clock, and its true time.
  struct Event {
    let time: BootTime
    let truth: Instant
  }

  /// A boot and its state.
  struct Boot {
    /// The true time at which its clock was 0.
    let start: Instant
    /// The true time of its first reading.
    var firstSeen: Instant
    var isSynced = false
    /// True while the last believed report is false.
    var isFooled = false
  }

  /// The errors of false reports, in seconds.
  static let lies = [3, 59, 60, 1_800, 3_600, 86_399, 90_000, 604_800, 946_684_800, 3_155_760_000]

  private(set) var live = ClockHistory()
  private(set) var lines: [Line] = []
  private(set) var events: [Event] = []
  private(set) var boots: [Boot] = []
  private(set) var heldReports = 0

  private var dice: Dice
  private var clockJudge = ClockJudge()
  private var now = at("2026-02-11T12:00:00Z")
  private var saved: Instant?
  private let tellsLies: Bool

  /// Makes six boots. Without false reports, reports differ from the truth by a second at most.
  init(seed: UInt64, tellsLies: Bool) {
    dice = Dice(seed: seed)
    self.tellsLies = tellsLies
    for _ in 0..<6 { liveOneBoot() }
  }

  /// The clock history that a later start reads.
  var replayed: ClockHistory {
    var history = ClockHistory()
    for line in lines {
      switch line {
      case .alive(let time, let saved): history.noteAlive(at: time, savedWall: saved)
      case .sync(let time, let wall): history.noteSync(at: time, wall: wall)
      case .sameBoot(let boot, let earlier): history.noteSameBoot(boot, as: earlier)
      }
    }
    return history
  }

  private mutating func liveOneBoot() {
    // In a fifth of the boots the kernel has already been up for hours or months.
    let uptime = dice.roll(5) == 0 ? (1 + dice.roll(50) * dice.roll(50)) * 3_600_000 : 0
    boots.append(Boot(start: Instant(milliseconds: now.milliseconds - uptime), firstSeen: now))
    clockJudge = ClockJudge()
    pass(milliseconds: 1_000 + dice.roll(60_000))
    boots[boots.count - 1].firstSeen = now
    let savedWall = saved.flatMap { dice.roll(3) == 0 ? nil : $0 }
    note(.alive(time, savedWall: savedWall))
    let hasNetwork = dice.roll(3) > 0
    for _ in 0..<2 + dice.roll(8) {
      pass(milliseconds: dice.roll(90) * 60_000 + dice.roll(60_000))
      if hasNetwork, dice.roll(2) == 0 { hearReports() } else { happen() }
    }
    if hasNetwork, dice.roll(4) > 0 { confirmTruth() }
    if hasNetwork { saved = now }
    pass(milliseconds: 10_000 + dice.roll(100) * dice.roll(100) * 60_000)
  }

  private var time: BootTime {
    BootTime(boot: boots.count, milliseconds: now.milliseconds - boots[boots.count - 1].start.milliseconds)
  }

  private mutating func pass(milliseconds: Int) {
    now = Instant(milliseconds: now.milliseconds + milliseconds)
  }

  private mutating func happen() {
    events.append(Event(time: time, truth: now))
    note(.alive(time, savedWall: nil))
  }

  private mutating func hearReports() {
    guard tellsLies, dice.roll(2) == 0 else { return report(offBy: dice.roll(1_001) - 500, isLie: false) }
    let seconds = Self.lies[dice.roll(Self.lies.count)] * (dice.roll(2) * 2 - 1)
    for _ in 0...dice.roll(3) {
      report(offBy: seconds * 1_000, isLie: true)
      pass(milliseconds: dice.roll(4) * 30_000)
    }
  }

  /// The time server repeats the true time until it must be believed.
  private mutating func confirmTruth() {
    for _ in 0..<2 {
      report(offBy: 0, isLie: false)
      pass(milliseconds: 61_000)
    }
  }

  private mutating func report(offBy milliseconds: Int, isLie: Bool) {
    let wall = Instant(milliseconds: now.milliseconds + milliseconds)
    switch clockJudge.judge(Moment(boot: time, wall: wall, trust: .synced), by: live) {
    case .believed:
      note(.sync(time, wall: wall))
      boots[boots.count - 1].isSynced = true
      boots[boots.count - 1].isFooled = isLie
    case .held: heldReports += 1
    case .unchanged: break
    }
  }

  private mutating func note(_ line: Line) {
    lines.append(line)
    switch line {
    case .alive(let time, let saved): live.noteAlive(at: time, savedWall: saved)
    case .sync(let time, let wall): live.noteSync(at: time, wall: wall)
    case .sameBoot(let boot, let earlier): live.noteSameBoot(boot, as: earlier)
    }
  }
}
