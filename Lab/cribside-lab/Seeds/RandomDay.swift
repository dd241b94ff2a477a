import CareJournal
import Nursery
import SimulatedBoard

/// A day in a box's life, made from a seed: a simulation script that can be shortened.
struct RandomDay: Hashable, Sendable {
  /// One thing that happens.
  struct Line: Hashable, Sendable {
    /// When, in milliseconds since 1970.
    var at: Int
    /// What, as a script's members: `"press":"nap"`.
    var deed: String
    /// The deed's `seconds`, in milliseconds; nil for one that has none.
    var milliseconds: Int?

    /// The line as a script has it.
    var text: String {
      let seconds = milliseconds.map { #","seconds":\#(RandomDay.seconds($0))"# } ?? ""
      return #"{"at":"\#(RandomDay.time(at))",\#(deed)\#(seconds)}"#
    }
  }

  /// The first line's members but for seed and settings: who lives where.
  var household: String
  /// The first line's `config`, as JSON.
  var config: String
  /// What the simulated parts draw their chances from.
  var seed: UInt64
  /// What happens, in order of time, without the end.
  var lines: [Line]

  /// The whole script. When all faults are over everything is switched on, the clock is right, and some minutes
  /// pass: what is wrong then stays wrong.
  var script: String {
    let header = #"{\#(household),"seed":\#(seed),"config":\#(config)}"#
    return ([header] + (lines + closing).map(\.text)).map { $0 + "\n" }.joined()
  }

  private var closing: [Line] {
    let over = lines.map { $0.at + ($0.milliseconds ?? 0) }.max() ?? Self.emptyStart
    // Twice in sync, since a step of more than a day waits for a second report that agrees.
    return [
      (1_000, #""power":"on""#), (2_000, #""process":"start""#),
      (2_500, #""process":"start","which":"guard""#), (5_000, #""clock":"synced""#),
      (75_000, #""clock":"synced""#),
      (200_000, #""shot":"end""#), (201_000, #""end":true"#),
    ].map { Line(at: over + $0.0, deed: $0.1) }
  }

  /// Settings that say nothing but that no accelerometer is looked at, which would take most of the time.
  static let plainConfig = #"{"motion":{"mode":"off"}}"#

  /// When a script without lines takes place: 11 February 2026, noon in Greenwich.
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

extension Int {
  fileprivate func flooringRemainder(by divisor: Int) -> Int { (self % divisor + divisor) % divisor }
}
