import Bedside

/// A worn contact: presses of one button after the other, with the edges that the kernel would report. The contact
/// chatters for 0.1 to 25 ms after each change. Its times are in microseconds.
struct BouncingContact {
  /// One press and its release, with all their edges.
  struct Touch {
    /// The first edge that reads pressed, in milliseconds.
    let down: Int
    /// The time of the release, in milliseconds.
    let up: Int
    let edges: [ButtonEdge]
  }

  /// How a contact chatters.
  enum Chatter: CaseIterable {
    /// A clean edge.
    case none
    /// Swings that grow shorter.
    case decaying
    /// Swings of any length.
    case wild
    /// One gap as long as the bounce.
    case gap
    /// Swings whose levels are read too late: several edges in a row have the same direction.
    case misread
  }

  private var random: SplitMix64
  private var clock = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// The time after the last touch.
  var milliseconds: Int { clock / 1_000 }

  /// Makes the next touch, at least 120 ms after the start of the previous one and at least 60 ms after its end.
  mutating func touch() -> Touch {
    let button = Button.allCases[random.below(4)]
    let start = clock + 60_000 + random.below(1_500_000)
    let length = 60_000 + random.below(random.below(4) == 0 ? 3_000_000 : 200_000)
    clock = start + length
    let press = change(of: button, to: true, at: start)
    let release = change(of: button, to: false, at: clock)
    let down = press.first(where: \.isPressed)?.milliseconds ?? start / 1_000
    return Touch(down: down, up: clock / 1_000, edges: press + release)
  }

  /// Makes two touches of one button, their press edges exactly 120 ms apart. The finger is up for 52 to 60 ms between
  /// them.
  mutating func pair() -> [Touch] {
    let button = Button.allCases[random.below(4)]
    let start = (clock + 1_000_000 + random.below(500_000)) / 1_000 * 1_000
    return [start, start + 120_000].map { start in
      clock = start + 60_000 + random.below(8_001)
      let press = change(of: button, to: true, at: start)
      return Touch(
        down: start / 1_000, up: clock / 1_000,
        edges: [ButtonEdge(button: button, isPressed: true, milliseconds: start / 1_000)]
          + press.filter { $0.milliseconds > start / 1_000 } + change(of: button, to: false, at: clock))
    }
  }

  private mutating func change(of button: Button, to isPressed: Bool, at start: Int) -> [ButtonEdge] {
    let chatter = Chatter.allCases[random.below(Chatter.allCases.count)]
    let swings = self.swings(of: chatter, within: 100 + random.below(24_901))
    // An even number of swings after the first edge leaves the level where it belongs.
    let times = [0] + swings.dropLast(swings.count % 2)
    return times.enumerated().map { index, time in
      var level = index % 2 == 0 ? isPressed : !isPressed
      if chatter == .misread, index < times.count - 1 { level = random.below(2) == 0 }
      return ButtonEdge(button: button, isPressed: level, milliseconds: (start + time) / 1_000)
    }
  }

  private mutating func swings(of chatter: Chatter, within length: Int) -> [Int] {
    switch chatter {
    case .none: []
    case .gap: [1, 25_000]
    case .decaying: decayingSwings(within: length)
    case .wild, .misread: (0..<2 + random.below(12)).map { _ in random.below(length) }.sorted()
    }
  }

  private mutating func decayingSwings(within length: Int) -> [Int] {
    var times: [Int] = []
    var time = 0
    var gap = length / 3
    while gap > 20, time + gap <= length {
      time += gap
      times.append(time)
      gap = gap * (50 + random.below(45)) / 100
    }
    return times
  }
}

/// Pseudo-random numbers that are the same on every machine.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// A number from 0 up to, not including, the limit.
  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
