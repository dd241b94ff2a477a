/// What the log knows of every boot's wall clock: the one place where a boot-clock reading becomes a civil
/// instant. Lines on disk are never rewritten for it; readers resolve.
public struct ClockHistory: Hashable, Sendable {
  /// An instant, and whether it is exact or only bounded by its neighbours (shown with `~`).
  public struct Resolved: Hashable, Sendable {
    /// The best known instant.
    public let instant: Instant
    /// True when the boot's clock was synced at some time.
    public let isExact: Bool
  }

  private struct BootRecord: Hashable, Sendable {
    /// Wall minus boot clock, in milliseconds, once synced; the last sync of a boot stands for all of it.
    var syncedOffset: Int?
    /// The least offset that a wall clock saved at the last shutdown allows.
    var savedOffset: Int?
    /// The latest reading seen of this boot's clock.
    var lastMilliseconds = 0
    /// The offset that the neighbours allow, for as long as the boot is not synced.
    var boundedOffset = 0

    var offset: Int { syncedOffset ?? boundedOffset }
    var end: Int { offset + lastMilliseconds }
  }

  private var boots: [Int: BootRecord] = [:]
  private var latestBoot = Int.min
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
  /// what becomes known of one is known of both.
  public mutating func noteSameBoot(_ boot: Int, as earlier: Int) {
    guard earlier < boot else { return }
    sameBoot[boot] = sameBoot[earlier] ?? earlier
  }

  /// Records that a boot was alive at a reading, and what its wall clock said if anything worth keeping.
  /// A wall clock that was saved at the last shutdown bounds the boot from below.
  public mutating func noteAlive(at time: BootTime, savedWall: Instant? = nil) {
    let time = kernelTime(time)
    if savedWall == nil, time.boot == latestBoot {
      // Nearly every line of a log: a later reading of the boot that it is in.
      boots[time.boot]?.lastMilliseconds.raise(to: time.milliseconds)
    } else if note(time, savedWall) {
      boundUnsyncedBoots()
    }
  }

  /// Records that at a reading of the boot clock the synchronised wall clock said `wall`.
  public mutating func noteSync(at time: BootTime, wall: Instant) {
    let time = kernelTime(time)
    _ = note(time, nil)
    boots[time.boot]?.syncedOffset = wall.milliseconds - time.milliseconds
    unsynced.remove(time.boot)
    boundUnsyncedBoots()
  }

  /// Keeps a reading; true when it may move the bounds of unsynced boots.
  private mutating func note(_ time: BootTime, _ savedWall: Instant?) -> Bool {
    let known = boots[time.boot]
    var record = known ?? BootRecord()
    record.lastMilliseconds.raise(to: time.milliseconds)
    if let savedWall {
      let offset = savedWall.milliseconds - time.milliseconds
      record.savedOffset = max(offset, record.savedOffset ?? offset)
    }
    boots[time.boot] = record
    if record.syncedOffset == nil { unsynced.insert(time.boot) }
    let isNews = known == nil || record.savedOffset != known?.savedOffset || time.boot != latestBoot
    latestBoot.raise(to: time.boot)
    return isNews
  }

  /// Whether a boot's clock was ever synced.
  public func isSynced(boot: Int) -> Bool { boots[sameBoot[boot] ?? boot]?.syncedOffset != nil }

  /// The civil instant of an event time; before anything is known, the boot clock counts from 1970.
  public func resolve(_ time: EventTime) -> Resolved {
    switch time {
    case .wall(let instant):
      return Resolved(instant: instant, isExact: true)
    case .boot(let reading):
      let time = kernelTime(reading)
      let record = boots[time.boot]
      let offset = record?.offset ?? end(before: time.boot)
      return Resolved(
        instant: Instant(milliseconds: offset + time.milliseconds), isExact: record?.syncedOffset != nil)
    }
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

  /// Reckons anew what every unsynced boot's neighbours allow. It began when the boots before it were over, or
  /// later if its saved clock says so. With none known before it, it was over when the next synced one began:
  /// a fresh box's first hours fall into their own day, not into 1970.
  private mutating func boundUnsyncedBoots() {
    // Nearly every boot is synced, and a log of years has thousands of them.
    guard !unsynced.isEmpty else { return }
    let ordinals = boots.keys.sorted()
    let latestStarts = latestStarts(ordinals)
    var earlierEnd: Int?
    var uncounted = floorMilliseconds
    for (ordinal, latestStart) in zip(ordinals, latestStarts) {
      guard let record = boots[ordinal] else { continue }
      let saved = record.savedOffset
      let known = earlierEnd.map { max($0, saved ?? $0) } ?? latestStart ?? saved
      boots[ordinal]?.boundedOffset = known ?? uncounted
      if known != nil || record.syncedOffset != nil { earlierEnd = boots[ordinal]?.end }
      uncounted += record.lastMilliseconds
    }
  }

  /// For each boot, the latest wall time at which it can have begun if it and those after it were over when
  /// the next synced one began; nil when none after it is synced.
  private func latestStarts(_ ordinals: [Int]) -> [Int?] {
    var next: Int?
    var starts: [Int?] = []
    for ordinal in ordinals.reversed() {
      let record = boots[ordinal]
      next = record?.syncedOffset ?? next.map { $0 - (record?.lastMilliseconds ?? 0) }
      starts.append(next)
    }
    return starts.reversed()
  }
}

extension Int {
  fileprivate mutating func raise(to other: Int) {
    if other > self { self = other }
  }
}
