import Bedside
import CareJournal
import Nursery

/// A hand on the simulated buttons: presses as a tired parent makes them, through lines that bounce.
struct Hand {
  /// How long a press lasts: short enough for two presses 120 ms apart.
  static let pressNanoseconds: UInt64 = 80_000_000
  /// From the first press of a double press to the second.
  static let doublePressNanoseconds: UInt64 = 300_000_000
  /// From the first button of a chord to the second.
  static let chordNanoseconds: UInt64 = 100_000_000

  /// Puts one finger down and up again; a button that will still be down then cannot be pressed, and the
  /// transcript says so.
  static func press<Storage>(
    _ button: Button, forNanoseconds duration: UInt64 = pressNanoseconds, after delay: UInt64 = 0,
    in world: SimulatedWorld<Storage>
  ) {
    let offset = world.offset(of: button)
    let begin = world.clock.worldNanoseconds + delay
    guard begin >= world.lines.lastMoveNanoseconds(of: offset) else {
      return world.transcript("\(button.name) is down already: no press")
    }
    world.lines.press(offset, atNanoseconds: begin)
    world.lines.release(offset, atNanoseconds: begin + duration)
  }

  /// Two presses.
  static func doublePress<Storage>(_ button: Button, in world: SimulatedWorld<Storage>) {
    press(button, in: world)
    press(button, after: doublePressNanoseconds, in: world)
  }

  /// Two buttons together, let go together.
  static func chord<Storage>(
    _ buttons: [Button], forNanoseconds duration: UInt64, in world: SimulatedWorld<Storage>
  ) {
    for (index, button) in buttons.enumerated() {
      let delay = UInt64(index) * chordNanoseconds
      press(button, forNanoseconds: duration + chordNanoseconds - delay, after: delay, in: world)
    }
  }
}

extension SimulatedWorld {
  /// The line that a button is on.
  func offset(of button: Button) -> Int {
    switch button {
    case .nap: profile.lines.nap
    case .feed: profile.lines.feed
    case .menu: profile.lines.menu
    }
  }
}
