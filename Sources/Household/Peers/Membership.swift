/// The boxes whose lines belong to the household.
package enum Membership: Hashable, Sendable {
  /// The lines of any box that the broker lets in.
  case open
  /// The lines of the boxes that are listed by their ids.
  case listed(Set<String>)

  func allows(_ box: String) -> Bool {
    switch self {
    case .open: true
    case .listed(let boxes): boxes.contains(box)
    }
  }
}

/// Random numbers that a seed repeats (SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014). Waits then differ between boxes, and a test can repeat them.
package struct SeededWaits: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  /// Numbers from a seed.
  package init(seed: UInt64) { state = seed }

  /// The next number, any of 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number of milliseconds in a range.
  package mutating func wait(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}
