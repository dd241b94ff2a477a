import Bedside
import Nursery
import SimulatedBoard

@testable import CareJournal
@testable import cribside

/// The small files past their checksum. What is read and written again reads the same.
enum FileFuzz {
  static func run(_ bytes: [UInt8]) {
    var sealed = bytes
    JournalLineCodec.seal(&sealed)
    _ = BoxIdentity.box(in: sealed)
    if let record = StartsFile.record(in: sealed), record.crashes.count <= 16 {
      precondition(StartsFile.record(in: StartsFile.bytes(record)) == record, "starts change on their way")
    }
    if let nights = NightsFile.nights(in: sealed) {
      precondition(NightsFile.nights(in: NightsFile.bytes(nights)) != nil, "nights do not come back")
    }
  }

  /// `motion.json`: a calibration comes back as it was, and the box starts with it and tells it.
  static func motion(_ bytes: [UInt8]) {
    var sealed = bytes
    JournalLineCodec.seal(&sealed)
    guard let kept = MotionFile.calibration(in: sealed) else { return }
    precondition(
      MotionFile.calibration(in: MotionFile.bytes(kept)) == kept, "a calibration changes on its way")
    var settings = LogFuzz.settings
    settings.motion.mode = .log
    settings.motion.calibration = kept
    let model = BedsideModel(
      settings: settings, logs: [:], clocks: ClockHistory(), idSeed: 1, box: BoxCondition())
    let moment = Moment(boot: BootTime(boot: 1, milliseconds: 5_000), wall: nil, trust: .none)
    let desk = RequestDesk(model: model, moment: moment, panel: PanelDesk(), recovery: nil)
    for isJSON in [true, false] { _ = desk.reply(to: .calibrate(starts: false, json: isJSON)) }
  }

  /// A snapshot: written down again it says the same, and a start that believes it goes on.
  static func snapshot(_ bytes: [UInt8]) {
    var sealed = bytes
    JournalLineCodec.seal(&sealed)
    guard var snapshot = SnapshotReader.snapshot(in: sealed, floor: LogFuzz.opening.floor) else { return }
    // Of an empty segment, which is there: so it is believed.
    snapshot.number = 1
    snapshot.segments = [1...1]
    snapshot.lastSegment = LogSnapshot.checksum(ofSegment: [])
    let written = Self.written(snapshot)
    guard let again = SnapshotReader.snapshot(in: written, floor: LogFuzz.opening.floor) else {
      preconditionFailure("a snapshot does not come back")
    }
    precondition(Self.written(again) == written, "a snapshot changes on its way")
    LogFuzz.start(from: SimulatedDisk(files: ["log/seg-000001.jsonl": [], "snap-000001.json": written]))
  }

  private static func written(_ snapshot: LogSnapshot) -> [UInt8] {
    var writer = SnapshotWriter(snapshot)
    while writer.step() {}
    return writer.bytes
  }
}
