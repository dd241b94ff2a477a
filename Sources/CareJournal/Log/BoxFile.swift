import Nursery

/// `box.json`: which box this is, and how far its log has come. It is replaced whenever a segment is begun, so that
/// segments that vanish from the end of the log are noticed.
struct BoxFile: Hashable, Sendable {
  /// How far the log has come.
  struct Mark: Hashable, Sendable {
    /// The last segment that was begun.
    var segment: Int
    /// The first segment that begins with a head; those before it are of version 0.1.
    var firstWithHead: Int
    /// The highest boot ordinal of any line before that segment, or of the start that began it.
    var boot: Int
    /// The last number of each box before it.
    var last: [String: Int]
    /// The greatest count of any line before it: see `LineStamp`.
    var count = 0
    /// Segments of an import that is decided, and whose files may not all have their names yet.
    var importing: ClosedRange<Int>?
  }

  static let path = "box.json"

  var box: String
  /// Nil in a file of version 0.1.
  var mark: Mark?

  /// What the file says; nil when it is damaged or says something else.
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

  init(box: String, mark: Mark? = nil) {
    self.box = box
    self.mark = mark
  }

  /// The file's bytes.
  var bytes: [UInt8] {
    var members: [JSONValue.Member] = [
      JSONValue.Member(key: "v", value: .integer(JournalLineCodec.version)),
      JSONValue.Member(key: "box", value: .string(box)),
    ]
    if let mark { members.append(JSONValue.Member(key: "log", value: mark.document)) }
    return ReplacedFile.sealed(.object(members))
  }

  /// Writes the file so that a power cut leaves the old one or the new one.
  func save<Storage: JournalStorage>(to storage: Storage) throws(StorageFault) {
    try ReplacedFile.save(bytes, as: Self.path, in: storage)
  }
}

extension BoxFile.Mark {
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
