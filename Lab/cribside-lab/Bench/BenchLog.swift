import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery
import Rehearsal
import SimulatedBoard

/// A log of years of presses, written by the real journal.
struct BenchLog {
  /// The least number of events in a log of a year. Most events have a second line, for their end or for the nursing
  /// that a bottle's first press began.
  static let eventsOfAYear = 11_000
  /// The least number of events in a log of about five years, which has 90,000 lines.
  static let eventsOfFiveYears = 45_000
  /// When the last line was written and the benchmark's box starts: 2026-01-01T00:00:00Z.
  static let end = Instant(milliseconds: 1_767_225_600_000)
  static let baby = BabyID(number: 1)
  /// The configuration of the log's box.
  static var configuration: Configuration {
    let birthdate = ZoneWindow.utc.civil(end).date.adding(days: -400)
    let baby = Baby(birthdate: birthdate, bedtime: WallTime(minutesAfterMidnight: 19 * 60))
    return Configuration(babies: [Configuration.Resident(id: Self.baby, name: "Mia", baby: baby)])
  }

  /// A box on simulated parts that has just started on a directory with a log.
  static func startedBox(
    directory: String
  ) throws(RunFault) -> (SimulatedWorld<DirectoryStorage>, SimulatedBox<DirectoryStorage>) {
    let configuration = Self.configuration
    let storage = try RunFault.storage { () throws(StorageFault) in try DirectoryStorage(directory: directory)
    }
    let world = SimulatedWorld(
      configuration: configuration, profile: try ConfigurationFile.profile(configuration), storage: storage,
      startMilliseconds: end.milliseconds, seed: 1)
    let box = SimulatedBox(
      world: world, configuration: configuration, settings: BedsideSettings(configuration, zone: .utc),
      seed: 2)
    world.clock.synchronize()
    box.start()
    return (world, box)
  }

  /// The number of events that were not deleted.
  private(set) var events = 0
  /// The number of lines, with boot lines.
  private(set) var lines = 0
  /// The number of days from the first line to the last.
  private(set) var days = 0

  private static let dayMilliseconds = 86_400_000
  /// After how many days the box is restarted.
  private static let daysPerBoot = 30

  private var random = SimulatedRandom(seed: 7)
  private var ids = EventIDSource(seed: 7)
  private var boot = BootTime(boot: 1, milliseconds: 0)
  private var bootBegin = 0
  private var side = NursingSide.left
  private var running: [CareKind: EventID] = [:]
  private var drafts: [JournalDraft] = []

  /// Writes the log into an empty directory.
  ///
  /// - Parameter isTended: whether deferred work is done along the way, as on a box.
  init<Storage: JournalStorage>(
    in storage: Storage, events leastEvents: Int, isTended: Bool
  ) throws(RunFault) {
    let plan = Self.plan(leastEvents, random: &random)
    days = plan.count
    var begin = Self.end.milliseconds - plan.count * Self.dayMilliseconds
    var journal = try open(storage, at: begin)
    for (index, day) in plan.enumerated() {
      if index > 0, index % Self.daysPerBoot == 0 { journal = try open(storage, at: begin) }
      for entry in day.entries { note(entry.deed, at: begin + entry.second * 1_000) }
      try save(into: &journal)
      while isTended, journal.wantsTending { journal.tend() }
      begin += Self.dayMilliseconds
    }
  }

  /// As many days as the events need.
  private static func plan(_ leastEvents: Int, random: inout SimulatedRandom) -> [OrdinaryDay] {
    var plan: [OrdinaryDay] = []
    var events = 0
    while events < leastEvents {
      plan.append(OrdinaryDay(.newborn, random: &random))
      events += plan[plan.count - 1].entries.count { $0.deed.beginsEvent }
    }
    return plan
  }

  private mutating func open<Storage: JournalStorage>(
    _ storage: Storage, at milliseconds: Int
  ) throws(RunFault) -> Journal<Storage> {
    let start = JournalStart(
      kernelBootID: "bench-\(milliseconds)", bootMilliseconds: 0, wall: Instant(milliseconds: milliseconds),
      trust: .synced, random: (random.next(), random.next(), random.next()))
    bootBegin = milliseconds
    lines += 1
    do throws(JournalFault) {
      let opened = try Journal.open(storage, start: start)
      boot = BootTime(boot: opened.recovered.boot, milliseconds: 0)
      return opened.journal
    } catch {
      throw RunFault(exit: .io, message: error.text)
    }
  }

  private mutating func save<Storage: JournalStorage>(into journal: inout Journal<Storage>) throws(RunFault) {
    lines += drafts.count
    let receipt = journal.append(drafts)
    drafts = []
    guard receipt.heldCount == 0 else {
      throw RunFault(exit: .io, message: receipt.fault?.text ?? "the log takes no lines")
    }
  }

  /// Adds the lines that the deed's presses would write.
  private mutating func note(_ deed: OrdinaryDay.Deed, at milliseconds: Int) {
    boot = BootTime(boot: boot.boot, milliseconds: milliseconds - bootBegin)
    switch deed {
    case .sleepBegins: running[.sleep] = add(.sleep)
    case .sleepEnds: end(.sleep)
    case .nursingBegins: running[.nursing] = addNursing()
    case .nursingEnds: end(.nursing)
    case .bottle:
      write(.deleted(addNursing()))
      events -= 1
      _ = add(.bottle)
    case .pageTurn: break
    }
  }

  private mutating func addNursing() -> EventID {
    side =
      switch side {
      case .left: .right
      case .right: .both
      case .both: .left
      }
    return add(.nursing, side: side)
  }

  private mutating func add(_ kind: CareKind, side: NursingSide? = nil) -> EventID {
    events += 1
    return write(.added(Care(kind: kind, start: .boot(boot), side: side)))
  }

  /// The first day begins in a sleep that is not in the log.
  private mutating func end(_ kind: CareKind) {
    guard let id = running.removeValue(forKey: kind) else { return }
    write(.amended(id, CarePatch(end: .some(.boot(boot)))))
  }

  @discardableResult
  private mutating func write(_ change: CareEvent.Change) -> EventID {
    let wall = Instant(milliseconds: bootBegin + boot.milliseconds)
    let id = ids.next(milliseconds: wall.milliseconds)
    let moment = Moment(boot: boot, wall: wall, trust: .synced)
    drafts.append(
      .care(CareEvent(id: id, baby: Self.baby, moment: moment, source: .button, change: change)))
    return id
  }
}

extension OrdinaryDay.Deed {
  /// Whether it adds an event. A bottle's first press adds a nursing, which is then deleted.
  fileprivate var beginsEvent: Bool {
    switch self {
    case .sleepBegins, .nursingBegins, .bottle: true
    case .sleepEnds, .nursingEnds, .pageTurn: false
    }
  }
}
