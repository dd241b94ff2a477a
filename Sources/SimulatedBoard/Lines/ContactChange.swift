/// A contact's change in simulated time.
struct ContactChange: Hashable {
  var nanoseconds: UInt64
  var isActive: Bool
}
