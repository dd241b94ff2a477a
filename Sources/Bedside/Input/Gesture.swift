/// What a hand meant, from edges and time. The press comes at once; every other gesture corrects that press.
/// Times are the boot clock's, in milliseconds, of the edge or the deadline that made the gesture.
public enum Gesture: Hashable, Sendable {
  /// The press edge: act now.
  case press(Button, milliseconds: Int)
  /// Held on: move the event just made `minutes` (5, 10, … 60) earlier in all. Not MENU, and not in the
  /// second press of a double press, which has corrected already.
  case backdate(Button, minutes: Int, milliseconds: Int)
  /// The second press of two within 0.6 s: corrects the first. No `press` is sent for it.
  case doublePress(Button, milliseconds: Int)
  /// MENU held for 1.5 s, and not in the second press of a double press.
  case menuHold(milliseconds: Int)
  /// NAP and FEED are both down, the second before the first had backdated: take both presses back. The second
  /// button's `press` was never sent. If `first` was down in the second press of a double press, nothing of that
  /// pair may stay logged either. No `release` follows, whichever button comes up first.
  case chord(first: Button, milliseconds: Int)
  /// The chord was held for 5 s.
  case chordHold(milliseconds: Int)
  /// A button that made a `press` or a `doublePress` was let go. The time is when it came up, which is known only
  /// when its bounce is over.
  case release(Button, milliseconds: Int)
  /// A button has been down for 10 s: more than any gesture needs. Sent once; its presses are ignored till it is up.
  case stuck(Button, milliseconds: Int)
  /// A stuck button, or one held since power-up, came up.
  case unstuck(Button, milliseconds: Int)
}
