import SimulatedBoard

/// What may happen to a box in a day at random. A new kind is a case here and its lines in `RandomDay+Deeds`.
enum DeedKind: String, Hashable, Sendable, CaseIterable {
  case press
  case doublePress
  case hold
  case chord
  /// Several presses, hardly apart.
  case rush
  /// So many bottles that the log begins a new segment.
  case manyBottles
  case panelFault
  case panelReset
  /// Noise on the wires, while something is drawn.
  case panelGlitch
  case cardFault
  case cardStall
  case powerCut
  case processKill
  /// The second process is killed, and started some time later.
  case guardKill
  /// Both processes are killed, and started in any order.
  case bothKill
  /// The box is killed while it saves a press and started at once, and then the power goes: what a start has read and
  /// shown may have been with the kernel only.
  case killThenCut
  /// Someone presses while a slow card keeps a start waiting.
  case earlyPresses
  /// A press gets to the kernel and not to the card; the box is killed and started, and then the power goes.
  case syncErrorThenKill
  /// The time server is away for a while.
  case clockLoss
  case clockStep
  /// Someone at the command line.
  case command
  /// A quiet session, by command or by the buttons that end one.
  case quiet
  case crib
  case accelerometerFault

  /// Whether a day with it needs an accelerometer.
  private var isOfMotion: Bool { self == .crib || self == .accelerometerFault }

  /// One day in so many has an accelerometer: looked at each second, it takes more time than all else together.
  private static let daysPerMotionDay = 16

  /// Whether a day of these kinds has an accelerometer.
  static func needAccelerometer(_ kinds: [DeedKind]) -> Bool { kinds.contains(where: \.isOfMotion) }

  /// Which kinds a day has, each as often as it is drawn. Every kind is left out of half of all days: so faults come
  /// alone as well as together, and none hides for ever what another would have shown (swarm testing; A. Groce et
  /// al., "Swarm Testing", ISSTA 2012).
  static func swarm(_ random: inout SimulatedRandom) -> [DeedKind] {
    var kinds: [DeedKind] = []
    let hasMotion = random.chance(1, in: daysPerMotionDay)
    for kind in allCases where random.chance(1, in: 2) && (hasMotion || !kind.isOfMotion) {
      kinds += [DeedKind](repeating: kind, count: random.number(in: 1...3))
    }
    // A day without anyone would prove little.
    return kinds + [.press]
  }
}
