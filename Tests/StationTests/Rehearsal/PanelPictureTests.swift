import Bedside
import LinuxBoard
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal

/// The picture in the README, compared with the script that its caption names.
///
/// `CRIBSIDE_RECORD=1 swift test --filter PanelPictureTests` draws the committed picture again.
@Suite struct PanelPictureTests {
  private static let repository: String = {
    let parts = #filePath.split(separator: "/").dropLast(4)
    return "/" + parts.joined(separator: "/")
  }()
  /// The shots in the order of the picture, and what each must show for the words of the caption.
  private static let parts = [
    (shot: "pressed", shows: ["Nap 08:52 ✓"], caption: "a nap was just started"),
    (shot: "asleep", shows: ["wake by 15:40"], caption: "it should be over by 15:40"),
    (shot: "awake", shows: ["nap 12:10"], caption: "the next nap is planned for 12:10"),
    (shot: "today", shows: ["Today"], caption: "the day so far"),
  ]

  private static func text(_ path: String) throws -> String {
    String(decoding: try PlainFile.read(repository + "/" + path), as: UTF8.self)
  }

  private static func recording() throws -> Recording {
    try Recording(script: text("Board/panel.jsonl"), rests: false)
  }

  @Test("The committed picture is that of the script")
  func theCommittedPictureIsThatOfTheScript() throws {
    let recording = try Self.recording()
    var picture = PanelPicture()
    for part in Self.parts { picture.add(try recording.shot(part.shot).pixels) }
    let path = "Board/panel.svg"
    if Environment.variable("CRIBSIDE_RECORD") == "1" {
      try PlainFile.write(Array(picture.svg.utf8), to: Self.repository + "/" + path)
    }
    #expect(try Self.text(path) == picture.svg, "draw it again with CRIBSIDE_RECORD=1")
  }

  @Test("The caption says what the frames show")
  func theCaptionSaysWhatTheFramesShow() throws {
    let recording = try Self.recording()
    let readme = try Self.text("README.md").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for part in Self.parts {
      #expect(readme.contains(part.caption), "the caption does not say: \(part.caption)")
      let texts = try recording.shot(part.shot).texts
      for text in part.shows { #expect(texts.contains(text), "\(part.shot) shows \(texts)") }
    }
  }
}

/// Panels in two columns. Each pixel is a square, so the picture can be viewed at any size.
private struct PanelPicture {
  private static let (scale, gap) = (3, 8)
  private var panels: [String] = []

  mutating func add(_ pixels: [UInt8]) {
    let (column, row) = (panels.count % 2, panels.count / 2)
    let x = Self.gap + column * (Frame.width * Self.scale + Self.gap)
    let y = Self.gap + row * (Frame.height * Self.scale + Self.gap)
    panels.append(
      """
        <g transform="translate(\(x) \(y)) scale(\(Self.scale))">
          <rect width="\(Frame.width)" height="\(Frame.height)" fill="#000000"/>
          <path fill="#ffffff" d="\(Self.path(pixels))"/>
        </g>
      """)
  }

  var svg: String {
    let rows = (panels.count + 1) / 2
    let width = 2 * Frame.width * Self.scale + 3 * Self.gap
    let height = rows * Frame.height * Self.scale + (rows + 1) * Self.gap
    let head =
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width) \#(height)" width="\#(width)" "#
      + #"height="\#(height)" shape-rendering="crispEdges">"#
    let back = "  <rect width=\"\(width)\" height=\"\(height)\" fill=\"#30363d\"/>"
    return ([head, back] + panels + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  /// A rectangle for each run of lit pixels in a row.
  private static func path(_ pixels: [UInt8]) -> String {
    func isLit(_ x: Int, _ y: Int) -> Bool {
      x < Frame.width && pixels[y / 8 * Frame.width + x] & (1 << UInt8(y % 8)) != 0
    }
    var path = ""
    for y in 0..<Frame.height {
      var x = 0
      while x < Frame.width {
        let start = x
        while isLit(x, y) { x += 1 }
        if x > start { path += "M\(start) \(y)h\(x - start)v1h-\(x - start)z" }
        x += 1
      }
    }
    return path
  }
}
