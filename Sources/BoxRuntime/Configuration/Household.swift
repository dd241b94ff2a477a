import Bedside
import CareJournal

/// The boxes that share one diary, by `household` of the configuration. How they exchange lines is in the module
/// `Household`.
package struct Household: Hashable, Sendable {
  /// The household's name, for a broker that several households share.
  var name = "home"
  /// The boxes whose lines this box accepts; empty if it keeps a diary of its own.
  var boxes = HouseholdBoxes.named([])
  /// The names of the boxes.
  var places: [BedsideSettings.Place] = []

  /// Whether lines of other boxes are accepted at all.
  var isShared: Bool { boxes != .named([]) }

  /// The maximum number of other boxes. The heads of a log have no room for more.
  static let mostBoxes = 63

  /// The keys that only `cribside-link` reads and checks.
  private static let keysOfTheLink = [
    "broker", "user", "passwordFile", "caFile", "pskIdentity", "pskFile", "homeAssistant",
    "babyBuddy",
  ]

  mutating func read(_ fields: inout Fields) throws(FieldFault) {
    name = try fields.optional("name", as: .householdName) ?? name
    try readBoxes(&fields)
    for key in Self.keysOfTheLink { _ = fields.remove(key) }
    try fields.finish()
  }

  /// `"open"`, or boxes: each its id, or `{ id: "…", name: "…" }`.
  private mutating func readBoxes(_ fields: inout Fields) throws(FieldFault) {
    guard let value = fields.remove("boxes"), value.kind != .null else { return }
    if case .string("open") = value.kind { return boxes = .open }
    guard case .array(let elements) = value.kind, elements.count <= Self.mostBoxes else {
      throw fields.fault("boxes", expected: "\"open\" or at most \(Self.mostBoxes) boxes")
    }
    var ids: Set<String> = []
    for (index, element) in elements.enumerated() { ids.insert(try box(element, at: index)) }
    boxes = .named(ids)
  }

  private mutating func box(_ element: JSONValue, at index: Int) throws(FieldFault) -> String {
    if let id = FieldKind.boxID.read(element) { return id }
    var fields = try Fields(element, path: "household.boxes[\(index)]")
    let id = try fields.required("id", as: .boxID)
    places.append(BedsideSettings.Place(box: id, name: try fields.required("name", as: .placeName)))
    try fields.finish()
    return id
  }
}

extension FieldKind where Value == String {
  fileprivate static var boxID: FieldKind {
    .text("the id of a box, 1 to 64 bytes") { (1...64).contains($0.utf8.count) ? $0 : nil }
  }

  /// The name is shown in a line of the panel, after the entry.
  fileprivate static var placeName: FieldKind {
    .text("a name of 1 to 20 characters") { (1...20).contains($0.count) ? $0 : nil }
  }
}
