/// Adds readings up to samples. Readings of one sample may come from two drains.
struct MotionSum {
  let readingsPerSample: Int
  /// Readings that wait for the rest of their sample.
  private(set) var readings = 0
  private var x = 0
  private var y = 0
  private var z = 0

  init(readingsPerSample: Int) {
    self.readingsPerSample = readingsPerSample
  }

  /// Takes a reading; a sample once it is complete.
  mutating func add(x: Int, y: Int, z: Int) -> MotionSample? {
    self.x += x
    self.y += y
    self.z += z
    readings += 1
    guard readings == readingsPerSample else { return nil }
    let sample = MotionSample(
      x: Int16(clamping: self.x), y: Int16(clamping: self.y), z: Int16(clamping: self.z))
    reset()
    return sample
  }

  /// Forgets readings whose sample will not become complete.
  mutating func reset() {
    readings = 0
    x = 0
    y = 0
    z = 0
  }
}
