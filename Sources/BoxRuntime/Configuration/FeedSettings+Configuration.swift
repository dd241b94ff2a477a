import Bedside
import CareJournal
import Nursery

extension FeedSettings {
  /// Reads the configuration's `feeds`.
  package mutating func read(_ fields: inout Fields) throws(FieldFault) {
    let bottle = try fields.optional("bottle", as: .number)
    milk = try fields.optional("milk", as: .milk)
    usesOunces = try fields.optional("unit", as: .isOunces) ?? usesOunces
    if let bottle {
      let most = CareDetail.amountsMilliliters
      let amount = usesOunces ? Double(FeedSettings.milliliters(halfOunces: 1)) * bottle * 2 : bottle
      guard amount.isFinite, Double(most.lowerBound)...Double(most.upperBound) ~= amount else {
        throw fields.fault("bottle", expected: usesOunces ? "0.5 to 33 ounces" : "1 to 1000 millilitres")
      }
      bottleMilliliters =
        usesOunces
        ? FeedSettings.milliliters(halfOunces: Int((bottle * 2).rounded())) : Int(amount.rounded())
    }
    try fields.finish()
  }
}

extension FieldKind where Value == Milk {
  fileprivate static var milk: FieldKind {
    .text("formula or breast") { text in [Milk.formula, .breast].first { $0.name == text } }
  }
}

extension FieldKind where Value == Bool {
  fileprivate static var isOunces: FieldKind {
    .text("ml or oz") { ["ml": false, "oz": true][$0] }
  }
}
