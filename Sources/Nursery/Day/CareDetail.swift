/// What was in a bottle.
public enum Milk: Hashable, Sendable {
  /// Made from powder, or ready to drink.
  case formula
  /// Expressed breast milk.
  case breast
}

/// What was in a nappy.
public enum NappyContents: Hashable, Sendable {
  /// Urine.
  case wet
  /// Stool.
  case dirty
  /// Both.
  case both
}

/// The details of an event besides its times and its side. Each field belongs to one kind of event.
///
/// In a patch, nil leaves a field as it is.
public struct CareDetail: Hashable, Sendable {
  /// The amounts that a bottle may have, in millilitres. In a patch, 0 removes an amount.
  public static let amountsMilliliters = 1...1000
  /// The longest name of a medicine, in characters.
  public static let medicineLimit = 40

  /// How much of a bottle was drunk, in millilitres.
  public var amountMilliliters: Int?
  /// What was in the bottle.
  public var milk: Milk?
  /// What was in a nappy.
  public var nappy: NappyContents?
  /// The name of a medicine.
  public var medicine: String?

  /// No details.
  public static let none = CareDetail()

  /// A detail of the known fields.
  public init(
    amountMilliliters: Int? = nil, milk: Milk? = nil, nappy: NappyContents? = nil, medicine: String? = nil
  ) {
    self.amountMilliliters = amountMilliliters
    self.milk = milk
    self.nappy = nappy
    self.medicine = medicine
  }

  /// This detail with what a patch sets.
  public func patched(by patch: CareDetail) -> CareDetail {
    CareDetail(
      amountMilliliters: patch.amountMilliliters ?? amountMilliliters, milk: patch.milk ?? milk,
      nappy: patch.nappy ?? nappy, medicine: patch.medicine ?? medicine)
  }

  /// The part of this detail that an event of a kind can have.
  public func restricted(to kind: CareKind) -> CareDetail {
    switch kind {
    case .bottle: CareDetail(amountMilliliters: amountMilliliters == 0 ? nil : amountMilliliters, milk: milk)
    case .nappy: CareDetail(nappy: nappy)
    case .medicine: CareDetail(medicine: medicine)
    case .sleep, .nursing, .wake, .dreamFeedDismissed: .none
    }
  }

  /// The patch that turns another detail into this one. Only an amount can be removed by a patch.
  func change(from other: CareDetail) -> CareDetail {
    CareDetail(
      amountMilliliters: amountMilliliters == other.amountMilliliters ? nil : amountMilliliters ?? 0,
      milk: milk == other.milk ? nil : milk, nappy: nappy == other.nappy ? nil : nappy,
      medicine: medicine == other.medicine ? nil : medicine)
  }

  /// The first field that an event of a kind cannot have; nil if all fit.
  func misplaced(in kind: CareKind) -> Refusal.Field? {
    if amountMilliliters != nil, kind != .bottle { return .amount }
    if milk != nil, kind != .bottle { return .milk }
    if nappy != nil, kind != .nappy { return .nappy }
    if medicine != nil, kind != .medicine { return .medicine }
    return nil
  }
}
