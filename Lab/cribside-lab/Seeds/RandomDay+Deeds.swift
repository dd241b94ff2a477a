import SimulatedBoard

extension RandomDay {
  /// The lines of one deed that begins at a time. Most deeds later repair what they broke.
  static func lines(of kind: DeedKind, at now: Int, _ random: inout SimulatedRandom) -> [Line] {
    switch kind {
    case .press: [Line(at: now, deed: #""press":"\#(random.button)""#)]
    case .doublePress: [Line(at: now, deed: #""doublePress":"\#(random.button)""#)]
    case .hold: [Line(at: now, deed: #""hold":"\#(random.button)""#, milliseconds: random.holdMilliseconds)]
    case .chord: [chord(at: now, &random)]
    case .rush: rush(at: now, &random)
    case .manyBottles: manyBottles(at: now, &random)
    case .panelFault: [fault(random.one(of: ["oled-nack", "oled-stuck"]), at: now, &random)]
    case .panelReset: panelReset(at: now, &random)
    case .panelGlitch:
      [
        Line(at: now, deed: #""fault":"oled-glitch""#),
        Line(at: now + random.number(in: 0...3_000), deed: #""press":"\#(random.button)""#),
      ]
    case .cardFault:
      [fault(random.one(of: ["disk-full", "disk-error", "disk-sync-error"]), at: now, &random)]
    case .cardStall: [fault("disk-stall", at: now, &random)]
    case .powerCut, .processKill, .guardKill, .clockLoss, .clockStep: trouble(kind, at: now, &random)
    case .bothKill: bothKill(at: now, &random)
    case .killThenCut: killThenCut(at: now, &random)
    case .earlyPresses: earlyPresses(at: now, &random)
    case .syncErrorThenKill: syncErrorThenKill(at: now, &random)
    case .command: [Line(at: now, deed: #""command":\#(random.one(of: commands))"#)]
    case .quiet: quiet(at: now, &random)
    case .crib: [Line(at: now, deed: #""crib":"\#(random.one(of: ["asleep", "awake", "empty", "rocked"]))""#)]
    case .accelerometerFault: [accelerometerFault(at: now, &random)]
    }
  }

  /// Commands. `@1` is the last event that the box holds.
  private static let commands = [
    #"["log","add","bottle","--start","07:30"]"#, #"["log","add","sleep","--start","09:00","--end","09:40"]"#,
    #"["log","add","nursing","--start","03:10","--end","03:25","--side","left"]"#,
    #"["log","add","wake","--start","06:45"]"#, #"["log","add","sleep","--start","13:00"]"#,
    #"["log","delete","@1"]"#, #"["log","delete","@3"]"#, #"["log","edit","@1","--start","20m ago"]"#,
    #"["log","edit","@2","--end","23:50"]"#, #"["log","list"]"#, #"["log","verify"]"#, #"["status"]"#,
    #"["explain"]"#, #"["nights","--rate","4"]"#, #"["nights"]"#,
  ]

  /// Commands for quiet sessions. All of them allow NAP and FEED, but the pages behind the Box page may choose
  /// otherwise.
  private static let quietWishes = [
    #""start","--minutes","60""#, #""start","--minutes","60""#, #""start","--minutes","2","--strict""#,
    #""start","--minutes","500","--flexible""#, #""cancel""#, #""cancel""#, #""keep""#, #""reset","--yes""#,
    #""schedule","--on","--start","12:30","--end","13:10""#,
    #""schedule","--on","--start","22:00","--end","05:30","--strict""#, #""schedule","--off""#,
    #""allow","nap","feed""#, #""allow","nap","feed","lamp","sound""#, #""mode","--strict""#, #""status""#,
  ]

  private static func quiet(at now: Int, _ random: inout SimulatedRandom) -> [Line] {
    switch random.number(in: 1...8) {
    case 1: [Line(at: now, deed: #""hold":"menu""#, milliseconds: random.number(in: 1_400...3_000))]
    case 2: reset(at: now, &random)
    default: [Line(at: now, deed: #""command":["quiet",\#(random.one(of: quietWishes))]"#)]
    }
  }

  /// NAP and FEED held for five seconds, and an answer to the question.
  private static func reset(at now: Int, _ random: inout SimulatedRandom) -> [Line] {
    let answer = now + random.number(in: 5_200...16_000)
    return [
      Line(at: now, deed: #""chord":["nap","feed"]"#, milliseconds: random.number(in: 4_900...5_100)),
      Line(at: answer, deed: #""press":"\#(random.one(of: ["nap", "nap", "feed"]))""#),
    ]
  }

  private static func chord(at now: Int, _ random: inout SimulatedRandom) -> Line {
    let buttons = random.one(of: [#"["nap","feed"]"#, #"["feed","nap"]"#, #"["menu","nap"]"#])
    return Line(at: now, deed: #""chord":\#(buttons)"#, milliseconds: random.holdMilliseconds)
  }

  private static func rush(at now: Int, _ random: inout SimulatedRandom) -> [Line] {
    var now = now
    return (0..<random.number(in: 2...8)).map { _ in
      now += random.number(in: 30...400)
      return Line(at: now, deed: #""press":"\#(random.button)""#)
    }
  }

  /// Each double press adds up to three lines to the log. The deed is rare, because it takes long.
  private static func manyBottles(at now: Int, _ random: inout SimulatedRandom) -> [Line] {
    guard random.chance(1, in: 24) else { return [] }
    return (0..<random.number(in: 50...120)).map {
      Line(at: now + $0 * 1_500, deed: #""doublePress":"feed""#)
    }
  }

  private static func fault(_ name: String, at now: Int, _ random: inout SimulatedRandom) -> Line {
    let milliseconds = [20, 900, 4_000, 15_000, 120_000, 900_000][random.number(in: 0...5)]
    return Line(at: now, deed: #""fault":"\#(name)""#, milliseconds: random.number(in: 1...milliseconds))
  }

  /// A brown-out of the chip alone, half of the time just before something changes the light.
  private static func panelReset(at now: Int, _ random: inout SimulatedRandom) -> [Line] {
    let reset = Line(at: now, deed: #""fault":"oled-reset""#)
    let later = now + random.number(in: 1...20_000)
    switch random.number(in: 1...4) {
    case 1: return [reset, Line(at: later, deed: #""doublePress":"nap""#)]
    case 2: return [reset] + trouble(.clockStep, at: later, &random)
    default: return [reset]
    }
  }

  private static func accelerometerFault(at now: Int, _ random: inout SimulatedRandom) -> Line {
    if random.chance(1, in: 3) { return Line(at: now, deed: #""fault":"accel-reset""#) }
    return fault("accel-nack", at: now, &random)
  }

  private static func trouble(_ kind: DeedKind, at now: Int, _ random: inout SimulatedRandom) -> [Line] {
    let later = now + random.number(in: 1...random.one(of: [10, 300, 5_000, 60_000, 1_200_000]))
    switch kind {
    case .powerCut:
      return [Line(at: now, deed: #""power":"cut""#), Line(at: later, deed: #""power":"on""#)]
    case .processKill:
      return [Line(at: now, deed: #""process":"kill""#), Line(at: later, deed: #""process":"start""#)]
    case .guardKill:
      return [
        Line(at: now, deed: #""process":"kill","which":"guard""#),
        Line(at: later, deed: #""process":"start","which":"guard""#),
      ]
    case .clockLoss:
      return [Line(at: now, deed: #""clock":"unsynced""#), Line(at: later, deed: #""clock":"synced""#)]
    default:
      let seconds = random.one(
        of: [-1, 3, -90, 1_800, -3_600, 7_200, 43_200, -43_200, -90_000, 200_000, -5_000_000])
      return [Line(at: now, deed: #""clock":"step""#, milliseconds: nil).moved(bySeconds: seconds)]
    }
  }

  private static func bothKill(at now: Int, _ random: inout SimulatedRandom) -> [Line] {
    let most = random.one(of: [300, 5_000, 60_000, 1_200_000])
    return ["box", "guard"].flatMap { process in
      [
        Line(at: now + random.number(in: 0...300), deed: #""process":"kill","which":"\#(process)""#),
        Line(at: now + 300 + random.number(in: 1...most), deed: #""process":"start","which":"\#(process)""#),
      ]
    }
  }

  private static func killThenCut(at now: Int, _ random: inout SimulatedRandom) -> [Line] {
    let kill = now + random.number(in: 1...random.one(of: [8, 100, 1_500]))
    let start = kill + random.number(in: 1...2_000)
    let cut = start + random.number(in: 1...random.one(of: [150, 600, 5_000]))
    return [
      Line(at: now, deed: #""press":"\#(random.one(of: ["nap", "feed"]))""#),
      Line(at: kill, deed: #""process":"kill""#), Line(at: start, deed: #""process":"start""#),
      Line(at: cut, deed: #""power":"cut""#),
      Line(at: cut + random.number(in: 1...5_000), deed: #""power":"on""#),
    ]
  }

  private static func earlyPresses(at now: Int, _ random: inout SimulatedRandom) -> [Line] {
    let stall = random.number(in: 1_000...random.one(of: [2_000, 20_000, 60_000]))
    return [
      Line(at: now, deed: #""process":"kill""#),
      Line(at: now + 1, deed: #""fault":"disk-stall""#, milliseconds: stall),
      Line(at: now + 2, deed: #""process":"start""#),
    ]
      + (0..<random.number(in: 1...3)).map { _ in
        Line(at: now + random.number(in: 10...stall), deed: #""press":"\#(random.button)""#)
      }
  }
}

extension RandomDay {
  private static func syncErrorThenKill(at now: Int, _ random: inout SimulatedRandom) -> [Line] {
    let press = now + random.number(in: 1...2_000)
    let kill = press + random.number(in: 1...random.one(of: [8, 300, 5_000]))
    let start = kill + random.number(in: 1...random.one(of: [300, 20_000]))
    let cut = start + random.number(in: 1...random.one(of: [150, 5_000, 60_000]))
    return [
      Line(
        at: now, deed: #""fault":"disk-sync-error""#,
        milliseconds: kill - now + random.number(in: -50...50) + 60),
      Line(at: press, deed: #""press":"\#(random.one(of: ["nap", "feed"]))""#),
      Line(at: kill, deed: #""process":"kill""#), Line(at: start, deed: #""process":"start""#),
      Line(at: cut, deed: #""power":"cut""#),
      Line(at: cut + random.number(in: 1...5_000), deed: #""power":"on""#),
    ]
  }
}

extension RandomDay.Line {
  /// A step of the clock. Its seconds are no duration.
  fileprivate func moved(bySeconds seconds: Int) -> RandomDay.Line {
    var line = self
    line.deed += #","seconds":\#(seconds)"#
    return line
  }
}

extension SimulatedRandom {
  fileprivate mutating func one<Value>(of values: [Value]) -> Value {
    values[number(in: 0...values.count - 1)]
  }

  fileprivate var button: String {
    mutating get { one(of: ["nap", "feed", "menu"]) }
  }

  fileprivate var holdMilliseconds: Int {
    mutating get { number(in: 100...one(of: [900, 2_500, 6_000, 20_000])) }
  }
}

/// What may happen to a box on a random day. A new kind needs a case here and its lines in `RandomDay+Deeds`.
enum DeedKind: String, Hashable, Sendable, CaseIterable {
  case press
  case doublePress
  case hold
  case chord
  /// Several quick presses.
  case rush
  /// Enough bottles to begin a new segment of the log.
  case manyBottles
  case panelFault
  case panelReset
  /// Noise on the wires while something is drawn.
  case panelGlitch
  case cardFault
  case cardStall
  case powerCut
  case processKill
  /// The guard is killed, and started some time later.
  case guardKill
  /// Both processes are killed, and started in any order.
  case bothKill
  /// The box is killed while it saves a press and started at once, and then the power fails. What the start read and
  /// showed may have been only in the kernel's memory.
  case killThenCut
  /// Presses while a slow card delays a start.
  case earlyPresses
  /// A press reaches the kernel and not the card. The box is killed and started, and then the power fails.
  case syncErrorThenKill
  /// The time server is unavailable for a while.
  case clockLoss
  case clockStep
  case command
  /// A quiet session, by command or by buttons.
  case quiet
  case crib
  case accelerometerFault

  /// Whether a day with it needs an accelerometer.
  private var isOfMotion: Bool { self == .crib || self == .accelerometerFault }

  /// One day in this many has an accelerometer. Reading it each second takes more time than everything else.
  private static let daysPerMotionDay = 16

  /// Whether a day of these kinds needs an accelerometer.
  static func needAccelerometer(_ kinds: [DeedKind]) -> Bool { kinds.contains(where: \.isOfMotion) }

  /// The kinds of a day; a kind that is listed more often is drawn more often. Each kind is missing on half of all
  /// days, so that faults occur alone as well as together, and none always hides another (swarm testing; A. Groce et
  /// al., "Swarm Testing", ISSTA 2012).
  static func swarm(_ random: inout SimulatedRandom) -> [DeedKind] {
    var kinds: [DeedKind] = []
    let hasMotion = random.chance(1, in: daysPerMotionDay)
    for kind in allCases where random.chance(1, in: 2) && (hasMotion || !kind.isOfMotion) {
      kinds += [DeedKind](repeating: kind, count: random.number(in: 1...3))
    }
    // A day without presses would prove little.
    return kinds + [.press]
  }
}
