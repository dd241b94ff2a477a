/// What a number on a line may be. Beyond it nothing is interpreted, so that no reader can overflow,
/// whatever a line with a good checksum says.
enum LineLimits {
  /// Milliseconds of either clock: 100 million days each way, as for ECMAScript's dates.
  static let milliseconds = -8_640_000_000_000_000...8_640_000_000_000_000
  /// Boot ordinals.
  static let boot = 0...1_000_000_000
  /// Line numbers of a box.
  static let sequence = 1...1_000_000_000_000_000
  /// Baby numbers, as in `BabyID`.
  static let baby = 1...9
}
