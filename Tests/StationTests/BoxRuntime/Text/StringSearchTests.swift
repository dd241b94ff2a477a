import Testing

@Suite struct StringSearchTests {
  @Test(
    "A text is found where it occurs first",
    arguments: [
      ("", "", 0..<0), ("a", "", 0..<0), ("", "a", nil), ("/dev/i2c-1", "i2c", 5..<8),
      ("/dev/gpiochip0", "i2c", nil),
      ("aab", "ab", 1..<3), ("abab", "ab", 0..<2), ("ab", "abc", nil), ("xa", "a", 1..<2), ("é", "e", nil),
    ] as [(String, String, Range<Int>?)])
  func aTextIsFoundWhereItOccursFirst(text: String, part: String, place: Range<Int>?) {
    let range = text.firstPlace(of: part)
    let found = range.map {
      text.distance(
        from: text.startIndex, to: $0.lowerBound)..<text.distance(from: text.startIndex, to: $0.upperBound)
    }
    #expect(found == place)
    #expect(text.holds(part) == (place != nil))
    #expect(Substring(text).holds(part) == (place != nil))
  }
}
