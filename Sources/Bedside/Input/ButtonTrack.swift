/// All that is remembered of one button.
struct ButtonTrack: Hashable, Sendable {
  /// The contact, without its bounce.
  var contact = ButtonContact()
  /// The press that lasts, while the button is down.
  var hold: ButtonHold?
  /// The press edge that a second press may still correct.
  var correctable: Int?

  /// The hold's next gesture; none while a release has begun, since it may turn out to have ended before.
  var nextOfHold: Gesture? { contact.isHeld ? hold?.next : nil }

  /// Whether a press of the other button now makes a chord of the two. A gap within the bounce of the press
  /// edge is chatter; a later one is a finger that leaves.
  func canBecomeChord(at milliseconds: Int) -> Bool {
    guard let hold, hold.canBecomeChord(at: milliseconds) else { return false }
    return contact.isHeld || milliseconds - hold.pressedAt <= GestureTiming.bounceMilliseconds
  }
}
