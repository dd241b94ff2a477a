import Testing

@testable import Household

/// Lines between boxes, as text.
@Suite struct LineBundleTests {
  private let bundle = Lines.bundle("aaa", after: 4, [5, 6, 9], isEnd: true)

  @Test("A bundle reads back")
  func aBundleReadsBack() {
    #expect(LineBundle(Array(bundle.text.utf8)) == bundle)
    #expect(bundle.text.hasPrefix("{\"of\":\"aaa\",\"after\":4,\"end\":true}\n{\"v\":1,"))
  }

  @Test("Any flipped bit is refused")
  func anyFlippedBitIsRefused() {
    let bytes = Array(bundle.text.utf8)
    for position in bytes.indices where bytes[position] != UInt8(ascii: "\n") {
      var wrong = bytes
      wrong[position] ^= 1
      guard let read = LineBundle(wrong) else { continue }
      // Only the head has no checksum: its number or its end may change, the lines may not.
      #expect(read.lines == bundle.lines && read.of == bundle.of)
    }
  }

  @Test("Lines that do not rise or are another's are refused")
  func linesThatDoNotRiseOrAreAnothersAreRefused() {
    let head = "{\"of\":\"aaa\",\"after\":4}\n"
    let wrong = [
      [("aaa", 6), ("aaa", 5)], [("aaa", 5), ("aaa", 5)], [("aaa", 4)], [("bbb", 5)],
      [("aaa", 5), ("bbb", 6)],
    ]
    for lines in wrong {
      let text = head + lines.map { Lines.text($0.0, $0.1) + "\n" }.joined()
      #expect(LineBundle(Array(text.utf8)) == nil)
    }
    for text in ["", "{}", "nonsense", "{\"of\":\"aaa\",\"after\":-1}", head + "nonsense\n"] {
      #expect(LineBundle(Array(text.utf8)) == nil)
    }
    #expect(LineBundle([0xFF, 0x0A]) == nil)
    #expect(LineBundle([UInt8](repeating: 0x20, count: LineBundle.limitBytes + 1)) == nil)
  }

  @Test("A large bundle is split without a gap")
  func aLargeBundleIsSplitWithoutAGap() {
    let large = Lines.bundle("aaa", after: 0, Array(1...1000), isEnd: true)
    let parts = large.split(bytes: 10_000)
    #expect(parts.count > 10)
    #expect(parts.flatMap(\.lines) == large.lines)
    #expect(parts.dropLast().allSatisfy { !$0.isEnd } && parts.last?.isEnd == true)
    for (one, next) in zip(parts, parts.dropFirst()) { #expect(next.after == one.lines.last?.sequence) }
    #expect(parts.allSatisfy { $0.text.utf8.count < 11_000 })
  }

  @Test("Other texts read back or are refused")
  func otherTextsReadBackOrAreRefused() {
    #expect(HaveMap.read(Array(HaveMap.text(["b": 2, "a": 1]).utf8)) == ["a": 1, "b": 2])
    for text in ["", "[]", "{\"a\":-1}", "{\"a\":\"1\"}", "{\"a\":1e400}", "{\"a\":9999999999999999}"] {
      #expect(HaveMap.read(Array(text.utf8)) == nil)
    }
    let want = LineWant(from: "a", after: ["b": 2])
    #expect(LineWant(Array(want.text.utf8)) == want)
    for text in ["", "{}", #"{"from":"a"}"#, #"{"from":"a","after":{}}"#, #"{"from":1,"after":{"a":1}}"#] {
      #expect(LineWant(Array(text.utf8)) == nil)
    }
    let many = "{" + (0...256).map { "\"b\($0)\":1" }.joined(separator: ",") + "}"
    #expect(HaveMap.read(Array(many.utf8)) == nil)
  }
}
