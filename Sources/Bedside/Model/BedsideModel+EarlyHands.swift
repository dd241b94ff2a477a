import Nursery

/// What was pressed before the log was open.
extension BedsideModel {
  /// Takes over from a start of the process, at the moment of the log's opening and as the first input of all. Each
  /// gesture is performed at its own time, as if the log had been there; what it came to is told now.
  public mutating func handle(_ hands: EarlyHands, at moment: Moment) -> [Effect] {
    effects = []
    care.clocks.noteAlive(at: moment.boot, savedWall: moment.trust == .saved ? moment.wall : nil)
    // The one look at the clock comes first, so that the presses are told with the times that are known by now.
    noticeSync(at: moment)
    buttons.recognizer = hands.recognizer
    launchQuiet(at: stamp(moment, hands.startMilliseconds))
    for gesture in hands.gestures { perform(late: gesture, at: stamp(moment, gesture.milliseconds)) }
    if screen.notice?.until != nil {
      screen.notice?.until = moment.boot.milliseconds + Self.noticeMilliseconds
    }
    wake(at: moment)
    advanceGestures(at: moment)
    runDeadlines(at: moment)
    gatherNights(at: moment)
    redraw(at: moment)
    lookForSounds(at: moment)
    nextDeadline = earliestDeadline
    return effects
  }

  /// A press means what it would have meant then: by the day, the page and the quiet session of its own time.
  private mutating func perform(late gesture: Gesture, at moment: Moment) {
    runMeanings(at: moment)
    redraw(at: moment)
    perform([gesture], at: moment)
  }
}
