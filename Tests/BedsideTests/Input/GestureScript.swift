import Bedside

/// Gestures as text.
///
/// A script lists edges by time: `N0 n150` is NAP down at 0 ms and up at 150 ms; `F`/`f` and `M`/`m` are FEED and
/// MENU, `X`/`x` the fourth button; `=900` lets time pass to 900 ms; `!N300` is an edge that follows lost ones;
/// `?Nfm126` reads the levels at 126 ms: NAP pressed, FEED and MENU not. Gestures print as `press N 0, release N 150`.
struct GestureScript {
  enum Step {
    case edge(ButtonEdge)
    case levels([Button: Bool], milliseconds: Int)
    case pass(milliseconds: Int)
  }

  let steps: [Step]

  init(_ text: String) {
    steps = text.split(separator: " ").map { GestureScript.step(String($0)) }
  }

  /// Plays the script on a box that was started with all buttons up, then lets a second pass.
  func play() -> String {
    var recognizer = GestureRecognizer.started()
    return play(on: &recognizer)
  }

  func play(on recognizer: inout GestureRecognizer) -> String {
    var gestures: [Gesture] = []
    for step in steps {
      switch step {
      case .edge(let edge): gestures += recognizer.feed(edge)
      case .pass(let time): gestures += recognizer.advance(to: time)
      case .levels(let levels, let time): gestures += recognizer.reconcile(levels: levels, milliseconds: time)
      }
    }
    return gestures.map(\.word).joined(separator: ", ")
  }

  private static func step(_ word: String) -> Step {
    let letters = word.filter(\.isLetter)
    let number = word.drop { !$0.isNumber }
    guard let time = Int(number) else { preconditionFailure("no time in \(word)") }
    if word.hasPrefix("=") { return .pass(milliseconds: time) }
    let levels = letters.map { (button(of: $0), $0.isUppercase) }
    if word.hasPrefix("?") {
      return .levels(Dictionary(uniqueKeysWithValues: levels), milliseconds: time)
    }
    let (first, isPressed) = levels[0]
    return .edge(
      ButtonEdge(
        button: first, isPressed: isPressed, milliseconds: time, followsLoss: word.hasPrefix("!")))
  }

  private static func button(of letter: Character) -> Button {
    switch letter.lowercased() {
    case "n": .nap
    case "f": .feed
    case "m": .menu
    case "x": .extra
    default: preconditionFailure("no button \(letter)")
    }
  }
}

extension GestureRecognizer {
  /// A recognizer that found all buttons up when it started.
  static func started(at milliseconds: Int = -1_000) -> GestureRecognizer {
    var recognizer = GestureRecognizer()
    _ = recognizer.reconcile(
      levels: [.nap: false, .feed: false, .menu: false, .extra: false], milliseconds: milliseconds)
    return recognizer
  }
}

extension Button {
  /// N, F, M or X.
  var letter: String {
    switch self {
    case .nap: "N"
    case .feed: "F"
    case .menu: "M"
    case .extra: "X"
    }
  }
}

extension Gesture {
  /// The gesture, its button, minutes and time, such as `backdate N 5 800`.
  var word: String {
    switch self {
    case .press(let button, let time): "press \(button.letter) \(time)"
    case .backdate(let button, let minutes, let time): "backdate \(button.letter) \(minutes) \(time)"
    case .doublePress(let button, let time): "double \(button.letter) \(time)"
    case .menuHold(let time): "menuHold \(time)"
    case .chord(let first, let time): "chord \(first.letter) \(time)"
    case .chordHold(let time): "chordHold \(time)"
    case .release(let button, let time): "release \(button.letter) \(time)"
    case .stuck(let button, let time): "stuck \(button.letter) \(time)"
    case .unstuck(let button, let time): "unstuck \(button.letter) \(time)"
    }
  }
}
