import CareJournal
import Nursery
import SimulatedBoard

/// A random day of a box: a simulation script that can be shortened.
struct RandomDay: Hashable, Sendable {
  /// One line of the script.
  struct Line: Hashable, Sendable {
    /// The time, in milliseconds since 1970.
    var at: Int
    /// The deed, as members of the line: `"press":"nap"`.
    var deed: String
    /// The deed's `seconds`, in milliseconds; nil if it has none.
    var milliseconds: Int?

    /// The line as text.
    var text: String {
      let seconds = milliseconds.map { #","seconds":\#(RandomDay.seconds($0))"# } ?? ""
      return #"{"at":"\#(RandomDay.time(at))",\#(deed)\#(seconds)}"#
    }
  }

  /// The first line's members for babies, zone and board.
  var household: String
  /// The first line's `config`, as JSON.
  var config: String
  /// The seed of the simulated parts.
  var seed: UInt64
  /// The deeds in order of time, without the end.
  var lines: [Line]

  /// The whole script. After the last fault everything is switched on, the clock is synced, and some minutes pass.
  /// What is still wrong then is a failure.
  var script: String {
    let header = #"{\#(household),"seed":\#(seed),"config":\#(config)}"#
    return ([header] + (lines + closing).map(\.text)).map { $0 + "\n" }.joined()
  }

  private var closing: [Line] {
    let over = lines.map { $0.at + ($0.milliseconds ?? 0) }.max() ?? Self.emptyStart
    // The clock is synced twice, since a step of more than a day waits for a second report that agrees.
    return [
      (1_000, #""power":"on""#), (2_000, #""process":"start""#),
      (2_500, #""process":"start","which":"guard""#), (5_000, #""clock":"synced""#),
      (75_000, #""clock":"synced""#),
      (200_000, #""shot":"end""#), (201_000, #""end":true"#),
    ].map { Line(at: over + $0.0, deed: $0.1) }
  }

  /// Settings without an accelerometer, which would take most of the time.
  static let plainConfig = #"{"motion":{"mode":"off"}}"#

  /// The time of a script without lines: noon UTC on 11 February 2026.
  private static let emptyStart = 1_770_811_200_000

  private static func seconds(_ milliseconds: Int) -> String {
    JSONWriter.text(.number(Double(milliseconds) / 1_000))
  }

  /// `2026-02-11T12:05:00.250Z`
  private static func time(_ milliseconds: Int) -> String {
    let thousandths = String(1_000 + milliseconds.flooringRemainder(by: 1_000)).dropFirst()
    let second = Instant(milliseconds: milliseconds)
    return ISO8601.text(second, in: .utc).prefix(19) + "." + thousandths + "Z"
  }
}

extension RandomDay {
  /// The day of a seed, the same on every machine. Nothing begins after `hours`.
  init(seed: UInt64, hours: Int = 24) {
    var random = SimulatedRandom(seed: seed)
    let place = Place.all[random.number(in: 0...Place.all.count - 1)]
    self.seed = random.next() >> 12
    household = Self.household(place, &random)
    let kinds = DeedKind.swarm(&random)
    let hasMotion = DeedKind.needAccelerometer(kinds)
    config = Self.config(hasMotion: hasMotion, &random)
    lines = []
    let pace = Pace(&random)
    let isShort = random.chance(1, in: 2)
    let most = hasMotion ? Self.motionHours : isShort ? Self.shortHours : hours
    let end = place.start + min(hours, most) * 3_600_000
    var now = place.start + random.number(in: 0...60_000)
    while now < end {
      let kind = kinds[random.number(in: 0...kinds.count - 1)]
      lines += Self.lines(of: kind, at: now, &random)
      now += pace.pause(&random)
    }
    // A later line of one deed may come after the next deed.
    lines = lines.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map {
      $0.element
    }
    if seed % 4 == 3 { addExtra(seed) }
  }

  /// Adds a fourth button on one day in four. It replaces half of the presses of MENU.
  private mutating func addExtra(_ seed: UInt64) {
    let action = ["nappy", "medicine", "wake", "bottle"][Int(seed / 4 % 4)]
    config = #"{"buttons":{"extra":"\#(action)","medicine":"D"},"# + config.dropFirst()
    for index in lines.indices where index.isMultiple(of: 2) {
      for deed in ["press", "doublePress", "hold"] where lines[index].deed == #""\#(deed)":"menu""# {
        lines[index].deed = #""\#(deed)":"extra""#
      }
    }
  }

  /// The length of a day with an accelerometer, in hours.
  private static let motionHours = 3

  /// The length of half of the other days, in hours. An hour takes the same time whether it is busy or not, and two
  /// short busy days prove more than a long one. Changes of the clocks are within it.
  private static let shortHours = 9

  /// The place and time of a day.
  private struct Place {
    var zone: String
    /// The start, in milliseconds since 1970.
    var start: Int

    /// Ordinary days, days on which the clocks change, the last days of a month and of a year, and a leap day.
    static let all = [
      Place(zone: "America/New_York", start: 1_770_811_200_000),  // 11 February 2026
      Place(zone: "America/New_York", start: 1_772_928_000_000),  // 8 March 2026, 23 hours
      Place(zone: "America/New_York", start: 1_793_491_200_000),  // 1 November 2026, 25 hours
      Place(zone: "Europe/Berlin", start: 1_774_735_200_000),  // 28 and 29 March 2026
      Place(zone: "Australia/Lord_Howe", start: 1_775_304_000_000),  // 4 and 5 April 2026, half an hour
      Place(zone: "Asia/Kolkata", start: 1_767_182_400_000),  // 31 December 2025
      Place(zone: "UTC", start: 1_835_352_000_000),  // 28 February 2028
    ]
  }

  /// How busy a day is.
  private struct Pace {
    private let hurried: Int
    private let brisk: Int

    init(_ random: inout SimulatedRandom) {
      hurried = random.number(in: 10...60)
      brisk = random.number(in: 10...35)
    }

    /// The time from one deed to the next, in milliseconds.
    func pause(_ random: inout SimulatedRandom) -> Int {
      let chance = random.number(in: 1...100)
      if chance <= hurried { return random.number(in: 20...5_000) }
      if chance <= hurried + brisk { return random.number(in: 5_000...600_000) }
      return random.number(in: 600_000...7_200_000)
    }
  }

  private static func household(_ place: Place, _ random: inout SimulatedRandom) -> String {
    let birthdate = ["2025-12-28", "2025-09-14", "2025-03-30", "2024-02-29"][random.number(in: 0...3)]
    let bedtime = ["18:40", "20:00", "00:15"][random.number(in: 0...2)]
    let board = ["pi-zero-2w", "pi-3", "pi-4", "pi-5"][random.number(in: 0...3)]
    return #""baby":{"name":"Mia","birthdate":"\#(birthdate)","bedtime":"\#(bedtime)"},"#
      + #""timeZone":"\#(place.zone)","board":"\#(board)""#
  }

  private static func config(hasMotion: Bool, _ random: inout SimulatedRandom) -> String {
    let mode = hasMotion ? ["suggest", "log"][random.number(in: 0...1)] : "off"
    var parts = [#""motion":{"mode":"\#(mode)"}"#]
    if random.chance(1, in: 3) {
      let controller = ["sh1106", "ssd1309", "ssd1306"][random.number(in: 0...2)]
      let minutes = [0, 1, 30][random.number(in: 0...2)]
      parts.append(#""display":{"controller":"\#(controller)","darkAfterMinutes":\#(minutes)}"#)
    }
    if random.chance(1, in: 3) {
      let hertz = [100_000, 400_000][random.number(in: 0...1)]
      let milliseconds = [0, 8, 90, 1_500][random.number(in: 0...3)]
      parts.append(#""simulation":{"busHertz":\#(hertz),"syncMilliseconds":\#(milliseconds)}"#)
    }
    if random.chance(1, in: 4) {
      parts.append(#""babies":[{"name":"Léa","birthdate":"2024-05-01","bedtime":"19:30"}]"#)
    }
    return "{" + parts.joined(separator: ",") + "}"
  }
}
