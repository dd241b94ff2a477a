import Nursery

/// An amount of milk as a person writes it: `120`, `120ml`, `120 ml`, `4oz` or `4.5 oz`.
package struct MilkAmount: Hashable, Sendable {
  /// A US fluid ounce is 29.5735295625 ml (NIST Handbook 44, appendix C).
  private static let millilitersPerOunce = 29.5735295625

  /// Rounded to whole millilitres.
  package let milliliters: Int

  /// Reads an amount; nil for anything else, and for one that no bottle holds.
  package init?(_ text: String) {
    let text = text.lowercased().filter { $0 != " " }
    let number = text.prefix { $0.isNumber || $0 == "." }
    let factor: Double
    switch text.dropFirst(number.count) {
    case "", "ml": factor = 1
    case "oz": factor = Self.millilitersPerOunce
    default: return nil
    }
    guard let value = Double(number), value < 10_000 else { return nil }
    milliliters = Int((value * factor).rounded())
    guard CareDetail.amountsMilliliters.contains(milliliters) else { return nil }
  }
}
