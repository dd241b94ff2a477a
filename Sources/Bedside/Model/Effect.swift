import CribMotion
import Nursery

/// What the box does, as values. The owner of the devices performs them.
public enum Effect: Hashable, Sendable {
  /// Write these lines together and in this order, and sync.
  case append([LogWrite])
  /// Replace a small file beside the log, and sync; then answer the token. `Input.kept` comes back.
  indirect case keep(KeptContent, token: Int? = nil)
  /// Add a stretch of motion that began at this moment to the file of this day, and sync.
  case keepActivity(ActivityStretch, at: Moment, on: CivilDate)
  /// Read the kept motion of these days, and report it.
  case readActivity(on: [CivilDate])
  /// A request about quiet sessions was accepted or refused. Answer it once its changes are kept.
  case quietAnswer(token: Int, QuietRefusal?)
  /// Read the next closed segment of the log again, or the first one, and report the result.
  case checkSegment(isFirst: Bool)
  /// Try again to write what is in memory only.
  case retryStorage
  /// Show this picture with this light.
  case draw(Picture, PanelLight)
  /// Read the buttons' levels, then the edges once more; hand the levels back only if there were none.
  case readLevels
  /// Switch the lamp.
  case lamp(lit: Bool)
  /// Play a tune; with nil, only make the piezo ready.
  case sound(Tune?)
  /// Offer a code for a new phone.
  case offerPhone
  /// Answer a request.
  case answer(token: Int, CareAnswer)
  /// Write a line into the system's journal, once for each change of state.
  case announce(Announcement)
}

/// What the model keeps in small files beside the log, one file for each case.
public enum KeptContent: Hashable, Sendable {
  /// The nights of every baby, with stars, remarks and goals.
  case nights([BabyID: SleepStore])
  /// What was learned about the accelerometer and its mount.
  case calibration(KeptCalibration)
  /// The baby that the buttons are for.
  case chosen(BabyID)
  /// When the log was checked, and how many entries were damaged.
  case checked(at: Instant, damaged: Int)
  /// The state of quiet sessions.
  case quiet(QuietState)
}

/// One thing to write into the log.
public enum LogWrite: Hashable, Sendable {
  /// A care event.
  case care(CareEvent)
  /// At this moment the wall clock became known or was set.
  case sync(EventID, Moment)

  /// The line's id.
  public var id: EventID {
    switch self {
    case .care(let event): event.id
    case .sync(let id, _): id
    }
  }
}

/// A change of state that gets a line in the system's journal.
public enum Announcement: Hashable, Sendable {
  /// The card refuses, and this many events are in memory only.
  case notSaved(count: Int)
  /// All events that were in memory only are on the card now.
  case savedAgain
  /// A part answers again, or no longer answers.
  case part(Input.Part, BoxCondition.PartState)
  /// A button has been down for 10 s.
  case stuck(Button)
  /// A stuck button was released.
  case unstuck(Button)
  /// The wall clock is known from now on, or was moved by this many seconds.
  case clockSet(stepSeconds: Int)
  /// Safe mode began after crashes, or ended.
  case safeMode(isOn: Bool)
  /// A clock step of more than a day waits for a second report.
  case clockHeld(stepSeconds: Int)
  /// The log was read again, and this many entries are damaged, more than at the last check.
  case rotten(count: Int)
  /// News of a quiet session.
  case quiet(QuietNews)
}
