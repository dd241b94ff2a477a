import CareJournal
import CribMotion
import Nursery
import Testing

/// Twelve nights of twelve hours on three mounts for which the rules were not tuned: their epochs as measured, and the
/// truth. Each mount is compared with its goal, not with the present result.
@Suite struct MotionNightsTests {
  fileprivate struct Goal: Sendable {
    let mount: String
    let hasButtons: Bool
    let accuracy: Double
    /// The largest share of the empty epochs that may be called asleep; nil if only the accuracy has a goal.
    let emptyAsleep: Double?
  }

  @Test(
    "Each mount reaches its goal",
    arguments: [
      Goal(mount: "good", hasButtons: true, accuracy: 0.985, emptyAsleep: 0.02),
      Goal(mount: "good", hasButtons: false, accuracy: 0.975, emptyAsleep: 0.05),
      Goal(mount: "mid", hasButtons: true, accuracy: 0.985, emptyAsleep: 0.02),
      Goal(mount: "mid", hasButtons: false, accuracy: 0.975, emptyAsleep: 0.05),
      Goal(mount: "weak", hasButtons: true, accuracy: 0.98, emptyAsleep: nil),
    ])
  fileprivate func accuracy(goal: Goal) throws {
    let nights = try PackedNight.all().filter { $0.name.hasPrefix(goal.mount) }
    #expect(nights.count == 4)
    var (hits, epochs, empty, emptyAsleep, hoursOff) = (0, 0, 0, 0, 0.0)
    for night in nights {
      let said = Array(night.summary(hasButtons: goal.hasButtons).letters)
      #expect(said.count == night.truth.count)
      for (said, truth) in zip(said, night.truth) {
        hits += said == truth ? 1 : 0
        empty += truth == "e" ? 1 : 0
        emptyAsleep += truth == "e" && said == "s" ? 1 : 0
      }
      epochs += said.count
      let (slept, was) = (said.filter { $0 == "s" }.count, night.truth.filter { $0 == "s" }.count)
      hoursOff += Double(abs(slept - was)) / 120
    }
    #expect(Double(hits) / Double(epochs) >= goal.accuracy)
    #expect(Double(emptyAsleep) / Double(empty) <= goal.emptyAsleep ?? 1)
    if goal.emptyAsleep != nil { #expect(hoursOff / Double(nights.count) <= 0.15) }
  }

  @Test("A night with a fan and an empty crib is empty")
  func aNightWithAFanAndAnEmptyCribIsEmpty() throws {
    let night = try #require(PackedNight.all().first { $0.name.hasPrefix("fan") })
    #expect(Set(night.summary(hasButtons: false).letters) == ["e"])
  }
}

/// A night's epochs as text: five numbers per epoch, each two digits of base 64 for 128 × (log₂ + 12), or 0 for none.
private struct PackedNight: Sendable {
  let name: String
  let truth: [Character]
  private let floor: Float
  private let presses: [(epoch: Int, press: CribPress)]
  private let epochs: [Epoch]

  /// Read once for all tests.
  private static let read = Result {
    try MotionFixture.objects("nights.jsonl").map(PackedNight.init)
  }

  static func all() throws -> [PackedNight] { try read.get() }

  private init(_ value: JSONValue) throws {
    guard case .number(let floor) = try value.member("floor").kind else { throw JSONValue.Malformed() }
    name = try value.text("night")
    self.floor = Float(floor)
    self.truth = try value.text("truth").split(separator: " ").flatMap { run in
      [Character](repeating: run.first ?? "u", count: Int(run.dropFirst()) ?? 0)
    }
    presses = try PackedNight.presses(value.array("presses"))
    epochs = PackedNight.epochs(Array(try value.text("epochs").utf8))
  }

  func summary(hasButtons: Bool) -> MotionSummary {
    MotionSummary(
      start: at("2026-03-14T18:30:00Z"), measured: epochs,
      source: MotionSource(rateHz: 25, milligeePerLSB: 0.977)!, noiseFloorMilligee: floor,
      presses: hasButtons ? presses : [])
  }

  private static func presses(_ values: [JSONValue]) throws -> [(epoch: Int, press: CribPress)] {
    try values.map { value in
      let pair = try value.asArray()
      guard pair.count == 2 else { throw JSONValue.Malformed() }
      return (try pair[0].asInteger(), pair[1].kind == .string("in") ? .into : .out)
    }
  }

  private static func epochs(_ packed: [UInt8]) -> [Epoch] {
    stride(from: 0, to: packed.count, by: 10).map { start in
      let values = (0..<5).map { value(packed[start + 2 * $0], packed[start + 2 * $0 + 1]) }
      return Epoch(
        count: values[0], peakMilligee: values[1], changeMilligee: values[2], microMilligeeSquared: values[3],
        medianMilligee: values[4], missingShare: 0)
    }
  }

  private static func value(_ high: UInt8, _ low: UInt8) -> Float {
    let steps = digit(high) * 64 + digit(low)
    guard steps > 0 else { return 0 }
    let octave = steps / 128
    // The seven bits of the rest each multiply by a further square root of two.
    var factor = 1.0
    var root = 2.0
    for bit in stride(from: 64, to: 0, by: -1) where bit & (bit - 1) == 0 {
      root = root.squareRoot()
      if steps % 128 & bit != 0 { factor *= root }
    }
    return Float(sign: .plus, exponent: octave - 12, significand: Float(factor))
  }

  private static func digit(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) + 4
    default: byte == UInt8(ascii: "+") ? 62 : 63
    }
  }
}
