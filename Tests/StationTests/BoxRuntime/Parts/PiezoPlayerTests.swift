import Bedside
import Peripherals
import SimulatedBoard
import Testing

@testable import BoxRuntime

/// Tunes step by step: what is played when, even if the loop is late.
@Suite struct PiezoPlayerTests {
  private let clock = SimulatedClock(worldMilliseconds: 0)
  private let channel: SimulatedPWM

  init() { channel = SimulatedPWM(clock: clock) }

  /// Calls the player at its deadlines, each time this late.
  private func run(_ player: inout PiezoPlayer<SimulatedPWM>, lateMilliseconds: Int = 0) -> [PiezoNews] {
    var news: [PiezoNews] = []
    while let due = player.nextDeadline {
      let time = max(due + lateMilliseconds, Int(clock.worldNanoseconds / 1_000_000))
      clock.advance(toWorldNanoseconds: UInt64(time) * 1_000_000)
      if let some = player.advance(to: time) { news.append(some) }
    }
    return news
  }

  private var heard: [String] {
    channel.tones.map { tone in
      let length = tone.nanoseconds.map { "\($0 / 1_000_000)" } ?? "on"
      return "\(tone.hertz) at \(tone.startNanoseconds / 1_000_000) for \(length)"
    }
  }

  @Test("A tune is two notes, and the piezo is reported once as working")
  func tune() {
    var player = PiezoPlayer(channel)
    player.play(.wakeBy, at: 0)
    #expect(run(&player) == [PiezoNews(fault: nil)])
    #expect(heard == ["2093 at 100 for 120", "2637 at 300 for 120"])
    player.play(.feedDue, at: 10_000)
    #expect(run(&player).isEmpty)
    #expect(heard.dropFirst(2) == ["2637 at 10100 for 120", "2093 at 10300 for 120"])
  }

  @Test("A late loop makes the silence longer, and no note shorter")
  func late() {
    var player = PiezoPlayer(channel)
    player.play(.alarm, at: 0)
    _ = run(&player, lateMilliseconds: 30)
    #expect(heard == ["2637 at 160 for 150", "2637 at 420 for 150"])
  }

  @Test("Tunes wait for each other, and those beyond the limit are dropped")
  func queue() {
    var player = PiezoPlayer(channel)
    for _ in 0..<9 { player.play(.wakeBy, at: 0) }
    _ = run(&player)
    #expect(channel.tones.count == 6)
    #expect(Set(heard).count == 6)
  }

  @Test("A fault ends the tune and is reported once, and the next tune tries again")
  func fault() {
    var player = PiezoPlayer(channel)
    let fault = PWMFault.noChip(device: "simulated")
    channel.isMissing = true
    for _ in 0..<2 { player.play(.wakeBy, at: 0) }
    #expect(run(&player) == [PiezoNews(fault: fault)])
    player.play(.wakeBy, at: 1_000)
    #expect(run(&player).isEmpty)
    channel.isMissing = false
    player.play(.wakeBy, at: 2_000)
    #expect(run(&player) == [PiezoNews(fault: nil)])
    #expect(channel.tones.count == 2)
    player.play(nil, at: 3_000)
    #expect(run(&player) == [PiezoNews(fault: nil)], "sound was switched on again")
  }

  @Test("A process that ends leaves no tone playing")
  func stop() {
    var player = PiezoPlayer(channel)
    player.play(.wakeBy, at: 0)
    for time in [0, 100] {
      clock.advance(toWorldNanoseconds: UInt64(time) * 1_000_000)
      _ = player.advance(to: time)
    }
    #expect(player.stop() == nil)
    #expect(heard == ["2093 at 100 for 0"])
    #expect(player.nextDeadline == nil)
  }
}
