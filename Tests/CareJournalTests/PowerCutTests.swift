import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// Cuts the power at every operation, walks through every state that the card may then be in, and starts again.
@Suite struct PowerCutTests {
  /// What was offered, and what was acknowledged before the power went.
  private struct Story {
    var offered: [EventID] = []
    var acknowledged: [EventID] = []
  }

  /// Opens and appends one event, then two at once, then another: over a change of segment.
  private func live(on disk: SimulatedDisk, start: UInt64, story: inout Story) {
    let first = story.offered.count + 1
    guard let opened = try? Bench(disk, start: start) else { return }
    var journal = opened.journal
    for numbers in [first...first, first + 1...first + 2, first + 3...first + 3] where !disk.isOff {
      story.offered += numbers.map { Samples.event($0).id }
      story.acknowledged += journal.append(Samples.drafts(numbers)).acknowledged
    }
    if !disk.isOff { try? journal.close() }
  }

  /// Runs `body` for every state that may follow a cut at any operation of `live`.
  private func everyCrash(
    of disk: SimulatedDisk, start: UInt64, story: Story, tearing: SimulatedDisk.Tearing,
    _ body: (SimulatedDisk, Story, Comment) throws -> Void
  ) rethrows -> Int {
    var states = 0
    for operation in 1... {
      let cut = SimulatedDisk(copying: disk)
      cut.cutPower(atOperation: operation)
      var lived = story
      live(on: cut, start: start, story: &lived)
      guard cut.isOff else { break }
      var odometer = Odometer()
      repeat {
        let crashed = SimulatedDisk(copying: cut)
        crashed.powerCut(tearing: tearing) { odometer.answer(below: $0) }
        states += 1
        try body(crashed, lived, "cut at operation \(operation), state \(states)")
      } while odometer.advance()
    }
    return states
  }

  /// The next start must deliver what was acknowledged, in order, nothing else but what was offered, report
  /// neither damage nor gaps, and take an event.
  private func check(_ disk: SimulatedDisk, _ story: Story, start: UInt64, _ comment: Comment) throws {
    var bench = try Bench(disk, start: start)
    let delivered = bench.careIDs
    #expect(delivered == story.offered.filter(Set(delivered).contains), comment)
    #expect(Set(story.acknowledged).isSubset(of: delivered), comment)
    let recovered = bench.recovered
    #expect((recovered.damaged, recovered.odd, recovered.gaps, recovered.fault) == (0, 0, [], nil), comment)
    let receipt = bench.journal.append([.care(Samples.event(99, boot: recovered.boot))])
    #expect(receipt.acknowledged == [Samples.event(99).id], comment)
  }

  @Test func everyByteOfTheFirstStart() throws {
    let states = try everyCrash(of: SimulatedDisk(), start: 1, story: Story(), tearing: .everyByte) {
      try check($0, $1, start: 2, $2)
    }
    print("power cuts in the first start: \(states) states")
    #expect(states > 5_000)
  }

  @Test func everyByteOfALaterStart() throws {
    let disk = SimulatedDisk()
    var story = Story()
    disk.cutPower(atOperation: 25)
    live(on: disk, start: 1, story: &story)
    disk.powerCut { min(2, $0 - 1) }
    let states = try everyCrash(of: disk, start: 2, story: story, tearing: .everyByte) {
      try check($0, $1, start: 3, $2)
    }
    print("power cuts in a later start: \(states) states")
    #expect(states > 5_000)
  }

  /// A cut, and another one in the start that follows it.
  @Test func twoDeep() throws {
    var states = 0
    _ = try everyCrash(of: SimulatedDisk(), start: 1, story: Story(), tearing: .inTheMiddle) {
      disk, story, _ in
      states += try everyCrash(of: disk, start: 2, story: story, tearing: .inTheMiddle) {
        try check($0, $1, start: 3, $2)
      }
    }
    print("power cuts two deep: \(states) states")
    #expect(states > 5_000)
  }
}
