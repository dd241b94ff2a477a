import Nursery
import Testing

/// Rules for resolved times, whatever the clocks of a box did: thousands of random lives by seed.
@Suite struct ClockLifeTests {
  /// The noise of two boots that does not count as a step.
  private static let noiseMilliseconds = 4_000

  @Test("True clocks: a synced boot's times are true, and they bound those of other boots", arguments: 0..<10)
  func truth(part: Int) throws {
    for seed in UInt64(part * 400)..<UInt64(part * 400 + 400) {
      let life = ClockLife(seed: seed, tellsLies: false)
      let history = life.replayed
      for event in life.events {
        let resolved = history.resolve(.boot(event.time))
        let off = resolved.instant.milliseconds - event.truth.milliseconds
        let boot = life.boots[event.time.boot - 1]
        try #require(resolved.isExact == boot.isSynced, "seed \(seed)")
        if boot.isSynced { try #require(abs(off) <= Self.noiseMilliseconds, "seed \(seed) off by \(off) ms") }
        let hasEarlierSync = life.boots.prefix(event.time.boot - 1).contains { $0.isSynced }
        // A boot that is not synced begins, or is first read, as early as the boots before it allow.
        if !boot.isSynced, hasEarlierSync {
          try #require(off <= Self.noiseMilliseconds, "seed \(seed) later than it was by \(off) ms")
        }
      }
      try #require(life.heldReports == 0, "seed \(seed)")
    }
  }

  @Test("False reports: no order is reversed, and no duration within a boot changes", arguments: 0..<10)
  func order(part: Int) throws {
    for seed in UInt64(part * 400)..<UInt64(part * 400 + 400) {
      let life = ClockLife(seed: seed, tellsLies: true)
      let history = life.replayed
      for (event, next) in zip(life.events, life.events.dropFirst()) {
        let lasts =
          history.instant(at: next.time).milliseconds - history.instant(at: event.time).milliseconds
        if event.time.boot == next.time.boot {
          try #require(lasts == next.time.milliseconds - event.time.milliseconds, "seed \(seed)")
        } else {
          try #require(lasts >= -Self.noiseMilliseconds, "seed \(seed): \(lasts) ms")
        }
      }
    }
  }

  @Test("False reports: once the last one is true, so is every boot that was not fooled")
  func healing() throws {
    var fooled = 0
    for seed in UInt64(0)..<1_000 {
      let life = ClockLife(seed: seed, tellsLies: true)
      let history = life.replayed
      guard let last = life.boots.last, last.isSynced, !last.isFooled else { continue }
      for event in life.events {
        let boot = life.boots[event.time.boot - 1]
        fooled += boot.isFooled ? 1 : 0
        let resolved = history.resolve(.boot(event.time))
        guard !boot.isFooled, boot.isSynced, resolved.isExact else { continue }
        let off = abs(resolved.instant.milliseconds - event.truth.milliseconds)
        try #require(off <= Self.noiseMilliseconds, "seed \(seed)")
      }
      // A false report that puts a boot after the next one is found out.
      for event in life.events where history.resolve(.boot(event.time)).isExact {
        let late = history.instant(at: event.time).milliseconds - event.truth.milliseconds
        let next = life.boots.dropFirst(event.time.boot).first { $0.isSynced && !$0.isFooled }
        guard let next else { continue }
        let limit = next.firstSeen.milliseconds - event.truth.milliseconds + Self.noiseMilliseconds
        try #require(late <= limit, "seed \(seed)")
      }
    }
    #expect(fooled > 300, "the lies are believed often enough to matter")
  }

  @Test("The running box and a later start resolve the same times")
  func replay() throws {
    for seed in UInt64(0)..<1_000 {
      let life = ClockLife(seed: seed, tellsLies: true)
      let replayed = life.replayed
      for event in life.events {
        let time = EventTime.boot(event.time)
        try #require(life.live.resolve(time) == replayed.resolve(time), "seed \(seed)")
      }
    }
  }
}
