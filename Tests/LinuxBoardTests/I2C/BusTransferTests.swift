import Glibc
import Peripherals
import Testing

@testable import LinuxBoard

@Suite struct BusTransferTests {
  @Test(
    "Every errno has its fault",
    arguments: [
      (ENXIO, BusFault.noAcknowledge), (EREMOTEIO, .noAcknowledge), (ENODEV, .noAcknowledge),
      (121, .noAcknowledge), (ETIMEDOUT, .timedOut), (EAGAIN, .arbitrationLost),
      (EIO, .other(errno: EIO)), (EOPNOTSUPP, .other(errno: EOPNOTSUPP)),
      (EBUSY, .other(errno: EBUSY)),
    ])
  func everyErrnoHasItsFault(errno: Int32, fault: BusFault) {
    #expect(BusFault(errno: errno) == fault)
  }

  @Test(
    "Every errno of a line has its fault",
    arguments: [(ENODEV, LineFault.chipGone), (EIO, .other(errno: EIO))])
  func everyErrnoOfALineHasItsFault(errno: Int32, fault: LineFault) {
    #expect(LineFault(errno: errno) == fault)
  }

  @Test("Short writes are one block")
  func shortWritesAreOneBlock() {
    #expect(SMBusWrite.splitting([0x2D, 0x08]) == [SMBusWrite(command: 0x2D, block: [0x08])])
    #expect(SMBusWrite.splitting([0x32]) == [SMBusWrite(command: 0x32, block: [])])
    #expect(SMBusWrite.splitting([]) == nil)
  }

  @Test("Display streams repeat their control byte", arguments: [UInt8(0x00), 0x40])
  func displayStreamsRepeatTheirControlByte(control: UInt8) {
    let data = (0..<70).map { UInt8($0) }
    let writes = SMBusWrite.splitting([control] + data)
    #expect(writes?.map(\.command) == [control, control, control])
    #expect(writes?.map(\.block.count) == [32, 32, 6])
    #expect(writes?.flatMap(\.block) == data)
  }

  @Test("Long writes to a register are refused")
  func longWritesToARegisterAreRefused() {
    let most = [UInt8](repeating: 7, count: 33)
    #expect(SMBusWrite.splitting(most)?.count == 1)
    #expect(SMBusWrite.splitting(most + [7]) == nil)
  }

  @Test("Edges of several queues come in time order")
  func edgesOfSeveralQueuesComeInTimeOrder() {
    func edge(_ offset: Int, _ isActive: Bool, _ time: UInt64) -> LineEvent {
      LineEvent(offset: offset, isActive: isActive, monotonicNanoseconds: time, sequence: nil)
    }
    let queues = [edge(17, true, 5), edge(17, false, 9), edge(17, true, 9), edge(27, true, 7)]
    #expect(LineEvent.inTimeOrder(queues) == [queues[0], queues[3], queues[1], queues[2]])
  }
}
