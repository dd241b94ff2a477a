import CribMotion
import Nursery

/// `motion/2026-03-14.jsonl`: the motion of one day, a line for each ten minutes or more. A start reads the files of
/// yesterday and today. The first line of a new day removes the files of days 14 or more days earlier. If a power cut
/// tears a line, only that line is lost.
///
/// ```
/// {"v":1,"baby":1,"boot":12,"bt":68400000,"wt":1773514800000,"ws":"ntp","count":"009A…","peak":"3347…","epochs":"A0C4…","crc":"0be52a71"}
/// ```
/// `baby` is whose crib it was. `boot` and `bt` give the start of the stretch, as in the log. `count` and `peak` are for people to look at. They have
/// one character for each half minute: `0`…`9`, `A`…`Z`, `a`…`z` are the steps of `ActivityMark`; `.` marks missing
/// readings. `epochs` has ten characters for each, see `EpochText`; lines of older versions have neither it nor `baby`.
public enum ActivityFile {
  /// The folder of these files in the box's directory.
  public static let folder = "motion"
  /// How many calendar days are kept, counting the newest.
  public static let days = 14
  /// In bytes. A day has at most 25 hours, so the box did not write a larger file.
  static let capacityBytes = 96 << 10
  /// How much of a file is read, in bytes: a file of `capacityBytes`, and the last line in it.
  static let readBytes = 128 << 10
  private static let missing = UInt8(ascii: ".")
  private static let lineEnd: UInt8 = 0x0A
  private static let ending = ".jsonl"

  /// Adds a stretch to the day's file; it is durable when the call returns. Adds nothing to a file of 96 KiB or more. The
  /// first stretch of a day removes old files.
  public static func append<Storage: JournalStorage>(
    _ stretch: ActivityStretch, at moment: Moment, on date: CivilDate, in storage: Storage
  ) throws(StorageFault) {
    let path = path(of: date)
    let isNew = try !storage.list(folder).contains(ISO8601.text(date) + ending)
    defer { storage.abandon(path) }
    if isNew { try begin(path, in: storage) }
    let length = isNew ? 0 : try storage.length(of: path)
    guard length < capacityBytes else { return }
    let last = length == 0 ? [] : try storage.read(path, at: length - 1, count: 1)
    // Ends a line that a power cut tore.
    let gap = (last.last ?? lineEnd) == lineEnd ? [] : [lineEnd]
    try storage.write(gap + bytes(stretch, at: moment), to: path, at: length)
    try storage.sync(path)
    if isNew { try settle(date, in: storage) }
  }

  /// The stretches in the files of some days. A damaged line and a file that cannot be read are left out, and so is the
  /// rest of a file that is longer than the box writes one.
  public static func stretches<Storage: JournalStorage>(
    on dates: [CivilDate], in storage: Storage
  ) -> [KeptActivity] {
    dates.flatMap { date in
      do throws(StorageFault) {
        let bytes = try storage.read(path(of: date), at: 0, count: readBytes)
        return bytes.split(separator: lineEnd).compactMap { stretch(in: Array($0)) }
      } catch {
        // No night is offered from motion that is not known.
        return []
      }
    }
  }

  /// The path of a day's file.
  public static func path(of date: CivilDate) -> String { folder + "/" + ISO8601.text(date) + ending }

  /// A line with its line end.
  public static func bytes(_ stretch: ActivityStretch, at moment: Moment) -> [UInt8] {
    let wall: JSONValue = .integer(moment.wall?.milliseconds)
    return ReplacedFile.sealed([
      "v": .integer(JournalLineCodec.version), "baby": .integer(stretch.baby?.number),
      "boot": .integer(moment.boot.boot),
      "bt": .integer(moment.boot.milliseconds), "wt": wall,
      "ws": .string(String(decoding: LineVocabulary.trust.bytes(for: moment.trust), as: UTF8.self)),
      "count": .string(text(stretch) { $0.count }), "peak": .string(text(stretch) { $0.peak }),
      "epochs": .string(EpochText.text(stretch.epochs)),
    ])
  }

  /// The stretch on a line without its line end; nil if the line is damaged, impossible, or of another version.
  static func stretch(in line: [UInt8]) -> KeptActivity? {
    guard let document = ReplacedFile.document(in: line) else { return nil }
    do throws(FieldFault) {
      var fields = try Fields(document)
      _ = try fields.required("v", as: .integer(in: 1...JournalLineCodec.version))
      let baby = try fields.optional("baby", as: .integer(in: LineLimits.baby))
      let boot = try fields.required("boot", as: .integer(in: LineLimits.boot))
      let start = try fields.required("bt", as: .integer(in: LineLimits.bootClockMilliseconds))
      guard let epochs = EpochText.epochs(in: try fields.required("epochs", as: .string)) else { return nil }
      return ActivityStretch(
        startMilliseconds: start, epochs: epochs, baby: baby.map { BabyID(number: $0) }
      ).map { KeptActivity(boot: boot, stretch: $0) }
    } catch {
      return nil
    }
  }

  private static func text(_ stretch: ActivityStretch, _ step: (ActivityMark) -> UInt8) -> String {
    let characters = stretch.epochs.map {
      $0.isGap ? missing : EpochText.digits[Int(step(ActivityMark($0)))]
    }
    return String(decoding: characters, as: UTF8.self)
  }

  private static func begin<Storage: JournalStorage>(
    _ path: String, in storage: Storage
  ) throws(StorageFault) {
    try storage.createFolder(folder)
    try storage.create(path)
  }

  /// Makes the name of a new day's file durable, and removes old days. Files with other names stay.
  private static func settle<Storage: JournalStorage>(
    _ date: CivilDate, in storage: Storage
  ) throws(StorageFault) {
    try storage.syncDirectory(folder)
    try storage.syncDirectory("")
    for name in try storage.list(folder) where name.hasSuffix(ending) {
      guard let day = ISO8601.date(String(name.dropLast(ending.utf8.count))), day <= date.adding(days: -days)
      else { continue }
      try storage.remove(folder + "/" + name)
    }
  }
}
