import CareJournal
import LinuxBoard
import Testing

@testable import BoxRuntime

/// How crashes lead to safe mode, and how it ends.
@Suite struct SafeModeTests {
  private static let boot = "a"

  /// An event at a time of the boot clock.
  enum BoardEvent {
    case start, crash, stop, giveUp, reboot
  }

  private static let lives: [(what: String, life: [(Int, BoardEvent)], safeUntil: Int?)] = [
    ("the first start", [(5, .start)], nil),
    ("four crashes", crashes(at: [10, 20, 30, 40]) + [(50, .start)], nil),
    ("five crashes", crashes(at: [10, 20, 30, 40, 50]) + [(60, .start)], 60 + 3_600),
    ("five crashes in more than ten minutes", crashes(at: [10, 20, 30, 40, 700]) + [(710, .start)], nil),
    (
      "ten minutes, and not a second more", crashes(at: [10, 20, 30, 40, 609]) + [(611, .start)], 611 + 3_600
    ),
    ("crashes of another boot", crashes(at: [1, 2, 3, 4, 5]) + [(6, .reboot), (7, .start)], nil),
    (
      "a stop in order between them",
      crashes(at: [10, 20, 30]) + [(35, .start), (36, .stop)] + crashes(at: [40, 50]) + [(60, .start)], nil
    ),
    (
      "ends because of a missing part",
      (1...9).flatMap { [($0 * 10, BoardEvent.start), ($0 * 10 + 1, .giveUp)] } + [(100, .start)], nil
    ),
    (
      "such an end in safe mode",
      crashes(at: [10, 20, 30, 40, 50]) + [(55, .start), (56, .giveUp), (60, .start)], 55 + 3_600
    ),
    (
      "a crash in safe mode does not end it",
      crashes(at: [10, 20, 30, 40, 50]) + [(60, .start), (1_500, .crash), (1_502, .start)], 60 + 3_600
    ),
    (
      "five more prolong it",
      crashes(at: [10, 20, 30, 40, 50]) + crashes(at: [1_010, 1_020, 1_030, 1_040, 1_050]) + [
        (1_060, .start)
      ],
      1_060 + 3_600
    ),
    (
      "a stop in order ends it",
      crashes(at: [10, 20, 30, 40, 50]) + [(60, .start), (70, .stop), (80, .start)],
      nil
    ),
    (
      "an hour ends it",
      crashes(at: [10, 20, 30, 40, 50]) + [(60, .start), (3_700, .crash), (3_702, .start)],
      nil
    ),
  ]

  /// Crashes at these times, each a second after its start.
  private static func crashes(at seconds: [Int]) -> [(Int, BoardEvent)] {
    seconds.flatMap { [($0 - 1, .start), ($0, .crash)] }
  }

  @Test("Safe mode follows crashes", arguments: lives.map { $0.what })
  func life(what: String) throws {
    let (_, life, safeUntil) = try #require(Self.lives.first { $0.what == what })
    var left: StartRecord?
    var running: StartRecord?
    for (second, event) in life {
      switch event {
      case .start:
        running = SafeMode.begin(after: left, kernelBootID: Self.boot, at: second * 1000)
        left = running
      case .crash: running = nil
      case .stop: left = SafeMode.end(try #require(running), wasStopped: true)
      case .giveUp: left = SafeMode.end(try #require(running), wasStopped: false)
      case .reboot: left?.kernelBootID = "another"
      }
    }
    #expect(running?.safeUntilMilliseconds == safeUntil.map { $0 * 1000 }, "\(what)")
    #expect(running?.isRunning == true)
  }

  @Test("The record lies beside the socket")
  func theRecordLiesBesideTheSocket() throws {
    let folder = try ScratchFolder()
    var starts = StartBook(besideSocket: folder.path + "/control", kernelBootID: "a", at: 1_000)
    #expect(try folder.names() == ["starts"])
    for crash in 1...5 {
      #expect(starts.safeUntilMilliseconds == nil, "after \(crash - 1) crashes")
      starts = StartBook(besideSocket: folder.path + "/control", kernelBootID: "a", at: 1_000 + crash)
    }
    #expect(starts.safeUntilMilliseconds == 1_005 + 3_600_000)
    starts.end(wasStopped: true)
    starts = StartBook(besideSocket: folder.path + "/control", kernelBootID: "a", at: 9_000)
    #expect(starts.safeUntilMilliseconds == nil)
  }

  @Test("Without a folder there is no safe mode and no fault")
  func withoutAFolderThereIsNoSafeModeAndNoFault() {
    let starts = StartBook(besideSocket: "/nowhere/control", kernelBootID: "a", at: 1_000)
    #expect(starts.safeUntilMilliseconds == nil)
  }
}
