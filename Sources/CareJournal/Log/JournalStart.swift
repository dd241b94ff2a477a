import Nursery

/// What the journal cannot know by itself when a box starts.
public struct JournalStart: Hashable, Sendable {
  /// The kernel's name for this boot (`/proc/sys/kernel/random/boot_id`).
  public var kernelBootID: String
  /// `CLOCK_BOOTTIME` in milliseconds.
  public var bootMilliseconds: Int
  /// What the wall clock says, or nil when it says nothing worth recording.
  public var wall: Instant?
  /// Whether `wall` may be shown to a person.
  public var trust: ClockTrust
  /// Random bits: two words for the id of the boot line, one for the box's name should it have none yet.
  public var random: (UInt64, UInt64, UInt64) {
    get { (firstRandom, secondRandom, thirdRandom) }
    set { (firstRandom, secondRandom, thirdRandom) = newValue }
  }
  private var firstRandom: UInt64
  private var secondRandom: UInt64
  private var thirdRandom: UInt64

  /// The start of a box at a reading of its clocks.
  public init(
    kernelBootID: String, bootMilliseconds: Int, wall: Instant?, trust: ClockTrust,
    random: (UInt64, UInt64, UInt64)
  ) {
    self.kernelBootID = kernelBootID
    self.bootMilliseconds = bootMilliseconds
    self.wall = wall
    self.trust = trust
    (firstRandom, secondRandom, thirdRandom) = random
  }

  /// The boot line's id. Without a wall clock it counts from 1970, and is unique by its random bits alone.
  var bootLineID: EventID {
    EventID(milliseconds: wall?.milliseconds ?? bootMilliseconds, random: (firstRandom, secondRandom))
  }

  /// A name for a box that has none: 12 hexadecimal digits.
  var newBox: String { String(decoding: Hexadecimal.digits(thirdRandom, count: 12), as: UTF8.self) }
}
