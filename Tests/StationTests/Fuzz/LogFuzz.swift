import Bedside
import Nursery
import SimulatedBoard

@testable import BoxRuntime
@testable import CareJournal

/// The log after its checksums: the input becomes lines, and each line gets its correct checksum.
enum LogFuzz {
  private static let baby = BabyID(number: 1)
  /// Segments of 64 KiB would take most of the time.
  private static let segmentBytes = 2_048

  /// The fast scanner for what `encode` writes is only a short cut: if it reads a line, the general reader reads the
  /// same.
  static func line(_ body: [UInt8]) {
    // Without a byte before its checksum the line is damaged, and only one of the readers sees it.
    guard !body.isEmpty else { return }
    var sealed = body
    JournalLineCodec.seal(&sealed)
    let slow = JournalLineCodec.interpret(sealed)
    guard case .line(let line) = JournalLineCodec.decode(sealed) else {
      return precondition(slow == JournalLineCodec.decode(sealed), "two readers see two things")
    }
    precondition(slow == .line(line), "two readers see two lines")
    guard var again = JournalLineCodec.encode(line) else { return }
    if again.last == 0x0A { again.removeLast() }
    precondition(JournalLineCodec.decode(again) == .line(line), "written again it is another line")
  }

  /// Starts from such a log, draws it, lists it, adds an event, and starts again.
  static func start(_ bytes: [UInt8]) {
    start(from: SimulatedDisk(files: ["log/seg-000001.jsonl": segment(bytes)]))
  }

  /// The same from any directory.
  static func start(from disk: SimulatedDisk) {
    var worker = StorageWorker(storage: disk, segmentBytes: segmentBytes)
    guard case .opened(let recovery) = worker.run(.open(opening)) else { return }
    precondition(recovery.summary.isWritable, "a log that cannot be written to after its content")
    show(recovery)
    for question in questions { _ = question.answer(from: disk) }
    var known = ids(on: disk)
    let press = press(boot: recovery.summary.boot)
    guard case .stored(let receipt) = worker.run(.append([.care(press)])) else { return }
    precondition(
      receipt.saved == [press.id] && !receipt.isHolding, "the log takes no event after its content")
    _ = worker.run(.close)
    var again = StorageWorker(storage: disk, segmentBytes: segmentBytes)
    guard case .opened(let second) = again.run(.open(laterOpening)) else { return }
    precondition(second.summary.lines > recovery.summary.lines, "a second start sees less")
    precondition(second.summary.boot > recovery.summary.boot, "two starts share an ordinal")
    guard known.insert(press.id).inserted else { return }
    precondition(
      second.logs[baby]?.record(press.id) != nil, "an acknowledged event is not held by the next start")
  }

  private static func ids(on disk: SimulatedDisk) -> Set<EventID> {
    var ids: Set<EventID> = []
    do throws(JournalFault) {
      try Journal.replay(disk) { ids.insert($0.id) }
    } catch {
      preconditionFailure("a log that cannot be listed")
    }
    return ids
  }

  /// The next start, in another boot of the kernel.
  private static var laterOpening: StorageOpening {
    var later = opening
    later.start.kernelBootID = String(repeating: "b", count: 32)
    later.start.random = (4, 5, 6)
    return later
  }

  /// Lines with their correct checksums.
  static func segment(_ bytes: [UInt8]) -> [UInt8] {
    bytes.split(separator: 0x0A).prefix(64).flatMap { body in
      var line = Array(body)
      JournalLineCodec.seal(&line)
      return line + [0x0A]
    }
  }

  private static func show(_ recovery: Recovery) {
    var model = BedsideModel(
      settings: settings, logs: recovery.logs, clocks: recovery.clocks, idSeed: 1, box: BoxCondition(),
      nights: recovery.files.nights?.content ?? [:])
    let milliseconds = opening.start.bootMilliseconds
    for trust in [ClockTrust.none, .synced] {
      let moment = Moment(
        boot: BootTime(boot: recovery.summary.boot, milliseconds: milliseconds), wall: wall, trust: trust)
      _ = model.handle(.clockReport, at: moment)
      for level in [true, false] {
        let edge = ButtonEdge(button: .menu, isPressed: level, milliseconds: milliseconds)
        _ = model.handle(.edge(edge), at: moment)
      }
      _ = BoxView(model: model, moment: moment, panel: PanelQueue(), recovery: recovery.summary)
        .reply(to: .explain(json: true))
    }
  }

  private static let questions = [
    LogQuestion(
      kind: .list(since: Instant(milliseconds: 0), now: Instant(milliseconds: 0), clocks: ClockHistory()),
      zone: .utc, isJSON: true),
    LogQuestion(kind: .verify, zone: .utc, isJSON: false),
  ]

  /// 2026-02-11T13:00:00Z.
  private static let wall = Instant(milliseconds: 1_770_814_800_000)

  static let settings = BedsideSettings(
    residents: [
      BedsideSettings.Resident(
        id: baby, name: "Mia",
        baby: Baby(
          birthdate: CivilDate(daysSinceEpoch: 20_345), bedtime: WallTime(minutesAfterMidnight: 1120)))
    ], zone: .utc)

  static let opening = StorageOpening(
    start: JournalStart(
      kernelBootID: String(repeating: "a", count: 32), bootMilliseconds: 3_600_000, wall: nil, trust: .none,
      random: (1, 2, 3)),
    babies: [baby], floor: Instant(milliseconds: 0))

  private static func press(boot: Int) -> CareEvent {
    let time = BootTime(boot: boot, milliseconds: opening.start.bootMilliseconds)
    return CareEvent(
      id: EventID(high: 77, low: 77), baby: baby, moment: Moment(boot: time, wall: nil, trust: .none),
      source: .button, change: .added(Care(kind: .bottle, start: .boot(time))))
  }
}
