import Nursery

/// What the lines of a log say of every boot's clock, of each box by its own lines, and nothing of events.
public struct ClockFold: Sendable {
  /// What is known of the boots' wall clocks. Of lines that came late only after `settle`.
  public internal(set) var clocks: ClockHistory
  private var own = ClockLines()
  private var others: [String: ClockLines] = [:]
  private let floor: Instant

  /// Nothing read yet. No line was written before `floor`: see `ClockHistory`.
  public init(floor: Instant = Instant(milliseconds: 0)) {
    self.floor = floor
    clocks = ClockHistory(floor: floor)
  }

  /// What a head says of the clocks before it; nil where its parts do not fit each other.
  init?(from head: SegmentHead, floor: Instant) {
    guard let past = head.past, let history = ClockHistory(floor: floor, past.clocks, past.sharedBoots) else {
      return nil
    }
    self.init(floor: floor)
    clocks = history
    var starts = KernelStarts()
    starts.restore(head.kernelBootID, head.moment.boot.boot)
    own = ClockLines(after: past.accounts[head.box]?.last ?? 0, history: history, starts: starts)
    for (box, account) in past.accounts where box != head.box {
      let other = past.others[box]
      guard let history = ClockHistory(floor: floor, other?.clocks ?? [], other?.sharedBoots ?? []) else {
        return nil
      }
      var starts = KernelStarts()
      if let other { starts.restore(other.kernelBootID, other.lastStart) }
      others[box] = ClockLines(after: account.last, history: history, starts: starts)
      clocks.change(of: box) { $0 = history }
    }
  }

  /// Whether a line came for which a reader that began at a head has to begin earlier.
  var missesOlderLines: Bool { others.values.contains { $0.missesOlderLines } }

  /// The starts of this box.
  var starts: KernelStarts { own.starts }

  /// The starts of another box.
  func starts(of box: String) -> KernelStarts? { others[box]?.starts }

  /// Receives the next line.
  public mutating func apply(_ line: JournalLine) {
    guard line.isOfAnotherBox else { return own.note(line, in: &clocks) }
    var lines = others.removeValue(forKey: line.box) ?? ClockLines()
    clocks.change(of: line.box) { lines.note(line, in: &$0) }
    others[line.box] = lines
  }

  /// Receives the start of a boot of this box whose line may not be on the flash yet. A second time it changes nothing.
  mutating func noteStart(_ start: JournalStart, boot: Int) {
    own.noteStart(start, boot: boot, in: &clocks)
  }

  /// Brings lines that came late into their places. Costs nothing where none did.
  public mutating func settle() {
    let empty = ClockHistory(floor: floor)
    own.settle(&clocks, empty: empty)
    for (box, lines) in others where lines.isStale {
      var lines = lines
      clocks.change(of: box) { lines.settle(&$0, empty: empty) }
      others[box] = lines
    }
  }
}

extension ClockHistory {
  fileprivate init?(floor: Instant, _ clocks: [BootClock], _ shared: [SegmentHead.Pair]) {
    self.init(floor: floor, bootClocks: clocks, sharedBoots: shared.map { ($0.boot, $0.earlier) })
  }
}
