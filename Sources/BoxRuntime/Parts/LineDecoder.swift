import Bedside
import Peripherals

/// Translates lines of a chip into buttons of the box, and the kernel's time into the boot clock. It also notices lost
/// edges.
package struct LineDecoder: Sendable {
  /// libgpiod 1.6 keeps 16 unread events of a line and drops the newest ones. Its events have no number that would show
  /// the loss.
  private static let queueLength = 16

  private let buttons: [Int: Button]
  private var lastSequence: [Int: UInt32] = [:]

  package init(lines: BoardProfile.Lines) {
    var buttons: [Int: Button] = [lines.nap: .nap, lines.feed: .feed, lines.menu: .menu]
    if let extra = lines.extra { buttons[extra] = .extra }
    self.buttons = buttons
  }

  /// The offsets to request.
  package var offsets: [Int] { buttons.keys.sorted() }

  /// Turns the events of one read into edges. `bootMinusMonotonicNanoseconds` was sampled with that read.
  package mutating func edges(
    _ events: [LineEvent], bootMinusMonotonicNanoseconds offset: Int
  ) -> [ButtonEdge] {
    var counts: [Int: Int] = [:]
    var edges: [ButtonEdge] = []
    for event in events {
      guard let button = buttons[event.offset] else { continue }
      counts[event.offset, default: 0] += 1
      let isFull = event.sequence == nil && counts[event.offset] == Self.queueLength
      edges.append(
        ButtonEdge(
          button: button, isPressed: event.isActive,
          milliseconds: (Int(event.monotonicNanoseconds) + offset) / 1_000_000,
          followsLoss: isFull || hasGap(before: event)))
    }
    return edges
  }

  /// Turns levels by offset into levels by button.
  package func levels(_ levels: [Int: Bool]) -> [Button: Bool] {
    var named: [Button: Bool] = [:]
    for (offset, isActive) in levels {
      if let button = buttons[offset] { named[button] = isActive }
    }
    return named
  }

  private mutating func hasGap(before event: LineEvent) -> Bool {
    guard let sequence = event.sequence else { return false }
    defer { lastSequence[event.offset] = sequence }
    guard let last = lastSequence[event.offset] else { return false }
    return sequence != last &+ 1
  }
}
