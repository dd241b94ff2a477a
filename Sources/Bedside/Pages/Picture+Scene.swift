import Nursery

extension Picture {
  /// Draws a scene: its page, the foot over it, and all of it moved to where the drift stands at its time.
  public init(of scene: Scene, words: Words = .english) {
    let minute = scene.now.milliseconds / 60_000
    self.init(of: scene, words: words, drift: PixelDrift.offset(atMinute: minute))
  }

  /// Draws a scene moved by a given offset.
  init(of scene: Scene, words: Words = .english, drift: (dx: Int, dy: Int)) {
    let told = Told(scene: scene, words: words)
    if let show = scene.quiet {
      self = QuietPicture(told, show).picture(drift: drift)
      return
    }
    let foot = Foot(told)
    var canvas = Canvas(drift: drift)
    switch scene.page {
    case .box where scene.quietMenu != nil: QuietMenuPage(told).draw(on: &canvas, bottom: foot.top)
    case .now: NowPage(told, foot: foot).draw(on: &canvas)
    case .plan: PlanPage(told).draw(on: &canvas, bottom: foot.top)
    case .today: TodayPage(told).draw(on: &canvas, bottom: foot.top)
    case .night: NightPage(told).draw(on: &canvas, bottom: foot.top)
    case .box: BoxPage(told).draw(on: &canvas, bottom: foot.top)
    case .baby: BabyPage(told).draw(on: &canvas)
    }
    foot.draw(on: &canvas)
    self.init(frame: canvas.frame, texts: canvas.texts)
  }
}
