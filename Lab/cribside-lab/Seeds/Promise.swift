/// What a box keeps whatever happens.
enum Promise: String, Hashable, Sendable, CaseIterable {
  case lives = "the box runs, its log open, whenever it has power and was started"
  case neverSpins = "the loop never spins"
  case rests = "the loop wakes up for a reason only"
  case acknowledgedIsRecovered = "what was acknowledged or shown by a start is on the flash, whatever comes"
  case recoveredWasOffered = "what is on the flash was handed to it, unchanged"
  case acknowledgedOnce = "no event is acknowledged twice"
  case nothingWaits = "once the flash takes lines again, no event waits"
  case replayIsTheState = "a start from the log makes the state that the box had"
  case logIsWhole = "no line of the log is damaged or missing"
  case pressCounts = "a press of NAP or FEED makes an event"
  case earlyPressCounts = "a press while the box starts makes an event of its own time"
  case durationsStay = "no duration is negative, and none changes with the clock"
  case panelShowsTheFrame = "the panel's memory is the frame that the box wants"
  case panelReturns = "the panel is taken back once it answers"
  case chipIsContent = "the panel gets nothing that its data sheet forbids"
  case notSavedIsSaid = "what is in memory only is said to be NOT SAVED"
  case pressCountsQuietly = "a press of NAP or FEED that a shield lets through makes an event"
  case shieldHasSession = "a shield is up exactly while a quiet session runs"
  case shieldIsDark = "under a shield the panel is off, unless something is being shown"
  case lightReturns = "the panel is lit when a quiet session ends"
  case neverCrashes = "the program never crashes"
}

/// A promise that was not kept.
struct BrokenPromise: Hashable, Sendable {
  var promise: Promise
  /// What was found instead, and when.
  var detail: String
}
