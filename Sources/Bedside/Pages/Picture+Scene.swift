import Nursery

extension Picture {
  /// Draws a scene: its page, the foot over it, and all of it moved to where the drift stands at its time.
  public init(of scene: Scene, words: Words = .english) {
    let minute = scene.now.milliseconds / 60_000
    self.init(of: scene, words: words, drift: PixelDrift.offset(atMinute: minute))
  }

  /// Draws a scene moved by a given offset.
  init(of scene: Scene, words: Words = .english, drift: (dx: Int, dy: Int)) {
    let canvas = Canvas(of: scene, words: words, drift: drift)
    self.init(frame: canvas.frame, texts: canvas.texts)
  }
}

extension Canvas {
  /// A scene, drawn.
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
