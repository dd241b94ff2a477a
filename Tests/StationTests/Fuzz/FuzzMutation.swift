import SimulatedBoard

/// Makes random inputs from kept ones, as libFuzzer does, but without measuring what they reach.
struct FuzzMutation {
  private static let signs = Array("{}[]\",:#-+.eE0189\n \u{0}".utf8) + [0x7F, 0x80, 0xC3, 0xFF]
  private static let numbers = [
    "0", "-1", "1", "1440", "86400001", "4294967296", "9007199254740993", "9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "1e308", "1e-400", "0.1", "null",
  ].map { Array($0.utf8) }
  private static let lengthMax = 8_192

  private let corpus: [[UInt8]]

  /// The corpus must have at least one input.
  init(of corpus: [[UInt8]]) {
    self.corpus = corpus
  }

  /// The input for a seed.
  func input(seed: UInt64) -> [UInt8] {
    var random = SimulatedRandom(seed: seed)
    var bytes = pick(&random)
    for _ in 0..<random.number(in: 1...4) { change(&bytes, &random) }
    return Array(bytes.prefix(Self.lengthMax))
  }

  private func pick(_ random: inout SimulatedRandom) -> [UInt8] {
    corpus[random.number(in: 0...corpus.count - 1)]
  }

  private func change(_ bytes: inout [UInt8], _ random: inout SimulatedRandom) {
    let range = Self.range(in: bytes, &random)
    switch random.number(in: 0...6) {
    case 0: if !bytes.isEmpty { bytes[range.lowerBound] ^= 1 << UInt8(random.number(in: 0...7)) }
    case 1: bytes.insert(Self.signs[random.number(in: 0...Self.signs.count - 1)], at: range.lowerBound)
    case 2: bytes.removeSubrange(range)
    case 3: bytes.insert(contentsOf: bytes[range], at: range.upperBound)
    case 4:
      bytes.replaceSubrange(range.lowerBound..., with: pick(&random).suffix(bytes.count - range.lowerBound))
    case 5: bytes.replaceSubrange(range, with: random.bytes(min(range.count, 8)))
    default: Self.replaceNumber(in: &bytes, from: range.lowerBound, &random)
    }
  }

  /// A random range of at most 64 bytes.
  private static func range(in bytes: [UInt8], _ random: inout SimulatedRandom) -> Range<Int> {
    guard !bytes.isEmpty else { return 0..<0 }
    let start = random.number(in: 0...bytes.count - 1)
    return start..<min(bytes.count, start + random.number(in: 1...64))
  }

  /// Replaces the next number in the text with another one.
  private static func replaceNumber(
    in bytes: inout [UInt8], from start: Int, _ random: inout SimulatedRandom
  ) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = bytes[start...].firstIndex(where: digits.contains) else { return }
    let end = bytes[first...].firstIndex { !digits.contains($0) } ?? bytes.count
    bytes.replaceSubrange(first..<end, with: numbers[random.number(in: 0...numbers.count - 1)])
  }
}
