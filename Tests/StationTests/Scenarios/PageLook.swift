import Nursery

@testable import Bedside

/// One page as it is drawn: where its texts lie, and what they say.
struct PageLook {
  private let scene: Scene
  private let boxes: [InkBox]

  /// Draws a scene at the present drift.
  init(_ scene: Scene, _ residents: [BedsideSettings.Resident]) {
    self.scene = scene
    let drift = PixelDrift.offset(atMinute: scene.now.minute)
    boxes = Canvas(of: scene.inPanelLetters(residents), drift: drift).boxes
  }

  /// Texts that touch, are cut or leave the panel.
  var textFaults: [String] {
    var faults: [String] = []
    for (index, box) in boxes.enumerated() {
      if box.isCut { faults.append("\(page): \(box.text) is cut") }
      if box.leavesCanvas { faults.append("\(page): \(box.text) leaves the panel") }
      for other in boxes[(index + 1)...] where box.touches(other) {
        faults.append("\(page): \(box.text) touches \(other.text)")
      }
    }
    return faults
  }

  // MARK: Labels

  /// Times of day without a label. The label of a time is a word in its own text, or in another text of the same line. A
  /// stretch from one time to another is a sleep, which the title of Plan and Night says. The clock's time needs none.
  var labelFaults: [String] {
    let clock = scene.clockIsKnown ? time(scene.now) : nil
    return boxes.filter { box in
      guard box.text != clock, Self.firstTime(in: box.text) != nil else { return false }
      let isStretch = box.text.contains("–") && (scene.page == .plan || scene.page == .night)
      return !isStretch && !boxes.contains { $0.sharesLine(with: box) && isLabel($0.text) }
    }.map { "\(page): \($0.text) among \(boxes.map(\.text))" }
  }

  /// Words that say how far away a time is, or which half of the day it is in, but not what it is.
  private static let distances: Set<String> = ["in", "ago", "now", "late", "min", "just", "am", "pm"]

  private func isLabel(_ text: String) -> Bool {
    text.split { !$0.isLetter }.contains { word in
      let word = String(word)
      return word.count > 1 && !Self.distances.contains(word) && word != scene.babyName
    }
  }

  // MARK: The time of day

  /// The time of day that is missing, or a time although none is known.
  func clockFaults(_ expected: WallTime?) -> [String] {
    guard scene.clockIsKnown else {
      guard scene.quietMenu == nil, scene.clockByHand == nil else { return [] }
      return boxes.filter { Self.firstTime(in: $0.text) != nil && !$0.text.contains("~") }
        .map { "\(page): \($0.text) although no time is known" }
    }
    guard let expected else { return [] }
    let digits = Self.digits(expected, twelveHours: scene.usesTwelveHours)
    return boxes.contains { $0.text == digits } ? [] : ["\(page): no \(digits) in \(boxes.map(\.text))"]
  }

  private var page: String { scene.page.name }

  private func time(_ instant: Instant) -> String {
    Self.digits(scene.zone.civil(instant).time, twelveHours: scene.usesTwelveHours)
  }

  /// A time of day in digits, as the panel shows it: `15:40` or `3:40`.
  static func digits(_ time: WallTime, twelveHours: Bool) -> String {
    guard twelveHours else { return time.text }
    let hour = (time.minutesAfterMidnight / 60 + 11) % 12 + 1
    return "\(hour):" + time.text.suffix(2)
  }

  /// The first time of day in a text: `12:10` of `nap 12:10 in 55 m`.
  static func firstTime(in text: some StringProtocol) -> String? {
    // Most texts have no colon, and the search is slow.
    guard text.utf8.contains(UInt8(ascii: ":")) else { return nil }
    return String(text).firstMatch(of: /[0-9]{1,2}:[0-9]{2}/).map { String($0.output) }
  }
}

extension InkBox {
  /// True when both are in one line: at least half of the lower one is beside the other. Letters that hang down into the
  /// next line do not count.
  fileprivate func sharesLine(with other: InkBox) -> Bool {
    let shared = min(rows.upperBound, other.rows.upperBound) - max(rows.lowerBound, other.rows.lowerBound) + 1
    return 2 * shared >= min(rows.count, other.rows.count)
  }
}
