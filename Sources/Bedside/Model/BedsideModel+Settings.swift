import Nursery

/// Other settings for a box that runs. What the log says, what runs and what is shown stay as they are.
extension BedsideModel {
  /// Goes by other settings from now on. A baby that is new has its page at once, with whatever the log has of it; one that
  /// is gone leaves the panel, and stays in the log.
  mutating func follow(_ new: BedsideSettings, at moment: Moment) {
    let old = settings
    settings = new
    settings.motion.calibration = old.motion.calibration
    settings.version = old.version
    settings.address = old.address
    box.settingsRefusedAtLine = nil
    for resident in new.residents where logs[resident.id] == nil {
      logs[resident.id] = CareLog(baby: resident.id)
    }
    forgetStyles(of: old)
    leaveBabiesThatAreGone()
    quiet.course.defaults = new.quiet
    quiet.course.zone = new.zone
    logCheck.dueMilliseconds = 0
    learned = [:]
    nightsMark = nil
    if new.motion.mode != old.motion.mode || new.motion.baby != old.motion.baby { crib = CribWatch() }
    if new.darkAfterMinutes != old.darkAfterMinutes { wake(at: moment) }
  }

  /// A style that the configuration has since stands over the one that MENU chose before.
  private mutating func forgetStyles(of old: BedsideSettings) {
    for resident in settings.residents {
      let before = old.residents.first { $0.id == resident.id }
      if before?.plan.style != resident.plan.style { styles[resident.id] = nil }
    }
  }

  /// No press may be for a baby whose name is not on the panel, and none takes back what was done for it.
  private mutating func leaveBabiesThatAreGone() {
    let present = Set(babies)
    history.done.removeAll { !present.contains($0.baby) }
    if let redo = redoable?.action, !present.contains(redo.baby) { redoable = nil }
    if case .baby(let id) = page, !present.contains(id) { (page, choiceDeadline) = (.now, nil) }
    guard !present.contains(chosenBaby), let first = babies.first else { return }
    closeEdits()
    chosenBaby = first
    effects.append(.keepChosen(first))
  }
}
