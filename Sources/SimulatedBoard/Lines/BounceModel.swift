/// How a push button's contact behaves, and how late the kernel looks at it.
public struct BounceModel: Hashable, Sendable {
  /// What tests call it.
  public let name: String
  /// How long the contact chatters after a press, in nanoseconds.
  public let pressNanoseconds: ClosedRange<Int>
  /// How long the contact chatters after a release, in nanoseconds.
  public let releaseNanoseconds: ClosedRange<Int>
  /// How often the contact opens and closes again within that time.
  public let chatterCount: ClosedRange<Int>
  /// How long after an edge the interrupt thread reads the level, in nanoseconds. Where this is longer than
  /// the chatter's gaps, two events of the same level follow each other.
  public let latencyNanoseconds: ClosedRange<Int>

  /// A model of all its parts.
  public init(
    name: String, pressNanoseconds: ClosedRange<Int>, releaseNanoseconds: ClosedRange<Int>,
    chatterCount: ClosedRange<Int>, latencyNanoseconds: ClosedRange<Int> = 15_000...80_000
  ) {
    self.name = name
    self.pressNanoseconds = pressNanoseconds
    self.releaseNanoseconds = releaseNanoseconds
    self.chatterCount = chatterCount
    self.latencyNanoseconds = latencyNanoseconds
  }

  /// One edge for each change.
  public static let clean = BounceModel(
    name: "clean", pressNanoseconds: 0...0, releaseNanoseconds: 0...0, chatterCount: 0...0)

  /// A common tactile switch: some chatter of 0.1 to 5 ms both ways.
  public static let chatter = BounceModel(
    name: "chatter", pressNanoseconds: 100_000...5_000_000, releaseNanoseconds: 100_000...5_000_000,
    chatterCount: 1...8)

  /// A switch that closes cleanly and opens badly.
  public static let release = BounceModel(
    name: "release", pressNanoseconds: 0...0, releaseNanoseconds: 1_000_000...10_000_000, chatterCount: 1...10
  )

  /// A loaded board: the level is read up to 3 ms after the edge.
  public static let late = BounceModel(
    name: "late", pressNanoseconds: 1_000_000...10_000_000, releaseNanoseconds: 1_000_000...10_000_000,
    chatterCount: 2...12, latencyNanoseconds: 50_000...3_000_000)

  /// The worst that the box promises to ignore: 25 ms of chatter, often more edges than a queue holds.
  public static let long = BounceModel(
    name: "long", pressNanoseconds: 20_000_000...25_000_000, releaseNanoseconds: 20_000_000...25_000_000,
    chatterCount: 4...40)

  /// Every model above.
  public static let all: [BounceModel] = [.clean, .chatter, .release, .late, .long]

  /// The contact's changes when it settles at `isActive` from `start` on, in order of time; the last one stays.
  /// Chatter is dense at first and dies away.
  func changes(to isActive: Bool, from start: UInt64, random: inout SimulatedRandom) -> [ContactChange] {
    let duration = random.number(in: isActive ? pressNanoseconds : releaseNanoseconds)
    let count = duration == 0 ? 0 : 2 * random.number(in: chatterCount)
    let delays = (0..<count).map { _ in Self.early(random.number(in: 0...1000), within: duration) }
    let times = [start] + Set(delays).sorted().map { start + UInt64($0) }
    let settled = times.count % 2 == 1 ? times : Array(times.dropLast())
    return settled.enumerated().map { place, time in
      ContactChange(nanoseconds: time, isActive: (place % 2 == 0) == isActive)
    }
  }

  /// A delay of 1…`duration`, the more likely the shorter.
  private static func early(_ thousandths: Int, within duration: Int) -> Int {
    max(1, duration / 1000 * thousandths / 1000 * thousandths)
  }
}
