import CareJournal
import LinuxBoard
import Nursery
import Testing

@testable import cribside

/// A log that is read while no box runs, by this machine's clock.
@Suite struct LogReaderTests {
  /// A box that heard a time server in a century to come, and the nap of its first ten minutes.
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

  /// A machine without a battery may be behind the log that it reads. It is then no earlier than the log's last word,
  /// and what the log's own clocks say stands.
  @Test func aMachineWhoseClockIsBehindDoesNotContradictTheLog() throws {
    let folder = try ScratchFolder()
    let storage = try DirectoryStorage(directory: folder.path)
    var (journal, recovered) = try Journal.open(storage, start: Self.start)
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

  /// Ratings that are there and cannot be read are not passed over as if there were none.
  @Test func nightsThatCannotBeReadAreAFault() throws {
    let folder = try ScratchFolder()
    try DirectoryStorage(directory: folder.path).createFolder(NightsFile.path)
    let text = #"""
      {"stateDirectory":"\#(folder.path)","babies":[{"name":"Mia","birthdate":"2025-09-14","bedtime":"18:40"}]}
      """#
    let reader = try LogReader(try Configuration(Array(text.utf8), file: "c.json5"))
    let answer = try #require(reader.answer(to: .explain(json: false)))
    #expect(answer.exit == .io)
    #expect(answer.error.contains("nights.json"))
  }
}
