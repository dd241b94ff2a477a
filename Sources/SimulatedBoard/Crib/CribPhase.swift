/// A period in one state. All its motion follows from its seed and the time since it began.
struct CribPhase {
  /// Pushes are chosen in slots of this length, and none rings longer than one slot.
  static let slotSeconds = 2.0
  /// How long it takes to put a child down or to lift it out.
  private static let handlingSeconds = 6.0
  /// When the mattress begins to carry the child's weight, and when it carries all of it; or the reverse.
  private static let loadSeconds = (from: 1.5, until: 3.0)

  let state: SimulatedCrib.State
  let startNanoseconds: UInt64
  /// The phase's number.
  let ordinal: Int

  private let seed: UInt64
  private let resonanceHertz: Double
  private let mount: CribMount
  /// Whether it begins with hands in the crib.
  private let beginsWithHands: Bool
  /// How the frame leans at the beginning and afterwards, in addition to the mount's own tilt.
  private let leanBefore: Acceleration
  private let leanAfter: Acceleration
  /// How long a child that falls asleep takes to come to rest.
  private let settlingSeconds: Double
  private let stirHertz: Double

  init(
    _ state: SimulatedCrib.State, after last: CribPhase?, start: UInt64, seed: UInt64, mount: CribMount
  ) {
    self.state = state
    self.mount = mount
    startNanoseconds = start
    ordinal = (last?.ordinal ?? -1) + 1
    self.seed = seed &+ UInt64(ordinal) &* 0x9E6C_63D0_876A_68EE
    resonanceHertz = mount.resonanceHertz
    var random = SimulatedRandom(seed: self.seed)
    let wasOccupied = last?.state.isOccupied ?? false
    beginsWithHands = last != nil && wasOccupied != state.isOccupied
    leanBefore = last.map { $0.lean(at: Double(start - $0.startNanoseconds) / 1e9) } ?? .none
    leanAfter =
      beginsWithHands ? (state.isOccupied ? Self.load(mount, &random) : .none) : leanBefore
    settlingSeconds = wasOccupied ? random.between(90, 360) : random.between(30, 120)
    stirHertz = random.between(0.45, 0.7)
  }

  /// The tilt under a child's weight, mostly along the crib.
  private static func load(_ mount: CribMount, _ random: inout SimulatedRandom) -> Acceleration {
    let side = random.chance(1, in: 2) ? 1.0 : -1.0
    return mount.along * (side * random.between(4, 14)) + mount.across * random.between(-5, 5)
  }

  // MARK: Slow

  /// How the frame leans at a time.
  func lean(at seconds: Double) -> Acceleration {
    guard beginsWithHands, seconds < Self.loadSeconds.until else { return leanAfter + shift(at: seconds) }
    let (from, until) = Self.loadSeconds
    guard seconds > from else { return leanBefore }
    let share = (seconds - from) / (until - from)
    return leanBefore * (1 - share) + leanAfter * share
  }

  /// The tilt as the weight moves: with each bout of an awake child, and with each turn of a sleeping one.
  private func shift(at seconds: Double) -> Acceleration {
    switch state {
    case .empty: .none
    case .awake, .rocked: place(seconds, every: 20, by: 2.5)
    case .asleep: place(seconds, every: Self.turnSeconds, by: 1.5)
    }
  }

  /// Moves from place to place within a second at the end of each interval.
  private func place(_ seconds: Double, every interval: Double, by milligee: Double) -> Acceleration {
    let number = Int(seconds / interval)
    let rest = interval * Double(number + 1) - seconds
    let here = offset(number, milligee)
    guard rest < 1 else { return here }
    return here * rest + offset(number + 1, milligee) * (1 - rest)
  }

  private func offset(_ number: Int, _ milligee: Double) -> Acceleration {
    guard number > 0 else { return .none }
    var random = SimulatedRandom(seed: seed ^ UInt64(number) &* 0xA24B_AED4_963E_E407)
    return mount.along * random.between(-milligee, milligee) + mount.across
      * random.between(-milligee, milligee)
  }

  // MARK: Fast

  /// The faint motion of a resting body.
  func stir(at seconds: Double, _ mount: CribMount) -> Acceleration {
    let depth = 0.35 + 0.1 * Wave.sine(turns: seconds * 0.011)
    return mount.up * (depth * Wave.sine(turns: seconds * stirHertz))
      + mount.along * (0.3 * depth * Wave.sine(turns: seconds * stirHertz + 0.1))
  }

  /// Rocking: 3 cm either way, a little more than once in two seconds.
  func sway(at seconds: Double, _ mount: CribMount) -> Acceleration {
    let start = min(1, seconds / 3)
    return mount.across * (37 * start * Wave.sine(turns: seconds * 0.56))
      + mount.up * (5 * start * Wave.sine(turns: seconds * 1.12))
  }

  /// The pushes that begin in a slot.
  func thrusts(inSlot number: Int) -> [Thrust] {
    var random = SimulatedRandom(seed: seed &+ UInt64(number) &* 0xD6E8_FEB8_6659_FD93)
    let begin = Double(number) * Self.slotSeconds
    if beginsWithHands, begin < Self.handlingSeconds { return hands(begin, &random) }
    switch state {
    case .empty: return passing(begin, &random)
    case .awake: return bout(begin, number, vigour: 1, &random)
    case .rocked: return bout(begin, number, vigour: 0.4, &random)
    case .asleep: return sleep(begin, number, &random)
    }
  }

  /// Hands press the mattress and push a rail.
  private func hands(_ begin: Double, _ random: inout SimulatedRandom) -> [Thrust] {
    (0..<5).map { _ in
      thrust(begin, milligee: random.between(60, 260), ringing: random.between(0.3, 0.9), &random)
    }
  }

  /// Footsteps, every half hour or so.
  private func passing(_ begin: Double, _ random: inout SimulatedRandom) -> [Thrust] {
    guard random.chance(1, in: 900) else { return [] }
    return (0..<4).map { _ in thrust(begin, milligee: random.between(1, 4), ringing: 0.3, &random) }
  }

  /// Bouts of limb motion, in three of four intervals of 8 s.
  private func bout(
    _ begin: Double, _ number: Int, vigour: Double, _ random: inout SimulatedRandom
  ) -> [Thrust] {
    var stretch = SimulatedRandom(seed: seed ^ UInt64(number / 4) &* 0xE703_7ED1_A0B4_28DB)
    let isActive = stretch.chance(3, in: 4)
    let strength = vigour * stretch.between(0.4, 1.6)
    guard isActive else {
      return random.chance(1, in: 5)
        ? [thrust(begin, milligee: random.between(4, 15), ringing: 0.4, &random)] : []
    }
    return (0..<random.number(in: 2...5)).map { _ in
      thrust(
        begin, milligee: strength * random.between(15, 110), ringing: random.between(0.3, 0.9), &random)
    }
  }

  // MARK: Sleep

  /// The time between two turns of a sleeping child.
  private static let turnSeconds = 1_500.0
  /// Active and quiet sleep alternate, each half of an infant's cycle of 50 min.
  private static let cycleSeconds = 3_000.0

  private func sleep(_ begin: Double, _ number: Int, _ random: inout SimulatedRandom) -> [Thrust] {
    if begin < settlingSeconds { return comeToRest(begin, number, &random) }
    let intoTurn = begin - Self.turnSeconds * (begin / Self.turnSeconds).rounded(.down)
    if Self.turnSeconds - intoTurn <= 8 {
      return (0..<3).map { _ in
        thrust(begin, milligee: random.between(15, 90), ringing: random.between(0.3, 0.9), &random)
      }
    }
    let phase = begin / Self.cycleSeconds - (begin / Self.cycleSeconds).rounded(.down)
    return twitches(begin, isActive: phase < 0.5, &random)
  }

  /// The decreasing motion of a child that falls asleep.
  private func comeToRest(_ begin: Double, _ number: Int, _ random: inout SimulatedRandom) -> [Thrust] {
    let left = 1 - begin / settlingSeconds
    guard random.between(0, 1) < 0.6 * left else { return [] }
    return bout(begin, number, vigour: 0.7 * left, &random)
  }

  /// In active sleep two twitches a minute; in quiet sleep a twitch or a startle every few minutes.
  private func twitches(
    _ begin: Double, isActive: Bool, _ random: inout SimulatedRandom
  ) -> [Thrust] {
    if random.chance(1, in: isActive ? 400 : 300) {
      return [thrust(begin, milligee: random.between(20, 60), ringing: 0.6, &random)]
    }
    guard random.chance(1, in: isActive ? 15 : 150) else { return [] }
    return [thrust(begin, milligee: random.between(2, 10), ringing: 0.25, &random)]
  }

  /// A push at some time in a slot, in any direction.
  private func thrust(
    _ begin: Double, milligee: Double, ringing seconds: Double, _ random: inout SimulatedRandom
  ) -> Thrust {
    let direction =
      (mount.along * random.between(-1, 1) + mount.across * random.between(-1, 1)
      + mount.up * random.between(-1, 1)).unit
    return Thrust(
      startSeconds: begin + random.between(0, Self.slotSeconds), seconds: seconds,
      hertz: resonanceHertz * random.between(0.8, 1.2), push: direction * milligee)
  }
}

/// One push at the frame, and its ringing.
struct Thrust: Hashable, Sendable {
  /// When it begins, in seconds of its phase.
  var startSeconds: Double
  /// How long it rings.
  var seconds: Double
  /// The frame's resonance, in hertz.
  var hertz: Double
  /// Its direction and strength, in milligee.
  var push: Acceleration

  /// The acceleration by the push at a time.
  @inline(__always)
  func felt(at seconds: Double) -> Acceleration {
    let since = seconds - startSeconds
    guard since >= 0, since < self.seconds else { return .none }
    let left = 1 - since / self.seconds
    return push * (left * left * left * Wave.sine(turns: hertz * since))
  }
}

/// The pushes of the last slots, since a slot is needed some fifty times in a row.
struct ThrustCache {
  private struct Slot {
    var phase: Int
    var number: Int
    var thrusts: [Thrust]
  }

  private var slots: [Slot] = []

  /// The sum of the pushes of a time's slot and of the one before, which may still ring.
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

/// A sine without the C library, by Bhaskara's fraction. Its error is below 0.002.
enum Wave {
  /// The sine of an angle in turns.
  @inline(__always)
  static func sine(turns: Double) -> Double {
    let turn = turns - turns.rounded(.down)
    let half = turn < 0.5 ? turn : turn - 0.5
    let product = 2 * half * (1 - 2 * half)
    let value = 16 * product / (5 - 4 * product)
    return turn < 0.5 ? value : -value
  }
}
