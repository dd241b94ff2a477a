import Nursery

/// What the box says by itself when its time has come: cues on the Now page, and sounds.
struct ReminderModel: Sendable {
  /// Which cue stands, and which have.
  var cues = CueSchedule()
  /// The cue that is drawn.
  var cue: NightCue?
  /// What the piezo played, and plays next.
  var sounds = SoundWatch()
}
