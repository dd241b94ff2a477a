import Nursery
import Testing

@testable import Household

/// Wishes of Home Assistant are carried out once, in order, and never late.
@Suite struct HomeWishesTests {
  private let noon = Instant(milliseconds: 1_770_811_500_000)

  private func receive(
    _ wishes: inout HomeWishes, _ payload: String, _ what: String = "asleep", baby: Int? = 1,
    text: String = Document.awake, isRetained: Bool = false, at time: Int = 0, nonce: UInt64 = 1
  ) throws {
    wishes.receive(
      HomeWishes.Message(what: what, baby: baby, payload: Array(payload.utf8), isRetained: isRetained),
      document: try HomeDocument(text), at: time, wall: noon, nonce: nonce)
  }

  private func on(_ word: String = "ON", ago milliseconds: Int = 0) -> String {
    let time = ISO8601.text(Instant(milliseconds: noon.milliseconds - milliseconds), in: .utc)
    return #"{"do":"\#(word)","at":"\#(time)"}"#
  }

  private static let wishes: [String: (payload: String, what: String, baby: Int?, running: String)] = [
    "log add nap --baby 1": ("ON", "asleep", 1, ""),
    "log end nap --baby 1": ("OFF", "asleep", 1, Document.sleeping),
    "log add feed --baby 1": ("ON", "feeding", 1, ""),
    "log end feed --baby 1": ("OFF", "feeding", 1, Document.nursing),
    "log edit 019c4bc0-ea20-772d-a992-e91752bb132a --start 2026-02-11T12:20:00+00:00": (
      "2026-02-11T12:20:00+00:00", "asleep_since", 1, Document.sleeping
    ),
    "quiet start": ("ON", "quiet", nil, ""),
  ]

  @Test("A wish becomes words of the command line", arguments: wishes.keys.sorted())
  func words(command: String) throws {
    let (payload, what, baby, running) = try #require(Self.wishes[command])
    var wishes = HomeWishes()
    try receive(&wishes, payload, what, baby: baby, text: Document.text(running: running))
    let wish1 = wishes.next(at: 1)
    #expect(wish1?.words == command.split(separator: " ").map(String.init))
    #expect(wishes.refused == 0)
  }

  @Test(
    "A malformed wish is ignored",
    arguments: [
      ("on", "asleep", 1), ("ON", "asleep", 2), ("ON", "asleep", nil), ("ON", "window", 1),
      ("OFF", "asleep", 1),
      ("", "asleep", 1), ("{", "asleep", 1), (#"{"do":"ON"}"#, "asleep", 1), ("noon", "asleep_since", 1),
      ("OFF", "quiet", nil),
    ] as [(String, String, Int?)])
  func refused(payload: String, what: String, baby: Int?) throws {
    var wishes = HomeWishes()
    try receive(&wishes, payload, what, baby: baby)
    let wish2 = wishes.next(at: 1)
    #expect(wish2 == nil)
    #expect(wishes.refused == 1)
  }

  @Test("A wish that is too long is ignored")
  func aWishThatIsTooLongIsIgnored() throws {
    try refused(payload: String(repeating: "x", count: 300), what: "asleep", baby: 1)
  }

  @Test("A retained wish is ignored")
  func aRetainedWishIsIgnored() throws {
    var wishes = HomeWishes()
    try receive(&wishes, on(), isRetained: true)
    let wish3 = wishes.next(at: 1)
    #expect(wish3 == nil)
  }

  @Test("A replayed wish is carried out once")
  func aReplayedWishIsCarriedOutOnce() throws {
    var wishes = HomeWishes()
    for _ in 0..<5 { try receive(&wishes, on()) }
    let wish4 = wishes.next(at: 1)
    let first = try #require(wish4)
    let isSettled5 = wishes.settle(exit: 0)
    #expect(isSettled5)
    try receive(&wishes, on())
    let wish6 = wishes.next(at: 2)
    #expect(wish6 == nil)
    // Another process that received the same: the box recognises the id.
    var another = HomeWishes()
    try receive(&another, on(), nonce: 99)
    let wish7 = another.next(at: 1)
    #expect(wish7?.id == first.id)
    try receive(&another, on(ago: 1000))
    let isSettled8 = another.settle(exit: 0)
    #expect(isSettled8)
    let wish9 = another.next(at: 1)
    #expect(wish9?.id != first.id)
  }

  @Test("A wish from a minute ago is ignored")
  func aWishFromAMinuteAgoIsIgnored() throws {
    var wishes = HomeWishes()
    try receive(&wishes, on(ago: 61_000))
    let wish10 = wishes.next(at: 1)
    #expect(wish10 == nil)
    try receive(&wishes, on(ago: 59_000))
    let wish11 = wishes.next(at: 1)
    #expect(wish11 != nil)
  }

  @Test("A wish is tried for a minute")
  func aWishIsTriedForAMinute() throws {
    var wishes = HomeWishes()
    try receive(&wishes, on())
    let wish12 = wishes.next(at: 0)
    let first = try #require(wish12)
    let wish13 = wishes.next(at: 1)
    #expect(wish13 == nil, "one at a time")
    let isSettled14 = wishes.settle(exit: nil)
    #expect(!isSettled14)
    let wish15 = wishes.next(at: 30_000)
    #expect(wish15?.id == first.id)
    let isSettled16 = wishes.settle(exit: 75)
    #expect(!isSettled16)
    let wish17 = wishes.next(at: 60_000)
    #expect(wish17 == nil)
  }

  @Test("Wishes are carried out in order")
  func wishesAreCarriedOutInOrder() throws {
    var wishes = HomeWishes()
    try receive(&wishes, on())
    try receive(&wishes, on(ago: -5), "feeding")
    let wish18 = wishes.next(at: 0)
    #expect(wish18?.words[2] == "nap")
    let isSettled19 = wishes.settle(exit: 1)
    #expect(isSettled19, "a refusal is an answer")
    let wish20 = wishes.next(at: 0)
    #expect(wish20?.words[2] == "feed")
  }

  @Test("A flood is cut off")
  func aFloodIsCutOff() throws {
    var wishes = HomeWishes()
    let document = try HomeDocument(Document.awake)
    let message = HomeWishes.Message(what: "quiet", baby: nil, payload: Array("ON".utf8), isRetained: false)
    for number in 0..<100_000 {
      wishes.receive(message, document: document, at: 0, wall: noon, nonce: UInt64(number))
    }
    var count = 0
    while wishes.next(at: 0) != nil {
      count += 1
      _ = wishes.settle(exit: 0)
    }
    #expect(count == 16)
  }
}
