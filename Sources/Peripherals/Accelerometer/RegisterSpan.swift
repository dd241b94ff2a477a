/// Registers to be read in one transfer.
struct RegisterSpan: Hashable, Sendable {
  /// The byte that names the first one, in an array of its own so that none is made for each transfer.
  let pointer: [UInt8]
  /// How many bytes.
  let count: Int

  init(_ pointer: UInt8, count: Int) {
    self.pointer = [pointer]
    self.count = count
  }
}
