import Nursery

/// The epochs and presses of the last 24 h, in memory that is allocated once.
struct EpochHistory: Sendable {
  private static let capacity = 2880
  private static let pressesKept = 64

  private var epochs: [Epoch]
  private var starts: [Int]
  private var next = 0
  private var count = 0
  private var presses: [(at: Int, press: CribPress)] = []

  init() {
    epochs = Array(repeating: .missing, count: EpochHistory.capacity)
    starts = Array(repeating: 0, count: EpochHistory.capacity)
    presses.reserveCapacity(EpochHistory.pressesKept + 1)
  }

  mutating func add(_ epoch: Epoch, start: Int) {
    epochs[next] = epoch
    starts[next] = start
    next = next + 1 == EpochHistory.capacity ? 0 : next + 1
    count = min(count + 1, EpochHistory.capacity)
  }

  mutating func add(_ press: CribPress, at milliseconds: Int) {
    presses.append((milliseconds, press))
    if presses.count > EpochHistory.pressesKept { presses.removeFirst() }
  }

  mutating func forget(pressAt milliseconds: Int) {
    presses.removeAll { $0.at == milliseconds }
  }

  /// The epochs between two times, one after the other. A part's clock never quite agrees with the box's: each epoch
  /// goes to the place nearest to its start, and a place without one is missing.
  func epochs(from: Int, until: Int) -> [Epoch] {
    var placed = [Epoch](repeating: .missing, count: EpochHistory.places(from: from, until: until))
    for index in 0..<count {
      let place = (starts[index] - from + Epoch.milliseconds / 2).flooringDivided(by: Epoch.milliseconds)
      if placed.indices.contains(place), placed[place].isGap { placed[place] = epochs[index] }
    }
    return placed
  }

  /// The presses between two times, by epoch.
  func presses(from: Int, until: Int) -> [(epoch: Int, press: CribPress)] {
    presses.filter { $0.at >= from && $0.at < until }
      .map { (epoch: ($0.at - from) / Epoch.milliseconds, press: $0.press) }
      .sorted { $0.epoch < $1.epoch }
  }

  private static func places(from: Int, until: Int) -> Int {
    min(max(0, until - from) / Epoch.milliseconds, capacity)
  }
}
