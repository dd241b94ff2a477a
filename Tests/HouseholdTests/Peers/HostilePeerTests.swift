import Testing

@testable import Household

/// Other boxes that lie, and boxes that are not in the household.
@Suite struct HostilePeerTests {
  private func online(_ membership: Membership = .open) -> Peering {
    var peering = Peering(own: "me", membership: membership, seed: 1)
    _ = peering.handle(.boxHas(["me": 5], isFresh: true), at: 0)
    _ = peering.handle(.lines([]), at: 0)
    _ = peering.handle(.joined, at: 0)
    return peering
  }

  @Test("A stranger is refused and counted")
  func aStrangerIsRefusedAndCounted() {
    var peering = online(.listed(["friend"]))
    for input: Peering.Input in [
      .presence("stranger", true), .have("stranger", ["stranger": 9]),
      .bundle("stranger", Lines.bundle("stranger", after: 0, [1])),
      .bundle("friend", Lines.bundle("stranger", after: 0, [1])),
      .want("stranger", LineWant(from: "me", after: ["me": 0])),
    ] {
      let effects = peering.handle(input, at: 2000)
      #expect(!effects.contains { if case .publishHave = $0 { false } else { true } }, "\(effects)")
    }
    #expect(peering.refused == 5)
    _ = peering.handle(.have("friend", ["stranger": 9]), at: 3000)
    _ = peering.handle(.presence("friend", true), at: 3000)
    let effects1 = peering.handle(.tick, at: 10_000)
    #expect(!effects1.contains { if case .publishWant = $0 { true } else { false } })
  }

  @Test("A gap is not accepted but asked for")
  func aGapIsNotAcceptedButAskedFor() throws {
    var peering = online()
    _ = peering.handle(.presence("a", true), at: 0)
    let effects2 = peering.handle(.bundle("a", Lines.bundle("a", after: 3, [4])), at: 0)
    #expect(
      !effects2.contains(
        .offer([Lines.text("a", 4)])))
    let effects = peering.handle(.tick, at: 2000)
    #expect(effects.contains(.publishWant(LineWant(from: "a", after: ["a": 0]))))
    let filled = peering.handle(
      .bundle("a", Lines.bundle("a", after: 0, [1, 2, 3, 4], isEnd: true)), at: 2100)
    #expect(filled == [.offer((1...4).map { Lines.text("a", $0) })])
  }

  @Test("A box that claims too much is not asked forever")
  func aBoxThatClaimsTooMuchIsNotAskedForever() {
    var peering = online()
    _ = peering.handle(.presence("a", true), at: 0)
    _ = peering.handle(.have("a", ["a": HaveMap.largest]), at: 0)
    var asked = 0
    var now = 0
    while let next = peering.nextDeadline, next < 3_600_000 {
      now = max(next, now)
      for case .publishWant in peering.handle(.tick, at: now) {
        asked += 1
        _ = peering.handle(.bundle("a", Lines.bundle("a", after: 0, [], isEnd: true)), at: now)
      }
    }
    #expect(asked == 1)
  }

  @Test("A box that does not answer is skipped")
  func aBoxThatDoesNotAnswerIsSkipped() {
    var peering = online()
    for name in ["a", "b"] {
      _ = peering.handle(.presence(name, true), at: 0)
      _ = peering.handle(.have(name, ["old": 7]), at: 0)
    }
    var asked: [String] = []
    while asked.count < 2, let next = peering.nextDeadline {
      for case .publishWant(let want) in peering.handle(.tick, at: next) { asked.append(want.from) }
    }
    #expect(Set(asked) == ["a", "b"])
  }

  @Test("A box that refuses gets fewer and fewer offers")
  func aBoxThatRefusesGetsFewerAndFewerOffers() {
    var peering = online()
    _ = peering.handle(.presence("a", true), at: 0)
    _ = peering.handle(.have("a", ["a": 1]), at: 0)
    var offers = 0
    while let next = peering.nextDeadline, next < 3_600_000 {
      for case .publishWant in peering.handle(.tick, at: next) {
        for case .offer in peering.handle(
          .bundle("a", Lines.bundle("a", after: 0, [1], isEnd: true)), at: next)
        {
          offers += 1
          _ = peering.handle(.offered(nil), at: next)
        }
      }
    }
    #expect((5...30).contains(offers), "\(offers)")
  }

  @Test("Nothing is published while offline")
  func nothingIsPublishedWhileOffline() {
    var peering = online()
    _ = peering.handle(.left, at: 10)
    for number in 6..<100 {
      let effects3 = peering.handle(.boxHas(["me": number], isFresh: false), at: number * 1000)
      #expect(effects3.isEmpty)
    }
    #expect(peering.nextDeadline == nil)
    let effects4 = peering.handle(.joined, at: 200_000)
    #expect(effects4 == [.publishHave(["me": 99])])
  }

  @Test("A question to another is not answered")
  func aQuestionToAnotherIsNotAnswered() {
    var peering = online()
    let effects5 = peering.handle(.want("a", LineWant(from: "b", after: ["me": 0])), at: 5)
    #expect(effects5.isEmpty)
    let effects = peering.handle(.want("a", LineWant(from: "me", after: ["me": 2])), at: 5)
    #expect(effects == [.readLines(after: ["me": 2], lowestFirst: false)])
    let lines = [3, 4, 5].compactMap { LogLine(Lines.text("me", $0)) }
    let effects6 = peering.handle(.lines(lines), at: 6)
    #expect(
      effects6
        == [.publishBundle(Lines.bundle("me", after: 2, [3, 4, 5], isEnd: true), to: "a")])
  }

  @Test("A million boxes fill no memory")
  func aMillionBoxesFillNoMemory() {
    var peering = online()
    for number in 0..<100_000 { _ = peering.handle(.have("box\(number)", ["x": 1]), at: 1) }
    #expect(peering.peers.count == 256)
    for number in 0..<100_000 {
      _ = peering.handle(.want("box\(number)", LineWant(from: "me", after: ["me": 0])), at: 1)
    }
    #expect(peering.wants.count <= 64)
  }

  @Test("A box that sends without end fills no memory")
  func aBoxThatSendsWithoutEndFillsNoMemory() {
    var peering = online()
    _ = peering.handle(.presence("a", true), at: 0)
    for start in stride(from: 0, to: 10_000, by: 100) {
      let numbers = Array(start + 1...start + 100)
      _ = peering.handle(.bundle("a", Lines.bundle("a", after: start, numbers)), at: 1)
    }
    #expect((1000...2100).contains(peering.queue.count), "\(peering.queue.count)")
    // What was left out is no gap: it is asked for once the box has saved the others.
    #expect(peering.accepted["a"] == peering.queue.last?.line.sequence)
  }
}
