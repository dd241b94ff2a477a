/// The rows of a page's zones, at rest: a top line, the figure that matters, and below it a bar and the foot.
enum Zones {
  /// Where the capitals of the top line begin.
  static let top = 0
  /// Where the figure begins, and the row after its last one.
  static let figure = 15..<39
  /// The bar.
  static let bar = 42..<49
  /// What a notice takes, in place of the bar.
  static let band = 40..<52
  /// Where the foot's capitals begin.
  static let foot = 53
  /// What `NOT SAVED` takes, in place of the foot.
  static let alarm = 52..<61
}
