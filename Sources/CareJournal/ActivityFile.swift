import CribMotion
import Nursery

/// `motion/2026-03-14.jsonl`: the motion of one day, one line per hour. The box never reads these files; they are for
/// people to look at. The first hour of a new day removes the files of days 14 or more days earlier. If a power cut
/// tears a line, only that line is lost.
///
/// ```
/// {"v":1,"boot":12,"bt":68400000,"wt":1773514800000,"ws":"ntp","count":"0009A…","peak":"3347…","crc":"0be52a71"}
/// ```
/// `boot` and `bt` give the start of the hour, as in the log. `count` and `peak` have one character per half minute:
/// `0`…`9`, `A`…`Z`, `a`…`z` are the steps of `ActivityMark`; `.` marks missing readings.
public enum ActivityFile {
  /// The folder of these files in the box's directory.
  public static let folder = "motion"
  /// How many calendar days are kept, counting the newest.
  public static let days = 14
  /// In bytes. A day has at most 25 hours, so the box did not write a larger file.
  private static let capacityBytes = 1 << 15
  private static let steps = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
  private static let missing = UInt8(ascii: ".")
  private static let lineEnd: UInt8 = 0x0A
  private static let ending = ".jsonl"

  /// Adds an hour to the day's file; the hour is durable when the call returns. Adds nothing to a file of 32 KiB or
  /// more. The first hour of a day removes old files.
  public static func append<Storage: JournalStorage>(
    _ hour: ActivityHour, at moment: Moment, on date: CivilDate, in storage: Storage
  ) throws(StorageFault) {
    let path = path(of: date)
    let isNew = try !storage.list(folder).contains(ISO8601.text(date) + ending)
    defer { storage.abandon(path) }
    if isNew { try begin(path, in: storage) }
    let present = isNew ? [] : try storage.read(path)
    guard present.count < capacityBytes else { return }
    // Ends a line that a power cut tore.
    let gap = (present.last ?? lineEnd) == lineEnd ? [] : [lineEnd]
    try storage.write(gap + bytes(hour, at: moment), to: path, at: present.count)
    try storage.sync(path)
    if isNew { try settle(date, in: storage) }
  }

  /// The path of a day's file.
  public static func path(of date: CivilDate) -> String { folder + "/" + ISO8601.text(date) + ending }

  /// A line with its line end.
  public static func bytes(_ hour: ActivityHour, at moment: Moment) -> [UInt8] {
    let wall: JSONValue = moment.wall.map { .integer($0.milliseconds) } ?? .null
    return ReplacedFile.sealed([
      "v": .integer(JournalLineCodec.version), "boot": .integer(moment.boot.boot),
      "bt": .integer(moment.boot.milliseconds), "wt": wall,
      "ws": .string(String(decoding: LineVocabulary.trust.bytes(for: moment.trust), as: UTF8.self)),
      "count": .string(text(hour) { $0.count }), "peak": .string(text(hour) { $0.peak }),
    ])
  }

  private static func text(_ hour: ActivityHour, _ step: (ActivityMark) -> UInt8) -> String {
    String(decoding: hour.marks.map { $0.map { steps[Int(step($0))] } ?? missing }, as: UTF8.self)
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
