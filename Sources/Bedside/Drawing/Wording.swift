/// One thing to say, in several lengths: the first that fits its room is shown, so that no text is cut or drawn over
/// another one.
struct Wording: Hashable, Sendable {
  /// The texts, the fullest first.
  var texts: [String]

  /// A thing that can be said in these ways, the fullest first.
  init(_ texts: [String]) {
    self.texts = texts
  }

  /// A thing that can be said in one way only.
  init(_ text: String) {
    texts = [text]
  }

  /// A text and the face it is set in.
  typealias Setting = (text: String, face: Face)

  /// The first text that fits `limit` columns in one of the faces, the first face tried first; the last text in the last
  /// face when none does.
  func setting(_ faces: [Face], limit: Int) -> Setting {
    for text in texts {
      for face in faces where face.covers(text) && TextLine(text, face: face).width <= limit {
        return (text, face)
      }
    }
    return (texts.last ?? "", faces.last ?? .small)
  }

  /// True when one of the texts fits `limit` columns in a face.
  func fits(_ face: Face, limit: Int) -> Bool {
    texts.contains { face.covers($0) && TextLine($0, face: face).width <= limit }
  }
}

extension Canvas {
  /// Draws what fits of a wording, and notes it. Returns the columns taken.
  @discardableResult
  mutating func text(_ wording: Wording, faces: [Face], x: Int, y: Int, _ style: Style = Style()) -> Int {
    let setting = wording.setting(faces, limit: style.limit)
    guard !setting.text.isEmpty else { return 0 }
    note(setting.text)
    var style = style
    style.face = setting.face
    // A small text stands in the middle of a line of larger ones.
    let drop = ((faces.first ?? setting.face).capHeight - setting.face.capHeight) / 2
    return glyphs(setting.text, x: x, y: y + drop, style)
  }
}
