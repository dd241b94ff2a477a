extension DayEngine {
  /// A feed this long before the dream feed's time, in minutes, stands for it.
  private static let dreamFeedLeadMinutes = 60

  /// The feed track: from the start of the last completed feed, whatever day it was. Hunger knows no
  /// midnight: in the morning the night's feed is the one that counts.
  static func feedState(_ input: DayInput, bracket: AgeTable.Bracket) -> FeedState {
    if let running = input.feeds.last(where: { $0.end == nil }) {
      return .feedingNow(startedMinutesAgo: running.start.minutes(until: input.now))
    }
    guard let last = input.feeds.last else { return .noFeedsYet }
    let minutes = last.start.minutes(until: input.now)
    let interval = feedInterval(of: input.baby, bracket: bracket)
    if minutes >= interval.lower { return .ready(minutesAgo: minutes, interval: interval) }
    if minutes >= interval.lower * 8 / 10 { return .approaching(minutesAgo: minutes, interval: interval) }
    return .recentlyFed(minutesAgo: minutes)
  }

  /// The interval between feeds: the baby's own when one is set, else the age's.
  static func feedInterval(of baby: Baby, bracket: AgeTable.Bracket) -> MinuteRange {
    let own = baby.feedIntervalMinutes
    return own > 0 ? MinuteRange(own, own) : bracket.feedInterval
  }

  /// When the dream feed was due, while the night's sleep runs and it was neither logged nor dismissed. A feed
  /// of this night shortly before its time stands for it: a reminder right after a feed helps nobody.
  static func dreamFeedDue(_ day: WakingDay, _ input: DayInput) -> Instant? {
    guard let time = input.baby.dreamFeed, let running = day.running, running.isNight else { return nil }
    let due = input.instant(of: time, on: day.date)
    guard input.now >= due else { return nil }
    let from = max(due.adding(minutes: -dreamFeedLeadMinutes), day.nightStart ?? due)
    let isDone =
      input.feeds.contains { $0.start >= from }
      || input.dreamFeedDismissals.contains { $0 >= from && $0 <= input.now }
    return isDone ? nil : due
  }
}
