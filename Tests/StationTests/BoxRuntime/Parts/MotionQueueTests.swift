import Bedside
import Peripherals
import Testing

@testable import BoxRuntime

/// When the accelerometer is read.
@Suite struct MotionQueueTests {
  private static let part = AccelerometerPart(
    kind: .lis3dh, address: I2CAddress(0x18), identity: 0x33, name: "LIS3DH")

  private static func report(_ part: AccelerometerPart?, next: Int) -> MotionReport {
    MotionReport(part: part, nextServiceMilliseconds: next)
  }

  @Test("One read at a time is requested")
  func oneReadAtATimeIsRequested() {
    var queue = MotionQueue(isOn: true)
    #expect(queue.nextJob(at: 5_000) == .motion(atMilliseconds: 5_000))
    #expect(queue.nextJob(at: 6_000) == nil && queue.nextDeadline == 7_000, "its readings are collected then")
    queue.receive(Self.report(Self.part, next: 6_100), at: 6_000)
    #expect(queue.nextDeadline == 6_100)
    #expect(queue.nextJob(at: 6_099) == nil)
    #expect(queue.nextJob(at: 6_100) != nil)
  }

  @Test("Readings are collected when the next read is due")
  func readingsAreCollectedWhenTheNextReadIsDue() {
    var queue = MotionQueue(isOn: true)
    _ = queue.nextJob(at: 0)
    queue.receive(Self.report(Self.part, next: 260), at: 10)
    #expect(queue.nextJob(at: 260) != nil && queue.nextDeadline == 520)
    queue.receive(Self.report(Self.part, next: 520), at: 520)
    #expect(queue.nextJob(at: 520) != nil && queue.nextDeadline == 780)
  }

  @Test("A sensor that is off is never read")
  func aSensorThatIsOffIsNeverRead() {
    var queue = MotionQueue(isOn: false)
    queue.receiveInterrupt(at: 1_000)
    #expect(queue.nextJob(at: 1_000) == nil && queue.nextDeadline == nil)
  }

  @Test("The interrupt line brings a read forward once")
  func theInterruptLineBringsAReadForwardOnce() {
    var queue = MotionQueue(isOn: true)
    _ = queue.nextJob(at: 0)
    queue.receive(Self.report(Self.part, next: 1_120), at: 10)
    queue.receiveInterrupt(at: 50)
    #expect(queue.nextDeadline == 100)
    queue.receiveInterrupt(at: 1_000)
    #expect(queue.nextDeadline == 100, "what is due sooner stays due")
    #expect(queue.nextJob(at: 100) != nil)
  }

  @Test("A part that was never there is not missed")
  func aPartThatWasNeverThereIsNotMissed() {
    var queue = MotionQueue(isOn: true)
    _ = queue.nextJob(at: 0)
    queue.receive(Self.report(nil, next: 250), at: 10)
    #expect(queue.partState == .absent && queue.nextDeadline == nil)
    #expect(queue.nextJob(at: 250) == nil)
    #expect(queue.nextJob(at: 60_000) != nil, "it is looked for when the loop turns anyway")
    queue.receive(Self.report(Self.part, next: 61_000), at: 60_010)
    #expect(queue.partState == .works && queue.nextDeadline == 61_000)
    _ = queue.nextJob(at: 61_000)
    queue.receive(Self.report(nil, next: 61_250), at: 61_010)
    #expect(queue.partState == .missing && queue.nextDeadline == 61_250)
  }

  @Test("A configured part is missed from the start")
  func aConfiguredPartIsMissedFromTheStart() {
    var queue = MotionQueue(isOn: true, isPartNamed: true)
    _ = queue.nextJob(at: 0)
    queue.receive(Self.report(nil, next: 250), at: 10)
    #expect(queue.partState == .missing && queue.nextDeadline == 250)
  }
}
