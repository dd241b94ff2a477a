import Nursery

/// What a bottle is logged with, and the unit in which the household reads it.
public struct FeedSettings: Hashable, Sendable {
  /// A US fluid ounce in hundredths of a millilitre (NIST Handbook 44, appendix C).
  private static let hundredthsPerOunce = 2_957

  /// How much a bottle holds until MENU changes it, in millilitres.
  public var bottleMilliliters = 120
  /// What is in a bottle; nil: not said.
  public var milk: Milk?
  /// True: amounts are shown in ounces, and change by half of one.
  public var usesOunces = false

  /// 120 ml of a milk that is not said.
  public init() {}

  /// What a bottle is logged with.
  public var bottle: CareDetail { CareDetail(amountMilliliters: bottleMilliliters, milk: milk) }

  /// An amount that is one step more or less: 10 ml, or half an ounce. It stays an amount that a bottle can have.
  public func stepped(_ milliliters: Int, up: Bool) -> Int {
    let step = up ? 1 : -1
    let amount =
      usesOunces
      ? FeedSettings.milliliters(halfOunces: FeedSettings.halfOunces(milliliters) + step)
      : (milliliters + step * 10) / 10 * 10
    return min(
      max(amount, CareDetail.amountsMilliliters.lowerBound), CareDetail.amountsMilliliters.upperBound)
  }

  /// An amount in half ounces, rounded.
  public static func halfOunces(_ milliliters: Int) -> Int {
    (milliliters * 200 + hundredthsPerOunce / 2) / hundredthsPerOunce
  }

  /// Half ounces in millilitres, rounded.
  public static func milliliters(halfOunces: Int) -> Int { (halfOunces * hundredthsPerOunce + 100) / 200 }
}

/// How much a bottle holds, in the unit in which the household reads it.
public struct BottleAmount: Hashable, Sendable {
  /// In millilitres.
  public var milliliters: Int
  /// Whether it is shown in ounces.
  public var usesOunces: Bool

  /// An amount in a unit.
  public init(milliliters: Int, usesOunces: Bool) {
    self.milliliters = milliliters
    self.usesOunces = usesOunces
  }
}
