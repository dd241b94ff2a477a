/// Bounds for how much longer the naps of a day become together, from the first up to each, in minutes.
struct Corridor {
  private let count: Int
  private let step: Int
  private var lowest = MinuteRow()
  private var highest = MinuteRow()
  /// By how much each nap may shrink (below 0) and grow.
  private var shrink = MinuteRow()
  private var growth = MinuteRow()
  /// Whether the first nap would have to move without anything before it.
  private var isClosed = false

  /// Changes of the naps up to each, and how long the way is: the changes of single naps without their signs.
  struct Path {
    var sums = MinuteRow()
    var length = 0
  }

  private static let wide = 1_000_000

  /// The bounds of a day whose naps change by `change` minutes in all, in multiples of `step`.
  init(_ mode: NapMode, change: Int, step: Int, longest: Int) {
    count = mode.count
    self.step = step
    for place in 0..<count {
      let length = mode.lengths[place]
      shrink[place] = -Corridor.down(max(0, length - NapMode.shortestNap), step)
      growth[place] = Corridor.down(max(0, longest - length), step)
      lowest[place] = place == count - 1 ? change : -Corridor.wide
      highest[place] = place == count - 1 ? change : Corridor.wide
    }
  }

  /// The naps before a place become at most so much longer; before the first there is nothing to change.
  mutating func keep(_ place: Int, atMost limit: Int) {
    if place > 0 {
      highest[place - 1] = min(highest[place - 1], Corridor.down(limit, step))
    } else if limit < 0 {
      isClosed = true
    }
  }

  /// The naps before a place become at least so much longer.
  mutating func keep(_ place: Int, atLeast limit: Int) {
    if place > 0 {
      lowest[place - 1] = max(lowest[place - 1], -Corridor.down(-limit, step))
    } else if limit > 0 {
      isClosed = true
    }
  }

  /// The shortest way between the bounds; nil when they leave none.
  mutating func laziestPath() -> Path? {
    if isClosed { return nil }
    tighten()
    var path = Path()
    var sum = 0
    for place in 0..<count {
      let low = max(lowest[place], sum + shrink[place])
      let high = min(highest[place], sum + growth[place])
      if low > high { return nil }
      let next = max(low, min(high, sum))
      path.length += abs(next - sum)
      path.sums[place] = next
      sum = next
    }
    return path
  }

  /// Bounds that later ones impose on earlier places are made their own, from the last backwards.
  private mutating func tighten() {
    for place in stride(from: count - 1, to: 0, by: -1) {
      lowest[place - 1] = max(lowest[place - 1], lowest[place] - growth[place])
      highest[place - 1] = min(highest[place - 1], highest[place] - shrink[place])
    }
  }

  /// The largest multiple of `step` that is not above a number.
  static func down(_ number: Int, _ step: Int) -> Int {
    let rest = number % step
    return number - (rest < 0 ? rest + step : rest)
  }
}
