import Nursery
import Testing

@testable import CareJournal

@Suite struct JournalLineCodecTests {
  private static let head =
    "{\"v\":1,\"id\":\"019c4c97-25e0-7123-8000-000000000456\",\"box\":\"7c1e9a04b2d1\",\"seq\":12,"
    + "\"boot\":3,\"bt\":86400000,\"wt\":1770811500000,\"ws\":\"ntp\""
  private static let earlier = "019c4c95-9f40-7789-8000-000000000abc"

  private static let care = Care(
    kind: .nursing, start: .boot(BootTime(boot: 3, milliseconds: -5)),
    end: .wall(Instant(milliseconds: 1_770_811_400_000)), side: .both)

  /// The exact text without the checksum, which has its own test.
  private static let golden: [(JournalLine.Entry, String)] = [
    (
      Samples.care(.added(Care(kind: .sleep, start: .boot(BootTime(boot: 3, milliseconds: 86_399_000))))),
      ",\"op\":\"add\",\"src\":\"button\",\"baby\":1,\"kind\":\"sleep\",\"start\":[3,86399000]}"
    ),
    (
      Samples.care(.added(care)),
      ",\"op\":\"add\",\"src\":\"button\",\"baby\":1,\"kind\":\"nursing\",\"start\":[3,-5],"
        + "\"end\":1770811400000,\"side\":\"both\"}"
    ),
    (
      Samples.care(
        .added(
          Care(
            kind: .bottle, start: .wall(Instant(milliseconds: 5)),
            detail: CareDetail(amountMilliliters: 120, milk: .formula)))),
      ",\"op\":\"add\",\"src\":\"button\",\"baby\":1,\"kind\":\"bottle\",\"start\":5,\"ml\":120,"
        + "\"milk\":\"formula\"}"
    ),
    (
      Samples.care(
        .added(
          Care(kind: .nappy, start: .wall(Instant(milliseconds: 5)), detail: CareDetail(nappy: .both)))),
      ",\"op\":\"add\",\"src\":\"button\",\"baby\":1,\"kind\":\"nappy\",\"start\":5,\"nappy\":\"both\"}"
    ),
    (
      Samples.care(
        .added(
          Care(
            kind: .medicine, start: .wall(Instant(milliseconds: 5)),
            detail: CareDetail(medicine: "Vitamin \"D\"")))),
      ",\"op\":\"add\",\"src\":\"button\",\"baby\":1,\"kind\":\"medicine\",\"start\":5,"
        + "\"medicine\":\"Vitamin \\\"D\\\"\"}"
    ),
    (
      Samples.care(.amended(Samples.earlierID, CarePatch(detail: CareDetail(amountMilliliters: 0)))),
      ",\"op\":\"amend\",\"of\":\"\(earlier)\",\"src\":\"button\",\"baby\":1,\"ml\":0}"
    ),
    (
      Samples.care(.amended(Samples.earlierID, CarePatch(end: .some(nil)))),
      ",\"op\":\"amend\",\"of\":\"\(earlier)\",\"src\":\"button\",\"baby\":1,\"end\":null}"
    ),
    (
      Samples.care(
        .amended(
          Samples.earlierID,
          CarePatch(kind: .wake, start: care.start, end: .some(care.end), side: .left))),
      ",\"op\":\"amend\",\"of\":\"\(earlier)\",\"src\":\"button\",\"baby\":1,\"kind\":\"wake\",\"start\":[3,-5],"
        + "\"end\":1770811400000,\"side\":\"left\"}"
    ),
    (
      Samples.care(
        .added(
          Care(kind: .sleep, start: .about(Instant(milliseconds: 5)), end: .wall(Instant(milliseconds: 6))))),
      ",\"op\":\"add\",\"src\":\"button\",\"baby\":1,\"kind\":\"sleep\",\"start\":5,\"end\":6,\"about\":\"start\"}"
    ),
    (
      Samples.care(
        .amended(
          Samples.earlierID,
          CarePatch(
            start: .about(Instant(milliseconds: 5)), end: .about(Instant(milliseconds: 6)), side: .left))),
      ",\"op\":\"amend\",\"of\":\"\(earlier)\",\"src\":\"button\",\"baby\":1,\"start\":5,\"end\":6,"
        + "\"side\":\"left\",\"about\":\"both\"}"
    ),
    (
      Samples.care(
        .amended(Samples.earlierID, CarePatch(end: .some(.about(Instant(milliseconds: 6)))))),
      ",\"op\":\"amend\",\"of\":\"\(earlier)\",\"src\":\"button\",\"baby\":1,\"end\":6,\"about\":\"end\"}"
    ),
    (
      Samples.care(.deleted(Samples.earlierID)),
      ",\"op\":\"delete\",\"of\":\"\(earlier)\",\"src\":\"button\",\"baby\":1}"
    ),
    (.boot(kernelBootID: "5d3c"), ",\"op\":\"boot\",\"bootId\":\"5d3c\"}"),
    (.sync, ",\"op\":\"sync\"}"),
  ]

  @Test("The text of a line is exact", arguments: 0..<golden.count)
  func theTextOfALineIsExact(index: Int) throws {
    let (entry, rest) = Self.golden[index]
    let bytes = try #require(JournalLineCodec.encode(Samples.line(entry)))
    #expect(bytes == Samples.sealed(Self.head + rest) + [0x0A])
    #expect(JournalLineCodec.decode(Array(bytes.dropLast())) == .line(Samples.line(entry)))
  }

  @Test("A copy names the place of its original, in the form that is written and in any other")
  func copies() throws {
    var line = Samples.line(Samples.care(.deleted(Samples.earlierID)))
    (line.count, line.origin) = (9, LineStamp(count: 0, box: "ae3918a0287a", sequence: 7))
    let bytes = try #require(JournalLineCodec.encode(line)?.dropLast())
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#""seq":12,"lc":9,"copy":[0,"ae3918a0287a",7],"boot":3"#))
    #expect(JournalLineCodec.decode(Array(bytes)) == .line(line))
    let spaced = text.replacing(#""copy":[0,"#, with: #""copy":[ 0 , "#).dropLast(
      #","crc":"01234567"}"#.count)
    #expect(JournalLineCodec.decode(Samples.sealed(spaced + "}")) == .line(line))
  }

  @Test("The checksum covers everything before it")
  func theChecksumCoversEverythingBeforeIt() throws {
    let bytes = try #require(JournalLineCodec.encode(Samples.line(.sync)))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text == Self.head + ",\"op\":\"sync\",\"crc\":\"\(Self.syncChecksum)\"}\n")
  }

  /// Computed bit by bit, independently of this code.
  private static let syncChecksum = "7d710b39"

  @Test("An untrusted wall time is written as such")
  func anUntrustedWallTimeIsWrittenAsSuch() throws {
    var line = Samples.line(.sync)
    line.moment.wall = nil
    line.moment.trust = .none
    let text = String(decoding: try #require(JournalLineCodec.encode(line)), as: UTF8.self)
    #expect(text.contains("\"wt\":null,\"ws\":\"none\""))
    line.moment.trust = .saved
    let saved = String(decoding: try #require(JournalLineCodec.encode(line)), as: UTF8.self)
    #expect(saved.contains("\"ws\":\"saved\""))
  }

  @Test("Foreign lines have no text")
  func foreignLinesHaveNoText() {
    #expect(JournalLineCodec.encode(Samples.line(.foreign(op: "hug"))) == nil)
  }

  private static let body = ",\"op\":\"add\",\"src\":\"button\",\"baby\":1,\"kind\":\"bottle\",\"start\":5"

  /// Known lines in unusual form are read; lines that are not understood are foreign.
  @Test(
    "Unknown parts stay",
    arguments: [
      (body + ",\"note\":\"ok\",\"more\":{\"x\":1}", "add", true),
      (body + ",\"end\":null", "add", true),
      (
        body.replacing("\"kind\":\"bottle\",\"start\":5", with: "\"start\" : 5 , \"kind\":\"bottle\""), "add",
        true
      ),
      (body.replacing("bottle", with: "pump"), "add", false),
      (body.replacing("button", with: "cat"), "add", false),
      (body.replacing("\"baby\":1", with: "\"baby\":0"), "add", false),
      (body.replacing("\"baby\":1", with: "\"baby\":10"), "add", false),
      (body.replacing("\"start\":5", with: "\"start\":8640000000000001"), "add", false),
      (body.replacing("\"start\":5", with: "\"start\":[3]"), "add", false),
      (body.replacing("\"start\":5", with: "\"start\":[-1,5]"), "add", false),
      (body.replacing("\"start\":5", with: "\"start\":5.5"), "add", false),
      (body.replacing(",\"start\":5", with: ""), "add", false),
      (body.replacing("\"add\"", with: "\"hug\""), "hug", false),
      (",\"op\":\"amend\",\"src\":\"button\",\"baby\":1", "amend", false),
      (",\"op\":\"delete\",\"of\":\"x\",\"src\":\"button\",\"baby\":1", "delete", false),
      (",\"op\":\"boot\"", "boot", false),
    ])
  func unknownParts(rest: String, op: String, isKnown: Bool) {
    guard case .line(let line) = JournalLineCodec.decode(Samples.sealed(Self.head + rest + "}")) else {
      Issue.record("no line: \(rest)")
      return
    }
    #expect(line.id == Samples.id)
    #expect((line.entry == .foreign(op: op)) == !isKnown)
  }

  @Test("Newer versions are foreign")
  func newerVersionsAreForeign() {
    let text = Self.head.replacing("\"v\":1", with: "\"v\":2") + Self.body + "}"
    #expect(JournalLineCodec.decode(Samples.sealed(text)) == .line(Samples.line(.foreign(op: "add"))))
  }

  /// The checksum holds, but the text has the shape of no line.
  private static let odd: [String: String] = [
    "no members": "{}", "an array": "[]", "a version alone": "{\"v\":1}",
    "two versions": "{\"v\":1,\"v\":1,\"op\":\"sync\"}",
    "a NUL in the id": "{\"v\":1,\"op\":\"sync\",\"id\":\"\u{0}\"}",
    "number 0": head.replacing("\"seq\":12", with: "\"seq\":0") + ",\"op\":\"sync\"}",
    "a number of 20 digits": head.replacing("\"seq\":12", with: "\"seq\":99999999999999999999")
      + ",\"op\":\"sync\"}",
    "the last time of a boot": head.replacing("\"bt\":86400000", with: "\"bt\":9223372036854775807")
      + ",\"op\":\"sync\"}",
    "a negative boot": head.replacing("\"boot\":3", with: "\"boot\":-3") + ",\"op\":\"sync\"}",
    "an unknown clock": head.replacing("ntp", with: "sundial") + ",\"op\":\"sync\"}",
    "an id in capitals": head.replacing("019c", with: "019C") + ",\"op\":\"sync\"}",
  ]

  @Test("Odd texts are kept apart", arguments: odd.keys.sorted())
  func oddTextsAreKeptApart(name: String) throws {
    #expect(JournalLineCodec.decode(Samples.sealed(try #require(Self.odd[name]))) == .odd)
  }

  @Test("Wrong checksums are damage")
  func wrongChecksumsAreDamage() throws {
    let bytes = Array(try #require(JournalLineCodec.encode(Samples.line(.sync))).dropLast())
    for count in 0..<bytes.count { #expect(JournalLineCodec.decode(Array(bytes[..<count])) == .damaged) }
    #expect(JournalLineCodec.decode(bytes + [0x20]) == .damaged)
    let capitals = String(decoding: bytes, as: UTF8.self).split(separator: ",").dropLast().joined(
      separator: ",")
    #expect(JournalLineCodec.decode(Array((capitals + ",\"crc\":\"ABCDEF01\"}").utf8)) == .damaged)
  }

  /// The scanner and the general reader agree on every line, and on every line with one changed byte.
  @Test("Both readers agree")
  func bothReadersAgree() throws {
    var random = SeededRandom(seed: 4)
    var scanned = 0
    for _ in 0..<150 {
      let line = RandomLines.line(using: &random)
      let bytes = Array(try #require(JournalLineCodec.encode(line)).dropLast())
      #expect(JournalLineCodec.interpret(bytes) == .line(line))
      #expect(JournalLineCodec.decode(bytes) == .line(line))
      let body = Array(bytes.dropLast(18))
      scanned += agree(on: body) ? 1 : 0
      for _ in 0..<40 { _ = agree(on: RandomLines.mutated(body, using: &random)) }
    }
    #expect(scanned > 60, "the scanner must know the usual lines")
  }

  /// Whether the scanner accepted the line; if so, the general reader must agree.
  private func agree(on body: [UInt8]) -> Bool {
    var bytes = body
    JournalLineCodec.seal(&bytes)
    var scanner = LineScanner(bytes)
    guard let line = scanner.line(in: 0..<body.count) else { return false }
    #expect(JournalLineCodec.interpret(bytes) == .line(line), "\(String(decoding: bytes, as: UTF8.self))")
    return true
  }
}

/// Random lines of every kind, with numbers from small to the limits.
enum RandomLines {
  static func line(using random: inout SeededRandom) -> JournalLine {
    let id = EventID(high: random.next(), low: random.next())
    let wall = Bool.random(using: &random) ? nil : Instant(milliseconds: milliseconds(using: &random))
    let moment = Moment(
      boot: bootTime(using: &random), wall: wall,
      trust: [.none, .saved, .synced][Int.random(in: 0...2, using: &random)])
    let box = ["7c1e9a04b2d1", "a", "Zoë \"3\"\\"][Int.random(in: 0...2, using: &random)]
    return JournalLine(
      id: id, box: box, sequence: Int.random(in: 1...1_000_000_000_000_000, using: &random),
      moment: moment, entry: entry(id: id, moment: moment, using: &random))
  }

  private static func entry(
    id: EventID, moment: Moment, using random: inout SeededRandom
  ) -> JournalLine.Entry {
    switch Int.random(in: 0...9, using: &random) {
    case 0: return .boot(kernelBootID: "5d3c5b7e-0000-4000-8000-000000000001")
    case 1: return .sync
    default:
      let source = [Source.button, .motion, .command, .peer][Int.random(in: 0...3, using: &random)]
      return .care(
        CareEvent(
          id: id, baby: BabyID(number: Int.random(in: 1...9, using: &random)), moment: moment,
          source: source, change: change(using: &random)))
    }
  }

  private static func change(using random: inout SeededRandom) -> CareEvent.Change {
    let of = EventID(high: random.next(), low: random.next())
    switch Int.random(in: 0...4, using: &random) {
    case 0: return .deleted(of)
    case 1: return .amended(of, CarePatch(end: .some(time(using: &random))))
    case 2:
      return .amended(
        of,
        CarePatch(
          kind: maybe(kind(using: &random), using: &random),
          start: maybe(time(using: &random), using: &random),
          end: .some(nil), side: maybe(.both, using: &random)))
    default:
      return .added(
        Care(
          kind: kind(using: &random), start: time(using: &random),
          end: maybe(time(using: &random), using: &random), side: maybe(.right, using: &random)))
    }
  }

  private static func kind(using random: inout SeededRandom) -> CareKind {
    [.sleep, .nursing, .bottle, .wake, .dreamFeedDismissed][Int.random(in: 0...4, using: &random)]
  }

  private static func maybe<Value>(_ value: Value, using random: inout SeededRandom) -> Value? {
    Bool.random(using: &random) ? value : nil
  }

  private static func time(using random: inout SeededRandom) -> EventTime {
    let wall = Instant(milliseconds: milliseconds(using: &random))
    switch Int.random(in: 0...4, using: &random) {
    case 0: return .about(wall)
    case 1, 2: return .wall(wall)
    default: return .boot(bootTime(using: &random))
    }
  }

  private static func bootTime(using random: inout SeededRandom) -> BootTime {
    BootTime(boot: Int.random(in: 0...2000, using: &random), milliseconds: milliseconds(using: &random))
  }

  private static func milliseconds(using random: inout SeededRandom) -> Int {
    let limit = [10, 1_000_000, 8_640_000_000_000_000][Int.random(in: 0...2, using: &random)]
    return Int.random(in: -limit...limit, using: &random)
  }

  /// One byte changed, removed or inserted.
  static func mutated(_ bytes: [UInt8], using random: inout SeededRandom) -> [UInt8] {
    let alphabet = Array("0123456789-{}[]\",:.e abcnul\\é".utf8)
    var bytes = bytes
    let index = Int.random(in: bytes.indices, using: &random)
    let byte = alphabet[Int.random(in: alphabet.indices, using: &random)]
    switch Int.random(in: 0...2, using: &random) {
    case 0: bytes[index] = byte
    case 1: bytes.remove(at: index)
    default: bytes.insert(byte, at: index)
    }
    return bytes
  }
}
