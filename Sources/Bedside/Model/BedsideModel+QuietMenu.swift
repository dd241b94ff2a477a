import Nursery

/// The pages behind the Box page.
extension BedsideModel {
  /// What the open page shows; nil while none is open.
  var quietMenuScene: QuietMenuScene? {
    guard !isShielded, let menu = quiet.menu else { return nil }
    return QuietMenuScene(
      menu: menu, strictness: quiet.course.strictness, allowed: quiet.course.allowed,
      schedule: quiet.course.schedule)
  }

  /// Applies a gesture to an open page. Returns false if the gesture has its usual meaning.
  mutating func performInMenu(_ gesture: Gesture, at moment: Moment) -> Bool {
    guard quiet.menu != nil else {
      guard case .doublePress(.menu, _) = gesture, buttons.menuPress?.pageBefore == .box,
        buttons.menuPress?.action == nil
      else { return false }
      openBehindBox(at: moment)
      return true
    }
    quiet.menu?.until = moment.boot.milliseconds + QuietMenu.openMilliseconds
    wake(at: moment)
    switch gesture {
    case .press(.menu, _): quiet.menu?.next()
    case .doublePress(.menu, _):
      quiet.menu?.undo()
      choose(at: moment)
    case .menuHold:
      // Closing the pages ends the effect of the press with which the hold began.
      quiet.menu = nil
    case .press(.nap, _), .press(.feed, _), .press(.extra, _):
      // Logging takes precedence, and the Now page shows what it did.
      quiet.menu = nil
      screen.page = .now
      return false
    default: return false
    }
    return true
  }

  /// Opens what is behind the Box page: first its parts, and then the pages of quiet sessions. The double press takes
  /// back the page turn of its first press.
  private mutating func openBehindBox(at moment: Moment) {
    buttons.menuPress = nil
    screen.choiceDeadline = nil
    screen.page = .box
    wake(at: moment)
    guard screen.showsBoxDetails else { return screen.showsBoxDetails = true }
    quiet.menu = QuietMenu(
      quiet.course.schedule, at: moment.boot.milliseconds,
      leadsWithClock: !clockIsSetByMachine(at: moment))
  }

  private mutating func choose(at moment: Moment) {
    guard let menu = quiet.menu else { return }
    switch menu.sheet {
    case .start, .end: return quiet.menu?.open(.nightly, at: menu.index) ?? ()
    case .main, .allowed, .nightly: break
    }
    switch menu.row {
    case .start: startQuietly(menu.minutes, at: moment)
    case .length: quiet.menu?.lengthen()
    case .mode: apply(.strictness(quiet.course.strictness.other), token: nil, at: moment)
    case .allowed: quiet.menu?.open(.allowed)
    case .nightly: quiet.menu?.open(.nightly)
    case .phone: askForPhoneCode()
    case .clock: openClock(at: moment)
    case .allow(let action): toggle(action, at: moment)
    case .isEnabled: quiet.menu?.schedule.isEnabled.toggle()
    case .from: quiet.menu?.open(.start, at: menu.index)
    case .to: quiet.menu?.open(.end, at: menu.index)
    case .scheduleMode: quiet.menu?.schedule.strictness = menu.schedule.strictness.other
    case .save: save(menu.schedule, at: moment)
    case .back: goBack(from: menu)
    }
  }

  private mutating func startQuietly(_ minutes: Int, at moment: Moment) {
    apply(.start(minutes: minutes, nil), token: nil, at: moment)
    // The ring shows its length to the person who started it.
    quiet.ringUntil = moment.boot.milliseconds + Self.ringMilliseconds
    screen.page = .now
  }

  private mutating func toggle(_ action: QuietAction, at moment: Moment) {
    apply(.allow(quiet.course.allowed.symmetricDifference([action])), token: nil, at: moment)
  }

  /// Saves the schedule. Steps of editing do not apply before, because a session would start at once within its window.
  private mutating func save(_ schedule: RecurringSchedule, at moment: Moment) {
    quiet.menu?.open(.nightly, of: .main)
    apply(.schedule(schedule), token: nil, at: moment)
  }

  private mutating func goBack(from menu: QuietMenu) {
    guard menu.sheet != .main else {
      quiet.menu = nil
      return
    }
    quiet.menu?.schedule = quiet.course.schedule
    quiet.menu?.open(menu.sheet == .allowed ? .allowed : .nightly, of: .main)
  }
}

extension StrictnessMode {
  fileprivate var other: StrictnessMode { self == .strict ? .flexible : .strict }
}
