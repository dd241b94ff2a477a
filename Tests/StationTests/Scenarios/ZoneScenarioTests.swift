import Foundation
import LinuxBoard
import Nursery
import SimulatedBoard
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal

/// The whole box in a night in which the clocks change, in every zone that has a change from 2024 to 2030.
///
/// `CRIBSIDE_FULL=1` plays every change of every zone, instead of one change of each eighth zone.
@Suite struct ZoneScenarioTests {
  private static let isFull = ProcessInfo.processInfo.environment["CRIBSIDE_FULL"] == "1"
  private static let hasDatabase = access("/usr/share/zoneinfo/Europe/Berlin", F_OK) == 0

  /// A zone and the times of its changes, in seconds since 1970.
  private static func changes() throws -> [(zone: String, seconds: [Int])] {
    let folder = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let text = String(decoding: try PlainFile.read(folder + "/Fixtures/zones/changes.tsv"), as: UTF8.self)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let columns = line.split(separator: "\t")
      return (
        String(columns[0]), columns.dropFirst(3).compactMap { Int($0.split(separator: ":")[0]) }
      )
    }
  }

  @Test(
    "A sleep across a change has its real minutes on the panel and in the log",
    .enabled(if: hasDatabase, "the package tzdata is not installed"))
  func nights() throws {
    var played = 0
    for (index, entry) in try Self.changes().enumerated() where Self.isFull || index % 8 == 0 {
      let chosen = Self.isFull ? entry.seconds : [entry.seconds[index / 8 % entry.seconds.count]]
      for second in chosen {
        try play(entry.zone, at: second)
        played += 1
      }
    }
    #expect(played >= 4)
  }

  /// Asleep from four hours before the change to three hours after it, and fed across it.
  private func play(_ zone: String, at second: Int) throws {
    func time(_ minutes: Int, seconds: Int = 0) -> String {
      ISO8601.text(Instant(milliseconds: (second + minutes * 60 + seconds) * 1_000), in: .utc)
    }
    var scenario = Scenario(
      """
      \(time(-240)) "press":"nap"
      \(time(-2)) "press":"feed"
      \(time(2)) "press":"feed"
      \(time(3, seconds: 5)) "shot":"after"
      \(time(180)) "press":"nap"
      """)
    scenario.timeZone = zone
    let born = CivilDate(daysSinceEpoch: second / 86_400 - 150)
    scenario.baby = #"{"name":"Mia","birthdate":"\#(ISO8601.text(born))","bedtime":"18:40"}"#
    scenario.config = #"{"display":{"darkAfterMinutes":6}}"#
    let recording = try scenario.play()
    let spans = try recording.spans()
    let place = "\(zone) at \(second): \(spans)"
    try #require(spans.map(\.start) == [second - 14_400, second - 120], "\(place)")
    try #require(spans.map(\.end) == [second + 10_800, second + 120], "\(place)")
    let areExact = spans.allSatisfy { $0.isExact }
    try #require(areExact, "\(place)")
    let texts = try recording.shot("after").texts
    let isReal = texts.contains { $0.contains("Asleep 4 h 03") }
    try #require(isReal, "\(zone) at \(second): \(texts)")
  }
}
