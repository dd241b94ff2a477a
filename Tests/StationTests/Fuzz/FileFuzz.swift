import Bedside
import Nursery
import SimulatedBoard

@testable import BoxRuntime
@testable import CareJournal

/// The small files after their checksum. What was read reads back the same once it is written.
enum FileFuzz {
  static func run(_ bytes: [UInt8]) {
    var sealed = bytes
    JournalLineCodec.seal(&sealed)
    if let file = LogIdentity(sealed) {
      precondition(LogIdentity(file.bytes) == file, "a box's file changes on its way")
    }
    if let record = SmallFile.starts.content(in: sealed), record.crashes.count <= 16 {
      precondition(
        SmallFile.starts.content(in: SmallFile.starts.bytes(record)) == record, "starts change on their way")
    }
    if let kept = ActivityFile.stretch(in: sealed) {
      let start = BootTime(boot: kept.boot, milliseconds: kept.stretch.startMilliseconds)
      let moment = Moment(boot: start, wall: nil, trust: .none)
      precondition(
        ActivityFile.stretch(in: ActivityFile.bytes(kept.stretch, at: moment)) == kept,
        "motion changes on its way")
    }
    if let nights = SmallFile.nights.content(in: sealed) {
      precondition(
        SmallFile.nights.content(in: SmallFile.nights.bytes(nights)) != nil, "nights do not come back")
    }
  }

  /// `motion.json`: a calibration comes back unchanged, and the box starts with it and reports it.
  static func motion(_ bytes: [UInt8]) {
    var sealed = bytes
    JournalLineCodec.seal(&sealed)
    guard let kept = SmallFile.motion.content(in: sealed) else { return }
    precondition(
      SmallFile.motion.content(in: SmallFile.motion.bytes(kept)) == kept, "a calibration changes on its way")
    var settings = LogFuzz.settings
    settings.motion.mode = .log
    settings.motion.calibration = kept
    let model = BedsideModel(
      settings: settings, logs: [:], clocks: ClockHistory(), idSeed: 1, box: BoxCondition())
    let moment = Moment(boot: BootTime(boot: 1, milliseconds: 5_000), wall: nil, trust: .none)
    let view = BoxView(model: model, moment: moment, panel: PanelQueue(), recovery: nil)
    for isJSON in [true, false] { _ = view.reply(to: .calibrate(starts: false, json: isJSON)) }
  }
}
