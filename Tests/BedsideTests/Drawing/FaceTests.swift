import Testing

@testable import Bedside

@Suite struct FaceTests {
  /// Latin-1 and Latin Extended-A without control characters.
  private static let latin = (UInt32(0x21)...0x17F).filter { !(0x7F...0x9F).contains($0) }

  @Test("Small face draws every Latin letter", arguments: latin.filter { $0 != 0xA0 })
  func smallFaceDrawsEveryLatinLetter(scalar: UInt32) throws {
    let glyph = try #require(Face.small.glyph(scalar))
    #expect(!Self.pixels(glyph).isEmpty)
    #expect(glyph != Face.small.box)
    #expect(glyph.width == 5)
  }

  @Test("No two Latin letters look alike")
  func noTwoLatinLettersLookAlike() {
    var letters: [[Int]: UInt32] = [:]
    for scalar in Self.latin where scalar != 0xA0 && scalar != 0xAD {
      guard let glyph = Face.small.glyph(scalar) else { continue }
      let twin = letters.updateValue(scalar, forKey: Self.pixels(glyph))
      #expect(twin == nil, "U+\(String(scalar, radix: 16)) looks like U+\(String(twin ?? 0, radix: 16))")
    }
  }

  /// The lit pixels, wherever the glyph's first row is.
  private static func pixels(_ glyph: Glyph) -> [Int] {
    glyph.rows.indices.flatMap { row in
      (0..<glyph.width).filter { glyph.rows[row] >> $0 & 1 != 0 }.map { (row + glyph.top) * 16 + $0 }
    }
  }

  @Test("Small letters stand on the line", arguments: ["A", "E", "Z", "a", "g", "é", "Á", "ñ", "0", "9"])
  func smallLettersStandOnTheLine(letter: String) throws {
    let scalar = try #require(letter.unicodeScalars.first).value
    let glyph = try #require(Face.small.glyph(scalar))
    let last = glyph.rows.lastIndex { $0 != 0 }.map { $0 + glyph.top }
    #expect(last == (letter == "g" ? 7 : 6))
  }

  @Test("Capitals are as high as their face says", arguments: UInt32(0x41)...0x5A)
  func capitalsAreAsHighAsTheirFaceSays(scalar: UInt32) throws {
    for face in [Face.small, Face.medium] {
      let glyph = try #require(face.glyph(scalar))
      #expect(Self.height(glyph) == face.capHeight)
    }
    #expect(Face.small.capHeight >= 7)
  }

  @Test("Large digits fill their cell", arguments: UInt32(0x30)...0x39)
  func largeDigitsFillTheirCell(scalar: UInt32) throws {
    let glyph = try #require(Face.large.glyph(scalar))
    #expect(glyph.width == 14)
    #expect(Self.height(glyph) == 24)
  }

  private static func height(_ glyph: Glyph) -> Int {
    let lit = glyph.rows.indices.filter { glyph.rows[$0] != 0 }
    return (lit.last ?? 0) - (lit.first ?? 0) + 1
  }

  @Test(
    "Combining marks join their letter",
    arguments: [
      ("e\u{301}", "é"), ("S\u{30C}a\u{301}rka", "Šárka"), ("d\u{30C}", "ď"), ("n\u{327}", "ņ"),
      ("c\u{327}", "ç"), ("A\u{30A}", "Å"), ("plain", "plain"), ("x\u{301}", "x\u{301}"),
      ("\u{301}", "\u{301}"),
    ])
  func combiningMarksJoinTheirLetter(text: String, letters: String) {
    #expect(Accents.composed(text) == letters.unicodeScalars.map(\.value))
  }

  @Test("Every accent row is complete")
  func everyAccentRowIsComplete() {
    for row in Accents.rows {
      #expect(row.letters.unicodeScalars.count == row.bases.unicodeScalars.count)
    }
  }

  @Test("Unknown letters are boxes", arguments: ["愛", "🐻", "Ж", "\u{7}"])
  func unknownLettersAreBoxes(letter: String) {
    let line = TextLine(letter, face: .small)
    #expect(line.glyphs.map(\.glyph) == [Face.small.box])
  }

  @Test("Spaces are empty")
  func spacesAreEmpty() {
    #expect(Face.small.glyph(0x20).map(Self.pixels) == [])
    #expect(Face.small.glyph(0xA0).map(Self.pixels) == [])
  }

  @Test("A line holds twenty-one letters")
  func aLineHoldsTwentyOneLetters() {
    #expect(TextLine(String(repeating: "W", count: 21), face: .small).width == Canvas.width)
  }

  @Test("Long lines end in an ellipsis")
  func longLinesEndInAnEllipsis() throws {
    let line = TextLine("Wilhelmína-Šárka", face: .small, limit: 50)
    let ellipsis = try #require(Face.small.glyph(0x2026))
    #expect(line.isCut)
    #expect(line.width <= 50)
    #expect(line.glyphs.count == 8)
    #expect(line.glyphs.last?.glyph == ellipsis)
  }

  @Test("Spaces narrow before letters are lost")
  func spacesNarrowBeforeLettersAreLost() {
    let free = TextLine("a b c", face: .small)
    let tight = TextLine("a b c", face: .small, limit: free.width - 1)
    #expect(!tight.isCut)
    #expect(tight.glyphs.count == 5)
    #expect(tight.width < free.width)
  }
}
