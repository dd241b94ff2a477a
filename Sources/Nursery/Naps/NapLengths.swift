/// The nap lengths of each nap count, kept apart: a two-nap day has longer naps than a three-nap day.
public struct NapLengths: Hashable, Sendable {
  /// The lengths by nap count, in minutes, first nap first; nil: the usual ones.
  /// Two naps may name a third length, which stands for nothing.
  public var one: [Int]?
  /// Two naps.
  public var two: [Int]?
  /// Three naps.
  public var three: [Int]?
  /// Four naps.
  public var four: [Int]?
  /// Five naps.
  public var five: [Int]?

  /// Lengths in minutes; what is left out has the usual ones.
  public init(
    one: [Int]? = nil, two: [Int]? = nil, three: [Int]? = nil, four: [Int]? = nil, five: [Int]? = nil
  ) {
    self.one = one
    self.two = two
    self.three = three
    self.four = four
    self.five = five
  }
}
