import Nursery
import Testing

@testable import Bedside
@testable import BoxRuntime
@testable import Rehearsal

/// Sound: two notes at the right time, once, and never where they are not wanted.
@Suite struct SoundScenarioTests {
  private static let config = #"""
    {"sound":{"wakeBy":true,"feedDue":true,"alarm":true},"nights":{"alarm":"06:30"}}
    """#

  private static func play(_ lines: String, config: String = config) throws -> Recording {
    var scenario = Scenario(lines)
    scenario.config = config
    return try scenario.play()
  }

  /// The tunes that were played: the time of day of the first note, and the tune by its notes.
  private func heard(_ recording: Recording) -> [String] {
    let world = recording.play.world
    let tones = world.pwm.tones
    return stride(from: 0, to: tones.count - 1, by: 2).map { index in
      let ago = Int((world.clock.worldNanoseconds - tones[index].startNanoseconds) / 1_000_000)
      let time = Instant(milliseconds: world.clock.worldMilliseconds - ago)
      let tune = Tune.allCases.first { $0.hertz == tones[index...index + 1].map(\.hertz) }
      return
        "\(tune.map { "\($0)" } ?? "?") \(ISO8601.text(time, in: recording.zone).dropFirst(11).prefix(8))"
    }
  }

  /// A nap at 13:05 of a baby with bedtime 18:40. The outlook gives its end.
  private func wakeBy(_ recording: Recording) throws -> String {
    let station = try #require(recording.play.rehearsal.station)
    let latest = try #require(station.model?.outlook(at: station.now)?.wakeBy?.latest)
    return String(ISO8601.text(latest, in: recording.zone).dropFirst(11).prefix(8))
  }

  @Test("A nap that reaches its time sounds once, at that time")
  func wake() throws {
    let recording = try Self.play(#"13:05:00 "press":"nap""#)
    let due = try wakeBy(recording)
    recording.goOn(forSeconds: 5 * 3_600)
    #expect(heard(recording).filter { $0.hasPrefix("wakeBy") } == ["wakeBy \(due)"])
    #expect(recording.says("sound: wakeBy"))
  }

  @Test("A nap that ended in time does not sound")
  func woken() throws {
    let recording = try Self.play(
      #"""
      13:05:00 "press":"nap"
      13:35:00 "press":"nap"
      """#)
    recording.goOn(forSeconds: 5 * 3_600)
    #expect(!heard(recording).contains { $0.hasPrefix("wakeBy") })
  }

  @Test("A feed is due once, counted from its start; a dark panel makes no difference")
  func feed() throws {
    let recording = try Self.play(
      #"""
      13:05:00 "doublePress":"feed"
      """#,
      config: #"{"sound":{"feedDue":true},"display":{"darkAfterMinutes":1}}"#)
    recording.goOn(forSeconds: 8 * 3_600)
    let station = try #require(recording.play.rehearsal.station)
    let (baby, bracket) = (
      try #require(station.model?.resident?.baby), try #require(station.model?.day(at: station.now)?.bracket)
    )
    let hours = DayEngine.feedInterval(of: baby, bracket: bracket).lower
    #expect(hours % 60 == 0)
    #expect(heard(recording) == ["feedDue \(13 + hours / 60):05:00"])
  }

  @Test("The alarm sounds every morning, but not on a box that starts later")
  func alarm() throws {
    let recording = try Self.play(
      #"""
      2026-02-12T06:20:00-05:00 "shot":"begin"
      2026-02-12T06:32:00-05:00 "process":"kill"
      2026-02-12T06:40:00-05:00 "process":"start"
      2026-02-13T06:40:00-05:00 "shot":"end"
      """#)
    #expect(heard(recording) == ["alarm 06:30:00", "alarm 06:30:00"])
  }

  @Test("Nothing sounds unless it is switched on", arguments: ["{}", #"{"nights":{"alarm":"13:10"}}"#])
  func off(config: String) throws {
    let recording = try Self.play(#"13:05:00 "press":"nap""#, config: config)
    recording.goOn(forSeconds: 6 * 3_600)
    #expect(heard(recording).isEmpty)
    let condition = recording.play.rehearsal.station.flatMap { $0.model?.condition(at: $0.now) }
    #expect(condition?.piezo == .absent)
  }

  @Test(
    "A quiet session is silent unless it allows sound, and no tune is played later",
    arguments: [false, true])
  func quiet(isAllowed: Bool) throws {
    let recording = try Self.play(
      #"""
      13:00:00 "command":["quiet","allow","nap","feed"\#(isAllowed ? #","sound""# : "")]
      13:00:01 "command":["quiet","start","--minutes","30"]
      """#, config: #"{"sound":{"alarm":true},"nights":{"alarm":"13:28"}}"#)
    recording.goOn(forSeconds: 3_600)
    #expect(heard(recording) == (isAllowed ? ["alarm 13:28:00"] : []))
  }

  @Test("A tune is played for each baby, even if its page is not shown")
  func twins() throws {
    let recording = try Self.play(
      #"""
      13:05:00 "doublePress":"feed"
      13:06:00 "doublePress":"menu"
      13:06:02 "doublePress":"feed"
      """#,
      config: #"""
        {"sound":{"feedDue":true},"babies":[{"name":"Ben","birthdate":"2025-09-14","bedtime":"18:40"}]}
        """#)
    recording.goOn(forSeconds: 8 * 3_600)
    let times = heard(recording).map { $0.suffix(5) }
    #expect(times == ["05:00", "06:02"], "\(heard(recording))")
  }

  @Test("While the clock is unknown, nothing sounds")
  func unknown() throws {
    let recording = try Self.play(
      #"""
      13:00:00 "power":"cut"
      13:00:01 "clock":"unsynced"
      13:00:02 "power":"on"
      13:05:00 "doublePress":"feed"
      """#)
    recording.goOn(forSeconds: 8 * 3_600)
    #expect(heard(recording).isEmpty)
  }

  @Test("A piezo that cannot be used is reported in the status, and costs no press")
  func missing() throws {
    var scenario = Scenario(
      #"""
      13:05:00 "press":"nap"
      13:05:10 "command":["status"]
      """#)
    scenario.config = Self.config
    let recording = try scenario.play { $0.world.pwm.isMissing = true }
    #expect(try recording.events() == ["sleep 13:05:00–"])
    #expect(recording.says("piezo     missing"))
    #expect(recording.says("the piezo does not answer; everything else continues"))
  }

  @Test("A kill during a note leaves it sounding only until the next start")
  func killed() throws {
    let recording = try Self.play(
      #"""
      13:09:00 "shot":"end"
      """#, config: #"{"sound":{"alarm":true},"nights":{"alarm":"13:10"}}"#)
    let world = recording.play.world
    for _ in 0..<1_000 where world.pwm.tones.isEmpty { recording.goOn(forSeconds: 0.05) }
    #expect(world.pwm.tones.map(\.nanoseconds) == [nil])
    recording.play.rehearsal.kill()
    recording.goOn(forSeconds: 2)
    recording.play.rehearsal.start()
    recording.goOn(forSeconds: 2)
    #expect(world.pwm.tones.allSatisfy { $0.nanoseconds != nil })
  }

  @Test("Sound is switched on and off while the box runs")
  func reload() throws {
    let baby = #"{"name":"Mia","birthdate":"2025-09-14","bedtime":"18:40"}"#
    let recording = try Self.play(
      #"""
      13:00:00 "reload":{"babies":[\#(baby)],"sound":{"alarm":true},"nights":{"alarm":"13:10"}}
      13:11:00 "reload":{"babies":[\#(baby)],"sound":{"alarm":false},"nights":{"alarm":"13:20"}}
      13:21:00 "shot":"end"
      """#, config: "{}")
    #expect(heard(recording) == ["alarm 13:10:00"])
  }
}
