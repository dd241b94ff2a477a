import Nursery

/// Learns the clocks of every boot from the lines of the log, in order.
struct KernelStarts: Sendable {
  /// The latest start of the program in each boot of the kernel, by the kernel's name for it.
  var starts: [String: Int] = [:]
  /// The last start that is known to have its line, since nearly every line is of that one.
  private var lastStarted: Int?

  /// Takes the next line.
  mutating func note(_ line: JournalLine, in clocks: inout ClockHistory) {
    switch line.entry {
    case .boot(let kernelBootID): noteStart(line.moment, kernelBootID, in: &clocks)
    case .sync:
      if let wall = line.moment.wall { clocks.noteSync(at: line.moment.boot, wall: wall) }
    case .care: noteAlive(line.moment, in: &clocks)
    case .foreign: break
    }
  }

  /// A start of the program. A boot whose clock was synchronised when it began needs no `sync` line, unless that
  /// clock is so far off that a second report is wanted.
  mutating func noteStart(_ moment: Moment, _ kernelBootID: String, in clocks: inout ClockHistory) {
    if let earlier = starts[kernelBootID] { noteSameBoot(moment.boot.boot, as: earlier, in: &clocks) }
    starts[kernelBootID] = moment.boot.boot
    lastStarted = moment.boot.boot
    if moment.trust == .synced, let wall = moment.wall,
      !ClockKeeper.doubts(wall, at: moment.boot, by: clocks)
    {
      clocks.noteSync(at: moment.boot, wall: wall)
    } else {
      clocks.noteAlive(at: moment.boot, savedWall: moment.trust == .saved ? moment.wall : nil)
    }
  }

  /// Starts follow each other: what was written between two of one boot of the kernel is of that boot, even where
  /// the line of its start is lost.
  private func noteSameBoot(_ boot: Int, as earlier: Int, in clocks: inout ClockHistory) {
    clocks.noteSameBoot(boot, as: earlier)
    guard boot > earlier + 1 else { return }
    for between in clocks.bootClocks.map(\.boot) where earlier < between && between < boot {
      if !isStart(between, in: clocks) { clocks.noteSameBoot(between, as: earlier) }
    }
  }

  /// Where the line of a boot's start is lost, nobody knows any more which boot of the kernel it was, and whether
  /// its clock was believed: what the clock said then is a bound, and no more.
  private mutating func noteAlive(_ moment: Moment, in clocks: inout ClockHistory) {
    let isKnown = moment.boot.boot == lastStarted || isStart(moment.boot.boot, in: clocks)
    if isKnown { lastStarted = moment.boot.boot }
    let isBound = !isKnown && moment.trust != .none
    clocks.noteAlive(at: moment.boot, savedWall: isBound ? moment.wall : nil)
  }

  private func isStart(_ boot: Int, in clocks: ClockHistory) -> Bool {
    starts.values.contains(boot) || clocks.isShared(boot: boot)
  }
}
