/// What is known of the program's starts since the machine started: enough to tell a crash from an end in order.
public struct StartRecord: Hashable, Sendable {
  /// The kernel's name for its boot: what another boot left behind says nothing, since its end may be a power cut.
  public var kernelBootID: String
  /// When a start found that the one before it had not ended in order, in milliseconds of the boot clock, oldest
  /// first; 16 at most are kept.
  public var crashes: [Int]
  /// Until when safe mode lasts, on the boot clock; nil: it is off.
  public var safeUntilMilliseconds: Int?
  /// True from a start to its end in order.
  public var isRunning: Bool

  /// A record of all its parts.
  public init(
    kernelBootID: String, crashes: [Int] = [], safeUntilMilliseconds: Int? = nil, isRunning: Bool = false
  ) {
    self.kernelBootID = kernelBootID
    self.crashes = crashes
    self.safeUntilMilliseconds = safeUntilMilliseconds
    self.isRunning = isRunning
  }
}

extension SmallFile where Content == StartRecord {
  /// `starts` beside the control socket: the record of the program's starts. It lies in memory, so it costs the flash
  /// nothing, and is gone after a power cut, which is no crash.
  public static var starts: SmallFile { SmallFile(path: "starts", encode: document, decode: record) }

  private static var crashesMax: Int { 16 }
  private static var times: ClosedRange<Int> { 0...(1 << 53) }

  private static func document(_ record: StartRecord) -> JSONValue {
    [
      "bootId": .string(record.kernelBootID), "running": .bool(record.isRunning),
      "crashes": .array(record.crashes.suffix(crashesMax).map { .integer($0) }),
      "safeUntil": record.safeUntilMilliseconds.map { .integer($0) } ?? .null,
    ]
  }

  private static func record(_ fields: inout Fields) throws(FieldFault) -> StartRecord? {
    StartRecord(
      kernelBootID: try fields.required("bootId", as: .string),
      crashes: try fields.array("crashes", of: .integer(in: times)),
      safeUntilMilliseconds: try fields.optional("safeUntil", as: .integer(in: times)),
      isRunning: try fields.required("running", as: .bool))
  }
}
