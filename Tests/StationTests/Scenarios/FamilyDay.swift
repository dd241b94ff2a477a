import Nursery
import SimulatedBoard
import Testing

/// A random day of a family, as a script: presses in a hurry and after pauses, pages, edits, commands, and what its kind
/// adds. A seed is the same day on every machine.
struct FamilyDay: CustomTestStringConvertible {
  /// What is special about a family.
  enum Kind: Hashable, CaseIterable {
    case ordinary
    case twins
    /// The accelerometer asks.
    case askingMotion
    /// The accelerometer writes entries itself.
    case writingMotion
    case quietSessions
    /// Power cuts without a time server, which answers hours later.
    case lostClock
  }

  let kind: Kind
  private(set) var scenario: Scenario
  private var random: SimulatedRandom
  private var lines: [String] = []
  /// The time of the next line.
  private var now: Instant
  private var clockIsLost = false

  /// The day of a seed. Each kind comes once in as many seeds as there are kinds.
  init(seed: Int) {
    random = SimulatedRandom(seed: UInt64(seed))
    kind = Kind.allCases[seed % Kind.allCases.count]
    now = Self.midnight.adding(minutes: 60 * [6, 12, 18][random.number(in: 0...2)])
    scenario = Scenario("")
    scenario.seed = seed
    scenario.timeZone = "Europe/Berlin"
    chooseHousehold()
    let hasMotion = kind == .askingMotion || kind == .writingMotion
    if hasMotion { scenario.motion = #"{"mode":"\#(kind == .writingMotion ? "log" : "suggest")"}"# }
    // Readings take time, so a day with an accelerometer is shorter.
    let end = now.adding(minutes: hasMotion ? 120 : 200)
    live(until: end)
    scenario.lines = lines.joined(separator: "\n")
  }

  var testDescription: String { "\(kind), seed \(scenario.seed)" }

  /// 11 February 2026 in Berlin.
  private static let midnight = Instant(milliseconds: 1_770_764_400_000)

  private mutating func chooseHousehold() {
    let name = pick(["Mia", "Oliver", "Maximilian"])
    let birthdate = pick(["2026-01-20", "2025-11-20", "2025-09-14", "2025-03-01", "2024-08-01"])
    let plan = pick(["", "", #","plan":{"naps":2}"#, #","plan":{"wakeWindows":{"min":75,"max":150}}"#])
    scenario.baby = #"{"name":"\#(name)","birthdate":"\#(birthdate)","bedtime":"19:00"\#(plan)}"#
    let display = #""display":{"twelveHour":\#(random.chance(1, in: 3))}"#
    let other = #"{"name":"\#(pick(["Ben", "Wilhelmína"]))","birthdate":"2025-09-14","bedtime":"18:40"}"#
    scenario.config = "{\(display)\(kind == .twins ? #","babies":[\#(other)]"# : "")}"
  }

  private mutating func live(until end: Instant) {
    add(#""command":["log","add","wake","--start","05:40"]"#)
    if random.chance(1, in: 2) {
      add(#""command":["log","add","sleep","--start","3h ago","--end","2h ago"]"#)
    }
    while now < end {
      wait(pick([1, 3, 8, 40, 300, 900, 2_400]) + random.number(in: 1...9))
      let seconds = act()
      wait(seconds)
      look()
      if random.chance(1, in: 2) { turnPages() }
      if random.chance(1, in: 3) {
        wait(33)
        look()
      }
    }
  }

  // MARK: What the family does

  /// Does one thing. Returns after how many seconds its result can be seen.
  private mutating func act() -> Int {
    switch random.number(in: 1...100) {
    case ...30: add(#""press":"nap""#)
    case ...46: add(#""press":"feed""#)
    case ...52: add(#""doublePress":"feed""#)
    case ...56: add(#""doublePress":"nap""#)
    case ...58: add(#""chord":["nap","feed"],"seconds":0.3"#)
    case ...66: return hold(pick(["nap", "feed"]), seconds: pick([1, 2, 4, 12]))
    case ...74: return hold("menu", seconds: 2)
    case ...88: add(#""command":\#(pick(Self.commands))"#)
    default: return actByKind()
    }
    return 1
  }

  private mutating func hold(_ button: String, seconds: Int) -> Int {
    add(#""hold":"\#(button)","seconds":\#(seconds)"#)
    return seconds + 1
  }

  /// Nothing that names an entry, whose id no script knows before it is played.
  private static let commands = [
    #"["log","add","bottle","--start","20m ago"]"#, #"["log","add","nappy","wet"]"#,
    #"["log","add","medicine","D"]"#, #"["log","add","sleep","--start","90m ago","--end","50m ago"]"#,
    #"["log","add","nursing","--start","40m ago","--end","25m ago"]"#, #"["log","add","sleep"]"#,
    #"["log","add","wake"]"#, #"["log","add","nursing"]"#, #"["log","end","sleep"]"#,
    #"["log","end","nursing"]"#,
  ]

  private mutating func actByKind() -> Int {
    switch kind {
    case .ordinary:
      add(#""process":"kill""#)
      wait(2)
      add(#""process":"start""#)
      return 5
    case .twins:
      add(#""doublePress":"menu""#)
      return 3
    case .askingMotion, .writingMotion: add(#""crib":"\#(pick(["asleep", "asleep", "awake", "empty"]))""#)
    case .quietSessions:
      let start = #"["quiet","start","--minutes","\#(pick([2, 60]))"]"#
      add(#""command":\#(pick([start, start, #"["quiet","cancel"]"#]))"#)
    case .lostClock:
      loseOrSetClock()
      return 30
    }
    return 1
  }

  private mutating func loseOrSetClock() {
    // A confirmation names the time that was known then.
    wait(30)
    clockIsLost.toggle()
    guard clockIsLost else { return add(#""clock":"synced""#) }
    add(#""clock":"unsynced""#)
    wait(1)
    add(#""power":"cut""#)
    wait(pick([20, 600]))
    add(#""power":"on""#)
  }

  private mutating func turnPages() {
    for _ in 0..<random.number(in: 1...5) { press("menu", twice: random.chance(1, in: 3)) }
    if random.chance(1, in: 3) { editEntry() }
  }

  /// Opens the last entries from Now, chooses one, changes some of its values, and saves that or leaves.
  private mutating func editEntry() {
    wait(35)
    for twice in [false, false, true, true] { press("menu", twice: twice) }
    for _ in 0..<random.number(in: 0...2) { press("nap") }
    for _ in 0..<random.number(in: 1...9) { press(pick(["menu", "menu", "feed", "nap"])) }
    if random.chance(1, in: 3) {
      wait(21)
      look()
    }
  }

  private mutating func press(_ button: String, twice: Bool = false) {
    wait(2)
    add(#""\#(twice ? "doublePress" : "press")":"\#(button)""#)
    wait(1)
    look()
  }

  // MARK: The script

  /// A moment at which the screen is looked at.
  private mutating func look() { add(#""shot":"look""#) }

  private mutating func add(_ deed: String) {
    lines.append(ISO8601.text(now, in: .utc).prefix(19) + "Z " + deed)
  }

  private mutating func wait(_ seconds: Int) {
    now = Instant(milliseconds: now.milliseconds + seconds * 1_000)
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[random.number(in: 0...values.count - 1)]
  }
}
