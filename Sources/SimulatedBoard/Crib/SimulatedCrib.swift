/// A crib as the accelerometer on its frame measures it. The caller chooses the state, and the motion follows from a
/// seed.
///
/// The acceleration is a function of time. It can be computed in any order, and what is not computed costs nothing.
/// Only the last changes are kept, since a part is read within seconds.
///
/// The amplitudes are an engineer's estimate, not a measurement. For a child of 7 kg on a frame of 20 kg with a
/// resonance of 5 to 9 Hz and a tenth of critical damping: a limb of 0.3 kg thrown with 5 to 10 m/s² pushes the frame
/// by 30 to 100 mg, and slats that bend by a few millimetres over 60 cm tilt it by 2 to 10 mg.
public final class SimulatedCrib {
  /// What happens in the crib.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// A sleeping child: still for minutes, then a twitch or a turn.
    case asleep
    /// An awake child, which moves in bouts.
    case awake
    /// No child.
    case empty
    /// A child in a crib that someone rocks.
    case rocked

    var isOccupied: Bool { self != .empty }
  }

  /// The current state.
  public var state: State { phases[phases.count - 1].state }
  /// The amplitude of an appliance's hum at the crib, in milligee; 0: there is none.
  public var humMilligee = 0.0

  private static let phasesKept = 6

  private let mount: CribMount
  private let seed: UInt64
  private var phases: [CribPhase]
  private var thrusts = ThrustCache()

  /// An empty crib, and a mount chosen by the seed.
  public init(seed: UInt64) {
    self.seed = seed
    mount = CribMount(seed: seed)
    phases = [CribPhase(.empty, after: nil, start: 0, seed: seed, mount: mount)]
  }

  /// Changes the state at a time. A child that arrives or leaves is put in or lifted out.
  public func change(to state: State, at nanoseconds: UInt64) {
    let last = phases[phases.count - 1]
    guard state != last.state else { return }
    phases.append(CribPhase(state, after: last, start: nanoseconds, seed: seed, mount: mount))
    if phases.count > Self.phasesKept { phases.removeFirst() }
  }

  /// What a part on the frame measures at a time, in its own axes and without noise.
  public func acceleration(at nanoseconds: UInt64) -> Acceleration {
    // By index, not by value: a phase is large, and this is called for each reading.
    let place = phases.lastIndex { $0.startNanoseconds <= nanoseconds } ?? 0
    let state = phases[place].state
    let seconds = Double(nanoseconds - min(nanoseconds, phases[place].startNanoseconds)) / 1e9
    var felt = mount.gravity + phases[place].lean(at: seconds) + thrusts.push(of: phases[place], at: seconds)
    if state.isOccupied { felt = felt + phases[place].stir(at: seconds, mount) }
    if state == .rocked { felt = felt + phases[place].sway(at: seconds, mount) }
    if humMilligee > 0 { felt = felt + hum(at: nanoseconds) }
    return felt
  }

  /// A motor of 700 turns a minute, whose amplitude varies slowly.
  private func hum(at nanoseconds: UInt64) -> Acceleration {
    let seconds = Double(nanoseconds) / 1e9
    let beat = 1 + 0.3 * Wave.sine(turns: seconds * 0.07)
    return mount.across * (humMilligee * beat * Wave.sine(turns: seconds * 11.7))
      + mount.along * (0.4 * humMilligee * Wave.sine(turns: seconds * 11.7 + 0.2))
  }
}

/// How a part is mounted on a crib: the direction of gravity in its axes, and the frame's own directions.
struct CribMount {
  /// The earth's pull, in milligee.
  let gravity: Acceleration
  /// The directions up, along the crib and across it, each of length 1.
  let up: Acceleration
  let along: Acceleration
  let across: Acceleration
  /// The frame's resonance, in hertz.
  let resonanceHertz: Double

  /// The usual mounts, none of them straight: flat on the frame, upright on a slat, and on the end board.
  init(seed: UInt64) {
    var random = SimulatedRandom(seed: seed ^ 0x6D6F_756E_7431_0001)
    let tilt = (random.between(-0.08, 0.08), random.between(-0.08, 0.08))
    let standing = Acceleration(x: tilt.0, y: tilt.1, z: 1).unit
    let lying = Acceleration(x: 1, y: 0, z: -tilt.0).unit
    let third = Acceleration(
      x: standing.y * lying.z - standing.z * lying.y, y: standing.z * lying.x - standing.x * lying.z,
      z: standing.x * lying.y - standing.y * lying.x)
    let turns = random.number(in: 0...2)
    up = standing.turned(turns)
    along = lying.turned(turns)
    across = third.turned(turns)
    gravity = up * 1_000
    resonanceHertz = random.between(5, 9)
  }
}

extension Acceleration {
  /// The same direction with length 1.
  var unit: Acceleration { self * (1 / (x * x + y * y + z * z).squareRoot()) }

  /// The same vector with its axes exchanged.
  func turned(_ places: Int) -> Acceleration {
    switch places {
    case 0: self
    case 1: Acceleration(x: z, y: x, z: y)
    default: Acceleration(x: y, y: z, z: x)
    }
  }

  static func * (one: Acceleration, factor: Double) -> Acceleration {
    Acceleration(x: one.x * factor, y: one.y * factor, z: one.z * factor)
  }
}

extension SimulatedRandom {
  /// A uniformly distributed number between two others.
  mutating func between(_ lower: Double, _ upper: Double) -> Double {
    lower + (upper - lower) * Double(next() >> 11) / 9_007_199_254_740_992
  }
}
