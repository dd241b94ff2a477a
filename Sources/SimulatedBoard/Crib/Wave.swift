/// A sine without the C library's mathematics: by Bhaskara's fraction, off by less than 0.002.
enum Wave {
  /// The sine of an angle in turns.
  @inline(__always)
  static func sine(turns: Double) -> Double {
    let turn = turns - turns.rounded(.down)
    let half = turn < 0.5 ? turn : turn - 0.5
    let product = 2 * half * (1 - 2 * half)
    let value = 16 * product / (5 - 4 * product)
    return turn < 0.5 ? value : -value
  }
}
