import Nursery

/// What the lines of one box say of its clocks, applied in the order of their numbers. Lines of other boxes may come in
/// any order, and a history depends on which came first: so a line that comes late is put into its place, and the
/// history is made again.
struct ClockLines: Sendable {
  /// What a line says, or care lines of one boot that follow each other.
  private enum Fact: Sendable {
    case start(Moment, kernelBootID: String)
    case sync(Moment)
    case alive(Readings)
  }

  /// The first and the last reading of a boot's clock, and the first moment at which the wall clock said something.
  private struct Readings: Sendable {
    var first: Moment
    var last: Moment
    var wall: (number: Int, moment: Moment)?
  }

  private struct Entry: Sendable {
    var number: Int
    var fact: Fact
  }

  /// The latest starts, as the history has them.
  private(set) var starts = KernelStarts()
  /// Whether a line came for which a reader that began in the middle of a log has to begin earlier.
  private(set) var missesOlderLines = false
  /// What was noted, in the order of the numbers.
  private var entries: [Entry] = []
  /// What the lines before `entries` came to; nil where there are none.
  private var base: (history: ClockHistory, starts: KernelStarts)?
  /// A start whose line was not noted yet.
  private var coming: (moment: Moment, kernelBootID: String)?
  /// The highest number that was noted.
  private var last = 0
  /// Whether lines came late since the history was made last.
  private(set) var isStale = false
  /// The box whose numbers these are; the lines of a log of two boxes that have lost their names stay as they come.
  private var box: String?
  private var isMixed = false

  init() {}

  /// Continues after a head, before which the box has come to a number.
  init(after number: Int, history: ClockHistory, starts: KernelStarts) {
    (base, last, self.starts) = ((history, starts), number, starts)
  }

  /// Notes a line. What one that comes late changes, `settle` brings into the history.
  mutating func note(_ line: JournalLine, in history: inout ClockHistory) {
    isMixed = isMixed || line.box != box ?? line.box
    box = line.box
    // A box whose card was replaced has started before it gets the lines of its earlier boots back.
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

  /// Makes the history again where lines came late.
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
      starts.noteAlive(readings.first, in: &history)
      starts.noteAlive(readings.last, in: &history)
    }
  }

  /// A boot of before a head of which the head says nothing.
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
      let saysWall = line.moment.trust != .none && line.moment.wall != nil
      return .alive(
        Readings(first: reading, last: reading, wall: saysWall ? (line.sequence, line.moment) : nil))
    case .foreign, .left: return nil
    }
  }

  private mutating func insert(_ entry: Entry) {
    var index = entries.count
    if !isMixed { while index > 0, entries[index - 1].number > entry.number { index -= 1 } }
    if index > 0, join(entry, to: index - 1) { return }
    entries.insert(entry, at: index)
  }

  /// Makes one of two entries of the same boot that follow each other.
  private mutating func join(_ entry: Entry, to index: Int) -> Bool {
    guard case .alive(var readings) = entries[index].fact, case .alive(let new) = entry.fact,
      readings.first.boot.boot == new.first.boot.boot
    else { return false }
    if new.first.boot < readings.first.boot { readings.first = new.first }
    if readings.last.boot < new.last.boot { readings.last = new.last }
    if let wall = new.wall, wall.number < readings.wall?.number ?? Int.max { readings.wall = wall }
    entries[index].fact = .alive(readings)
    return true
  }
}
