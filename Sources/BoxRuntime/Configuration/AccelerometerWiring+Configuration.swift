import Peripherals

extension AccelerometerWiring {
  /// The wiring that a configuration names, on a bus of that clock. The pin is active high, as the line that
  /// listens to it is requested.
  package init(_ motion: Configuration.Motion, busHertz: Int) {
    kind = motion.sensor
    address = motion.address
    setup = AccelerometerSetup(
      busHertz: busHertz, interrupt: motion.usesInterrupt ? AccelerometerInterrupt(isActiveLow: false) : nil)
  }
}
