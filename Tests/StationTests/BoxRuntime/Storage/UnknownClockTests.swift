import Bedside
import CareJournal
import Nursery
import SimulatedBoard
import Testing

@testable import BoxCommands
@testable import BoxRuntime

/// A box whose clock was never set: its times are shown near the day to which they belong, not in 1970.
@Suite struct UnknownClockTests {
  private static let settings = BedsideSettings(DemonstrationBaby.configuration, zone: .utc)

  private static let opening = StorageOpening(
    start: JournalStart(
      kernelBootID: "5d3c5b7e-0000-4000-8000-000000000001", bootMilliseconds: 4_000, wall: nil, trust: .none,
      random: (1, 2, 3)),
    babies: settings.residents.map(\.id), floor: settings.floor)

  private static let press = BootTime(boot: 1, milliseconds: 600_000)

  /// A bottle ten minutes after the first start.
  private func prepared() -> (SimulatedDisk, Recovery)? {
    let disk = SimulatedDisk()
    var worker = StorageWorker(storage: disk)
    guard case .opened(let recovery) = worker.run(.open(Self.opening)) else { return nil }
    let event = CareEvent(
      id: EventID(high: 7, low: 7), baby: Self.opening.babies[0],
      moment: Moment(boot: Self.press, wall: nil, trust: .none), source: .button,
      change: .added(Care(kind: .bottle, start: .boot(Self.press))))
    _ = worker.run(.append([.care(event)]))
    return (disk, recovery)
  }

  private func list(_ model: BedsideModel, at moment: Moment, on disk: SimulatedDisk) -> String? {
    let view = BoxView(model: model, moment: moment, panel: PanelQueue(), recovery: nil)
    guard case .read(let question) = view.reply(to: .logList(days: 2, json: false)) else { return nil }
    return question.answer(from: disk).output
  }

  @Test("A running box lists what it knows within bounds")
  func aRunningBoxListsWhatItKnowsWithinBounds() throws {
    let (disk, recovery) = try #require(prepared())
    let model = BedsideModel(
      settings: Self.settings, logs: recovery.logs, clocks: recovery.clocks, idSeed: 1, box: BoxCondition())
    let now = Moment(boot: BootTime(boot: 1, milliseconds: 900_000), wall: nil, trust: .none)
    let floor = ISO8601.text(Self.settings.floor.adding(minutes: 10), in: .utc)
    #expect(
      list(model, at: now, on: disk)?.hasSuffix(
        "bottle    ~\(floor.prefix(10)) \(floor.dropFirst(11).prefix(5))\n") == true)
  }

  @Test("An answer marks a bounded time", arguments: [false, true])
  func anAnswerMarksABoundedTime(clockIsKnown: Bool) throws {
    var clocks = try #require(prepared()).1.clocks
    if clockIsKnown { clocks.noteSync(at: Self.press, wall: Instant(milliseconds: 1_770_811_500_000)) }
    let event = CareEvent(
      id: EventID(high: 7, low: 7), baby: Self.opening.babies[0],
      moment: Moment(boot: Self.press, wall: nil, trust: .none), source: .button,
      change: .added(Care(kind: .sleep, start: .boot(Self.press), end: .boot(Self.press))))
    let text = AnswerWords(zone: .utc, clocks: clocks) { _ in nil }.text(event)
    #expect(text.contains("sleep from ~") == !clockIsKnown, "\(text)")
    #expect(text.contains(" to ~") == !clockIsKnown, "\(text)")
  }

  /// By its count, another box's correction may be the newer one.
  @Test("A deletion is answered by its result", arguments: [true, false])
  func aDeletionIsAnsweredByItsResult(isDeleted: Bool) throws {
    let care = Care(kind: .sleep, start: .boot(Self.press), end: .boot(Self.press))
    var record = CareRecord(id: EventID(high: 7, low: 7), care: care, source: .button)
    if isDeleted { record.apply(.delete) }
    let event = CareEvent(
      id: EventID(high: 7, low: 8), baby: Self.opening.babies[0],
      moment: Moment(boot: Self.press, wall: nil, trust: .none), source: .button,
      change: .deleted(record.id))
    let words = AnswerWords(zone: .utc, clocks: try #require(prepared()).1.clocks) { _ in record }
    #expect(words.text(event).hasSuffix(": deleted\n") == isDeleted)
    #expect(words.text(event).hasPrefix("NOT deleted: a newer correction holds. saved ") == !isDeleted)
  }

  /// A machine with a known clock, and one without.
  @Test("Without a box the boot ended before now", arguments: [true, false])
  func withoutABoxTheBootEndedBeforeNow(clockIsKnown: Bool) throws {
    let (disk, _) = try #require(prepared())
    let bottle = Self.settings.floor.adding(minutes: clockIsKnown ? 100_000 : 10)
    let wall = clockIsKnown ? bottle : Instant(milliseconds: 60_000)
    let fold = try LogFold(of: disk, floor: Self.settings.floor)
    let (clocks, now) = LogClocks(history: fold.clocks).read(at: wall)
    let model = BedsideModel(
      settings: Self.settings, logs: fold.logs, clocks: clocks, idSeed: 1, box: BoxCondition())
    let time = ISO8601.text(bottle, in: .utc)
    #expect(
      list(model, at: now, on: disk)?.hasSuffix(
        "bottle    ~\(time.prefix(10)) \(time.dropFirst(11).prefix(5))\n") == true)
    var export = LogExport(.csv, zone: .utc, floor: Self.settings.floor, now: wall)
    #expect(try export.answer(from: disk).output.contains(",bottle,\(time),,,button,no"))
  }

  /// The kernel has run for a quarter of an hour. An earlier time is also a reading of its clock, so a sync corrects
  /// it together with the clock that was set by hand.
  @Test("A time ago needs no clock", arguments: ["15m ago", "30m ago", "5m ago", "08:10"])
  func aTimeAgoNeedsNoClock(words: String) throws {
    let (_, recovery) = try #require(prepared())
    let model = BedsideModel(
      settings: Self.settings, logs: recovery.logs, clocks: recovery.clocks, idSeed: 1, box: BoxCondition())
    let saved = Moment(
      boot: BootTime(boot: 1, milliseconds: 900_000), wall: Instant(milliseconds: 1_770_811_500_000),
      trust: .saved)
    let view = BoxView(model: model, moment: saved, panel: PanelQueue(), recovery: nil)
    let requests = [
      ["log", "add", "bottle", "--start", words], ["log", "edit", "0007", "--start", words],
    ]
    for request in requests {
      switch view.reply(to: try RequestParser.request(request)) {
      case .care(_, .add(let care)):
        guard case .boot(let reading) = care.start, case .ago(let minutes) = TimeWish(words) else {
          Issue.record("\(care.start)")
          continue
        }
        #expect(reading.milliseconds == 900_000 - minutes * 60_000)
        var clocks = recovery.clocks
        clocks.noteSync(at: saved.boot, wall: Instant(milliseconds: 1_770_000_000_000), by: .hand)
        let right = Instant(milliseconds: 1_770_007_000_000)
        clocks.noteSync(at: saved.boot, wall: right, by: .synced)
        #expect(clocks.resolve(care.start).instant == right.adding(minutes: -minutes))
      case .answer(let answer): #expect(answer.error.contains("20m ago") && words == "08:10")
      case .look: #expect(words != "08:10")
      case let other: Issue.record("\(other)")
      }
    }
  }

  /// A nap began before a power cut of unknown length. Its end is refused because of the clock, so the answer says to
  /// set the clock.
  @Test("An end before the boot needs the clock")
  func anEndBeforeTheBootNeedsTheClock() throws {
    let (disk, _) = try #require(prepared())
    var worker = StorageWorker(storage: disk)
    var opening = Self.opening
    opening.start.kernelBootID = "5d3c5b7e-0000-4000-8000-000000000002"
    guard case .opened(let again) = worker.run(.open(opening)) else {
      Issue.record("no log")
      return
    }
    var logs = again.logs
    let began = BootTime(boot: 1, milliseconds: 580_000)
    logs[Self.opening.babies[0]]?.apply(
      CareEvent(
        id: EventID(high: 8, low: 8), baby: Self.opening.babies[0],
        moment: Moment(boot: began, wall: nil, trust: .none), source: .button,
        change: .added(Care(kind: .sleep, start: .boot(began)))))
    let model = BedsideModel(
      settings: Self.settings, logs: logs, clocks: again.clocks, idSeed: 1, box: BoxCondition())
    let now = Moment(boot: BootTime(boot: again.summary.boot, milliseconds: 900_000), wall: nil, trust: .none)
    let view = BoxView(model: model, moment: now, panel: PanelQueue(), recovery: nil)
    let refused = [
      ["log", "end", "nap", "--at", "1h ago"],
      ["log", "add", "nap", "--start", "16m ago", "--end", "14m ago"],
    ]
    for words in refused {
      guard case .answer(let answer) = view.reply(to: try RequestParser.request(words)) else {
        Issue.record("\(words) is not refused")
        continue
      }
      #expect(answer.exit == .data && answer.error.contains("set the clock first"), "\(answer.error)")
    }
    // An end after the boot is accepted, and so is an event that nothing contradicts.
    for words in [["log", "end", "nap", "--at", "5m ago"], ["log", "add", "bottle", "--start", "1h ago"]] {
      guard case .care = view.reply(to: try RequestParser.request(words)) else {
        Issue.record("\(words) is refused")
        continue
      }
    }
  }

  @Test("An edit to a time ago is a reading of the boot clock")
  func anEditToATimeAgoIsAReadingOfTheBootClock() throws {
    let (disk, _) = try #require(prepared())
    var worker = StorageWorker(storage: disk)
    var opening = Self.opening
    opening.start.bootMilliseconds = 800_000
    guard case .opened(let again) = worker.run(.open(opening)) else {
      Issue.record("no log")
      return
    }
    let model = BedsideModel(
      settings: Self.settings, logs: again.logs, clocks: again.clocks, idSeed: 1, box: BoxCondition())
    let now = Moment(
      boot: BootTime(boot: again.summary.boot, milliseconds: 900_000),
      wall: Instant(milliseconds: 1_770_811_500_000), trust: .saved)
    let view = BoxView(model: model, moment: now, panel: PanelQueue(), recovery: nil)
    let request = try RequestParser.request(["log", "edit", "0007", "--start", "7m ago"])
    guard case .care(_, .amend(_, let patch)) = view.reply(to: request) else {
      Issue.record("not an edit")
      return
    }
    #expect(patch.start == .boot(now.boot.adding(milliseconds: -420_000)))
  }
}
