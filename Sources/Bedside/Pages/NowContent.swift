import Nursery

/// What the Now page says: the state, the one thing that matters now, and what belongs to it.
struct NowContent {
  /// What is drawn large.
  enum Figure {
    /// A time of day, with what stands before it.
    case time(String)
    /// A duration in minutes, with what stands before it; in hours and minutes from an hour on.
    case duration(mark: String, minutes: Int)
    /// Words, in one line or two, the fullest first.
    case words([Wording])
  }

  /// The picture of the state.
  var picture: String
  /// The state with its duration.
  var state: Wording
  /// What is large.
  var figure: Figure
  /// Its label; empty where the figure says all.
  var label = ""
  /// How far ahead it is, or what else stands beside it.
  var beside: [Wording] = []
  /// The bar; nil where there is none.
  var bar: TimeBar?
  /// What stands in the bar, or in its place where there is none.
  var barText: Wording?
  /// The last line.
  var foot: FootLine

  /// What a scene shows. What the baby does now comes before what is due.
  init(_ context: PageContext) {
    let scene = context.scene
    if case .feedingNow(let minutes) = scene.day.feed {
      self.init(feeding: minutes, context)
    } else if !scene.clockIsKnown {
      self.init(withoutClock: context)
    } else {
      self.init(resting: context)
    }
  }

  /// What matters besides a feed.
  init(resting context: PageContext) {
    let (day, outlook) = (context.scene.day, context.scene.outlook)
    if let wakeBy = outlook.wakeBy {
      self.init(nap: wakeBy, context)
    } else if let night = outlook.night {
      self.init(night: night, context)
    } else if case .notStarted = day.state {
      self.init(notStarted: context)
    } else if outlook.isBeyondWindow(at: context.scene.now) {
      self.init(beyond: context)
    } else if let nap = outlook.nextNap {
      self.init(nextNap: nap, context)
    } else {
      self.init(bedtime: outlook.bedtime, context)
    }
  }

  /// A figure and its state; the rest is empty.
  init(_ context: PageContext, picture: String, state: Wording, figure: Figure) {
    self.picture = picture
    self.state = state
    self.figure = figure
    foot = FootLine(context)
  }

  /// The picture of the sun, the moon, the crib and the breast.
  enum Picture {
    static let day = "☀"
    static let night = "☾"
    static let crib = "▦"
    static let breast = "◉"
  }
}
