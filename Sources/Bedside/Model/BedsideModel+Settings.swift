import Nursery

/// Other settings for a box that runs. What the log says, what runs and what is shown stay as they are.
extension BedsideModel {
  /// Goes by other settings from now on. A baby that is new has its page at once, with whatever the log has of it; one that
  /// is gone leaves the panel, and stays in the log.
  mutating func follow(_ new: BedsideSettings, at moment: Moment) {
    let old = care.settings
    care.settings = new
    care.settings.motion.calibration = old.motion.calibration
    care.settings.version = old.version
    care.settings.address = old.address
    care.box.settingsRefusedAtLine = nil
    care.openLogs()
    forgetStyles(of: old)
    leaveBabiesThatAreGone()
    quiet.course.defaults = new.quiet
    quiet.course.zone = new.zone
    logCheck.dueMilliseconds = 0
    planning.learned = [:]
    nights.mark = nil
    if new.motion.mode != old.motion.mode || new.motion.baby != old.motion.baby { motion = MotionModel() }
    if new.darkAfterMinutes != old.darkAfterMinutes { wake(at: moment) }
  }

  /// A style that the configuration has since stands over the one that MENU chose before.
  private mutating func forgetStyles(of old: BedsideSettings) {
    for resident in care.settings.residents {
      let before = old.residents.first { $0.id == resident.id }
      if before?.plan.style != resident.plan.style { planning.styles[resident.id] = nil }
    }
  }

  /// No press may be for a baby whose name is not on the panel, and none takes back what was done for it.
  private mutating func leaveBabiesThatAreGone() {
    let present = Set(babies)
    buttons.history.done.removeAll { !present.contains($0.baby) }
    if let redo = buttons.redoable?.action, !present.contains(redo.baby) { buttons.redoable = nil }
    if case .baby(let id) = screen.page, !present.contains(id) {
      (screen.page, screen.choiceDeadline) = (.now, nil)
    }
    guard !present.contains(care.chosenBaby), let first = babies.first else { return }
    closeEdits()
    care.chosenBaby = first
    effects.append(.keepChosen(first))
  }
}
