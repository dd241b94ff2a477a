import SimulatedBoard
import Testing

/// The simulated crib: a function of its seed and of time, and the readings of a part on its frame in each state.
@Suite struct SimulatedCribTests {
  private static let states = SimulatedCrib.State.allCases
  private static let second: UInt64 = 1_000_000_000

  private static func crib(_ state: SimulatedCrib.State, seed: UInt64 = 1) -> SimulatedCrib {
    let crib = SimulatedCrib(seed: seed)
    crib.change(to: state, at: 60 * second)
    return crib
  }

  private static func length(_ felt: Acceleration) -> Double {
    (felt.x * felt.x + felt.y * felt.y + felt.z * felt.z).squareRoot()
  }

  private static func difference(_ one: Acceleration, _ other: Acceleration) -> Double {
    length(Acceleration(x: one.x - other.x, y: one.y - other.y, z: one.z - other.z))
  }

  /// The mean over a number of seconds, at 25 readings a second.
  private static func mean(_ crib: SimulatedCrib, from: Int, seconds: Int) -> Acceleration {
    var sum = Acceleration.none
    for index in 0..<(25 * seconds) {
      sum = sum + crib.acceleration(at: UInt64(from) * second + UInt64(index) * second / 25)
    }
    let share = 1 / Double(25 * seconds)
    return Acceleration(x: sum.x * share, y: sum.y * share, z: sum.z * share)
  }

  /// The share of seconds in which two readings in a row differ by more than the limit.
  private static func activeShare(_ crib: SimulatedCrib, from: Int, seconds: Int, milligee: Double) -> Double
  {
    let active = (0..<seconds).count { index in
      let start = UInt64(from + index) * second
      let felt = (0..<25).map { crib.acceleration(at: start + UInt64($0) * second / 25) }
      return zip(felt, felt.dropFirst()).contains { difference($0, $1) > milligee }
    }
    return Double(active) / Double(seconds)
  }

  @Test("The same seed and time give the same reading, whatever was read before", arguments: states)
  func isAFunctionOfTime(state: SimulatedCrib.State) {
    let (one, other) = (Self.crib(state), Self.crib(state))
    let times = (0..<400).map { (step: UInt64) -> UInt64 in (60_000 + step * 337) * 1_000_000 }
    let forwards = times.map(one.acceleration)
    let backwards = times.reversed().map(other.acceleration)
    #expect(forwards == backwards.reversed())
    #expect(forwards != times.map(Self.crib(state, seed: 2).acceleration))
  }

  @Test("Gravity is 1 g, on an axis that depends on the mount")
  func gravity() {
    var axes: Set<Int> = []
    for seed: UInt64 in 1...20 {
      let felt = SimulatedCrib(seed: seed).acceleration(at: Self.second)
      #expect(abs(Self.length(felt) - 1_000) < 1)
      let parts = [felt.x, felt.y, felt.z]
      if let axis = parts.indices.first(where: { abs(parts[$0]) > 900 }) { axes.insert(axis) }
    }
    #expect(axes == [0, 1, 2])
  }

  @Test("A baby that is put in or lifted out jolts the frame and changes its tilt", arguments: 1...6)
  func handling(seed: UInt64) {
    let crib = Self.crib(.awake, seed: seed)
    let before = Self.mean(crib, from: 30, seconds: 20)
    crib.change(to: .asleep, at: 200 * Self.second)
    let inside = Self.mean(crib, from: 600, seconds: 20)
    #expect(Self.difference(before, inside) > 2)
    crib.change(to: .empty, at: 700 * Self.second)
    #expect(Self.difference(before, Self.mean(crib, from: 720, seconds: 20)) < 0.5)
    for start in [60, 700] {
      let jolts = (0..<150).map {
        crib.acceleration(at: UInt64(start) * Self.second + UInt64($0) * Self.second / 25)
      }
      #expect(zip(jolts, jolts.dropFirst()).contains { Self.difference($0, $1) > 80 })
    }
    // From awake to asleep the crib is not touched.
    #expect(Self.activeShare(crib, from: 560, seconds: 60, milligee: 80) == 0)
  }

  @Test(
    "An empty crib is still, a sleeping baby nearly, a baby that is awake is not, and rocking never stops")
  func activity() {
    let shares = Self.states.map { state in
      (state, Self.activeShare(Self.crib(state, seed: 3), from: 900, seconds: 600, milligee: 2.5))
    }
    for (state, share) in shares {
      switch state {
      case .empty: #expect(share < 0.01)
      case .asleep: #expect((0.001...0.15).contains(share), "\(share)")
      case .awake: #expect((0.4...0.95).contains(share), "\(share)")
      case .rocked: #expect(share > 0.9, "\(share)")
      }
    }
  }

  @Test("A sleeping baby is felt faintly; an empty crib is not")
  func stirring() {
    for seed: UInt64 in 1...4 {
      let asleep = Self.crib(.asleep, seed: seed)
      let empty = Self.crib(.empty, seed: seed)
      let times = (0..<250).map { 1_400 * Self.second + UInt64($0) * Self.second / 25 }
      #expect(Set(times.map(asleep.acceleration)).count > 200)
      #expect(Set(times.map(empty.acceleration)).count == 1)
    }
  }

  @Test("A fan is felt in an empty crib, as strong as it is set")
  func hum() {
    let crib = Self.crib(.empty)
    let rest = crib.acceleration(at: 1_000 * Self.second)
    crib.humMilligee = 3
    let felt = (0..<250).map {
      Self.difference(rest, crib.acceleration(at: 1_000 * Self.second + UInt64($0) * 4_000_000))
    }
    #expect((2.5...5).contains(felt.max() ?? 0))
  }
}
