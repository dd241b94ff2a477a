import Nursery

@testable import Bedside

/// The frames of quiet sessions, and of the pages behind the Box page.
enum QuietScreens {
  typealias Screen = GoldenScreens.Screen

  static let all = sessions + notices + menus

  private static func screen(
    _ name: String, _ show: QuietShow, _ change: (inout Scene) -> Void = { _ in }
  ) -> Screen {
    Screen(
      name: "quiet-" + name,
      scene: SampleScenes.atNight.with {
        $0.quiet = show
        $0.quietLock = QuietLock(end: SampleScenes.at(31, 0), strictness: .flexible)
        change(&$0)
      })
  }

  private static let sessions = [
    screen("dark", .dark), screen("ring-full", .ring(seconds: 28_800, of: 28_800)),
    screen("ring-long", .ring(seconds: 86_399, of: 86_400)),
    screen("ring-threeQuarters", .ring(seconds: 21_600, of: 28_800)),
    screen("ring-minutes", .ring(seconds: 1_042, of: 3_600)),
    screen("ring-lastSecond", .ring(seconds: 1, of: 3_600)),
    screen("ring-unsaved", .ring(seconds: 1_800, of: 3_600)) { $0.unsavedCount = 2 },
    screen("cancelling-30", .cancelling(seconds: 30, of: 30)),
    screen("cancelling-7", .cancelling(seconds: 7, of: 30)), screen("confirmReset", .confirmReset),
  ]

  private static let said = Confirmation(
    deed: .sleepEnded(isNight: true), at: SampleScenes.atNight.now.adding(minutes: -1))

  private static let notices = [
    screen("saved", .notice) { $0.notice = .saved(said) },
    screen("saving", .notice) { $0.notice = .saving },
    screen("cannotCancel", .notice) { $0.notice = .cannotCancel },
    screen("notAllowed", .notice) { $0.notice = .notInQuiet(.feed) },
    screen("keptLonger", .notice) { $0.notice = .quietKeptLonger },
    screen("replaced", .notice) { $0.notice = .quietReplaced },
    screen("unsaved", .notice) { $0.unsavedCount = 3 },
    screen("refused-unsaved", .notice) {
      $0.notice = .refused(.notAsleep)
      $0.unsavedCount = 1
    },
  ]

  private static func menu(_ name: String, _ change: (inout QuietMenu) -> Void) -> Screen {
    var menu = QuietMenu(.usual, at: 0)
    change(&menu)
    let scene = QuietMenuScene(
      menu: menu, strictness: .flexible, allowed: QuietAction.usual, schedule: .usual)
    return Screen(
      name: "quiet-menu-" + name,
      scene: SampleScenes.asleep.with {
        $0.page = .box
        $0.quietMenu = scene
      })
  }

  private static let menus = [
    menu("main") { _ in }, menu("length") { $0.next() }, menu("allowed") { $0.open(.allowed, at: 2) },
    menu("nightly") { $0.open(.nightly) }, menu("from") { $0.open(.start, at: 1) },
    menu("to") { $0.open(.end, at: 2) },
  ]
}
