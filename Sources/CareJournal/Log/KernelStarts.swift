import Nursery

/// Learns the clocks of every boot from the lines of the log, in order.
struct KernelStarts: Hashable, Sendable {
  /// The latest start of the program in each boot of the kernel, by the kernel's name for it.
  var starts: [String: Int] = [:]

  /// Takes the next line.
  mutating func note(_ line: JournalLine, in clocks: inout ClockHistory) {
    switch line.entry {
    case .boot(let kernelBootID): noteStart(line.moment, kernelBootID, in: &clocks)
    case .sync:
      if let wall = line.moment.wall { clocks.noteSync(at: line.moment.boot, wall: wall) }
    case .care: clocks.noteAlive(at: line.moment.boot)
    case .foreign: break
    }
  }

  /// A start of the program. A boot whose clock was synchronised when it began needs no `sync` line, unless that
  /// clock is so far off that a second report is wanted.
  mutating func noteStart(_ moment: Moment, _ kernelBootID: String, in clocks: inout ClockHistory) {
    if let earlier = starts[kernelBootID] { clocks.noteSameBoot(moment.boot.boot, as: earlier) }
    starts[kernelBootID] = moment.boot.boot
    if moment.trust == .synced, let wall = moment.wall,
      !ClockKeeper.doubts(wall, at: moment.boot, by: clocks)
    {
      clocks.noteSync(at: moment.boot, wall: wall)
    } else {
      clocks.noteAlive(at: moment.boot, savedWall: moment.trust == .saved ? moment.wall : nil)
    }
  }
}
