import CI2C
import Glibc
import Peripherals

/// An I²C bus behind `/dev/i2c-N`: plain transfers if the adapter can make them, else SMBus in blocks of 32 bytes.
public final class LinuxI2CBus: I2CBus, Sendable {
  private let device: Descriptor
  private let hasPlainTransfers: Bool

  /// Opens bus number `number`: `/dev/i2c-1` is 1.
  public convenience init(number: Int) throws(OpenFault) {
    try self.init(path: "/dev/i2c-\(number)")
  }

  /// Opens the bus at a path.
  public convenience init(path: String) throws(OpenFault) {
    try self.init(path: path, usesPlainTransfers: true)
  }

  /// Opens the bus at a path; `usesPlainTransfers: false` treats any adapter as one that has only SMBus.
  init(path: String, usesPlainTransfers: Bool) throws(OpenFault) {
    do throws(ErrorNumber) {
      device = Descriptor(adopting: try SystemCall.complete { open(path, O_RDWR | O_CLOEXEC) })
      let hasThem = try LinuxI2CBus.hasPlainTransfers(device)
      hasPlainTransfers = hasThem && usesPlainTransfers
    } catch {
      throw LinuxI2CBus.fault(path, error.value)
    }
  }

  private static func hasPlainTransfers(_ device: Descriptor) throws(ErrorNumber) -> Bool {
    var abilities = ci2c_abilities()
    let status = ci2c_ask_abilities(device.number, &abilities)
    guard status == 0 else { throw ErrorNumber(value: -status) }
    guard abilities.plain != 0 || abilities.smbus_block != 0 else {
      throw ErrorNumber(value: EOPNOTSUPP)
    }
    return abilities.plain != 0
  }

  /// The kernel says ENODEV or ENXIO when the node exists and its adapter does not.
  private static func fault(_ path: String, _ errno: Int32) -> OpenFault {
    switch errno {
    case EACCES, EPERM: .noPermission(at: path)
    case ENOENT, ENODEV, ENXIO: .noBus(path: path)
    default: .failed(operation: "open I2C bus", path: path, errno: errno)
    }
  }

  /// `START address+W bytes… STOP`. At least one byte.
  public func write(_ bytes: [UInt8], to address: I2CAddress) throws(BusFault) {
    if hasPlainTransfers {
      _ = try transfer(bytes, reading: 0, address)
    } else {
      try writeBlocks(bytes, address)
    }
  }

  /// `START address+R bytes… STOP`. Returns exactly `count` bytes, 1 or more.
  public func read(_ count: Int, from address: I2CAddress) throws(BusFault) -> [UInt8] {
    if hasPlainTransfers { return try transfer([], reading: count, address) }
    guard count == 1 else { throw .other(errno: EOPNOTSUPP) }
    var byte: UInt8 = 0
    try repeating { ci2c_smbus_read_byte(device.number, address.value, &byte) }
    return [byte]
  }

  /// `START address+W bytes… RESTART address+R bytes… STOP`. Returns exactly `count` bytes.
  public func writeThenRead(
    _ bytes: [UInt8], reading count: Int, at address: I2CAddress
  ) throws(BusFault) -> [UInt8] {
    if hasPlainTransfers { return try transfer(bytes, reading: count, address) }
    guard bytes.count == 1, let length = UInt8(exactly: count), count <= SMBusWrite.blockMax else {
      throw .other(errno: EOPNOTSUPP)
    }
    var answer = [UInt8](repeating: 0, count: count)
    try repeating { ci2c_smbus_read(device.number, address.value, bytes[0], &answer, length) }
    return answer
  }

  /// The same into the caller's buffer. Without plain transfers, the bytes pass through an array.
  public func writeThenRead(
    _ bytes: [UInt8], into answer: inout [UInt8], at address: I2CAddress
  ) throws(BusFault) {
    if hasPlainTransfers {
      try transfer(bytes, into: &answer, address)
    } else {
      answer = try writeThenRead(bytes, reading: answer.count, at: address)
    }
  }

  private func transfer(
    _ bytes: [UInt8], reading count: Int, _ address: I2CAddress
  ) throws(BusFault) -> [UInt8] {
    var answer = [UInt8](repeating: 0, count: count)
    try transfer(bytes, into: &answer, address)
    return answer
  }

  private func transfer(
    _ bytes: [UInt8], into answer: inout [UInt8], _ address: I2CAddress
  ) throws(BusFault) {
    guard let outCount = UInt16(exactly: bytes.count), let inCount = UInt16(exactly: answer.count) else {
      throw .other(errno: EINVAL)
    }
    try repeating {
      ci2c_transfer(device.number, address.value, bytes, outCount, &answer, inCount)
    }
  }

  private func writeBlocks(_ bytes: [UInt8], _ address: I2CAddress) throws(BusFault) {
    guard let writes = SMBusWrite.splitting(bytes) else { throw .other(errno: EOPNOTSUPP) }
    for write in writes {
      let block = Array(write.block)
      try repeating {
        ci2c_smbus_write(
          device.number, address.value, write.command, block, UInt8(block.count))
      }
    }
  }

  /// Repeats a call that a signal interrupted; the kernel had not begun the transfer then.
  private func repeating(_ call: () -> Int32) throws(BusFault) {
    var status = call()
    while status == -EINTR { status = call() }
    guard status == 0 else { throw BusFault(errno: -status) }
  }
}

extension BusFault {
  /// What a failed transfer means. Adapters differ in the errno of a missing acknowledge: ENXIO by the kernel's
  /// own rules (Documentation/i2c/fault-codes.rst), EREMOTEIO on a Pi (drivers/i2c/busses/i2c-bcm2835.c),
  /// ENODEV on some others.
  init(errno: Int32) {
    switch errno {
    case ENXIO, EREMOTEIO, ENODEV: self = .noAcknowledge
    case ETIMEDOUT: self = .timedOut
    case EAGAIN: self = .arbitrationLost
    default: self = .other(errno: errno)
    }
  }
}

/// The clock of an I²C bus, as the device tree has it.
public enum I2CBusClock {
  /// What a bus runs at unless configured otherwise: the standard mode (I²C-bus specification UM10204, 3.1), and the
  /// default of a Raspberry Pi.
  public static let standardHertz = 100_000

  /// The clock of bus `number` in hertz: the property `clock-frequency` of its node in the device tree (kernel,
  /// Documentation/devicetree/bindings/i2c), four bytes, the highest first. Without the property it is the standard
  /// mode.
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

/// A write as SMBus can carry it: a command byte, then at most 32 bytes.
struct SMBusWrite: Hashable {
  /// The most bytes after the command (SMBus 3.1, 6.5.7; linux/i2c.h, `I2C_SMBUS_BLOCK_MAX`).
  static let blockMax = 32

  /// The first byte of the write: a register, or a display's control byte.
  let command: UInt8
  /// The bytes after it.
  let block: ArraySlice<UInt8>

  /// The SMBus writes that are equivalent to one plain write; nil if SMBus cannot express it.
  ///
  /// Only a display's streams may be cut: after their control byte, 00h for commands and 40h for data, the panel
  /// continues where it was. A chip with registers would start again at the named register.
  static func splitting(_ bytes: [UInt8]) -> [SMBusWrite]? {
    guard let command = bytes.first else { return nil }
    let rest = bytes.dropFirst()
    guard rest.count > blockMax else { return [SMBusWrite(command: command, block: rest)] }
    guard command == 0x00 || command == 0x40 else { return nil }
    return stride(from: rest.startIndex, to: rest.endIndex, by: blockMax).map { start in
      SMBusWrite(command: command, block: rest[start..<min(start + blockMax, rest.endIndex)])
    }
  }
}
