import Nursery

/// What hands do and did: the gesture under way, and what the last presses came to, so that later ones correct it.
struct ButtonModel: Sendable {
  var recognizer = GestureRecognizer()
  /// The last press of each button, for the gestures that correct it.
  var presses: [Button: CorrectablePress] = [:]
  var stuck: [Button] = []
  var menuPress: MenuPress?
  var history = ActionHistory()
  var redoable: Redoable?
  /// What a stuck button logged, while it is asked whether to keep it.
  var offered: Action?
  /// The bottle that a button logged last.
  var lastBottle: EventID?
}
