/// Who a chip says it is.
struct AccelerometerIdentity: Hashable, Sendable {
  /// Its name, or the names of those that cannot be told apart by asking.
  var name: String
  /// Whether its registers are those of the kind that was asked for.
  var isAccepted: Bool

  static func accepted(_ name: String) -> AccelerometerIdentity {
    AccelerometerIdentity(name: name, isAccepted: true)
  }

  static func refused(_ name: String) -> AccelerometerIdentity {
    AccelerometerIdentity(name: name, isAccepted: false)
  }
}
