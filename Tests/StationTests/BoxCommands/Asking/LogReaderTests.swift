import CareJournal
import LinuxBoard
import Nursery
import Testing

@testable import BoxCommands
@testable import BoxRuntime

/// A log that is read by this machine's clock while no box runs.
@Suite struct LogReaderTests {
  /// A box whose clock a time server set to a future century, and a nap in its first ten minutes.
  private static let start = JournalStart(
    kernelBootID: String(repeating: "a", count: 32), bootMilliseconds: 60_000,
    wall: ISO8601.instant("2099-06-01T12:00:00Z"), trust: .synced, random: (1, 2, 3))

  private static func press(_ boot: Int) -> CareEvent {
    let time = BootTime(boot: boot, milliseconds: 660_000)
    return CareEvent(
      id: EventID(high: 7, low: 7), baby: BabyID(number: 1),
      moment: Moment(boot: time, wall: start.wall?.adding(minutes: 10), trust: .synced), source: .button,
      change: .added(Care(kind: .sleep, start: .boot(time))))
  }

  /// The clock of a machine without a battery may be behind the log that it reads. Its time is then that of the log's
  /// last line, and the log's own clocks count.
  @Test("A machine whose clock is behind does not contradict the log")
  func aMachineWhoseClockIsBehindDoesNotContradictTheLog() throws {
    let folder = try ScratchFolder()
    let storage = try DirectoryStorage(directory: folder.path)
    let opened = try Journal.open(storage, start: Self.start)
    var (journal, recovered) = (opened.journal, opened.recovered)
    #expect(journal.append([.care(Self.press(recovered.boot))]).heldCount == 0)
    let text = #"""
      {"stateDirectory":"\#(folder.path)","timeZone":"UTC",
       "babies":[{"name":"Mia","birthdate":"2099-01-01","bedtime":"18:40"}]}
      """#
    let reader = try LogReader(try Configuration(Array(text.utf8), file: "c.json5"))
    let answer = try #require(reader.answer(to: .explain(json: false)))
    #expect(answer.output.contains("Asleep since 12:10, for 0 min."), "\(answer)")
    #expect(answer.output.contains("151 days old"), "\(answer)")
  }

  /// An event that the list shows from the disk, and that a start no longer holds, can still be corrected.
  @Test(
    "An old event is corrected and what cannot be says why",
    arguments: [
      (1, ""), (2, ""), (3, "is an event of baby 2"), (4, "no event ends or begins with "),
    ])
  func anOldEventIsCorrectedAndWhatCannotBeSaysWhy(number: Int, told: String) throws {
    let folder = try ScratchFolder()
    let storage = try DirectoryStorage(directory: folder.path)
    let times = ["2001-06-01T12:00:00Z", "2020-06-01T12:00:00Z", "2020-06-01T12:00:00Z"]
    let moment = Moment(boot: BootTime(boot: 1, milliseconds: 0), wall: nil, trust: .none)
    func id(_ number: Int) -> EventID { EventID(high: UInt64(number), low: UInt64(number) << 16 | 0xBEEF) }
    var journal = try Journal.open(storage, start: Self.start).journal
    _ = journal.append(
      try times.enumerated().map { index, time in
        let care = Care(kind: .bottle, start: .wall(try #require(ISO8601.instant(time))))
        return .care(
          CareEvent(
            id: id(index + 1), baby: BabyID(number: index == 2 ? 2 : 1), moment: moment, source: .button,
            change: .added(care)))
      })
    try journal.close()
    let box = try OfflineBox(try Self.configuration(folder), clock: LinuxClock())
    let answer = try box.ask(.logDelete(try #require(EventName(id(number).digits))))
    #expect(answer.exit == (told.isEmpty ? .ok : .data))
    #expect(told.isEmpty ? answer.error.isEmpty : answer.error.contains(told), "\(answer)")
    var deleted = 0
    try LogLines.read(from: storage) { line, _ in
      if case .care(let event) = line.entry, event.change == .deleted(id(number)) { deleted += 1 }
    }
    #expect(deleted == (told.isEmpty ? 1 : 0))
  }

  private static func configuration(_ folder: ScratchFolder) throws -> Configuration {
    let text = #"""
      {"stateDirectory":"\#(folder.path)","timeZone":"UTC",
       "babies":[{"name":"Mia","birthdate":"2000-01-01","bedtime":"18:40"}]}
      """#
    return try Configuration(Array(text.utf8), file: "c.json5")
  }

  @Test("An event that is logged while no box runs has the time of the request, not that of a slow card")
  func aSlowCardDoesNotDateAnEvent() throws {
    let folder = try ScratchFolder()
    let clock = LinuxClock(syncSign: .always)
    let box = try OfflineBox(try Self.configuration(folder), clock: clock)
    let asked = clock.bootMilliseconds - 90_000
    let answer = try box.ask(try RequestParser.request(["log", "add", "nap"]), madeAtMilliseconds: asked)
    #expect(answer.exit == .ok, "\(answer)")
    var starts: [EventTime] = []
    try LogLines.read(from: try DirectoryStorage(directory: folder.path)) { line, _ in
      if case .care(let event) = line.entry, case .added(let care) = event.change {
        starts.append(care.start)
      }
    }
    #expect(starts == [.boot(BootTime(boot: 1, milliseconds: asked))])
  }

  @Test("A request to a directory whose log cannot be opened says that nothing is saved")
  func aLogThatCannotBeOpened() throws {
    let folder = try ScratchFolder()
    try PlainFile.replace([1], at: folder.path + "/log")
    let box = try OfflineBox(try Self.configuration(folder), clock: LinuxClock())
    let answer = try box.ask(try RequestParser.request(["log", "add", "nap"]))
    #expect(answer.exit == .io && answer.error.hasPrefix("NOT SAVED: "), "\(answer)")
  }

  /// Ratings that cannot be read do not count as missing, but the log's nights are shown without them.
  @Test(
    "An unreadable file of nights hides only nights",
    arguments: [
      (.logList(days: 2, json: false), "no events"), (.logVerify(json: false), "there is no log yet"),
      (.explain(json: false), "Mia"), (.nights(NightsWish(baby: nil, words: [], isJSON: false)), nil),
    ] as [(BoxRequest, String?)])
  func nightsThatCannotBeRead(request: BoxRequest, told: String?) throws {
    let folder = try ScratchFolder()
    try DirectoryStorage(directory: folder.path).createFolder(SmallFile.nights.path)
    let text = #"""
      {"stateDirectory":"\#(folder.path)","babies":[{"name":"Mia","birthdate":"2025-09-14","bedtime":"18:40"}]}
      """#
    let reader = try LogReader(try Configuration(Array(text.utf8), file: "c.json5"))
    let answer = try #require(reader.answer(to: request))
    #expect(answer.exit == (told == nil ? .io : .ok))
    if let told { #expect(answer.output.contains(told)) }
    #expect(answer.output.isEmpty == (told == nil))
    #expect(answer.error.contains("nights.json"), "what cannot be read is reported")
  }
}
