import BoxRuntime
import Peripherals
import SimulatedBoard

extension SimulatedWorld {
  /// The configured accelerometer on a crib. Within a transfer its time advances with the bus.
  package static func accelerometer(
    _ motion: Configuration.Motion, on crib: SimulatedCrib, clock: SimulatedClock, bus: SimulatedI2CBus,
    seed: UInt64
  ) -> any SimulatedAccelerometer {
    let world = AccelerometerWorld(
      clock: { clock.worldNanoseconds + bus.elapsedNanoseconds }, motion: crib.acceleration(at:), seed: seed)
    return switch motion.simulatedSensor {
    case .adxl345: SimulatedADXL345(world)
    case .lis3dh: SimulatedLIS3DH(world)
    case .mpu6050: SimulatedMPU6050(world)
    }
  }

  /// The bus traffic at every address at which the box looks for the accelerometer.
  var accelerometerTraffic: BusTraffic {
    let addresses = Set(AccelerometerKind.allCases.flatMap(\.addresses)).union([accelerometerAddress])
    return addresses.reduce(BusTraffic()) { $0 + bus.traffic(of: $1) }
  }
}

extension Configuration.Motion {
  /// The configured accelerometer. Without one, it is the part whose whole FIFO is read in a few transfers, so that a
  /// simulated week is fast.
  var simulatedSensor: AccelerometerKind {
    if let sensor { return sensor }
    return AccelerometerKind.allCases.first { kind in address.map(kind.addresses.contains) ?? false }
      ?? .lis3dh
  }

  /// The address of the simulated part.
  package var simulatedAddress: I2CAddress { address ?? simulatedSensor.addresses[0] }
}

extension Configuration.Display {
  /// The simulated chip of the configured kind.
  package var simulatedController: OLEDController {
    switch controller {
    case .ssd1306: .ssd1306
    case .sh1106: .sh1106
    case .ssd1309: .ssd1309
    }
  }

  /// The address of the simulated chip.
  package var simulatedAddress: I2CAddress { address ?? I2CAddress(0x3C) }
}
