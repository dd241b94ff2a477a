/// One push at the frame, and its ringing afterwards.
struct Thrust: Hashable, Sendable {
  /// When, in seconds of its phase.
  var startSeconds: Double
  /// How long it rings.
  var seconds: Double
  /// The frame's resonance, in hertz.
  var hertz: Double
  /// Where to and how hard, in milligee.
  var push: Acceleration

  /// What it makes of a time.
  @inline(__always)
  func felt(at seconds: Double) -> Acceleration {
    let since = seconds - startSeconds
    guard since >= 0, since < self.seconds else { return .none }
    let left = 1 - since / self.seconds
    return push * (left * left * left * Wave.sine(turns: hertz * since))
  }
}

/// The pushes of the slots of time that were asked for last: a slot is asked some fifty times in a row.
struct ThrustCache {
  private struct Slot {
    var phase: Int
    var number: Int
    var thrusts: [Thrust]
  }

  private var slots: [Slot] = []

  /// What the pushes of a time's slot and of the one before, which may ring still, add up to.
  mutating func push(of phase: CribPhase, at seconds: Double) -> Acceleration {
    let number = Int(seconds / CribPhase.slotSeconds)
    var sum = felt(phase, number, seconds)
    if number > 0 { sum = sum + felt(phase, number - 1, seconds) }
    return sum
  }

  private mutating func felt(_ phase: CribPhase, _ number: Int, _ seconds: Double) -> Acceleration {
    let index =
      slots.firstIndex { $0.number == number && $0.phase == phase.ordinal } ?? make(phase, number)
    var sum = Acceleration.none
    for thrust in slots[index].thrusts { sum = sum + thrust.felt(at: seconds) }
    return sum
  }

  private mutating func make(_ phase: CribPhase, _ number: Int) -> Int {
    if slots.count == 4 { slots.removeFirst() }
    slots.append(Slot(phase: phase.ordinal, number: number, thrusts: phase.thrusts(inSlot: number)))
    return slots.count - 1
  }
}
