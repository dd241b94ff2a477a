import Nursery

/// How much a bottle holds, in the household's unit.
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

/// The amount and content of a bottle, and the household's unit.
public struct FeedSettings: Hashable, Sendable {
  /// A US fluid ounce in hundredths of a millilitre (NIST Handbook 44, appendix C).
  private static let hundredthsPerOunce = 2_957

  /// How much a bottle holds until MENU changes it, in millilitres.
  public var bottleMilliliters = 120
  /// What is in a bottle; nil if that is not set.
  public var milk: Milk?
  /// Whether amounts are shown in ounces and change by half an ounce.
  public var usesOunces = false

  /// 120 ml, without the kind of milk.
  public init() {}

  /// The details with which a bottle is logged.
  public var bottle: CareDetail { CareDetail(amountMilliliters: bottleMilliliters, milk: milk) }

  /// An amount that is one step larger or smaller: 10 ml, or half an ounce. It stays within the amounts of a bottle.
  public func stepped(_ milliliters: Int, up: Bool) -> Int {
    let step = up ? 1 : -1
    let amount =
      usesOunces
      ? FeedSettings.milliliters(halfOunces: FeedSettings.halfOunces(milliliters) + step)
      : (milliliters + step * 10) / 10 * 10
    // The least step is the least amount: below it a bottle stays as it is.
    return amount <= 0 ? milliliters : min(amount, CareDetail.amountsMilliliters.upperBound)
  }

  /// An amount in half ounces, rounded.
  public static func halfOunces(_ milliliters: Int) -> Int {
    (milliliters * 200 + hundredthsPerOunce / 2) / hundredthsPerOunce
  }

  /// Half ounces in millilitres, rounded.
  public static func milliliters(halfOunces: Int) -> Int { (halfOunces * hundredthsPerOunce + 100) / 200 }
}
