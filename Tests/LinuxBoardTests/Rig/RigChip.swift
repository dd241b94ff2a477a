import Glibc

@testable import LinuxBoard

/// One chip on the rig's bus: it records what is written, and answers reads with a fixed pattern or an errno. It has
/// its own thread, as a chip works by itself.
final class RigChip {
  /// A transfer as the chip saw it.
  struct Transfer: Hashable, Sendable {
    let address: UInt16
    let written: [UInt8]
    let readCount: Int
  }

  private let mailbox: Mailbox
  private let thread: WorkerThread<Int32, Transfer>

  /// Makes a chip that answers at every address.
  init() throws {
    let adapter = try Descriptor("open", "/dev/rig-i2c") { open("/dev/rig-i2c", O_RDWR) }
    mailbox = try Mailbox()
    thread = try WorkerThread(name: "chip", capacity: 16, mailbox: mailbox) { result in
      RigChip.serve(adapter, result)
    }
  }

  deinit {
    thread.stop()  // or the next chip finds the adapter busy
  }

  /// The bytes of a read: 0xA0, 0xA1, …
  static func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(0xA0 + $0) } }

  /// Answers the next `count` transfers with `errno`, 0 for success.
  func expect(_ count: Int, errno: Int32 = 0) {
    for _ in 0..<count where !thread.submit(errno) { preconditionFailure("too many transfers") }
  }

  /// The transfers since the last call, after all expected ones have come.
  func transfers() -> [Transfer] {
    while thread.pending > 0 { sched_yield() }
    return thread.drainReports()
  }

  private static func serve(_ adapter: Descriptor, _ errno: Int32) -> Transfer {
    var record = [UInt8](repeating: 0, count: 16_384)
    let length = read(adapter.number, &record, record.count)
    precondition(length >= 8, "no transfer")
    func word(_ at: Int) -> UInt16 { UInt16(record[at]) | UInt16(record[at + 1]) << 8 }
    let count = Int(word(4))
    var readCount = 0
    for message in 0..<count where word(8 + message * 8 + 2) & 1 != 0 {
      readCount += Int(word(8 + message * 8 + 4))
    }
    let written = Array(record[(8 + count * 8)..<length])
    let result = errno == 0 ? Int32(count) : -errno
    var reply = Array(record[0..<4])
    for shift in [0, 8, 16, 24] { reply.append(UInt8(truncatingIfNeeded: result >> Int32(shift))) }
    if errno == 0 { reply += pattern(readCount) }
    _ = write(adapter.number, reply, reply.count)
    return Transfer(address: word(8), written: written, readCount: readCount)
  }
}
