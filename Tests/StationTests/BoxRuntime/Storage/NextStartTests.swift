import Bedside
import LinuxBoard
import Nursery
import SimulatedBoard
import Testing

@testable import BoxRuntime
@testable import CareJournal

/// What a running box knows is what its next start would read from its card: however the lines came in, a restart
/// changes nothing that a page, a list or a press shows.
@Suite struct NextStartTests {
  private static let isFull = Environment.variable("CRIBSIDE_FULL") == "1"

  @Test(
    "A running box knows what its next start reads, whatever lines came in and whatever its clock was",
    arguments: 0..<4)
  func runningModel(part: Int) throws {
    for number in 0..<(Self.isFull ? 300 : 25) {
      let seed = UInt64(4 * number + part)
      try live(seed: seed)
    }
  }

  /// `CRIBSIDE_FULL=1` compares after each step.
  private func live(seed: UInt64) throws {
    var world = try BoxWorld(seed: seed)
    var steps: [String] = []
    for step in 1...(Self.isFull ? 40 : 20) {
      steps.append(try world.live())
      guard Self.isFull || step % 10 == 0 else { continue }
      for index in world.boxes.indices {
        let next = try world.boxes[index].nextStart()
        guard !world.boxes[index].reachesBack, !next.reachesBack, !world.boxes[index].isBehind else {
          continue
        }
        let (running, started) = (world.boxes[index].words, next.words)
        let (only, missing) = (Set(running).subtracting(started), Set(started).subtracting(running))
        try #require(
          running == started, "seed \(seed), box \(index), \(steps.suffix(40)): \(only), not \(missing)")
      }
    }
  }
}

/// Boxes of a household at random: presses, corrections, clocks, restarts, cards and lines of each other.
private struct BoxWorld {
  private(set) var boxes: [LivingBox] = []
  private var random: UInt64
  private var truth = 1_770_000_000_000

  init(seed: UInt64) throws {
    random = seed &* 0xD134_2543_DE82_EF95
    for _ in 0..<2 + chance(2) {
      boxes.append(try LivingBox(start(on: SimulatedDisk(), isSynced: chance(2) > 0)))
    }
  }

  fileprivate mutating func next() -> UInt64 {
    random &+= 0x9E37_79B9_7F4A_7C15
    var value = random
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  /// A number from 0 to less than `limit`.
  private mutating func chance(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  private mutating func start(on disk: SimulatedDisk, isSynced: Bool) -> LivingBox.Power {
    LivingBox.Power(
      disk: disk, kernel: String(next(), radix: 16), milliseconds: 5_000 + chance(30_000), truth: truth,
      ahead: 0,
      trust: isSynced ? .synced : chance(2) == 0 ? .saved : .none, random: (next(), next(), next()))
  }

  /// One thing that happens; which one.
  mutating func live() throws -> String {
    pass(minutes: [1, 10, 100, 1_000][chance(4)] + chance(30))
    let index = chance(boxes.count)
    switch chance(20) {
    case 0...5:
      boxes[index].press(chance(2) == 0 ? .nap : .feed)
      return "press"
    case 6: return command(.add(Care(kind: .bottle, start: time(index))), at: index)
    case 7:
      return command(
        .add(Care(kind: .sleep, start: time(index), end: .boot(boxes[index].moment.boot))), at: index)
    case 8, 9:
      guard let id = boxes[index].ids.randomElement(using: &self) else { return "nothing" }
      return command(chance(3) == 0 ? .delete(id) : .amend(id, CarePatch(start: time(index))), at: index)
    case 10, 11, 12, 13: return exchange(from: chance(boxes.count), to: index)
    case 14:
      boxes[index].power.ahead = chance(3) == 0 ? (chance(600) - 300) * 60_000 : 0
      boxes[index].power.trust = .synced
      boxes[index].decide(.clockReport)
      return "network, \(boxes[index].power.ahead / 1_000) s ahead"
    case 15:
      let days = chance(4) == 0 ? chance(800) - 400 : 0
      let wall = Instant(milliseconds: truth + days * 86_400_000 + chance(7_200_000) - 3_600_000)
      boxes[index].decide(.clockByHand(wall, token: nil))
      return "by hand, \(days) days ahead"
    case 16:
      boxes[index].reload()
      return "reload"
    case 17:
      pass(minutes: chance(3) == 0 ? 70 * 1_440 : 3 * 1_440)
      return "time"
    case 18: return try restart(index)
    default:
      guard chance(3) == 0 else { return "nothing" }
      return try replaceCard(of: index)
    }
  }

  private mutating func pass(minutes: Int) {
    truth += minutes * 60_000
    for index in boxes.indices { boxes[index].pass(minutes: minutes) }
  }

  private mutating func time(_ index: Int) -> EventTime {
    let minutes = chance(300)
    guard chance(2) == 0 else {
      return .boot(boxes[index].moment.boot.adding(milliseconds: -minutes * 60_000))
    }
    return .wall(boxes[index].now.adding(minutes: -minutes))
  }

  private mutating func command(_ command: CareCommand, at index: Int) -> String {
    let baby = boxes[index].babies[chance(boxes[index].babies.count)]
    boxes[index].decide(.request(CareRequest(token: 1, baby: baby, command: command)))
    return "\(command)"
  }

  /// Some lines of one box's log go to another, now and then in disorder.
  private mutating func exchange(from: Int, to: Int) -> String {
    var lines = boxes[from].lines
    if chance(3) == 0 { lines = Array(lines.prefix(chance(lines.count + 1))) }
    if chance(6) == 0 { lines.shuffle(using: &self) }
    boxes[to].receive(lines)
    return "\(lines.count) lines from box \(from)"
  }

  private mutating func restart(_ index: Int) throws -> String {
    var power = boxes[index].power
    power.random = (next(), next(), next())
    let isSameKernel = chance(2) == 0
    if !isSameKernel {
      let isSynced = chance(3) > 0
      power = start(on: power.disk, isSynced: isSynced)
      if chance(2) == 0 { power.disk.powerCut { _ in 0 } }
    }
    boxes[index] = try LivingBox(power, babies: boxes[index].babies)
    return isSameKernel ? "program restart" : "kernel restart, \(power.trust)"
  }

  private mutating func replaceCard(of index: Int) throws -> String {
    let disk = SimulatedDisk(files: ["box.json": LogIdentity(box: boxes[index].name, mark: nil).bytes])
    boxes[index] = try LivingBox(start(on: disk, isSynced: true), babies: boxes[index].babies)
    return "blank card"
  }
}

extension BoxWorld: RandomNumberGenerator {}

/// A box without parts: its model and its storage, which answers at once.
private struct LivingBox {
  /// The machine, as it runs: its clocks and its card.
  struct Power {
    var disk: SimulatedDisk
    var kernel: String
    var milliseconds: Int
    var truth: Int
    /// How far the system's clock is ahead.
    var ahead: Int
    var trust: ClockTrust
    var random: (UInt64, UInt64, UInt64)

    var wall: Instant? {
      switch trust {
      case .none: nil
      // Restored at the start, from long ago.
      case .saved: Instant(milliseconds: truth - 90_000_000)
      default: Instant(milliseconds: truth + ahead)
      }
    }
  }

  var power: Power
  private(set) var babies: [BabyID]
  private var worker: StorageWorker<SimulatedDisk>
  private var model: BedsideModel
  private var boot: Int
  let name: String

  init(_ power: Power, babies: [BabyID] = [BabyID(number: 1)]) throws {
    self.power = power
    self.babies = babies
    worker = StorageWorker(storage: power.disk, segmentBytes: 4_096)
    let start = JournalStart(
      kernelBootID: power.kernel, bootMilliseconds: power.milliseconds, wall: power.wall, trust: power.trust,
      random: power.random)
    let settings = Self.settings(babies)
    let report = worker.run(
      .open(StorageOpening(start: start, babies: babies, floor: Instant(milliseconds: 1_757_000_000_000))))
    guard case .opened(let recovery) = report else { throw Unopened() }
    boot = recovery.summary.boot
    name = recovery.receipt.figures.box
    model = BedsideModel(
      settings: settings, logs: recovery.logs, clocks: recovery.clocks, idSeed: power.random.1,
      box: BoxCondition(),
      chosen: babies[0])
    decide(.clockReport)
  }

  private struct Unopened: Error {}

  private static func settings(_ babies: [BabyID]) -> BedsideSettings {
    let residents = babies.map { id in
      BedsideSettings.Resident(
        id: id, name: "Mia \(id.number)",
        baby: Baby(
          birthdate: CivilDate(daysSinceEpoch: 20_495 - 150), bedtime: WallTime(minutesAfterMidnight: 19 * 60)
        ))
    }
    return BedsideSettings(residents: residents, zone: .utc)
  }

  var moment: Moment {
    Moment(
      boot: BootTime(boot: boot, milliseconds: power.milliseconds), wall: power.wall, trust: power.trust)
  }

  var now: Instant { model.clockHistory.instant(at: moment.boot) }

  /// Whether a clock that was told is days behind: what the running box forgot before is then not old any more.
  var isBehind: Bool { now < Instant(milliseconds: power.truth - 86_400_000) }

  /// The events that it holds and that every box holds: a correction of an older one reaches a running box as the
  /// correction of nothing.
  var ids: [EventID] {
    let (clocks, known) = (model.clockHistory, now.adding(minutes: -Self.heldMinutes))
    return babies.flatMap { baby in
      (model.log(of: baby)?.allRecords ?? []).filter { clocks.resolve($0.care.start).instant >= known }.map(
        \.id)
    }
  }

  /// All lines of its card.
  var lines: [[UInt8]] {
    var lines: [[UInt8]] = []
    do throws(JournalFault) {
      try LogLines.read(from: power.disk) { _, text in lines.append(Array(text)) }
    } catch {
      preconditionFailure("\(error)")
    }
    return lines
  }

  mutating func pass(minutes: Int) {
    power.milliseconds += minutes * 60_000
    power.truth += minutes * 60_000
    _ = worker.run(.tend)
    decide(.tick)
  }

  mutating func press(_ button: Button) {
    for isPressed in [true, false] {
      decide(.edge(ButtonEdge(button: button, isPressed: isPressed, milliseconds: power.milliseconds)))
      power.milliseconds += 100
      power.truth += 100
    }
    pass(minutes: 1)
  }

  mutating func reload() {
    if babies.count == 1 { babies.append(BabyID(number: 2)) }
    decide(.settings(Self.settings(babies)))
  }

  mutating func receive(_ lines: [[UInt8]]) {
    var next = Offer(token: 1, texts: lines, boxes: .open)
    while case .offered(_, let received, let outcome, _) = worker.run(.offer(next)) {
      if let clocks = received.clocks { decide(.received(received.events, clocks: clocks)) }
      guard case .more(let rest) = outcome else { return }
      next = rest
    }
  }

  mutating func decide(_ input: Input) {
    var effects = model.handle(input, at: moment)
    while !effects.isEmpty {
      guard case .append(let writes) = effects.removeFirst(),
        case .stored(let receipt) = worker.run(.append(writes))
      else { continue }
      effects += model.handle(
        .saved(receipt.saved, isHolding: receipt.isHolding, stamps: receipt.stamps), at: moment)
    }
  }

  /// The box as the program would find it if it were started again now.
  func nextStart() throws -> LivingBox {
    var power = power
    power.disk = SimulatedDisk(copying: power.disk)
    power.random.1 &+= 1
    return try LivingBox(power, babies: babies)
  }

  /// What ended longer ago may be forgotten by the running box and by a start, each at its time, in minutes.
  private static let heldMinutes = 55 * 1_440

  /// Whether something lasted longer than events are held. The running box may have forgotten that it began.
  var reachesBack: Bool {
    let (clocks, known) = (model.clockHistory, now.adding(minutes: -Self.heldMinutes))
    return babies.contains { baby in
      model.log(of: baby)?.allRecords.contains { record in
        let (start, end) = (record.care.start, record.care.end)
        return record.care.kind.lasts && !record.isDeleted && clocks.resolve(start).instant < known
          && end.map { clocks.resolve($0).instant >= known } ?? true
      } ?? false
    }
  }

  /// What the pages, the lists and a press make of what it knows.
  var words: [String] {
    let (clocks, now) = (model.clockHistory, now)
    func text(_ time: EventTime?) -> String {
      time.map { clocks.resolve($0) }.map { "\($0.isExact ? "" : "~")\(ISO8601.text($0.instant, in: .utc))" }
        ?? "-"
    }
    let known = now.adding(minutes: -Self.heldMinutes)
    var words = [
      "\(ISO8601.text(now, in: .utc)), set by \(clocks.trust(ofBoot: boot).map { "\($0)" } ?? "no one")"
    ]
    // A start does not hold what ended more than 62 days ago, which a running box may still do.
    func isHeld(_ care: Care) -> Bool {
      ([care.start, care.end].compactMap { $0 }).allSatisfy { clocks.resolve($0).instant >= known }
    }
    for baby in babies {
      guard let log = model.log(of: baby) else { continue }
      let records = log.allRecords.filter { !$0.isDeleted }
      words += records.filter { isHeld($0.care) }.map { record in
        "\(record.id.shortName) \(record.care.kind) \(text(record.care.start)) \(text(record.care.end))"
      }.sorted()
      let since = now.adding(minutes: -3 * 1_440)
      words.append("\(log.sleeps(clock: clocks, since: since, now: now))")
      words.append("\(log.feeds(clock: clocks, since: since, now: now))")
      words.append("\(log.wakes(clock: clocks, since: since, now: now))")
      if records.contains(where: { $0.care.kind == .nursing && isHeld($0.care) }) {
        words.append("next side of \(baby.number): \(model.sideOffered(to: baby))")
      }
    }
    words.append(model.day(at: moment).map { "\($0)" } ?? "no day")
    return words
  }
}
