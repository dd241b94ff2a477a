/// A recording of raw readings, as a whole.
public struct MotionRecording: Sendable {
  /// What the readings are.
  public let source: MotionSource
  /// When the first one was taken.
  public let start: Instant
  /// The readings in order; nil for a missing one.
  public var samples: [MotionSample?]
  /// The presses of the nap button during it, in order of time.
  public var presses: [(at: Instant, press: CribPress)]

  /// A recording with its presses.
  public init(
    source: MotionSource, start: Instant, samples: [MotionSample?],
    presses: [(at: Instant, press: CribPress)] = []
  ) {
    self.source = source
    self.start = start
    self.samples = samples
    self.presses = presses
  }

  /// How long it lasts, in milliseconds.
  public var milliseconds: Int { Int((Double(samples.count) / source.rateHz * 1000).rounded()) }

  /// What motion and presses say of it. The noise floor is learnt from all of it first, then every epoch is
  /// measured by that floor.
  public func summary() -> MotionSummary {
    var listener = EpochBuilder(source)
    for sample in samples { _ = listener.take(sample) }
    _ = listener.finish()
    var builder = EpochBuilder(source, noiseFloor: listener.noiseFloor)
    var epochs: [Epoch] = []
    for sample in samples {
      if let epoch = builder.take(sample) { epochs.append(epoch) }
    }
    epochs += builder.finish()
    return summary(of: epochs, floorMilligee: listener.noiseFloor.milligee)
  }

  private func summary(of epochs: [Epoch], floorMilligee: Float?) -> MotionSummary {
    let places = presses.map { press in
      let epoch = (press.at.milliseconds - start.milliseconds) / Epoch.milliseconds
      return (epoch: min(epoch, epochs.count - 1), press: press.press)
    }
    return MotionSummary(
      start: start, measured: epochs, source: source, noiseFloorMilligee: floorMilligee, presses: places)
  }
}
