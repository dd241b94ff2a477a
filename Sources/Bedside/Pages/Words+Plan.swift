import Nursery

extension Words {
  /// The Plan page, and what the Today page says about the plan.
  struct Plan: Sendable {
    /// The title, of the plan's style.
    var titled: String
    /// The mark of learned wake windows.
    var learned: String
    /// The title of a day without a plan.
    var none: String
    /// The styles.
    var buildLater: String
    var gentle: String
    var balanced: String
    var onlyOne: String
    /// The morning wake-up.
    var wake: String
    /// A planned nap that should have begun.
    var late: String
    /// The plan's number of naps, and the one wanted.
    var otherCount: String
    /// Broken rules: of a nap's number; of a stretch; of a wake window and its limit.
    var mustBeAwake: String
    var mustBeAsleep: String
    var tooLong: String
    var tooShort: String
    /// Before the wake-up, in two lines.
    var beginsWith: (String, String)
    /// Without a clock.
    var needsClock: String
    /// Why nothing fits, and what to try: each is broken into lines.
    var tooManyNaps: String
    var outsideLimits: String
    var widenLimits: String
    var noTime: String
    var makeTime: String
    var noRoom: String
    var makeRoom: String
    /// Of the window and its limit.
    var firstTooLong: String
    var tryOther: String
    var badSetting: String
  }

  /// A style's name.
  func name(_ style: ScheduleStyle) -> String {
    switch style {
    case .buildLater: plan.buildLater
    case .gentle: plan.gentle
    case .balanced: plan.balanced
    case .default: plan.onlyOne
    }
  }

  /// A difference in minutes with its sign: `+10`, `−15`.
  func signed(_ minutes: Int) -> String { minutes < 0 ? "−\(-minutes)" : "+\(minutes)" }
}
