import Nursery

/// A page behind the Box page: rows, with the marked one dark on lit.
struct QuietMenuPage {
  private let context: PageContext
  private let scene: QuietMenuScene?
  private var words: Words.Quiet { context.words.quiet }

  /// The page of a scene.
  init(_ context: PageContext) {
    self.context = context
    scene = context.scene.quietMenu
  }

  /// Draws the page above the row `bottom`.
  func draw(on canvas: inout Canvas, bottom: Int) {
    guard let scene else { return }
    let rows = scene.menu.rows.map { row($0, scene) }
    let isSettingTime = scene.menu.isSettingTime
    let page = ListPage(
      title: Wording(title(scene.menu.sheet)),
      hint: Wording(isSettingTime ? words.twiceDone : words.twiceSets),
      rows: rows, marked: scene.menu.index)
    page.draw(context, on: &canvas, bottom: bottom)
  }

  private func title(_ sheet: QuietMenu.Sheet) -> String {
    switch sheet {
    case .main: context.words.pages.box
    case .allowed: words.allowedTitle
    case .nightly, .start, .end: words.nightlyTitle
    }
  }

  private func row(_ row: QuietMenu.Row, _ scene: QuietMenuScene) -> ListPage.Row {
    let schedule = scene.menu.schedule
    return switch row {
    case .start: ListPage.Row(left: words.start, right: QuietText.duration(minutes: scene.menu.minutes))
    case .length: ListPage.Row(left: words.length, right: QuietText.duration(minutes: scene.menu.minutes))
    case .mode: ListPage.Row(left: words.mode, right: name(scene.strictness))
    case .allowed: ListPage.Row(left: words.allowed, right: names(scene.allowed))
    case .nightly: ListPage.Row(left: words.nightly, right: text(scene.schedule))
    case .phone: ListPage.Row(left: words.phone)
    case .clock: ListPage.Row(left: context.words.pages.clock)
    case .allow(let action):
      ListPage.Row(left: context.words.name(action), right: name(scene.allowed.contains(action)))
    case .isEnabled: ListPage.Row(left: words.nightly, right: name(schedule.isEnabled))
    case .from: ListPage.Row(left: words.from, right: time(schedule.start, isSet: scene.menu.sheet == .start))
    case .to: ListPage.Row(left: words.to, right: time(schedule.end, isSet: scene.menu.sheet == .end))
    case .scheduleMode: ListPage.Row(left: words.mode, right: name(schedule.strictness))
    case .save: ListPage.Row(left: words.save)
    case .back: ListPage.Row(left: words.back)
    }
  }

  private func name(_ strictness: StrictnessMode) -> String {
    strictness == .strict ? words.strict : words.flexible
  }

  private func name(_ isOn: Bool) -> String { isOn ? words.on : words.off }

  private func names(_ actions: Set<QuietAction>) -> String {
    let names = QuietAction.allCases.filter { actions.contains($0) }.map { context.words.name($0) }
    return names.isEmpty ? words.noAction : names.joined(separator: " ")
  }

  private func text(_ schedule: RecurringSchedule) -> String {
    guard schedule.isEnabled else { return words.off }
    return context.clock.text(schedule.start) + "–" + context.clock.text(schedule.end)
  }

  /// A time; while it is being set, it says how.
  private func time(_ time: WallTime, isSet: Bool) -> String {
    (isSet ? "+30 " : "") + context.clock.text(time)
  }
}

/// What a page behind the Box page shows.
public struct QuietMenuScene: Hashable, Sendable {
  /// The page, its rows and the marked one.
  let menu: QuietMenu
  /// The strictness of the next session.
  let strictness: StrictnessMode
  /// What the next shield allows.
  let allowed: Set<QuietAction>
  /// The schedule in force.
  let schedule: RecurringSchedule
}
