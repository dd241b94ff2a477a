import Bedside
import CareJournal
import Nursery

extension ExtraAction? {
  /// Reads the configuration's `buttons`.
  init(_ fields: inout Fields) throws(FieldFault) {
    let extra = try fields.optional("extra", as: .extraAction)
    let medicine = try fields.optional("medicine", as: .medicine)
    try fields.finish()
    guard case .medicine? = extra else {
      self = extra
      return
    }
    guard let medicine else { throw fields.fault("medicine", expected: "the medicine that the button logs") }
    self = .medicine(medicine)
  }
}

extension FieldKind where Value == ExtraAction {
  fileprivate static var extraAction: FieldKind {
    .oneOf(["nappy": .nappy, "medicine": .medicine(""), "wake": .wake, "bottle": .bottle])
  }
}

extension FieldKind where Value == String {
  fileprivate static var medicine: FieldKind {
    .text("1 to \(CareDetail.medicineLimit) characters") { name in
      (1...CareDetail.medicineLimit).contains(name.count) ? name : nil
    }
  }
}
