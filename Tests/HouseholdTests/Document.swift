@testable import Household

/// Made-up state documents of a box.
enum Document {
  static let topics = BoxTopics(household: "home", box: "7c1e9a04b2d1")

  /// One baby, Ada, which is awake.
  static let awake = text()

  static func text(
    name: String = "Ada", state: String = "awakeEarly", feed: String = "recentlyFed", running: String = "",
    wakeBy: String = "null", unsaved: Int = 0, more: String = "", quiet: String = #"{"session":null}"#,
    boot: Int = 3
  ) -> String {
    let baby = baby(1, name: name, state: state, feed: feed, running: running, wakeBy: wakeBy)
    return #"""
      {"v":1,"boot":\#(boot),"seq":9,"now":"2026-02-11T13:05:00-05:00","clock":"synced","zone":"America/New_York","babies":[\#(baby)\#(more)],"box":{"parts":{"panel":"works","accelerometer":"works","buttons":"works","stuckButton":null},"storage":{"works":true,"fault":null,"unsaved":\#(unsaved),"damagedLines":0},"crib":"empty","quiet":\#(quiet),"phones":[],"safeMode":false,"attention":false,"version":"0.9.0"}}
      """#
  }

  static func baby(
    _ number: Int, name: String, state: String, feed: String, running: String = "", wakeBy: String = "null"
  ) -> String {
    #"""
    {"id":\#(number),"name":"\#(name)","birthdate":"2025-09-01","state":"\#(state)","minutes":34,"feed":"\#(feed)","nextNap":{"start":"2026-02-11T14:20:00-05:00","end":"2026-02-11T15:20:00-05:00"},"wakeBy":\#(wakeBy),"bedtime":"2026-02-11T19:00:00-05:00","sleeps":[{"start":"2026-02-11T10:00:00-05:00","end":"2026-02-11T11:20:00-05:00","night":false},{"start":"2026-02-11T12:00:00-05:00","end":null,"night":false}],"feeds":[{"kind":"nursing","start":"2026-02-11T11:25:00-05:00","end":"2026-02-11T11:40:00-05:00","side":"left"}],"running":[\#(running)],"nextSide":"right","last24h":{"sleepMinutes":842,"nursings":6,"nursingMinutes":80,"bottles":1},"plan":{"style":"buildLater"}}
    """#
  }

  static let sleeping =
    #"{"id":"019c4bc0-ea20-772d-a992-e91752bb132a","kind":"sleep","start":"2026-02-11T12:31:00-05:00"}"#
  static let nursing =
    #"{"id":"019c4bc0-ea20-772d-a992-e91752bb132b","kind":"nursing","start":"2026-02-11T13:00:00-05:00"}"#
}
