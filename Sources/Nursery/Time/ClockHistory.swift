/// What the log knows of every boot's wall clock: the one place where a boot-clock reading becomes a civil
/// instant. Lines on disk are never rewritten for it; readers resolve.
public struct ClockHistory: Hashable, Sendable {
  /// An instant, and whether it is exact or only bounded by its neighbours (shown with `~`).
  public struct Resolved: Hashable, Sendable {
    /// The best known instant.
    public let instant: Instant
    /// True when the boot's clock was synced at some time, and no later boot's clock contradicts it.
    public let isExact: Bool
  }

  private struct BootRecord: Hashable, Sendable {
    /// Wall minus boot clock, in milliseconds, once synced; the last sync of a boot stands for all of it.
    var syncedOffset: Int?
    /// True when a later boot's sync says that it began before this one was over: then this one's is wrong.
    var isContradicted = false
    /// The least offset that a wall clock saved at the last shutdown allows.
    var savedOffset: Int?
    /// The earliest reading seen of this boot's clock: the boots before it were over by then. The kernel may have
    /// begun long before, while the directory lay in another machine.
    var firstMilliseconds: Int
    /// The latest reading seen of this boot's clock.
    var lastMilliseconds: Int
    /// The offset that the neighbours allow, for as long as there is no believable sync.
    var boundedOffset = 0
    /// The greatest offset that the synced boots after it allow, for as long as it has no believable sync itself.
    var latestOffset: Int?

    var exactOffset: Int? { isContradicted ? nil : syncedOffset }
    var offset: Int { exactOffset ?? boundedOffset }
    var end: Int { offset + lastMilliseconds }
    var seenMilliseconds: Int { lastMilliseconds - firstMilliseconds }

    /// The least offset if the boots before it were over at an instant. All that is sure is that they were at its
    /// first reading; a kernel that was young then began after them.
    func earliestOffset(after end: Int) -> Int {
      firstMilliseconds > ClockHistory.youngMilliseconds ? end - firstMilliseconds : end
    }

    mutating func see(_ milliseconds: Int) {
      if milliseconds < firstMilliseconds { firstMilliseconds = milliseconds }
      lastMilliseconds.raise(to: milliseconds)
    }
  }

  private var boots: [Int: BootRecord] = [:]
  private var latestBoot = Int.min
  /// The end of the synced boots before the latest one: what its own sync must not fall behind.
  private var syncedEnd: Int?
  private var unsynced: Set<Int> = []
  /// Starts of the program within one boot of the kernel share its clock: ordinal by later ordinal.
  private var sameBoot: [Int: Int] = [:]
  private let floorMilliseconds: Int

  /// Knows nothing yet but that now is not before `floor`: a birth date, so that an age is never negative
  /// while the clock is unknown.
  public init(floor: Instant = Instant(milliseconds: 0)) {
    floorMilliseconds = floor.milliseconds
  }

  /// Records that a start of the program belongs to the same boot of the kernel as an earlier one, so that
  /// what becomes known of one is known of both, as is what was known of it before.
  public mutating func noteSameBoot(_ boot: Int, as earlier: Int) {
    guard earlier < boot, sameBoot[boot] == nil else { return }
    let earlier = sameBoot[earlier] ?? earlier
    sameBoot[boot] = earlier
    guard let record = boots[boot] else { return }
    for (later, same) in sameBoot where same == boot { sameBoot[later] = earlier }
    merge(record, of: boot, into: earlier)
  }

  /// Whether an ordinal is known to be one of several starts within a boot of the kernel.
  public func isShared(boot: Int) -> Bool { sameBoot[boot] != nil || sameBoot.values.contains(boot) }

  private mutating func merge(_ record: BootRecord, of boot: Int, into earlier: Int) {
    var merged = boots[earlier] ?? record
    merged.see(record.firstMilliseconds)
    merged.see(record.lastMilliseconds)
    merged.syncedOffset = record.syncedOffset ?? merged.syncedOffset
    boots[earlier] = merged
    boots[boot] = nil
    unsynced.remove(boot)
    if merged.syncedOffset == nil { unsynced.insert(earlier) } else { unsynced.remove(earlier) }
    latestBoot = boots.keys.max() ?? Int.min
    settle()
  }

  /// Records that a boot was alive at a reading, and what its wall clock said if anything worth keeping.
  /// A wall clock that was saved at the last shutdown bounds the boot from below. Its first reading stands: what
  /// is restored is restored at the start, and a hand that sets an unknown clock must not stretch a duration.
  public mutating func noteAlive(at time: BootTime, savedWall: Instant? = nil) {
    let time = kernelTime(time)
    if savedWall == nil, time.boot == latestBoot {
      // Nearly every line of a log: a later reading of the boot that it is in.
      let first = boots[time.boot]?.firstMilliseconds
      boots[time.boot]?.see(time.milliseconds)
      // The boots before it were over by an earlier reading, too.
      if boots[time.boot]?.firstMilliseconds != first { settle() }
    } else if note(time, savedWall) {
      settle()
    }
  }

  /// Records that at a reading of the boot clock the synchronised wall clock said `wall`. An earlier boot whose
  /// own sync cannot be true then is bounded by its neighbours, as one that never synced.
  public mutating func noteSync(at time: BootTime, wall: Instant) {
    let time = kernelTime(time)
    _ = note(time, nil)
    let offset = wall.milliseconds - time.milliseconds
    boots[time.boot]?.syncedOffset = offset
    unsynced.remove(time.boot)
    // Nearly every boot is synced in its order, and a log of years has thousands of them.
    let start = offset + (boots[time.boot]?.firstMilliseconds ?? 0)
    let isInOrder = time.boot == latestBoot && start >= syncedEnd ?? start
    guard !isInOrder || !unsynced.isEmpty || hasContradictions else { return }
    settle()
  }

  /// How old a kernel may be at its first reading to have begun after the boots before it: a box starts its program
  /// within minutes. One that was up for longer was another machine's, or went on while the directory was there, and
  /// its age does not tell how much time passed between two boots.
  private static let youngMilliseconds = 600_000

  /// Two boots' clocks may overlap by the noise of two syncs.
  private static let overlapMilliseconds = ClockKeeper.toleranceMilliseconds

  private var hasContradictions = false

  /// Keeps a reading; true when it may move the bounds of unsynced boots.
  private mutating func note(_ time: BootTime, _ savedWall: Instant?) -> Bool {
    let known = boots[time.boot]
    var record =
      known ?? BootRecord(firstMilliseconds: time.milliseconds, lastMilliseconds: time.milliseconds)
    record.see(time.milliseconds)
    if let savedWall, record.savedOffset == nil {
      record.savedOffset = savedWall.milliseconds - time.milliseconds
    }
    if time.boot > latestBoot { raiseSyncedEnd() }
    boots[time.boot] = record
    if record.syncedOffset == nil { unsynced.insert(time.boot) }
    let isNews =
      known == nil || record.savedOffset != known?.savedOffset || time.boot != latestBoot
      || record.firstMilliseconds != known?.firstMilliseconds
    latestBoot.raise(to: time.boot)
    return isNews
  }

  /// A later boot begins: the latest so far is over.
  private mutating func raiseSyncedEnd() {
    guard let record = boots[latestBoot], record.exactOffset != nil else { return }
    syncedEnd = max(record.end, syncedEnd ?? record.end)
  }

  /// Whether a boot's clock was ever synced, and no later boot's clock contradicts it.
  public func isSynced(boot: Int) -> Bool { boots[sameBoot[boot] ?? boot]?.exactOffset != nil }

  /// How far a report of the wall clock would move what is known, in milliseconds: in a synced boot its times,
  /// in any other the earliest time that the boots before it allow. Nil where nothing is known to move.
  func step(to wall: Instant, at time: BootTime) -> Int? {
    let time = kernelTime(time)
    guard let offset = boots[time.boot]?.exactOffset else { return firstStep(to: wall, at: time) }
    return wall.milliseconds - time.milliseconds - offset
  }

  /// The same, as if nothing was known of the boot's own clock.
  func firstStep(to wall: Instant, at time: BootTime) -> Int? {
    let time = kernelTime(time)
    let first = boots[time.boot]?.firstMilliseconds ?? time.milliseconds
    return earliestFirst(of: time.boot).map { wall.milliseconds - time.milliseconds - ($0 - first) }
  }

  /// When a boot's first reading can have been at the earliest, by the synced boots before it; nil when there are
  /// none.
  private func earliestFirst(of boot: Int) -> Int? {
    let before = boots.filter { $0.key < boot }
    guard let last = before.filter({ $0.value.exactOffset != nil }).max(by: { $0.key < $1.key }) else {
      return nil
    }
    let between = before.filter { $0.key > last.key }
    return between.reduce(last.value.end) { $0 + $1.value.seenMilliseconds }
  }

  /// The civil instant of an event time; before anything is known, the boot clock counts from 1970.
  public func resolve(_ time: EventTime) -> Resolved {
    switch time {
    case .wall(let instant):
      return Resolved(instant: instant, isExact: true)
    case .about(let instant):
      return Resolved(instant: instant, isExact: false)
    case .boot(let reading):
      let time = kernelTime(reading)
      let record = boots[time.boot]
      let offset = record?.offset ?? end(before: time.boot)
      return Resolved(
        instant: Instant(milliseconds: offset + time.milliseconds), isExact: record?.exactOffset != nil)
    }
  }

  /// The latest instant that an event time can stand for: in a boot without a sync, what the next synced one
  /// allows. Nil where nothing says how late it was.
  public func latestInstant(of time: EventTime) -> Instant? {
    switch time {
    case .wall(let instant), .about(let instant): instant
    case .boot(let reading):
      latestOffset(ofBoot: reading.boot).map { Instant(milliseconds: $0 + reading.milliseconds) }
    }
  }

  private func latestOffset(ofBoot boot: Int) -> Int? {
    boots[sameBoot[boot] ?? boot].flatMap { $0.exactOffset ?? $0.latestOffset }
  }

  /// The civil instant of a boot-clock reading.
  public func instant(at time: BootTime) -> Instant { resolve(.boot(time)).instant }

  /// Wall minus boot clock in a boot, in milliseconds, as far as is known.
  func offset(ofBoot boot: Int) -> Int {
    let kernelBoot = sameBoot[boot] ?? boot
    return boots[kernelBoot]?.offset ?? end(before: kernelBoot)
  }

  private func kernelTime(_ time: BootTime) -> BootTime {
    BootTime(boot: sameBoot[time.boot] ?? time.boot, milliseconds: time.milliseconds)
  }

  /// The end of the last noted boot before one that was never noted.
  private func end(before boot: Int) -> Int {
    boots.keys.filter { $0 < boot }.max().flatMap { boots[$0]?.end } ?? floorMilliseconds
  }

  /// Reckons anew which syncs can be believed, and what the neighbours allow for the boots without one.
  private mutating func settle() {
    let ordinals = boots.keys.sorted()
    let latestStarts = latestStarts(ordinals)
    findContradictions(ordinals, latestStarts)
    guard !unsynced.isEmpty || hasContradictions else { return }
    boundUnsyncedBoots(ordinals, latestStarts)
  }

  /// Boots follow each other, so a sync by which a boot began after it had to be over is wrong. The later
  /// evidence counts, as it does within a boot.
  private mutating func findContradictions(_ ordinals: [Int], _ latestStarts: [Int?]) {
    hasContradictions = false
    syncedEnd = nil
    for (ordinal, latestStart) in zip(ordinals, latestStarts) {
      guard var record = boots[ordinal], let offset = record.syncedOffset else { continue }
      record.isContradicted = latestStart.map { offset > $0 + Self.overlapMilliseconds } ?? false
      boots[ordinal] = record
      if record.isContradicted { hasContradictions = true }
      guard ordinal != latestBoot, !record.isContradicted else { continue }
      syncedEnd = max(record.end, syncedEnd ?? record.end)
    }
  }

  /// Reckons anew what every unsynced boot's neighbours allow. It began when the boots before it were over, or was
  /// first read then, or later if its saved clock says so. With none known before it, it was over when the next
  /// synced one began: a fresh box's first hours fall into their own day, not into 1970. One that claims to be later
  /// than it can be was as late as it can.
  private mutating func boundUnsyncedBoots(_ ordinals: [Int], _ latestStarts: [Int?]) {
    var earlierEnd: Int?
    var uncountedEnd: Int?
    for (ordinal, latestStart) in zip(ordinals, latestStarts) {
      guard let record = boots[ordinal] else { continue }
      let saved = record.savedOffset.map { min($0, latestStart ?? $0) }
      let earliest = earlierEnd.map(record.earliestOffset).map { max($0, saved ?? $0) }
      let bounded = earliest.map { min($0, latestStart ?? $0) } ?? latestStart ?? saved
      let known = record.isContradicted ? latestStart : bounded
      let uncounted = uncountedEnd.map(record.earliestOffset) ?? floorMilliseconds
      boots[ordinal]?.boundedOffset = known ?? uncounted
      boots[ordinal]?.latestOffset = record.exactOffset == nil ? latestStart : nil
      if known != nil || record.exactOffset != nil { earlierEnd = boots[ordinal]?.end }
      uncountedEnd = uncounted + record.lastMilliseconds
    }
  }

  /// For each boot, the latest wall time at which it can have begun if it and those after it were over at the first
  /// reading of the next synced one; nil when none after it is synced.
  private func latestStarts(_ ordinals: [Int]) -> [Int?] {
    var limit: Int?
    var starts: [Int?] = []
    for ordinal in ordinals.reversed() {
      guard let record = boots[ordinal] else { continue }
      let latest = limit.map { $0 - record.lastMilliseconds }
      starts.append(latest)
      limit = latest.map { $0 + record.firstMilliseconds }
      // A sync that says "later than possible" bounds nothing.
      if let synced = record.syncedOffset, synced <= latest.map({ $0 + Self.overlapMilliseconds }) ?? synced {
        limit = synced + record.firstMilliseconds
      }
    }
    return starts.reversed()
  }
}

// MARK: - As data

extension ClockHistory {
  /// What was noted of each boot of the kernel, by ordinal.
  public var bootClocks: [BootClock] {
    boots.keys.sorted().compactMap { boot in
      boots[boot].map { record in
        BootClock(
          boot: boot, firstMilliseconds: record.firstMilliseconds, lastMilliseconds: record.lastMilliseconds,
          syncedOffset: record.syncedOffset, savedOffset: record.savedOffset)
      }
    }
  }

  /// The latest reading of the latest boot of the kernel; nil when none was noted.
  public var latest: BootTime? {
    boots[latestBoot].map { BootTime(boot: latestBoot, milliseconds: $0.lastMilliseconds) }
  }

  /// The latest reading of the kernel's boot that a start of the program belongs to; nil when none was noted.
  public func lastMilliseconds(ofBoot boot: Int) -> Int? {
    boots[sameBoot[boot] ?? boot]?.lastMilliseconds
  }

  /// Starts of the program that share the clock of an earlier one, by ordinal.
  public var sharedBoots: [(boot: Int, earlier: Int)] {
    sameBoot.sorted { $0.key < $1.key }.map { (boot: $0.key, earlier: $0.value) }
  }

  /// A history as it was when these were noted. The floor may be another one: what it bounds is reckoned anew.
  /// Nil where a start that shares a clock has one of its own, or shares one that is shared itself.
  public init?(floor: Instant, bootClocks: [BootClock], sharedBoots: [(boot: Int, earlier: Int)]) {
    self.init(floor: floor)
    for clock in bootClocks {
      boots[clock.boot] = BootRecord(
        syncedOffset: clock.syncedOffset, savedOffset: clock.savedOffset,
        firstMilliseconds: clock.firstMilliseconds, lastMilliseconds: clock.lastMilliseconds)
      if clock.syncedOffset == nil { unsynced.insert(clock.boot) }
      latestBoot.raise(to: clock.boot)
    }
    for (boot, earlier) in sharedBoots { sameBoot[boot] = earlier }
    guard sameBoot.allSatisfy({ boots[$0.key] == nil && sameBoot[$0.value] == nil }) else { return nil }
    settle()
  }

  /// The greatest that wall minus boot clock can be in every noted start up to an ordinal, by ordinal, in
  /// milliseconds: two histories that agree in these say the same of how late the times of those starts were.
  public func latestOffsets(throughBoot last: Int) -> [(boot: Int, milliseconds: Int?)] {
    let ordinals = Set(boots.keys).union(sameBoot.keys).filter { $0 <= last }
    return ordinals.sorted().map { (boot: $0, milliseconds: latestOffset(ofBoot: $0)) }
  }
}

extension Int {
  fileprivate mutating func raise(to other: Int) {
    if other > self { self = other }
  }
}
