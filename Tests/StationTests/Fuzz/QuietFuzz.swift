import Bedside
import Nursery
import SimulatedBoard

@testable import BoxRuntime
@testable import CareJournal

/// `quiet.json` after its checksum: both processes that share it start with its content.
enum QuietFuzz {
  static func run(_ bytes: [UInt8]) {
    let finding = QuietShelf.finding(in: SimulatedDisk(files: [SmallFile.quiet.path: sealed(bytes)]))
    check(finding.state)
    play(box: finding)
    play(guardian: finding)
  }

  private static func sealed(_ body: [UInt8]) -> [UInt8] {
    var bytes = body
    JournalLineCodec.seal(&bytes)
    return bytes
  }

  /// The state reads back as it was written.
  private static func check(_ state: QuietState) {
    let back = SmallFile.quiet.content(in: SmallFile.quiet.bytes(state))
    precondition(back == state, "a session changes on its way")
  }

  private static func play(box finding: QuietFinding) {
    let start = QuietStart(
      kernelBoot: LogFuzz.opening.start.kernelBootID, finding: finding,
      lastAlive: KernelTime(kernelBoot: String(repeating: "b", count: 32), milliseconds: 5_000))
    var model = BedsideModel(
      settings: LogFuzz.settings, logs: [:], clocks: ClockHistory(), idSeed: 1, box: BoxCondition(),
      quiet: start)
    for (index, input) in inputs.enumerated() {
      let moment = Moment(
        boot: BootTime(boot: 1, milliseconds: milliseconds(index)), wall: wall(index),
        trust: index == 0 ? .none : .synced)
      for case .keep(.quiet(let state), _) in model.handle(input, at: moment) { check(state) }
      for isJSON in [true, false] {
        let view = BoxView(model: model, moment: moment, panel: PanelQueue(), recovery: nil)
        _ = view.reply(to: .quiet(QuietWish(deed: .report, isJSON: isJSON)))
      }
    }
  }

  private static let inputs: [Input] = [
    .clockReport, .clockReport, .quiet(.cancel, token: 1), .tick, .quiet(.keep, token: 2),
    .quiet(.start(minutes: 30, nil), token: 3), .quiet(.schedule(.usual), token: 4), .tick,
    .quiet(.reset, token: 5), .tick,
  ]

  private static func play(guardian finding: QuietFinding) {
    let settings = LogFuzz.settings
    var guardian = Guardian(
      defaults: QuietDefaults(), zone: .utc, night: NightHours(from: settings.nightFrom, to: settings.nightTo)
    )
    let events: [Guardian.Event] = [
      .launched(finding), .tick, .boxEnded, .tick, .found(finding), .tick,
    ]
    for (index, event) in events.enumerated() {
      let now = QuietMoment(
        kernelBoot: LogFuzz.opening.start.kernelBootID, milliseconds: milliseconds(index),
        wall: index == 0 ? nil : wall(index))
      for case .store(let state) in guardian.handle(event, at: now, boxRuns: index == 4) { check(state) }
      _ = guardian.nextDeadline
    }
  }

  /// Each process starts half an hour after the previous one, from an hour after the kernel's start on.
  private static func milliseconds(_ index: Int) -> Int { 3_600_000 + index * 1_800_000 }

  /// Counted from 2026-02-11T13:00:00Z.
  private static func wall(_ index: Int) -> Instant {
    Instant(milliseconds: 1_770_814_800_000 + index * 1_800_000)
  }
}
