import Bedside

extension Announcement {
  /// One line for the system's journal. No name of a baby is in it.
  package var text: String {
    switch self {
    case .notSaved(0): "NOT WRITABLE: nothing can be saved; the card is tried again"
    case .notSaved(let count): "NOT SAVED: \(count) events in memory only; the card is tried again"
    case .savedAgain: "everything is saved again"
    case .part(.buttons, .works): "the GPIO chip is back: the buttons work again"
    case .part(.buttons, _): "the GPIO chip is gone: the buttons are dead, everything else continues"
    case .part(let part, .works): "the \(part.text) answers"
    case .part(let part, _): "the \(part.text) does not answer; everything else continues"
    case .stuck(let button): "the \(button.name) button has been down for 10 s; ignored until it is up"
    case .unstuck(let button): "the \(button.name) button is up again"
    case .clockSet(0): "the clock is known"
    case .clockSet(let seconds): "the clock was moved by \(seconds) s; durations stay as they are"
    case .rotten(let count):
      "the log was read again: \(count) damaged; `cribside log verify` names the places, and a copy by "
        + "`cribside log backup` may have them whole"
    case .quiet(let news): news.text
    case .safeMode(true):
      "safe mode after 5 crashes in 10 minutes: buttons, log and panel only, for an hour, or until "
        + "`sudo systemctl restart cribside`"
    case .safeMode(false): "an hour without cause: safe mode is over"
    case .clockHeld(let seconds): "a clock step of \(seconds) s waits for a second report that agrees"
    }
  }

  /// How much it matters.
  package var priority: Priority {
    switch self {
    case .notSaved, .rotten: .error
    case .part(_, .missing), .stuck, .clockHeld, .safeMode(true): .warning
    case .quiet(.ended(.damaged)): .error
    case .savedAgain, .part, .unstuck, .clockSet, .safeMode(false), .quiet: .notice
    }
  }
}

extension Input.Part {
  fileprivate var text: String {
    switch self {
    case .panel: "OLED"
    case .accelerometer: "accelerometer"
    case .buttons: "buttons"
    case .piezo: "piezo"
    }
  }
}
