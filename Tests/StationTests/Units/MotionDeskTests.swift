import Bedside
import Peripherals
import Testing

@testable import BoxRuntime

/// When the accelerometer is looked at.
@Suite struct MotionDeskTests {
  private static let part = AccelerometerPart(
    kind: .lis3dh, address: I2CAddress(0x18), identity: 0x33, name: "LIS3DH")

  private static func report(_ part: AccelerometerPart?, next: Int) -> MotionReport {
    MotionReport(part: part, nextServiceMilliseconds: next)
  }

  @Test func oneLookAtATime() {
    var desk = MotionDesk(isOn: true)
    #expect(desk.nextJob(at: 5_000) == .motion(atMilliseconds: 5_000))
    #expect(desk.nextJob(at: 6_000) == nil && desk.nextDeadline == nil)
    desk.receive(Self.report(Self.part, next: 6_100), at: 6_000)
    #expect(desk.nextDeadline == 6_100)
    #expect(desk.nextJob(at: 6_099) == nil)
    #expect(desk.nextJob(at: 6_100) != nil)
  }

  @Test func offNeverLooks() {
    var desk = MotionDesk(isOn: false)
    desk.receiveInterrupt(at: 1_000)
    #expect(desk.nextJob(at: 1_000) == nil && desk.nextDeadline == nil)
  }

  @Test func theLineBringsALookForwardButDoesNotChatter() {
    var desk = MotionDesk(isOn: true)
    _ = desk.nextJob(at: 0)
    desk.receive(Self.report(Self.part, next: 1_120), at: 10)
    desk.receiveInterrupt(at: 50)
    #expect(desk.nextDeadline == 100)
    desk.receiveInterrupt(at: 1_000)
    #expect(desk.nextDeadline == 100, "what is due sooner stays due")
    #expect(desk.nextJob(at: 100) != nil)
  }

  @Test func aPartThatWasNeverThereIsNotMissed() {
    var desk = MotionDesk(isOn: true)
    _ = desk.nextJob(at: 0)
    desk.receive(Self.report(nil, next: 250), at: 10)
    #expect(desk.partState == .absent && desk.nextDeadline == nil)
    #expect(desk.nextJob(at: 250) == nil)
    #expect(desk.nextJob(at: 60_000) != nil, "it is looked for when the loop turns anyway")
    desk.receive(Self.report(Self.part, next: 61_000), at: 60_010)
    #expect(desk.partState == .works && desk.nextDeadline == 61_000)
    _ = desk.nextJob(at: 61_000)
    desk.receive(Self.report(nil, next: 61_250), at: 61_010)
    #expect(desk.partState == .missing && desk.nextDeadline == 61_250)
  }

  @Test func whoIsConfiguredIsMissedFromTheStart() {
    var desk = MotionDesk(isOn: true, isPartNamed: true)
    _ = desk.nextJob(at: 0)
    desk.receive(Self.report(nil, next: 250), at: 10)
    #expect(desk.partState == .missing && desk.nextDeadline == 250)
  }
}
