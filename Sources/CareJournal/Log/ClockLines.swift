import Nursery

/// What the lines of one box say about its clocks, applied in the order of their numbers. Lines of other boxes may come
/// in any order, but the history depends on which came first. So a late line is inserted in its place, and the history
/// is computed again.
struct ClockLines: Sendable {
  /// What a line says, or what consecutive care lines of one boot say together.
  private enum Fact: Sendable {
    case start(Moment, kernelBootID: String)
    case sync(Moment)
    case alive(Readings)
  }

  /// The first and the last reading of a boot's clock, and the first moments whose wall clock had a value and was set.
  private struct Readings: Sendable {
    var first: Moment
    var last: Moment
    var wall: (number: Int, moment: Moment)?
    var set: (number: Int, moment: Moment)?

    /// Whether the clocks that were set show the same time. Of two that do not, each is judged by itself.
    func agrees(with other: Readings) -> Bool {
      guard let own = set?.moment.offset, let theirs = other.set?.moment.offset else { return true }
      return abs(own - theirs) <= ClockJudge.toleranceMilliseconds
    }
  }

  private struct Entry: Sendable {
    var number: Int
    var fact: Fact
  }

  /// The latest starts, from the lines that the history already includes.
  private(set) var starts = KernelStarts()
  /// Whether a line needs lines older than the head at which the reader began.
  private(set) var missesOlderLines = false
  /// The noted facts, in the order of their numbers.
  private var entries: [Entry] = []
  /// The state from the lines before `entries`; nil if there are none.
  private var base: (history: ClockHistory, starts: KernelStarts)?
  /// A start whose line was not noted yet.
  private var coming: (moment: Moment, kernelBootID: String)?
  /// The highest noted number.
  private var last = 0
  /// Whether lines came late since the history was last computed.
  private(set) var isStale = false
  /// The box of these numbers. In a log of two boxes that have lost their names, lines stay in the order in which they
  /// came.
  private var box: String?
  private var isMixed = false

  init() {}

  /// Continues after a head, at which the box had reached a number.
  init(after number: Int, history: ClockHistory, starts: KernelStarts) {
    (base, last, self.starts) = ((history, starts), number, starts)
  }

  /// Notes a line. The history shows the effect of a late line only after `settle`.
  mutating func note(_ line: JournalLine, in history: inout ClockHistory) {
    isMixed = isMixed || line.box != box ?? line.box
    box = line.box
    // A box whose card was replaced starts before it gets the lines of its earlier boots back.
    let isOfEarlierBoot = coming.map { line.moment.boot.boot < $0.moment.boot.boot } ?? false
    let isLate = (line.sequence <= last || isOfEarlierBoot) && !isMixed
    if base != nil, line.isOfAnotherBox, isLate || isUnknownBoot(line, history) { missesOlderLines = true }
    last = max(last, line.sequence)
    if case .boot = line.entry, line.moment.boot == coming?.moment.boot { coming = nil }
    if let fact = Self.fact(of: line) { insert(Entry(number: line.sequence, fact: fact)) }
    if isLate || isStale { isStale = true } else { starts.note(line, in: &history) }
  }

  /// Notes a start whose line may not be written yet.
  mutating func noteStart(_ start: JournalStart, boot: Int, in history: inout ClockHistory) {
    let moment = start.moment(boot: boot)
    coming = (moment, start.kernelBootID)
    starts.noteStart(moment, start.kernelBootID, in: &history)
  }

  /// Computes the history again if lines came late.
  mutating func settle(_ history: inout ClockHistory, empty: ClockHistory) {
    guard isStale else { return }
    isStale = false
    let others = history
    (history, starts) = base ?? (empty, KernelStarts())
    for entry in entries { apply(entry, to: &history) }
    if let coming { starts.noteStart(coming.moment, coming.kernelBootID, in: &history) }
    history.learnOthers(from: others)
  }

  private mutating func apply(_ entry: Entry, to history: inout ClockHistory) {
    switch entry.fact {
    case .start(let moment, let kernelBootID): starts.noteStart(moment, kernelBootID, in: &history)
    case .sync(let moment):
      if let wall = moment.wall { history.noteSync(at: moment.boot, wall: wall, by: moment.trust) }
    case .alive(let readings):
      if let wall = readings.wall { starts.noteAlive(wall.moment, in: &history) }
      if let set = readings.set { starts.noteAlive(set.moment, in: &history) }
      starts.noteAlive(readings.first, in: &history)
      starts.noteAlive(readings.last, in: &history)
    }
  }

  /// Whether the line is of a boot that began before the head and that the head does not mention.
  private func isUnknownBoot(_ line: JournalLine, _ history: ClockHistory) -> Bool {
    if case .boot = line.entry { return false }
    return history.lastMilliseconds(ofBoot: line.moment.boot.boot) == nil
  }

  private static func fact(of line: JournalLine) -> Fact? {
    switch line.entry {
    case .boot(let kernelBootID): return .start(line.moment, kernelBootID: kernelBootID)
    case .sync: return .sync(line.moment)
    case .care:
      let reading = Moment(boot: line.moment.boot, wall: nil, trust: .none)
      let wall = line.moment.trust == .none || line.moment.wall == nil ? nil : (line.sequence, line.moment)
      let set = line.moment.trust.isSet ? wall : nil
      return .alive(Readings(first: reading, last: reading, wall: wall, set: set))
    case .foreign, .left: return nil
    }
  }

  private mutating func insert(_ entry: Entry) {
    var index = entries.count
    if !isMixed { while index > 0, entries[index - 1].number > entry.number { index -= 1 } }
    if index > 0, join(entry, to: index - 1) { return }
    entries.insert(entry, at: index)
  }

  /// Joins two consecutive entries of the same boot.
  private mutating func join(_ entry: Entry, to index: Int) -> Bool {
    guard case .alive(var readings) = entries[index].fact, case .alive(let new) = entry.fact,
      readings.first.boot.boot == new.first.boot.boot, readings.agrees(with: new)
    else { return false }
    if new.first.boot < readings.first.boot { readings.first = new.first }
    if readings.last.boot < new.last.boot { readings.last = new.last }
    if let wall = new.wall, wall.number < readings.wall?.number ?? Int.max { readings.wall = wall }
    if let set = new.set, set.number < readings.set?.number ?? Int.max { readings.set = set }
    entries[index].fact = .alive(readings)
    return true
  }
}

/// Learns the clocks of every boot from the lines of the log, in their order.
struct KernelStarts: Sendable {
  /// The latest start of the program in each boot of the kernel, by the kernel's name for it.
  private(set) var starts: [String: Int] = [:]
  /// Their boot ordinals.
  private var ordinals: Set<Int> = []
  /// The latest start of all.
  private(set) var latestStart = 0
  /// The kernel's name for the boot of the latest start.
  private(set) var latestName: String?
  /// The last boot known to have a line of its start. It is kept because nearly every line is of that boot.
  private var lastStarted: Int?

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

  /// Notes a start of the program. A boot whose clock was synchronised at its start needs no `sync` line, unless that
  /// clock is so far off that a second report is needed.
  mutating func noteStart(_ moment: Moment, _ kernelBootID: String, in clocks: inout ClockHistory) {
    // A kernel boot does not return after another one. So this start shares the earlier one's clock only if no start of
    // another kernel boot came between the two.
    if let earlier = starts[kernelBootID], earlier == latestStart {
      noteSameBoot(moment.boot, as: earlier, in: &clocks)
    }
    restore(kernelBootID, moment.boot.boot)
    lastStarted = moment.boot.boot
    guard !believes(moment, in: &clocks) else { return }
    clocks.noteAlive(at: moment.boot, savedWall: moment.trust == .saved ? moment.wall : nil)
  }

  /// Takes over a clock that was set, unless it is so far off that a second report is needed.
  private func believes(_ moment: Moment, in clocks: inout ClockHistory) -> Bool {
    guard moment.trust.isSet, let wall = moment.wall,
      !ClockJudge.doubts(wall, at: moment.boot, by: moment.trust, clocks)
    else { return false }
    clocks.noteSync(at: moment.boot, wall: wall, by: moment.trust)
    return true
  }

  /// Whether another kernel boot has this ordinal.
  func contradicts(_ kernelBootID: String, _ boot: Int) -> Bool {
    ordinals.contains(boot) && starts[kernelBootID] != boot
  }

  /// Restores a kernel boot: its name and its latest start.
  mutating func restore(_ kernelBootID: String, _ boot: Int) {
    if let earlier = starts.updateValue(boot, forKey: kernelBootID) { ordinals.remove(earlier) }
    ordinals.insert(boot)
    if boot >= latestStart { (latestStart, latestName) = (boot, kernelBootID) }
  }

  /// Boots between two consecutive starts of one kernel boot whose own start lines are lost belong to that kernel boot
  /// too. If the clock of one of them contradicts this, nothing is joined.
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

  /// Notes a reading of a boot's clock. If the clock was set and no line said so, that line is lost, and this one tells
  /// the same. If the line of the boot's start is lost, a clock that was not set is only a bound.
  mutating func noteAlive(_ moment: Moment, in clocks: inout ClockHistory) {
    if !clocks.hasSync(boot: moment.boot.boot), believes(moment, in: &clocks) { return }
    let isKnown = moment.boot.boot == lastStarted || isStart(moment.boot.boot, in: clocks)
    if isKnown { lastStarted = moment.boot.boot }
    let isBound = !isKnown && moment.trust != .none
    clocks.noteAlive(at: moment.boot, savedWall: isBound ? moment.wall : nil)
  }

  private func isStart(_ boot: Int, in clocks: ClockHistory) -> Bool {
    ordinals.contains(boot) || clocks.isShared(boot: boot)
  }
}

/// What the lines of a log say about every boot's clock, each box by its own lines. It holds no events.
public struct ClockFold: Sendable {
  /// What is known of the boots' wall clocks. Lines that came late count only after `settle`.
  public internal(set) var clocks: ClockHistory
  private var own = ClockLines()
  private var others: [String: ClockLines] = [:]
  private let floor: Instant

  /// An empty fold. No line was written before `floor`: see `ClockHistory`.
  public init(floor: Instant = Instant(milliseconds: 0)) {
    self.floor = floor
    clocks = ClockHistory(floor: floor)
  }

  /// The clocks that a head records; nil if its parts contradict each other.
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

  /// Whether a line needs lines older than the head at which the reader began.
  var missesOlderLines: Bool { others.values.contains { $0.missesOlderLines } }

  var starts: KernelStarts { own.starts }

  func starts(of box: String) -> KernelStarts? { others[box]?.starts }

  /// Applies the next line.
  public mutating func apply(_ line: JournalLine) {
    guard line.isOfAnotherBox else { return own.note(line, in: &clocks) }
    var lines = others.removeValue(forKey: line.box) ?? ClockLines()
    clocks.change(of: line.box) { lines.note(line, in: &$0) }
    others[line.box] = lines
  }

  /// Applies the start of a boot of this box whose line may not be on the card yet. A repeated call changes nothing.
  mutating func noteStart(_ start: JournalStart, boot: Int) {
    own.noteStart(start, boot: boot, in: &clocks)
  }

  /// Puts late lines into their places. Costs nothing if none came.
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

extension Moment {
  /// Wall minus boot clock, in milliseconds.
  fileprivate var offset: Int? { wall.map { $0.milliseconds - boot.milliseconds } }
}
