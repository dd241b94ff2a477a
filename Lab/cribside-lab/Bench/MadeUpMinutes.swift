/// Counts of a year of minutes for the scorers: bouts of 37 minutes, lively, faint or still. The program in numpy
/// makes the same.
enum MadeUpMinutes {
  private static let boutMinutes = 37

  /// One count for each minute of a year.
  static var counts: [Int] { (0..<365 * 24 * 60).map(count) }

  private static func count(_ minute: Int) -> Int {
    let noise = UInt32(truncatingIfNeeded: minute &* 2_654_435_761)
    switch UInt32(truncatingIfNeeded: minute / boutMinutes &* 2_246_822_519) >> 30 {
    case 0: return Int(noise >> 23)
    case 1: return Int(noise >> 27)
    default: return 0
    }
  }
}
