import Bedside
import Testing

@testable import Rehearsal

/// The panel in a terminal: its characters, and that nothing is wider than the terminal.
@Suite struct TerminalScreenTests {
  private static func frame(_ lit: [(x: Int, y: Int)]) -> [UInt8] {
    var frame = Frame()
    for pixel in lit { frame.set(pixel.x, pixel.y) }
    return frame.bytes
  }

  @Test(
    "The largest style that fits is chosen",
    arguments: [
      (200, 60, TerminalPicture.Style.halfBlocks), (130, 38, .halfBlocks), (129, 38, .braille),
      (130, 37, .braille), (66, 22, .braille), (65, 22, .none), (66, 21, .none), (0, 0, .none),
    ])
  func theLargestStyleThatFitsIsChosen(columns: Int, rows: Int, style: TerminalPicture.Style) {
    #expect(TerminalPicture.style(columns: columns, rows: rows, margin: (2, 6)) == style)
  }

  @Test("A half block holds two pixels")
  func aHalfBlockHoldsTwoPixels() {
    let picture = TerminalPicture(pixels: Self.frame([(0, 0), (1, 1), (2, 0), (2, 1), (127, 63)]))
    let rows = picture.rows(.halfBlocks)
    #expect(rows.count == 32)
    #expect(rows.allSatisfy { $0.count == 128 })
    #expect(rows[0].hasPrefix("▀▄█ "))
    #expect(rows[31].hasSuffix(" ▄"))
  }

  @Test("A Braille letter holds eight pixels")
  func aBrailleLetterHoldsEightPixels() {
    let corners = Self.frame([(0, 0), (1, 3), (2, 1), (3, 2), (126, 63)])
    let rows = TerminalPicture(pixels: corners).rows(.braille)
    #expect(rows.count == 16)
    #expect(rows.allSatisfy { $0.count == 64 })
    #expect(rows[0].hasPrefix("⢁⠢⠀"))
    #expect(rows[15].hasSuffix("⡀"))
  }

  private func screen(columns: Int, rows: Int, light: PanelLight = .on) -> String {
    TerminalScreen.text(
      TerminalScreen.Content(
        pixels: Self.frame([(0, 0)]), light: light, clock: "2026-02-11T13:05:00", speed: 60, crib: "empty",
        message: String(repeating: "long ", count: 60), directory: "/var/lib/cribside/log"),
      columns: columns, rows: rows)
  }

  @Test(
    "No line is wider than the terminal, and all of them fit its height",
    arguments: [(140, 45), (80, 24), (66, 22), (40, 10), (20, 3)])
  func clipping(columns: Int, rows: Int) {
    let lines = screen(columns: columns, rows: rows).split(separator: "\r\n").dropLast()
    #expect(lines.count <= rows - 1)
    for line in lines {
      let visible = line.replacing(/\u{1B}\[[0-9;]*[A-Za-z]/, with: "")
      #expect(visible.count <= columns, "\(visible)")
    }
  }

  @Test("The screen shows the time, the log and the light")
  func theScreenShowsTheTimeTheLogAndTheLight() {
    let text = screen(columns: 140, rows: 45)
    #expect(text.contains("2026-02-11T13:05:00   ×60   crib: empty"))
    #expect(text.contains("log: /var/lib/cribside/log"))
    #expect(text.contains("\u{1B}[97m▀"))
    #expect(screen(columns: 140, rows: 45, light: .dim).contains("\u{1B}[2m▀"))
    #expect(screen(columns: 60, rows: 20).contains("too small"))
  }
}
