import Foundation
import Nursery
import Testing

@testable import Bedside

/// The wall clock steps before each input of a night in turn, by a second to a hundred years, forwards and back. No
/// press and no deadline may be affected.
///
/// `CRIBSIDE_FULL=1` tries every step at every input. Otherwise every eleventh input gets one of the steps.
@Suite struct ClockStepTests {
  private static let sizes = [
    1, 2, 3, 30, 59, 60, 61, 1_800, 3_600, 43_200, 86_399, 86_401, 604_800, 31_557_600, 946_728_000,
    3_155_760_000,
  ]
  private static let steps: [Int] = sizes + sizes.map { -$0 }
  private static let isFull = ProcessInfo.processInfo.environment["CRIBSIDE_FULL"] == "1"

  @Test("A step at any input changes no duration, no deadline and no event", arguments: 0..<8)
  func steps(part: Int) throws {
    let (forks, base) = Self.synced
    for (index, fork) in forks.enumerated() where index % 8 == part {
      for step in Self.steps(at: index) {
        var night = fork
        night.stepClock(bySeconds: step)
        if index % 2 == 0 { night.planReport(afterMilliseconds: 70_000) }
        night.finish()
        let place = "step of \(step) s before input \(index) at \(fork.milliseconds) ms"
        try #require(night.trace == base.trace, "\(place)")
        try #require(night.events == base.events, "\(place)")
        try #require(night.complaints == [], "\(place)")
        try #require(night.clockAnnouncements.count <= base.clockAnnouncements.count + 2, "\(place)")
        night.stepClock(bySeconds: -step)
        night.confirm()
        try #require(night.misresolved == [], "\(place)")
      }
    }
  }

  @Test("Without a clock the night is the same, and a sync at any input resolves all of it", arguments: 0..<8)
  func syncs(part: Int) throws {
    let (forks, base) = Self.unsynced
    try #require(base.misresolved.count == base.events.count + base.events.count { !$0.contains("no end") })
    for (index, fork) in forks.enumerated() where index % 8 == part && (Self.isFull || index % 17 == 0) {
      var night = fork
      night.trust = .synced
      night.stepClock(bySeconds: 0)
      try #require(night.clockAnnouncements == [.clockSet(stepSeconds: 0)])
      night.finish()
      try #require(night.trace == base.trace && night.complaints == [], "input \(index)")
      try #require(night.events == base.events && night.misresolved == [], "input \(index)")
    }
  }

  private static let synced = forks(trust: .synced)
  private static let unsynced = forks(trust: .none)

  /// The night before each of its inputs, and at its end.
  private static func forks(trust: ClockTrust) -> ([ClockNight], ClockNight) {
    var night = ClockNight(trust: trust)
    var forks = [night]
    while night.next() { forks.append(night) }
    return (forks, night)
  }

  private static func steps(at index: Int) -> [Int] {
    isFull ? steps : index % 11 == 0 ? [steps[index * 7 % steps.count]] : []
  }
}
