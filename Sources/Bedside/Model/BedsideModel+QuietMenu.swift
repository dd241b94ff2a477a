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

  /// Takes what an open page makes of a gesture; false when it means what it always does.
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
      // The press that the hold began with is of no account once the pages are closed.
      quiet.menu = nil
    case .press(.nap, _), .press(.feed, _), .press(.extra, _):
      // Logging comes first; what it did is seen on the Now page.
      quiet.menu = nil
      screen.page = .now
      return false
    default: return false
    }
    return true
  }

  /// Behind the Box page are its parts, and behind these the pages of quiet sessions. The second press takes the page
  /// turn of the first one back.
  private mutating func openBehindBox(at moment: Moment) {
    buttons.menuPress = nil
    screen.choiceDeadline = nil
    screen.page = .box
    wake(at: moment)
    guard screen.showsBoxDetails else { return screen.showsBoxDetails = true }
    quiet.menu = QuietMenu(quiet.course.schedule, at: moment.boot.milliseconds)
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
    // The person who started it sees for how long.
    quiet.ringUntil = moment.boot.milliseconds + Self.ringMilliseconds
    screen.page = .now
  }

  private mutating func toggle(_ action: QuietAction, at moment: Moment) {
    apply(.allow(quiet.course.allowed.symmetricDifference([action])), token: nil, at: moment)
  }

  /// The schedule holds once it is saved, and not at each step to it: within its window it starts at once.
  private mutating func save(_ schedule: RecurringSchedule, at moment: Moment) {
    quiet.menu?.open(.main, at: 4)
    apply(.schedule(schedule), token: nil, at: moment)
  }

  private mutating func goBack(from menu: QuietMenu) {
    guard menu.sheet != .main else {
      quiet.menu = nil
      return
    }
    quiet.menu?.schedule = quiet.course.schedule
    quiet.menu?.open(.main, at: menu.sheet == .allowed ? 3 : 4)
  }
}

extension StrictnessMode {
  fileprivate var other: StrictnessMode { self == .strict ? .flexible : .strict }
}
