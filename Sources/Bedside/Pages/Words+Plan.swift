import Nursery

extension Words {
  /// The Plan page, and what the Today page says about the plan.
  struct Plan: Sendable {
    /// The mark of learned wake windows.
    var learned: String
    /// The title of a day without a plan.
    var none: String
    /// The morning wake-up.
    var wake: String
    /// A planned nap that should have begun.
    var late: String
    /// Before what is wished of this day alone.
    var wished: String
    var asleep: String
    var awake: String
    /// How the number of naps differs from the one wanted, and a day of one nap.
    var oneMore: String
    var oneFewer: String
    /// Another number of naps than was wanted, by more than one.
    var otherNaps: String
    var oneNap: String
    /// Broken rules: of a nap's number; of a stretch; of the wake window before bed, or before a nap of a number.
    var mustBeAwake: String
    var mustBeAsleep: String
    var longEvening: String
    var shortEvening: String
    var longWait: String
    var shortWait: String
    /// A nap of a number that is longer than usual, and a later bedtime.
    var change: String
    var bedChange: String
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

  /// A difference in minutes with its sign: `+10`, `−15`.
  func signed(_ minutes: Int) -> String { minutes < 0 ? "−\(-minutes)" : "+\(minutes)" }
}
