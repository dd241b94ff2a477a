import Nursery

/// What the panel shows, and when it changes by itself; times on the boot clock.
struct ScreenModel: Sendable {
  var page = Page.now
  /// The last entries, in place of the Today page while they are open.
  var last: LastModel?
  /// Whether the Box page shows each part, in place of the faults alone.
  var showsBoxDetails = false
  /// When any page but Now gives way to it.
  var leaveMilliseconds: Int?
  /// When a resting baby page counts as chosen.
  var choiceDeadline: Int?
  var darkDeadline: Int?
  var isDark = false
  var notice: TimedNotice?
  var lamp = LampBlinker()
  var drawn: Drawn?
  var drawnMinute: Int?
  /// When it was drawn last.
  var drawnMilliseconds: Int?
  /// Civil minus boot clock at the last turn, in milliseconds.
  var minuteOffset = 0
  /// The day as it was drawn last.
  var lastDay: DaySnapshot?
}
