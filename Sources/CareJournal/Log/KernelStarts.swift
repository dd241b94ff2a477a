import Nursery

/// Learns the clocks of every boot from the lines of the log, in order.
struct KernelStarts: Sendable {
  /// The latest start of the program in each boot of the kernel, by the kernel's name for it.
  private(set) var starts: [String: Int] = [:]
  /// Their ordinals.
  private var ordinals: Set<Int> = []
  /// The latest of all of them.
  private(set) var latestStart = 0
  /// The kernel's name for the boot of the latest start.
  private(set) var latestName: String?
  /// The last start that is known to have its line, since nearly every line is of that one.
  private var lastStarted: Int?

  /// Notes the next line.
  mutating func note(_ line: JournalLine, in clocks: inout ClockHistory) {
    switch line.entry {
    case .boot(let kernelBootID): noteStart(line.moment, kernelBootID, in: &clocks)
    case .sync:
      if let wall = line.moment.wall {
        clocks.noteSync(at: line.moment.boot, wall: wall, by: line.moment.trust)
      }
    case .care: noteAlive(line.moment, in: &clocks)
    case .foreign, .left: break
    }
  }

  /// A start of the program. A boot whose clock was synchronised when it began needs no `sync` line, unless that
  /// clock is so far off that a second report is wanted.
  mutating func noteStart(_ moment: Moment, _ kernelBootID: String, in clocks: inout ClockHistory) {
    // Where another kernel has started it meanwhile, the two starts have nothing in common that those between
    // would not contradict.
    if let earlier = starts[kernelBootID], earlier == latestStart {
      noteSameBoot(moment.boot, as: earlier, in: &clocks)
    }
    restore(kernelBootID, moment.boot.boot)
    lastStarted = moment.boot.boot
    if moment.trust.isSet, let wall = moment.wall,
      !ClockJudge.doubts(wall, at: moment.boot, by: clocks)
    {
      clocks.noteSync(at: moment.boot, wall: wall, by: moment.trust)
    } else {
      clocks.noteAlive(at: moment.boot, savedWall: moment.trust == .saved ? moment.wall : nil)
    }
  }

  /// Restores a boot of the kernel: its name, and the latest start in it.
  mutating func restore(_ kernelBootID: String, _ boot: Int) {
    if let earlier = starts.updateValue(boot, forKey: kernelBootID) { ordinals.remove(earlier) }
    ordinals.insert(boot)
    if boot >= latestStart { (latestStart, latestName) = (boot, kernelBootID) }
  }

  /// Starts follow each other: what was written between two of one boot of the kernel is of that boot, even where
  /// the line of its start is lost, unless by its clock it was of another one.
  private func noteSameBoot(_ time: BootTime, as earlier: Int, in clocks: inout ClockHistory) {
    let between = clocks.bootClocks(after: earlier, before: time.boot).filter {
      !isStart($0.boot, in: clocks)
    }
    let last = clocks.lastMilliseconds(ofBoot: earlier) ?? 0
    guard between.allSatisfy({ last <= $0.firstMilliseconds && $0.lastMilliseconds <= time.milliseconds })
    else { return }
    clocks.noteSameBoot(time.boot, as: earlier)
    for clock in between { clocks.noteSameBoot(clock.boot, as: earlier) }
  }

  /// Where the line of a boot's start is lost, it is not known any more which boot of the kernel it was, and whether
  /// its clock was believed: what the clock said then is a bound, and no more.
  mutating func noteAlive(_ moment: Moment, in clocks: inout ClockHistory) {
    let isKnown = moment.boot.boot == lastStarted || isStart(moment.boot.boot, in: clocks)
    if isKnown { lastStarted = moment.boot.boot }
    let isBound = !isKnown && moment.trust != .none
    clocks.noteAlive(at: moment.boot, savedWall: isBound ? moment.wall : nil)
  }

  private func isStart(_ boot: Int, in clocks: ClockHistory) -> Bool {
    ordinals.contains(boot) || clocks.isShared(boot: boot)
  }
}
