import Nursery

/// The text of `shield.json`. A shield that was cleared is written down as such.
enum ShieldDocument {
  /// What a file says.
  struct Reading: Hashable {
    /// The shield in force; nil: it is cleared.
    var shield: Shield?
  }

  /// The file's bytes.
  static func bytes(_ shield: Shield?) -> [UInt8] {
    ReplacedFile.sealed([
      "v": .integer(JournalLineCodec.version), "up": .bool(shield != nil),
      "session": shield.map { .string($0.session.text) } ?? .null,
      "allowed": shield.map { QuietDocument.words($0.allowed) } ?? .null,
    ])
  }

  /// What the bytes say; nil when they are damaged, or of a version that is not known.
  static func reading(of bytes: [UInt8]) -> Reading? {
    guard let document = ReplacedFile.document(in: bytes) else { return nil }
    do throws(FieldFault) {
      var fields = try Fields(document)
      _ = try fields.required("v", as: .integer(in: 1...JournalLineCodec.version))
      guard try fields.required("up", as: .bool) else { return Reading() }
      let session = try fields.required("session", as: .string)
      let allowed = try fields.array("allowed", of: .quietAction)
      return EventID(text: session).map { Reading(shield: Shield(session: $0, allowed: Set(allowed))) }
    } catch {
      return nil
    }
  }
}
