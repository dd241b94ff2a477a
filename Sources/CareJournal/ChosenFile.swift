import Nursery

/// `chosen.json`: the baby that the buttons are for, so that the first press after a restart is not logged for another
/// one. A file that is missing or damaged says nothing, and is replaced with the next choice.
public enum ChosenFile {
  /// Where it lies in the box's directory.
  public static let path = "chosen.json"

  /// Replaces the file. Durable when it returns.
  public static func save<Storage: JournalStorage>(
    _ baby: BabyID, in storage: Storage
  ) throws(StorageFault) {
    let document: JSONValue = ["v": .integer(JournalLineCodec.version), "baby": .integer(baby.number)]
    try ReplacedFile.save(ReplacedFile.sealed(document), as: path, in: storage)
  }

  /// The baby; nil when the file is missing, damaged, or the card does not give it.
  public static func load<Storage: JournalStorage>(from storage: Storage) -> BabyID? {
    do throws(StorageFault) {
      return try ReplacedFile.read(path, as: baby, from: storage).content
    } catch {
      return nil
    }
  }

  private static func baby(in bytes: [UInt8]) -> BabyID? {
    guard let document = ReplacedFile.document(in: bytes) else { return nil }
    do throws(FieldFault) {
      var fields = try Fields(document)
      _ = try fields.required("v", as: .integer(in: 1...JournalLineCodec.version))
      return BabyID(number: try fields.required("baby", as: .integer(in: 1...9)))
    } catch {
      return nil
    }
  }
}
