/// A chip on the simulated bus. It sees what the wires would carry to it, and nothing else of its driver.
public protocol SimulatedChip: AnyObject {
  /// Takes the bytes after `START address+W`. Returns how many of them it acknowledged; the bus stops at the
  /// first byte it refuses.
  func write(_ bytes: [UInt8]) -> Int

  /// Yields exactly `count` bytes after `START address+R`.
  func read(_ count: Int) -> [UInt8]

  /// A transfer broke off after the bytes that were last written: the chip saw no further byte of it.
  func breakOff()

  /// A brown-out: registers fall back to their reset values and memory becomes garbage, unseen by the driver.
  func reset()
}

extension SimulatedChip {
  /// Most chips do not care where a transfer ends.
  public func breakOff() {}
}
