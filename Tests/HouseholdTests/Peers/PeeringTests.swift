import Testing

@testable import Household

/// All boxes of a household get the same lines, whatever happens meanwhile.
@Suite struct PeeringTests {
  private func names(_ count: Int) -> [String] { (0..<count).map { "box\($0)" } }

  /// Fails if two boxes differ or a written line is missing.
  private func expectSame(_ net: TestNet, _ comment: Comment = "") {
    var union: [String: Set<Int>] = [:]
    for box in net.boxes.values {
      for (of, lines) in box.lines { union[of, default: []].formUnion(lines.keys) }
    }
    for (name, box) in net.boxes {
      for (of, numbers) in union {
        let missing = numbers.subtracting(box.lines[of, default: [:]].keys)
        #expect(missing.isEmpty, "\(name) \(comment)")
      }
    }
  }

  @Test("A press is on the other box at once")
  func aPressIsOnTheOtherBoxAtOnce() {
    var net = TestNet(seed: 1, boxes: names(3))
    for name in names(3) { net.connect(name) }
    net.run(milliseconds: 5000)
    net.press("box0")
    net.run(milliseconds: 200)
    #expect(net.boxes["box1"]?.have == ["box0": 1])
    #expect(net.boxes["box2"]?.have == ["box0": 1])
    #expect(net.questions == 0, "no one had to ask")
  }

  @Test("A box that joins gets everything from one other")
  func aBoxThatJoinsGetsEverythingFromOneOther() {
    var net = TestNet(seed: 2, boxes: names(20))
    net.fate.delay = 5...5
    for name in names(19) {
      for _ in 0..<100 { net.press(name) }
    }
    for name in names(19) { net.connect(name) }
    net.run(milliseconds: 120_000)
    let (lines, questions) = (net.linesSent, net.questions)
    net.connect("box19")
    net.run(milliseconds: 30_000)
    expectSame(net)
    #expect(net.linesSent - lines == 1900, "each line is sent once")
    #expect(net.questions - questions <= 1900 / LineWant.limit + 19)
  }

  @Test("Twenty boxes that start at once send no line twice to one")
  func twentyBoxesThatStartAtOnceSendNoLineTwiceToOne() {
    var net = TestNet(seed: 3, boxes: names(20))
    for name in names(20) {
      for _ in 0..<20 { net.press(name) }
    }
    for name in names(20) { net.connect(name) }
    net.run(milliseconds: 300_000)
    expectSame(net)
    #expect(net.linesSent <= 20 * 19 * 20 * 11 / 10)
  }

  @Test("A box that was away for a month catches up")
  func aBoxThatWasAwayForAMonthCatchesUp() {
    var net = TestNet(seed: 4, boxes: names(3))
    for name in names(3) { net.connect(name) }
    net.disconnect("box2")
    for _ in 0..<2000 { net.press("box0") }
    for _ in 0..<30 { net.press("box2") }
    net.run(milliseconds: 30 * 86_400_000)
    net.connect("box2")
    net.run(milliseconds: 60_000)
    expectSame(net)
    #expect(net.boxes["box0"]?.have["box2"] == 30)
  }

  @Test("A blank card under its old name is filled by the others")
  func aBlankCardUnderItsOldNameIsFilledByTheOthers() {
    var net = TestNet(seed: 5, boxes: names(4))
    net.connect("box0")
    net.connect("box1")
    for _ in 0..<300 { net.press("box0") }
    net.run(milliseconds: 60_000)
    net.disconnect("box1")
    net.connect("box2")
    for _ in 0..<900 { net.press("box0") }
    net.run(milliseconds: 60_000)
    net.restart("box0", isBlank: true)
    // The box with fewer lines is asked too, which does not end the search.
    net.connect("box1")
    net.press("box0")
    for _ in 0..<10 {
      net.run(milliseconds: 60_000)
      net.pulse()
    }
    #expect(net.boxes["box0"]?.lines["box0"]?.count == 1202)
    net.connect("box3")
    net.run(milliseconds: 20)
    #expect(net.boxes["box0"]?.peering.behind["box3"] == 1, "numbers that were left out are no lines")
    for _ in 0..<10 {
      net.run(milliseconds: 60_000)
      net.pulse()
    }
    expectSame(net)
    let questions = net.questions
    for _ in 0..<60 {
      net.run(milliseconds: 60_000)
      net.pulse()
    }
    #expect(net.questions - questions < 30, "it grows quiet, though numbers are missing that no one has")
  }

  /// An answer has 500 lines, and no box has the first missing number.
  @Test("A number without a line does not hide the lines behind it")
  func aNumberWithoutALineDoesNotHideTheLinesBehindIt() {
    var net = TestNet(seed: 9, boxes: names(2))
    net.fate.delay = 5...5
    for name in names(2) { net.connect(name) }
    for number in 1...2600 {
      net.press("box0", skipped: number == 100 ? 1 : 0)
      net.run(milliseconds: 1_000)
    }
    net.restart("box0", isBlank: true)
    for _ in 0..<10 {
      net.run(milliseconds: 60_000)
      net.pulse()
    }
    #expect(net.boxes["box0"]?.lines["box0"]?.count == 2601)
    net.boxes["box0"]?.lines["box0"]?[1_900] = nil
    net.restart("box0")
    for _ in 0..<10 {
      net.run(milliseconds: 60_000)
      net.pulse()
    }
    #expect(net.boxes["box0"]?.lines["box0"]?[1_900] != nil, "a line that is lost behind it comes back, too")
    let (questions, lines) = (net.questions, net.linesSent)
    for _ in 0..<600 {
      net.run(milliseconds: 60_000)
      net.pulse()
    }
    #expect(net.questions - questions < 30 && net.linesSent - lines < 10_000, "then it grows quiet")
  }

  @Test("A line that a card has lost comes back from another")
  func aLineThatACardHasLostComesBackFromAnother() {
    var net = TestNet(seed: 8, boxes: names(3))
    for name in names(3) { net.connect(name) }
    for _ in 0..<50 { net.press("box0") }
    net.run(milliseconds: 60_000)
    net.disconnect("box0")
    for (name, of) in [("box1", "box0"), ("box0", "box0")] {
      net.boxes[name]?.lines[of]?[20] = nil
      net.restart(name)
    }
    net.run(milliseconds: 60_000)
    #expect(net.boxes["box1"]?.lines["box0"]?[20] != nil, "of a box that is away, from any other")
    net.connect("box0")
    net.run(milliseconds: 60_000)
    expectSame(net)
  }

  /// The old lines of a replaced card stand in its log behind the new ones, which have higher numbers.
  @Test("A replaced card gives its old lines to a third box", arguments: [1, 700])
  func aReplacedCardGivesItsOldLinesToAThirdBox(newLines: Int) {
    var net = TestNet(seed: 12, boxes: names(3))
    net.connect("box0")
    net.connect("box1")
    for _ in 0..<1_200 { net.press("box0") }
    net.run(milliseconds: 60_000)
    net.disconnect("box1")
    net.restart("box0", isBlank: true)
    for _ in 0..<newLines { net.press("box0") }
    net.connect("box1")
    for _ in 0..<10 {
      net.run(milliseconds: 60_000)
      net.pulse()
    }
    #expect(net.boxes["box0"]?.lines["box0"]?.count == 1_201 + newLines)
    net.disconnect("box1")
    net.connect("box2")
    for _ in 0..<10 {
      net.run(milliseconds: 60_000)
      net.pulse()
    }
    #expect(net.boxes["box2"]?.lines["box0"]?.count == 1_201 + newLines)
  }

  @Test("The lines of a dead box survive")
  func theLinesOfADeadBoxSurvive() {
    var net = TestNet(seed: 6, boxes: names(3))
    net.connect("box0")
    net.connect("box1")
    for _ in 0..<50 { net.press("box0") }
    net.run(milliseconds: 30_000)
    net.disconnect("box0")
    net.run(milliseconds: 1000)
    net.connect("box2")
    net.run(milliseconds: 30_000)
    #expect(net.boxes["box2"]?.have["box0"] == 50)
  }

  @Test("Unused numbers do not stop the exchange")
  func unusedNumbersDoNotStopTheExchange() {
    var net = TestNet(seed: 7, boxes: names(2))
    for _ in 0..<10 { net.press("box0") }
    net.boxes["box0"]?.lines["box0"]?[4] = nil
    net.boxes["box0"]?.number = 600
    net.press("box0")
    for name in names(2) { net.connect(name) }
    net.run(milliseconds: 30_000)
    expectSame(net)
    net.press("box0")
    net.run(milliseconds: 100)
    #expect(net.boxes["box1"]?.have["box0"] == 602, "news behind a hole is sent at once")
    let questions = net.questions
    for _ in 0..<60 {
      net.run(milliseconds: 60_000)
      net.pulse()
    }
    #expect(net.questions - questions < 20, "then it grows quiet")
  }

  @Test(
    "After loss, repetition, reordering, partitions and restarts all boxes have all lines",
    arguments: 1...60)
  func chaos(seed: Int) {
    var net = TestNet(seed: UInt64(seed), boxes: names(2 + seed % 5))
    let all = net.boxes.keys.sorted()
    net.fate = TestNet.Fate(lost: seed % 60, repeated: seed % 40, delay: 1...(1 + seed % 7 * 400))
    for _ in 0..<400 {
      let name = all[net.random.wait(0...all.count - 1)]
      switch net.random.wait(0...9) {
      case 0: net.connect(name)
      case 1: net.disconnect(name)
      case 2: net.restart(name)
      case 3: net.run(milliseconds: net.random.wait(1...20_000))
      case 4: net.kill(name)
      case 5: net.press(name, skipped: net.random.wait(0...3))
      default:
        net.press(name)
        net.run(milliseconds: net.random.wait(1...300))
      }
    }
    net.fate = TestNet.Fate(lost: 0, repeated: 5, delay: 1...50)
    for name in all { net.connect(name) }
    for _ in 0..<10 {
      net.run(milliseconds: 60_000)
      net.pulse()
    }
    expectSame(net, "seed \(seed)")
    let questions = net.questions
    for _ in 0..<10 {
      net.pulse()
      net.run(milliseconds: 60_000)
    }
    // Numbers that were never used are asked about less and less often.
    #expect(net.questions - questions <= 4 * all.count * (all.count - 1), "seed \(seed): then it is quiet")
  }
}
