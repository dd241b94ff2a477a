import Nursery

/// What the panel should show: the pixels, and every string in them.
public struct Picture: Hashable, Sendable {
  /// The pixels.
  public var frame: Frame
  /// Every string drawn, in full, one per text element, top to bottom.
  public var texts: [String]

  /// Pixels and the strings in them.
  public init(frame: Frame, texts: [String]) {
    self.frame = frame
    self.texts = texts
  }
}

/// How brightly the panel is lit.
public enum PanelLight: Hashable, Sendable {
  /// The display is off.
  case off
  /// The contrast for the night.
  case dim
  /// The contrast for the day.
  case on

  /// The name in `shot` files.
  public var name: String {
    switch self {
    case .off: "off"
    case .dim: "dim"
    case .on: "on"
    }
  }
}

extension Picture {
  /// Draws a scene: its page, what is shown over it, and all of it moved by the drift at its time.
  public init(of scene: Scene, words: Words = .english) {
    let minute = scene.now.milliseconds / 60_000
    self.init(of: scene, words: words, drift: PixelDrift.offset(atMinute: minute))
  }

  /// Draws a scene that is moved by an offset.
  init(of scene: Scene, words: Words = .english, drift: (dx: Int, dy: Int)) {
    let canvas = Canvas(of: scene, words: words, drift: drift)
    self.init(frame: canvas.frame, texts: canvas.texts)
  }
}

extension Canvas {
  /// Draws a scene on this canvas.
  init(of scene: Scene, words: Words = .english, drift: (dx: Int, dy: Int) = (0, 0)) {
    self.init(drift: drift)
    let context = PageContext(scene: scene, words: words)
    if let show = scene.quiet {
      QuietPicture(context, show).draw(on: &self)
      return
    }
    let said = SaidOverPage(context)
    switch scene.page {
    case .now: NowPage(context, said: said).draw(on: &self)
    case .box where scene.clockByHand != nil:
      if let clock = scene.clockByHand { ClockPage(context, clock).draw(on: &self, bottom: said.top) }
    case .box where scene.quietMenu != nil: QuietMenuPage(context).draw(on: &self, bottom: said.top)
    case .plan: PlanPage(context).draw(on: &self, bottom: said.top)
    case .today where scene.last != nil:
      if let last = scene.last { LastPage(context, last).draw(on: &self, bottom: said.top) }
    case .today: TodayPage(context).draw(on: &self, bottom: said.top)
    case .night: NightPage(context).draw(on: &self, bottom: said.top)
    case .box: BoxPage(context).draw(on: &self, bottom: said.top)
    case .baby: BabyPage(context).draw(on: &self)
    }
    if scene.page != .now { said.drawAtFoot(on: &self) }
  }
}

extension Picture {
  /// What the panel shows while a slow card delays the start. It says nothing about the day.
  public static func starting(_ words: Words = .english) -> Picture { titled(words.pages.readingLog) }

  /// What the panel shows if the log cannot be read from the card: no press counts until it can.
  public static func cardUnreadable(_ words: Words = .english) -> Picture {
    titled(words.pages.cardUnreadable)
  }

  private static func titled(_ line: String) -> Picture {
    var canvas = Canvas(drift: PixelDrift.offset(atMinute: 0))
    let middle = Canvas.width / 2
    canvas.text("cribside", x: middle, y: 16, Canvas.Style(face: .medium, alignment: .center))
    canvas.text(line, x: middle, y: 36, Canvas.Style(alignment: .center))
    return Picture(frame: canvas.frame, texts: canvas.texts)
  }
}

extension Picture {
  /// Why a box's program has stopped, as far as that is known.
  public enum StopCause: Hashable, Sendable {
    /// A cause that the user cannot remove.
    case unknown
    /// The configuration was refused, because of this line if it is known. The box waits until it is fixed.
    case settings(line: Int?)
  }

  /// What the panel shows once the program has stopped: presses have no effect. There is no time, because none would
  /// stay true.
  public static func stopped(because cause: StopCause = .unknown, _ words: Words = .english) -> Picture {
    var canvas = Canvas(drift: PixelDrift.offset(atMinute: 0))
    let middle = Canvas.width / 2
    canvas.text(words.pages.stopped, x: middle, y: 14, Canvas.Style(face: .medium, alignment: .center))
    canvas.text(words.pages.notLogging, x: middle, y: 36, Canvas.Style(alignment: .center))
    canvas.text(advice(cause, words), x: middle, y: 46, Canvas.Style(alignment: .center))
    return Picture(frame: canvas.frame, texts: canvas.texts)
  }

  private static func advice(_ cause: StopCause, _ words: Words) -> String {
    switch cause {
    case .unknown: words.pages.plugItAgain
    case .settings(nil): words.pages.settingsRefused
    case .settings(let line?): words.fill(words.pages.settingsRefusedAtLine, "\(line)")
    }
  }
}
