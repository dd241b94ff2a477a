import Nursery

/// The numbered files of the log.
enum SegmentName {
  /// The folder of the segments.
  static let folder = "log"

  /// The path of a segment within the box's directory.
  static func path(_ number: Int) -> String { folder + "/" + file(number) }

  /// The file's name: `seg-000001.jsonl`.
  static func file(_ number: Int) -> String { "seg-" + digits(number) + ".jsonl" }

  /// The number with at least six digits.
  static func digits(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
  }

  /// The number in a file's name; nil for any name that no segment has.
  static func number(_ name: String) -> Int? {
    guard name.hasPrefix("seg-"), name.hasSuffix(".jsonl"),
      let number = Int(name.dropFirst(4).dropLast(6)), LineLimits.segment.contains(number),
      file(number) == name
    else { return nil }
    return number
  }
}

/// `box.json`: the box's name, and how far its log has come. It is replaced whenever a segment is begun, so that a
/// start notices segments that vanished from the end of the log.
struct LogIdentity: Hashable, Sendable {
  /// How far the log has come.
  struct Mark: Hashable, Sendable {
    /// The last segment that was begun.
    var segment: Int
    /// The first segment that begins with a head; older ones are of early builds.
    var firstWithHead: Int
    /// The highest boot ordinal of any line before that segment, or of the start that began it.
    var boot: Int
    /// The last number of each box before it.
    var last: [String: Int]
    /// The greatest count of any line before it: see `LineStamp`.
    var count = 0
    /// Segments of a decided import that may not all be renamed yet.
    var importing: ClosedRange<Int>?
  }

  static let path = "box.json"

  var box: String
  /// Nil in a file of an early build.
  var mark: Mark?

  /// The content of the file; nil if it is damaged or invalid.
  init?(_ bytes: [UInt8]) {
    guard let document = ReplacedFile.document(in: bytes) else { return nil }
    do throws(FieldFault) {
      var fields = try Fields(document)
      box = try fields.required("box", as: .nonEmptyString)
      guard box.utf8.count <= LineLimits.boxBytes else { return nil }
      guard var mark = try fields.optionalObject("log") else { return }
      self.mark = try Mark(from: &mark)
    } catch {
      return nil
    }
  }

  init(box: String, mark: Mark? = nil) { (self.box, self.mark) = (box, mark) }

  var bytes: [UInt8] {
    var members: [JSONValue.Member] = [
      JSONValue.Member(key: "v", value: .integer(JournalLineCodec.version)),
      JSONValue.Member(key: "box", value: .string(box)),
    ]
    if let mark { members.append(JSONValue.Member(key: "log", value: mark.document)) }
    return ReplacedFile.sealed(.object(members))
  }

  /// Writes the file so that a power cut leaves either the old one or the new one.
  func save<Storage: JournalStorage>(to storage: Storage) throws(StorageFault) {
    try ReplacedFile.save(bytes, as: Self.path, in: storage)
  }
}

extension LogIdentity.Mark {
  fileprivate init(from fields: inout Fields) throws(FieldFault) {
    let segment = FieldKind.integer(in: LineLimits.segment)
    self.segment = try fields.required("segment", as: segment)
    firstWithHead = try fields.required("firstWithHead", as: segment)
    boot = try fields.required("boot", as: .integer(in: LineLimits.boot))
    last = [:]
    for var box in try fields.objects("boxes") {
      let number = FieldKind.integer(in: 0...LineLimits.sequence.upperBound)
      last[try box.required("box", as: .string)] = try box.required("last", as: number)
    }
    count = try fields.optional("lc", as: .integer(in: LineLimits.count)) ?? 0
    let range = try fields.optionalArray("importing", of: segment) ?? []
    if range.count == 2, range[0] <= range[1] { importing = range[0]...range[1] }
  }

  fileprivate var document: JSONValue {
    let boxes = last.sorted { $0.key < $1.key }.map { box, last -> JSONValue in
      ["box": .string(box), "last": .integer(last)]
    }
    var members: [JSONValue.Member] = [
      JSONValue.Member(key: "segment", value: .integer(segment)),
      JSONValue.Member(key: "firstWithHead", value: .integer(firstWithHead)),
      JSONValue.Member(key: "boot", value: .integer(boot)),
      JSONValue.Member(key: "boxes", value: .array(boxes)),
    ]
    if count > 0 { members.append(JSONValue.Member(key: "lc", value: .integer(count))) }
    if let importing {
      let range: JSONValue = [.integer(importing.lowerBound), .integer(importing.upperBound)]
      members.append(JSONValue.Member(key: "importing", value: range))
    }
    return .object(members)
  }
}
