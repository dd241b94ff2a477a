import CribMotion

/// Epochs as text: ten characters for each, two for each of its numbers in the order count, peak, change, micro-motion,
/// median. Two digits to the base 62 are a step of about a hundredth, from 2⁻²⁴ to 2³⁶; `00` is less than that. `..` stands
/// for a change that was not measured, and for every number of a gap.
enum EpochText {
  static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
  private static let missing = UInt8(ascii: ".")
  private static let charactersPerEpoch = 10
  /// Of the bits of a number, its exponent and six binary digits remain: a logarithm in steps.
  private static let droppedBits: UInt32 = 17
  private static let lowestKey = Int(
    Float(sign: .plus, exponent: -24, significand: 1).bitPattern >> droppedBits)

  static func text(_ epochs: [Epoch]) -> String {
    var characters: [UInt8] = []
    for epoch in epochs {
      let numbers = [
        epoch.count, epoch.peakMilligee, epoch.changeMilligee, epoch.microMilligeeSquared,
        epoch.medianMilligee,
      ]
      for number in numbers { append(epoch.isGap ? nil : number, to: &characters) }
    }
    return String(decoding: characters, as: UTF8.self)
  }

  /// Nil if the text is not one of whole epochs.
  static func epochs(in text: String) -> [Epoch]? {
    let characters = Array(text.utf8)
    guard characters.count.isMultiple(of: charactersPerEpoch) else { return nil }
    var epochs: [Epoch] = []
    for start in stride(from: 0, to: characters.count, by: charactersPerEpoch) {
      guard let epoch = epoch(characters[start..<start + charactersPerEpoch]) else { return nil }
      epochs.append(epoch)
    }
    return epochs
  }

  private static func epoch(_ characters: ArraySlice<UInt8>) -> Epoch? {
    if characters.allSatisfy({ $0 == missing }) { return .missing }
    let first = characters.startIndex
    let isMeasured = characters[first + 4] != missing || characters[first + 5] != missing
    let change = isMeasured ? number(characters, at: first + 4) : nil
    guard let count = number(characters, at: first), let peak = number(characters, at: first + 2),
      change != nil || !isMeasured, let micro = number(characters, at: first + 6),
      let median = number(characters, at: first + 8)
    else { return nil }
    return Epoch(
      count: count, peakMilligee: peak, changeMilligee: change, microMilligeeSquared: micro,
      medianMilligee: median, missingShare: 0)
  }

  private static func append(_ number: Float?, to characters: inout [UInt8]) {
    guard let number else { return characters += [missing, missing] }
    let key = number > 0 ? Int(number.bitPattern >> droppedBits) - lowestKey : 0
    let step = min(max(key, 0), digits.count * digits.count - 1)
    characters += [digits[step / digits.count], digits[step % digits.count]]
  }

  /// The middle of a step.
  private static func number(_ characters: ArraySlice<UInt8>, at place: Int) -> Float? {
    guard let high = digits.firstIndex(of: characters[place]),
      let low = digits.firstIndex(of: characters[place + 1])
    else { return nil }
    let step = high * digits.count + low
    return step == 0
      ? 0 : Float(bitPattern: UInt32(lowestKey + step) << droppedBits | 1 << (droppedBits - 1))
  }
}
