import Bedside
import CareJournal

extension Tune {
  /// The configuration's `sound`, in the order of its keys.
  private static let keys: [(key: String, tune: Tune)] = [
    ("wakeBy", .wakeBy), ("feedDue", .feedDue), ("alarm", .alarm),
  ]

  /// Reads which tunes are played.
  static func set(_ fields: inout Fields) throws(FieldFault) -> Set<Tune> {
    var tunes: Set<Tune> = []
    for (key, tune) in keys {
      if try fields.optional(key, as: .bool) == true { tunes.insert(tune) }
    }
    try fields.finish()
    return tunes
  }
}
