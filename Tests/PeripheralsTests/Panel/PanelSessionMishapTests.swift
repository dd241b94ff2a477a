import Foundation
import Peripherals
import SimulatedBoard
import Testing

/// The panel's session alone: every transfer of a run with every mishap, on every kind.
///
/// `CRIBSIDE_FULL=1` tries all of them; otherwise every transfer has one of the mishaps.
struct PanelSessionMishapTests {
  private static let isFull = ProcessInfo.processInfo.environment["CRIBSIDE_FULL"] == "1"
  private static let mishaps =
    [BusTrouble.nack, .stuck, .short, .garbage, .blocked].flatMap { trouble in
      [0, 5, 60].map { (trouble: trouble, seconds: $0) }
    } + [(trouble: .absent, seconds: 5), (trouble: .absent, seconds: 60)]

  @Test(
    "Whichever transfer goes wrong, the panel is right within ten seconds of the bus",
    arguments: PanelKind.allCases)
  func everyTransfer(kind: PanelKind) throws {
    var transfer = 1
    var hasMore = true
    while hasMore {
      for (index, mishap) in Self.mishaps.enumerated()
      where Self.isFull || (5 * transfer + index) % Self.mishaps.count == 0 {
        hasMore = try befall(kind, mishap.trouble, mishap.seconds, transfer)
      }
      transfer += 1
    }
    #expect(transfer > 30)
  }

  /// Whether the run had this many transfers.
  private func befall(
    _ kind: PanelKind, _ trouble: BusTrouble, _ seconds: Int, _ transfer: Int
  ) throws -> Bool {
    let bench = PanelBench(kind)
    bench.bus.keepsRecord = false
    var session = bench.session()
    var began: Int?
    var now = 0
    bench.bus.mishapBegan = { _ in began = now }
    bench.bus.plan(
      BusMishap(transfer: transfer, trouble: trouble, nanoseconds: UInt64(seconds) * 1_000_000_000),
      at: PanelBench.address)
    var rightFrom = 0
    let frames = [Frames.slanted, Frames.lit, Frames.slanted, Frames.dark]
    var frame: [UInt8] = []
    while now < 200_000 {
      if let from = began, now >= from + seconds * 1_000 {
        bench.bus.endMishap()
        began = nil
        rightFrom = now + 10_000
      }
      // A picture every 50 s; in between when the session asks for it and when the mishap ends.
      frame = frames[now / 50_000]
      let outcome = session.service(frame, at: .on, nowMilliseconds: now)
      now += Int(bench.bus.elapsedNanoseconds / 1_000_000)
      bench.bus.elapsedNanoseconds = 0
      if began == nil, now >= rightFrom {
        let place = "\(trouble) for \(seconds) s at \(transfer), after \(now) ms"
        try #require(bench.panel.isVisible && bench.panel.pixels == frame, "\(place)")
      }
      let ends = [began.map { $0 + seconds * 1_000 }, rightFrom > now ? rightFrom : nil]
      let dues = ends.compactMap { $0 } + [outcome.nextServiceMilliseconds, (now / 50_000 + 1) * 50_000]
      now = max(now + 1, dues.min() ?? now)
    }
    try #require(bench.panel.violations == [], "\(trouble) for \(seconds) s at \(transfer)")
    return bench.bus.transactions >= transfer
  }
}
