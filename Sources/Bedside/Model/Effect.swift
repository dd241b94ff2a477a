import CribMotion
import Nursery

/// What the box does to the world: values, which the owner of the devices performs.
public enum Effect: Hashable, Sendable {
  /// Write these and sync; together, in this order.
  case append([LogWrite])
  /// Keep the nights of every baby in place of those kept before, and sync; then answer the token.
  case keepNights([BabyID: SleepStore], token: Int?)
  /// Keep what was learnt of the accelerometer in place of what was kept before, and sync.
  case keepCalibration(KeptCalibration)
  /// Keep which baby the buttons are for, and sync.
  case keepChosen(BabyID)
  /// Add an hour of motion, which began at this moment, to what is kept of this day, and sync.
  case keepActivity(ActivityHour, at: Moment, on: CivilDate)
  /// Keep this of quiet sessions in place of what the files hold, and sync.
  case keepQuiet(QuietState)
  /// A wish about quiet sessions was taken, or refused; answer when what it changed is kept.
  case quietAnswer(token: Int, QuietRefusal?)
  /// Read the next closed segment of the log again, or the first one, and hand back what came of it.
  case checkSegment(isFirst: Bool)
  /// Keep when the log was checked and how many damaged entries there were, and sync.
  case keepLogCheck(at: Instant, damaged: Int)
  /// Try again to write what is in memory only.
  case retryStorage
  /// Show this picture at this light.
  case draw(Picture, PanelLight)
  /// Read the buttons' levels, then the edges once more; hand the levels back only if there were none.
  case readLevels
  /// Switch the lamp.
  case lamp(lit: Bool)
  /// Play two notes; nil: only make the piezo ready.
  case sound(Tune?)
  /// Offer a code to a new phone.
  case offerPhone
  /// Answer a request.
  case answer(token: Int, CareAnswer)
  /// Tell the system's journal, once per change of state.
  case announce(Announcement)
}

/// One thing to write into the log.
public enum LogWrite: Hashable, Sendable {
  /// A care event.
  case care(CareEvent)
  /// The wall clock became known, or was set, at this moment.
  case sync(EventID, Moment)

  /// The line's id.
  public var id: EventID {
    switch self {
    case .care(let event): event.id
    case .sync(let id, _): id
    }
  }
}

/// A change of state worth a line in the system's journal.
public enum Announcement: Hashable, Sendable {
  /// The flash refuses; this many events are in memory only.
  case notSaved(count: Int)
  /// Everything that was in memory only is on the flash again.
  case savedAgain
  /// A part began or ceased to answer.
  case part(Input.Part, BoxCondition.PartState)
  /// A button has been down for 10 s.
  case stuck(Button)
  /// It came up.
  case unstuck(Button)
  /// The wall clock is known from now on, or was moved by that many seconds.
  case clockSet(stepSeconds: Int)
  /// Safe mode began after crashes, or is over.
  case safeMode(isOn: Bool)
  /// A step of more than a day is held until a second report agrees.
  case clockHeld(stepSeconds: Int)
  /// The log was read again, and more entries are damaged than the time before: so many.
  case rotten(count: Int)
  /// Something became of a quiet session.
  case quiet(QuietNews)
}
