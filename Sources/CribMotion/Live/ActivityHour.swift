import Nursery

/// A stored hour of motion.
public struct ActivityHour: Hashable, Sendable {
  /// The length of an hour, in milliseconds.
  public static let milliseconds = 3_600_000
  /// The number of epochs in an hour.
  public static let epochs = milliseconds / Epoch.milliseconds

  /// When it began, in milliseconds of the boot clock.
  public let startMilliseconds: Int
  /// Its epochs, in order; nil where readings are missing.
  public let marks: [ActivityMark?]

  /// Nil unless there is one mark for each epoch.
  public init?(startMilliseconds: Int, marks: [ActivityMark?]) {
    guard marks.count == ActivityHour.epochs else { return nil }
    self.startMilliseconds = startMilliseconds
    self.marks = marks
  }
}

/// A stored epoch: two steps on a scale of half octaves, so that a night takes a few kilobytes.
public struct ActivityMark: Hashable, Sendable {
  /// The highest step of the scale.
  public static let steps = 61

  /// The step of the activity count, see `Epoch.count`.
  public let count: UInt8
  /// The step of the largest magnitude in milligee, see `Epoch.peakMilligee`.
  public let peak: UInt8

  /// Nil unless both steps are 0…`steps`.
  public init?(count: UInt8, peak: UInt8) {
    guard max(count, peak) <= ActivityMark.steps else { return nil }
    self.count = count
    self.peak = peak
  }

  /// The mark of an epoch.
  public init(_ epoch: Epoch) {
    count = ActivityMark.step(of: epoch.count)
    peak = ActivityMark.step(of: epoch.peakMilligee)
  }

  /// Step 0 is below 1. Step n begins at 2 to the power (n − 1)/2.
  static func step(of value: Float) -> UInt8 {
    guard value >= 1 else { return 0 }
    guard value < 1e9 else { return UInt8(steps) }
    let halves = 2 * Int(value.exponent) + (value.significand < Float(2).squareRoot() ? 0 : 1)
    return UInt8(min(1 + halves, steps))
  }
}

/// Gathers epochs into hours of the boot clock, in memory that is allocated once. It drops an hour with an empty crib
/// and no press, so that an idle box writes nothing.
struct ActivityPacker: Sendable {
  private var marks = [ActivityMark?](repeating: nil, count: ActivityHour.epochs)
  private var hour: Int?
  private var isWorthKeeping = false
  /// Epochs arrive late, so a press may belong to the hour after theirs.
  private var pressedHour: Int?
  private var finished: ActivityHour?

  /// Adds an epoch that began at `start`.
  mutating func add(_ epoch: Epoch, start: Int, isPresent: Bool) {
    let number = start.flooringDivided(by: ActivityHour.milliseconds)
    if number != hour { begin(number) }
    guard !epoch.isGap else { return }
    marks[(start - number * ActivityHour.milliseconds) / Epoch.milliseconds] = ActivityMark(epoch)
    if isPresent { isWorthKeeping = true }
  }

  /// Records a press.
  mutating func recordPress(at milliseconds: Int) {
    let number = milliseconds.flooringDivided(by: ActivityHour.milliseconds)
    if number == hour { isWorthKeeping = true }
    pressedHour = number
  }

  /// Returns a complete hour that is worth keeping, once.
  mutating func nextFinished() -> ActivityHour? {
    defer { finished = nil }
    return finished
  }

  private mutating func begin(_ number: Int) {
    if let hour, isWorthKeeping, marks.contains(where: { $0 != nil }) {
      finished = ActivityHour(startMilliseconds: hour * ActivityHour.milliseconds, marks: marks)
    }
    for index in marks.indices { marks[index] = nil }
    hour = number
    isWorthKeeping = pressedHour == number
  }
}
