/// The wires to one chip with registers: counts what they cost.
struct RegisterLink<Bus: I2CBus> {
  let bus: Bus
  let address: I2CAddress
  private(set) var traffic = AccelerometerTraffic()

  init(bus: Bus, address: I2CAddress) {
    self.bus = bus
    self.address = address
  }

  /// A register, and the bytes from there on.
  mutating func write(_ bytes: [UInt8]) throws(BusFault) {
    traffic.countWrite(bytes.count)
    try bus.write(bytes, to: address)
  }

  /// The bytes of a span.
  mutating func read(_ span: RegisterSpan) throws(BusFault) -> [UInt8] {
    traffic.countExchange(span.pointer.count, reading: span.count)
    return try bus.writeThenRead(span.pointer, reading: span.count, at: address)
  }

  /// The bytes behind a span's register, `buffer.count` of them, into the buffer.
  mutating func read(_ span: RegisterSpan, into buffer: inout [UInt8]) throws(BusFault) {
    traffic.countExchange(span.pointer.count, reading: buffer.count)
    try bus.writeThenRead(span.pointer, into: &buffer, at: address)
  }
}
