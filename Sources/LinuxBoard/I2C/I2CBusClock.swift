/// The clock of an I²C bus, as the device tree has it.
public enum I2CBusClock {
  /// What a bus runs at when nobody says otherwise: the standard mode (I²C-bus specification UM10204, 3.1), and the
  /// default of a Raspberry Pi.
  public static let standardHertz = 100_000

  /// The clock of bus `number` in hertz: the property `clock-frequency` of its node in the device tree (kernel,
  /// Documentation/devicetree/bindings/i2c), four bytes, the highest first. The standard mode where there is none.
  public static func hertz(bus number: Int) -> Int {
    let path = "/sys/bus/i2c/devices/i2c-\(number)/of_node/clock-frequency"
    do throws(ErrorNumber) {
      let bytes = try TextFile.bytes(at: path)
      guard bytes.count == 4 else { return standardHertz }
      let hertz = bytes.reduce(0) { $0 << 8 | Int($1) }
      return hertz > 0 ? hertz : standardHertz
    } catch {
      return standardHertz
    }
  }
}
