import BoxRuntime
import Peripherals

/// Looks at the parts on an I²C bus, only by asking: a panel that shows a picture keeps showing it.
struct BusExamination<Bus: I2CBus> {
  var bus: Bus

  /// Whether a panel answers, at the configured address or at either.
  func panel(at address: I2CAddress?) -> BusPartFact<I2CAddress> {
    do throws(BusFault) {
      guard let address else { return try PanelAddress.probe(bus).map { .found($0) } ?? .silent }
      return try PanelAddress.acknowledges(address, on: bus) ? .found(address) : .silent
    } catch {
      return .failed(error)
    }
  }

  /// Which accelerometer answers, and what its self-test says where it may be tested: a part that a running box
  /// reads is left alone, so no pause is given then.
  func accelerometer(
    kind: AccelerometerKind?, at address: I2CAddress?, testedWith pause: Pause?
  ) throws(RunFault) -> AccelerometerFact {
    let part: AccelerometerPart
    do throws(AccelerometerFault) {
      part = try AccelerometerSelfTest.find(on: bus, kind: kind, address: address)
    } catch {
      return .fault(error)
    }
    guard let pause else { return .found(part, nil) }
    return try test(part, pause)
  }

  private func test(_ part: AccelerometerPart, _ pause: Pause) throws(RunFault) -> AccelerometerFact {
    var test = AccelerometerSelfTest(part: part, bus: bus)
    while true {
      let now = pause.now()
      switch Result(catching: { () throws(AccelerometerFault) in try test.step(nowMilliseconds: now) }) {
      case .success(.wait(let time)): try pause.until(time)
      case .success(.finished(let report)): return .found(part, report)
      case .failure(let fault): return .fault(fault)
      }
    }
  }
}

/// A clock in milliseconds, and how to wait for a time of it.
struct Pause {
  var now: () -> Int
  var until: (_ milliseconds: Int) throws(RunFault) -> Void
}
