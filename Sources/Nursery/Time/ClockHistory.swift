/// What the log knows of each boot's wall clock. Only here does a reading of the boot clock become a civil instant.
/// Lines on the disk are never rewritten; readers resolve their times. Each box with lines in the log has its own
/// history, since boots of one box say nothing about another.
public struct ClockHistory: Hashable, Sendable {
  /// An instant, and whether it is exact or only bounded. A bounded one is shown with `~`.
  public struct Resolved: Hashable, Sendable {
    /// The best known instant.
    public let instant: Instant
    /// Whether the boot's clock was ever synced, no later boot's clock contradicts it, and its day is certain; true for
    /// an entered wall time.
    public let isExact: Bool
  }

  private struct BootRecord: Hashable, Sendable {
    /// The ordinal of the program's first start in this kernel boot.
    let boot: Int
    /// Wall minus boot clock, in milliseconds, once synced; the last sync of a boot applies to all of it.
    var syncedOffset: Int?
    /// The least offset that a wall clock saved at the last shutdown allows.
    var savedOffset: Int?
    /// The least offset that the lines of other boxes allow. The last one counts, since a clock elsewhere may have been
    /// ahead.
    var heardOffset: Int?
    /// The earliest known reading of this boot's clock, when the earlier boots had ended. The kernel may have started
    /// long before, while the directory was in another machine.
    var firstMilliseconds: Int
    /// The latest known reading of this boot's clock.
    var lastMilliseconds: Int
    /// The source of the synced offset.
    var trust = ClockTrust.synced
    /// Whether this boot's sync is wrong, because a later boot's sync shows that it began before this boot ended.
    var isContradicted = false
    /// Whether the day is a guess: a person told the time of day, and the later boots allow the next day, too.
    var isGuessed = false
    /// The offset that the neighbours allow, used without a believable sync.
    var boundedOffset = 0
    /// The greatest offset that the later synced boots allow.
    var latestOffset: Int?
    /// The latest instant at which the earlier boots had ended, by this boot and the later synced ones.
    var limit: Int?
    /// The same by what a person told, which may be wrong by days: only a boot with no known one before it heeds it.
    var toldLimit: Int?
    /// When the earlier boots had ended.
    var ends = Ends()

    init(boot: Int, at milliseconds: Int) {
      self.boot = boot
      firstMilliseconds = milliseconds
      lastMilliseconds = milliseconds
    }

    /// The greater one of the two least offsets.
    var leastOffset: Int? { [savedOffset, heardOffset].compactMap { $0 }.max() }
    var exactOffset: Int? { isContradicted ? nil : syncedOffset }
    var offset: Int { exactOffset ?? boundedOffset }
    var end: Int { offset + lastMilliseconds }
    var seenMilliseconds: Int { lastMilliseconds - firstMilliseconds }
    /// By how much it may overlap a later boot, in milliseconds: the error of two syncs, and what a crystal loses in the
    /// time since the last one. A board's crystal is within 100 millionths.
    var overlapMilliseconds: Int { ClockJudge.toleranceMilliseconds + seenMilliseconds / 10_000 }

    /// The least offset if the earlier boots had ended at an instant. They had ended at its first reading; a kernel
    /// that was young then started after them.
    func earliestOffset(after end: Int) -> Int {
      firstMilliseconds > ClockHistory.youngMilliseconds ? end - firstMilliseconds : end
    }

    mutating func see(_ milliseconds: Int) {
      if milliseconds < firstMilliseconds { firstMilliseconds = milliseconds }
      lastMilliseconds.raise(to: milliseconds)
    }

    /// Whether another reader of the log knows more of this boot.
    func isLess(than other: BootRecord) -> Bool {
      other.firstMilliseconds < firstMilliseconds || other.lastMilliseconds > lastMilliseconds
        || (other.syncedOffset != nil && other.syncedOffset != syncedOffset)
        || (other.savedOffset != nil && savedOffset == nil)
        || (other.heardOffset != nil && other.heardOffset != heardOffset)
    }

    /// Takes over what another reader of the log knows of this boot.
    mutating func adopt(_ other: BootRecord) {
      see(other.firstMilliseconds)
      see(other.lastMilliseconds)
      if let offset = other.syncedOffset { (syncedOffset, trust) = (offset, other.trust) }
      savedOffset = savedOffset ?? other.savedOffset
      heardOffset = other.heardOffset ?? heardOffset
    }
  }

  /// When the boots up to a certain one had ended, in milliseconds of the wall clock; nil if unknown.
  private struct Ends: Hashable, Sendable {
    var known: Int?
    /// The same counted only from the floor and the observed length of each boot.
    var counted: Int?
  }

  /// The boots in order of their ordinals.
  private var boots: [BootRecord] = []
  /// For a later start in a kernel boot, by ordinal, the first start in it. They share a clock.
  private var sameBoot: [Int: Int] = [:]
  /// The first starts in `sameBoot`.
  private var sharing: Set<Int> = []
  private let floorMilliseconds: Int
  /// The histories of other boxes, by name.
  private var others: [String: ClockHistory] = [:]

  /// A history in which now is not before `floor`, such as a birth date, so that no age is negative while the clock
  /// is unknown.
  public init(floor: Instant = Instant(milliseconds: 0)) { floorMilliseconds = floor.milliseconds }

  /// Records that a start of the program is in the same kernel boot as an earlier one. What is known of one then
  /// applies to both.
  public mutating func noteSameBoot(_ boot: Int, as earlier: Int) {
    guard earlier < boot, sameBoot[boot] == nil else { return }
    let earlier = sameBoot[earlier] ?? earlier
    sameBoot[boot] = earlier
    sharing.insert(earlier)
    guard let index = index(of: boot) else { return }
    if sharing.remove(boot) != nil {
      for (later, same) in sameBoot where same == boot { sameBoot[later] = earlier }
    }
    merge(boots.remove(at: index), into: earlier)
  }

  /// Whether two starts share a clock, so that the time between them is known to the millisecond.
  public func shareClock(_ boot: Int, _ other: Int) -> Bool {
    (sameBoot[boot] ?? boot) == (sameBoot[other] ?? other)
  }

  /// Whether several starts are known to be in the kernel boot of an ordinal.
  public func isShared(boot: Int) -> Bool { sameBoot[boot] != nil || sharing.contains(boot) }

  private mutating func merge(_ record: BootRecord, into earlier: Int) {
    let index = insert(earlier, at: record.firstMilliseconds)
    boots[index].see(record.firstMilliseconds)
    boots[index].see(record.lastMilliseconds)
    if let offset = record.syncedOffset {
      (boots[index].syncedOffset, boots[index].trust) = (offset, record.trust)
    }
    boots[index].heardOffset = record.heardOffset ?? boots[index].heardOffset
    settleAll()
  }

  /// Records that a boot was running at a reading. `savedWall` is a wall clock saved at the last shutdown, which
  /// bounds the boot from below. Only the first one counts: the clock is restored at the start, and a person setting
  /// an unknown clock must not stretch a duration.
  public mutating func noteAlive(at time: BootTime, savedWall: Instant? = nil) {
    let time = kernelTime(time)
    let known = index(of: time.boot).map { boots[$0] }
    let index = insert(time.boot, at: time.milliseconds)
    boots[index].see(time.milliseconds)
    if let savedWall, boots[index].savedOffset == nil {
      boots[index].savedOffset = savedWall.milliseconds - time.milliseconds
    }
    // Nearly every line of a log is a later reading of the latest boot and changes no bound.
    let movesBounds =
      index < boots.count - 1 || known?.firstMilliseconds != boots[index].firstMilliseconds
      || known?.savedOffset != boots[index].savedOffset
    if movesBounds { settle(from: index) }
  }

  /// Records that the synchronised wall clock showed `wall` at a reading of the boot clock. An earlier boot whose own
  /// sync then cannot be true is bounded by its neighbours, as if it had never synced. With the trust `saved`, it was
  /// no earlier than `wall`: another box had logged something then.
  public mutating func noteSync(at time: BootTime, wall: Instant, by trust: ClockTrust = .synced) {
    let time = kernelTime(time)
    let index = insert(time.boot, at: time.milliseconds)
    boots[index].see(time.milliseconds)
    let offset = wall.milliseconds - time.milliseconds
    if trust > .saved {
      (boots[index].syncedOffset, boots[index].trust) = (offset, trust)
    } else if trust == .saved {
      boots[index].heardOffset = offset
    }
    settle(from: index)
  }

  /// The source of the wall clock in a boot; nil if its clock is unknown.
  public func trust(ofBoot boot: Int) -> ClockTrust? {
    record(of: sameBoot[boot] ?? boot).flatMap { $0.exactOffset == nil ? nil : $0.trust }
  }

  /// The time for which boots are known to have run between two readings in different boots, in milliseconds. At
  /// least this much time passed.
  public func countedMilliseconds(from: BootTime, to: BootTime) -> Int {
    let (from, to) = (kernelTime(from), kernelTime(to))
    guard let first = record(of: from.boot) else { return 0 }
    let later = boots[place(of: from.boot + 1)...].prefix { $0.boot <= to.boot }.map { record in
      let last = record.boot == to.boot ? to.milliseconds : record.lastMilliseconds
      return last - (record.firstMilliseconds > Self.youngMilliseconds ? record.firstMilliseconds : 0)
    }
    return first.lastMilliseconds - from.milliseconds + later.reduce(0, +)
  }

  /// The stretches of at least that many minutes from a boot's last reading to the next boot's first, where both
  /// clocks are known, in order of time. In them the box was off, or nothing was logged.
  func gaps(ofAtLeast minutes: Int) -> [InstantRange] {
    zip(boots, boots.dropFirst()).compactMap { earlier, later in
      guard earlier.exactOffset != nil, let offset = later.exactOffset else { return nil }
      let gap = InstantRange(
        earliest: Instant(milliseconds: earlier.end),
        latest: Instant(milliseconds: offset + later.firstMilliseconds))
      return gap.earliest.minutes(until: gap.latest) >= minutes ? gap : nil
    }
  }

  /// The greatest age of a kernel at its first reading at which it counts as started after the earlier boots, since a
  /// box starts its program within minutes. An older kernel ran in another machine, or continued while the directory
  /// was there, and its age does not show how much time passed between two boots.
  private static let youngMilliseconds = 600_000

  /// The index of the first boot whose ordinal is at least `boot`; nearly always it is the last one.
  private func place(of boot: Int) -> Int {
    if let last = boots.last, last.boot <= boot { return last.boot == boot ? boots.count - 1 : boots.count }
    var range = 0..<boots.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = boots[middle].boot < boot ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  private func index(of boot: Int) -> Int? {
    let place = place(of: boot)
    return place < boots.count && boots[place].boot == boot ? place : nil
  }

  private func record(of boot: Int) -> BootRecord? { index(of: boot).map { boots[$0] } }

  private func record(ofStart boot: Int) -> BootRecord? { record(of: sameBoot[boot] ?? boot) }

  private mutating func insert(_ boot: Int, at milliseconds: Int) -> Int {
    let place = place(of: boot)
    if place == boots.count || boots[place].boot != boot {
      boots.insert(BootRecord(boot: boot, at: milliseconds), at: place)
    }
    return place
  }

  /// Whether a boot's clock was ever synced, and no later boot's clock contradicts it.
  public func isSynced(boot: Int) -> Bool { record(of: sameBoot[boot] ?? boot)?.exactOffset != nil }

  /// Whether a boot's clock was ever synced, whether or not a later boot's clock contradicts it.
  public func hasSync(boot: Int) -> Bool { record(ofStart: boot)?.syncedOffset != nil }

  /// How far a report of the wall clock would move known times, in milliseconds; nil if none would move. In a synced
  /// boot its own times move, in any other the earliest time that the boots before it allow.
  func step(to wall: Instant, at time: BootTime) -> Int? {
    let time = kernelTime(time)
    guard let offset = record(of: time.boot)?.exactOffset else { return firstStep(to: wall, at: time) }
    return wall.milliseconds - time.milliseconds - offset
  }

  /// `step` as if the boot's own clock were unknown.
  func firstStep(to wall: Instant, at time: BootTime) -> Int? {
    // A time that a person entered may be wrong by days.
    firstStep(to: wall, at: time) { $0.exactOffset != nil && !$0.trust.isByPerson }
  }

  private func firstStep(
    to wall: Instant, at time: BootTime, after isKnown: (BootRecord) -> Bool
  ) -> Int? {
    let time = kernelTime(time)
    let first = record(of: time.boot)?.firstMilliseconds ?? time.milliseconds
    return earliestFirst(of: time.boot, after: isKnown).map {
      wall.milliseconds - time.milliseconds - ($0 - first)
    }
  }

  /// Whether a wall clock would make a boot begin before an earlier one had ended, whose clock the network set.
  func isBeforeNetwork(_ wall: Instant, at time: BootTime) -> Bool {
    let isByNetwork = { (record: BootRecord) in record.exactOffset != nil && record.trust == .synced }
    guard let earlier = boots[..<place(of: kernelTime(time).boot)].last(where: isByNetwork),
      let step = firstStep(to: wall, at: time, after: isByNetwork)
    else { return false }
    return step < -earlier.overlapMilliseconds
  }

  /// The earliest possible instant of a boot's first reading, by the last boot before it with a known clock; nil if there is
  /// none.
  private func earliestFirst(of boot: Int, after isKnown: (BootRecord) -> Bool) -> Int? {
    var between = 0
    for record in boots[..<place(of: boot)].reversed() {
      if isKnown(record) { return record.end + between }
      between += record.seenMilliseconds
    }
    return nil
  }

  /// The civil instant of an event time. Before anything is known, the boot clock counts from 1970.
  public func resolve(_ time: EventTime) -> Resolved {
    switch time {
    case .wall(let instant):
      return Resolved(instant: instant, isExact: true)
    case .about(let instant):
      return Resolved(instant: instant, isExact: false)
    case .boot(let reading) where reading.box != nil:
      return history(of: reading.box).resolve(
        .boot(BootTime(boot: reading.boot, milliseconds: reading.milliseconds)))
    case .boot(let reading):
      let time = kernelTime(reading)
      let record = record(of: time.boot)
      let offset = record?.offset ?? end(before: time.boot)
      return Resolved(
        instant: Instant(milliseconds: offset + time.milliseconds),
        isExact: record?.exactOffset != nil && record?.isGuessed == false)
    }
  }

  /// The latest instant that an event time can mean; nil if nothing bounds it. In a boot without a sync, the next
  /// synced one bounds it.
  public func latestInstant(of time: EventTime) -> Instant? {
    switch time {
    case .wall(let instant), .about(let instant): instant
    case .boot(let reading):
      history(of: reading.box).record(ofStart: reading.boot)
        .flatMap { $0.exactOffset ?? $0.latestOffset }
        .map { Instant(milliseconds: $0 + reading.milliseconds) }
    }
  }

  /// The civil instant of a boot-clock reading.
  public func instant(at time: BootTime) -> Instant { resolve(.boot(time)).instant }

  /// Wall minus boot clock in a boot, in milliseconds, as far as it is known.
  func offset(ofBoot boot: Int) -> Int {
    let kernelBoot = sameBoot[boot] ?? boot
    return record(of: kernelBoot)?.offset ?? end(before: kernelBoot)
  }

  private func kernelTime(_ time: BootTime) -> BootTime {
    BootTime(boot: sameBoot[time.boot] ?? time.boot, milliseconds: time.milliseconds)
  }

  /// The end of the last known boot before an unknown one.
  private func end(before boot: Int) -> Int { boots[..<place(of: boot)].last?.end ?? floorMilliseconds }
}

// MARK: - How boots bound each other

extension ClockHistory {
  private mutating func settleAll() {
    guard !boots.isEmpty else { return }
    for index in boots.indices { boots[index].limit = nil }
    settle(from: boots.count - 1, stopsEarly: false)
  }

  /// Updates which syncs are believed, and the bounds of the other boots, after something became known of one boot.
  /// It visits only affected boots, since a log of years has thousands.
  private mutating func settle(from changed: Int, stopsEarly: Bool = true) {
    var index = changed
    while !limit(index) || index == changed || !stopsEarly, index > 0 { index -= 1 }
    for index in index..<boots.count { bound(index) }
  }

  /// Computes the latest possible beginning of a boot, and when the boots before it had ended. The boot and the later
  /// ones had ended at the first reading of the next synced one. A sync is wrong if a boot then began after it must
  /// have ended: later evidence counts, as within a boot.
  ///
  /// - Returns: whether nothing changed for the boots before it.
  private mutating func limit(_ index: Int) -> Bool {
    let old = boots[index]
    var record = old
    record.latestOffset = (index + 1 < boots.count ? boots[index + 1].limit : nil).map {
      $0 - record.lastMilliseconds
    }
    let latestSync = record.latestOffset.map { $0 + record.overlapMilliseconds }
    record.isContradicted = record.syncedOffset.map { $0 > latestSync ?? $0 } ?? false
    // A contradicted sync bounds nothing. Neither does a time that a person entered, which may be wrong by days.
    let own = record.trust.isByPerson ? nil : record.exactOffset
    record.limit = (own ?? record.latestOffset).map { $0 + record.firstMilliseconds }
    let told = (index + 1 < boots.count ? boots[index + 1].toldLimit : nil).map {
      $0 - record.lastMilliseconds
    }
    record.toldLimit = (record.exactOffset ?? told).map { $0 + record.firstMilliseconds }
    boots[index] = record
    return record.limit == old.limit && record.toldLimit == old.toldLimit
      && record.isContradicted == old.isContradicted
  }

  /// Computes the bounds that a boot's neighbours give it. It began, or was first read, when the boots before it had
  /// ended, or later if its saved clock says so. Without known boots before it, it had ended when the next one began whose
  /// clock was set, so that a new box's first hours are on their own day and not in 1970. A boot with an impossibly late
  /// sync was as late as possible.
  private mutating func bound(_ index: Int) {
    var record = boots[index]
    record.ends = index > 0 ? ends(through: boots[index - 1]) : Ends()
    let saved = record.leastOffset.map { min($0, record.latestOffset ?? $0) }
    let earliest = record.ends.known.map(record.earliestOffset).map { max($0, saved ?? $0) }
    let told = (index + 1 < boots.count ? boots[index + 1].toldLimit : nil).map {
      $0 - record.lastMilliseconds
    }
    let latest = [told, record.latestOffset].compactMap { $0 }.min()
    let bounded = earliest.map { min($0, record.latestOffset ?? $0) } ?? latest ?? saved
    let known = record.isContradicted ? record.latestOffset : bounded
    record.boundedOffset = known ?? countedOffset(record)
    record.isGuessed = isGuessed(record)
    boots[index] = record
  }

  /// Whether a person may have told the time of day only: it is the first such time after the earlier boots, and the later
  /// ones allow the next day, too.
  private func isGuessed(_ record: BootRecord) -> Bool {
    let day = 86_400_000
    guard record.trust == .hand, let offset = record.syncedOffset, let latest = record.latestOffset,
      let end = record.ends.known
    else { return false }
    let earliest = max(record.earliestOffset(after: end), record.leastOffset ?? Int.min)
    // A clock set by hand may be wrong by some minutes.
    return offset - earliest < day && offset + day - 3_600_000 <= latest
  }

  private func countedOffset(_ record: BootRecord) -> Int {
    record.ends.counted.map(record.earliestOffset) ?? floorMilliseconds
  }

  private func ends(through record: BootRecord) -> Ends {
    let isBounded = record.ends.known != nil || record.leastOffset != nil || record.latestOffset != nil
    return Ends(
      known: isBounded || record.exactOffset != nil ? record.end : nil,
      counted: countedOffset(record) + record.lastMilliseconds)
  }
}

// MARK: - Other boxes

extension ClockHistory {
  /// The history of a box; nil: of this one. It is empty if the log has no line of the box.
  public func history(of box: String?) -> ClockHistory {
    guard let box else { return self }
    return others[box] ?? ClockHistory(floor: Instant(milliseconds: floorMilliseconds))
  }

  /// The latest instant at which any box is known to have run, by the network's time; nil if there is none.
  public var latestByNetwork: Instant? {
    let ends = ([self] + others.values).compactMap { history in
      history.boots.last { $0.exactOffset != nil && $0.trust == .synced }?.end
    }
    return ends.max().map { Instant(milliseconds: $0) }
  }

  /// The latest instant at which another box is known to have run, by a clock that anything has set; nil if there is none.
  public var latestElsewhere: Instant? {
    let ends = others.values.compactMap { history in
      history.boots.last { $0.exactOffset != nil && !$0.isGuessed }?.end
    }
    return ends.max().map { Instant(milliseconds: $0) }
  }

  /// The other boxes with known clocks, in the order of their names.
  public var otherBoxes: [String] {
    others.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Changes the history of a box; nil: of this one.
  public mutating func change<Result>(of box: String?, _ body: (inout ClockHistory) -> Result) -> Result {
    guard let box else { return body(&self) }
    return body(&others[box, default: ClockHistory(floor: Instant(milliseconds: floorMilliseconds))])
  }

  /// Adopts the other reader's histories of other boxes.
  public mutating func learnOthers(from other: ClockHistory) {
    for (box, history) in other.others { others[box] = history }
  }

  /// Adopts what another reader of the same log knows of other boxes, of boots of this box that are unknown here or better
  /// known there, and of starts that share their clock. The newest boot of this box does not change.
  public mutating func learn(from other: ClockHistory) {
    learnOthers(from: other)
    let newest = boots.last?.boot
    // A start that counted as a kernel boot of its own until the line of an earlier start came.
    for (boot, earlier) in other.sharedBoots where index(of: boot) != nil { noteSameBoot(boot, as: earlier) }
    let shared = other.sameBoot.filter { sameBoot[$0.key] == nil }
    let fresh = other.boots.filter { theirs in
      guard let known = record(ofStart: theirs.boot) else { return true }
      return known.boot == theirs.boot && known.boot != newest && known.isLess(than: theirs)
    }
    guard !fresh.isEmpty || !shared.isEmpty else { return }
    for theirs in fresh {
      let index = insert(theirs.boot, at: theirs.firstMilliseconds)
      boots[index].adopt(theirs)
    }
    for (boot, earlier) in shared {
      sameBoot[boot] = earlier
      sharing.insert(earlier)
    }
    settleAll()
  }
}

// MARK: - As data

extension ClockHistory {
  /// The data of the boots between two ordinals, both excluded.
  public func bootClocks(after first: Int, before last: Int) -> [BootClock] {
    guard first < last else { return [] }
    return boots[place(of: first + 1)..<place(of: last)].map(Self.clock)
  }

  /// The data of the boots from the last synced one up to that of a start; nil if none of them is synced.
  public func bootClocks(sinceSyncThrough boot: Int) -> [BootClock]? {
    let last = place(of: (sameBoot[boot] ?? boot) + 1)
    guard let first = boots[..<last].lastIndex(where: { $0.exactOffset != nil }) else { return nil }
    return boots[first..<last].map(Self.clock)
  }

  /// The data of the kernel boot of a start; nil if there are none.
  public func bootClock(of boot: Int) -> BootClock? { record(of: sameBoot[boot] ?? boot).map(Self.clock) }

  private static func clock(_ record: BootRecord) -> BootClock {
    BootClock(
      boot: record.boot, firstMilliseconds: record.firstMilliseconds,
      lastMilliseconds: record.lastMilliseconds,
      syncedOffset: record.syncedOffset, savedOffset: record.leastOffset, trust: record.trust)
  }

  /// The latest reading of the latest kernel boot; nil if there is none.
  public var latest: BootTime? {
    boots.last.map { BootTime(boot: $0.boot, milliseconds: $0.lastMilliseconds) }
  }

  /// The latest reading of the kernel boot of a start; nil if there is none.
  public func lastMilliseconds(ofBoot boot: Int) -> Int? {
    record(of: sameBoot[boot] ?? boot)?.lastMilliseconds
  }

  /// Starts of the program that share the clock of an earlier one, by ordinal.
  public var sharedBoots: [(boot: Int, earlier: Int)] {
    sameBoot.sorted { $0.key < $1.key }.map { (boot: $0.key, earlier: $0.value) }
  }

  /// Makes a history from its data. The bounds are computed again, so the floor may be another one. Nil if a start
  /// that shares a clock also has one of its own, or shares one that is itself shared.
  public init?(floor: Instant, bootClocks: [BootClock], sharedBoots: [(boot: Int, earlier: Int)]) {
    self.init(floor: floor)
    for clock in bootClocks {
      let index = insert(clock.boot, at: clock.firstMilliseconds)
      boots[index].see(clock.lastMilliseconds)
      boots[index].syncedOffset = clock.syncedOffset
      boots[index].savedOffset = clock.savedOffset
      boots[index].trust = clock.trust
    }
    for (boot, earlier) in sharedBoots {
      sameBoot[boot] = earlier
      sharing.insert(earlier)
    }
    guard sameBoot.allSatisfy({ index(of: $0.key) == nil && sameBoot[$0.value] == nil }) else { return nil }
    settleAll()
  }
}

extension Int {
  fileprivate mutating func raise(to other: Int) {
    if other > self { self = other }
  }
}
